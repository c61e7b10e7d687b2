// Monthly contributions and their approval: contract entry -> action or query.
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import * as contract from "#contract/contributions.ts";
import { toKes } from "#domain/money.ts";
import { decidingOn } from "#server/core/approvals/decide-payments.ts";
import { nothingOpen } from "#server/core/approvals/payment-rows.ts";
import { officeOf } from "#domain/permissions.ts";
import { readFineTotals } from "#server/core/ledger/fines.ts";
import { toPerson } from "#server/core/members/member-directory.ts";
import { pageOf } from "#server/db/paging.ts";
import { contestedReply } from "#server/core/approvals/contested.ts";
import {
  confirmPayment,
  inNameOfMember,
  ofPayment,
  payerOf,
} from "#server/core/approvals/payments.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import {
  payContribution,
  readContributionTotals,
  readContributions,
  readOpenContributions,
  readOwnContributions,
} from "./contributions.ts";

export function contributionRoutes(routes: Routes): void {
  routes.read(contract.getContributions, async (reader, { actor, query, t }) => {
    const page = pageOf(query);
    const own = await readOwnContributions(reader, {
      memberId: actor.id,
      period: query,
      page,
      t,
    });
    return {
      monthly_contributions: own.contributions
        .filter((each) => each.status === "approved")
        .map(({ contribution_month, amount_paid, group_year }) => ({
          contribution_month,
          amount_paid,
          group_year,
        })),
      monthly_contributions_receipts: own.contributions,
      total_amount_paid: toKes(own.totalCents),
      ...(own.book === null ? {} : { brought_forward: toBroughtForward(own.book) }),
      ...(page === null ? {} : { count: own.count }),
    };
  });

  routes.write(
    contract.payContribution,
    async (tx, { body, ...by }) => {
      const payer = await payerOf(tx, by.actor, body.member_id);
      const contribution = await payContribution(tx, by, {
        amountCents: body.amount_paid,
        month: body.contribution_month,
        lastMonth: body.contribution_month_to ?? null,
        paidAt: body.payment_date,
        reference: body.payment_Reference_Code,
        payer,
      });
      const { contribution_id: id } = contribution;
      const paid = { id, kind: CONTRIBUTION, payer, body, now: by.now } as const;
      const detail = by.t(await confirmPayment(tx, paid));
      return { detail, contribution, ...(await contestedReply(tx, id)) };
    },
    inNameOfMember,
  );

  routes.read(contract.getContributionApprovals, async (reader, { actor, query, t }) => {
    const office = officeOf(actor);
    const page = pageOf(query);
    if (office !== "Treasurer" && office !== "Sec-Gen") return nothingOpen(page);
    const { evidence } = query;
    return readOpenContributions(reader, { office, callerId: actor.id, page, evidence, t });
  });

  routes.writeTogether(
    contract.decideContribution,
    decidingOn(CONTRIBUTION, readContributions, (detail, contribution) => ({
      detail,
      contribution,
    })),
    ofPayment(CONTRIBUTION),
  );

  routes.read(contract.getAllContributions, async (reader, { actor, query }) => {
    const page = pageOf(query);
    const memberId = officeOf(actor) === null ? actor.id : null;
    const { totals, count } = await readContributionTotals(reader, { memberId, page });
    const fines = await readFineTotals(reader, memberId);
    return {
      contributions: totals.map((row) => ({
        user: row.username,
        member: toPerson(row),
        total_contributions: toKes(row.total_cents),
        latest_contribution:
          row.latest_cents === null || row.latest_month === null
            ? null
            : { amount: toKes(row.latest_cents), month: row.latest_month },
      })),
      total_fines: toKes(fines.totalCents),
      unpaid_fines: toKes(fines.unpaidCents),
      ...(count === undefined ? {} : { count }),
    };
  });
}

function toBroughtForward({ cents, ...book }: { cents: string; date: string; paid_up_to: string }) {
  return { amount: toKes(BigInt(cents)), ...book };
}
