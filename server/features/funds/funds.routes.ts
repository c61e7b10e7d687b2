// Funds (FUND-1 to FUND-7): what each holds, making, changing and closing one, and what members pay into it.
import * as contract from "#contract/funds.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { FUND_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { can, officeOf } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { contestedReply } from "#server/core/approvals/contested.ts";
import { decidingOn } from "#server/core/approvals/decide-payments.ts";
import { nothingOpen } from "#server/core/approvals/payment-rows.ts";
import {
  confirmPayment,
  inNameOfMember,
  ofPayment,
  payerOf,
} from "#server/core/approvals/payments.ts";
import { inSnapshot, type Reader } from "#server/db/connection.ts";
import { pageOf } from "#server/db/paging.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { changeFund, closeFund, createFund } from "./keep-funds.ts";
import { payFund, readFundPayments, readOpenFundPayments } from "./payments.ts";
import { readFund, readFundMembers, readFunds } from "./view-funds.ts";

export function fundRoutes(routes: Routes): void {
  routes.read(contract.getFunds, (db, { actor, now }) =>
    inSnapshot(db, (reader) => readFunds(reader, { callerId: actor.id, today: nairobiDate(now) })),
  );

  routes.read(contract.getFund, (db, { id, actor, now }) =>
    inSnapshot(db, async (reader) => {
      const viewer = { callerId: actor.id, today: nairobiDate(now) };
      const fund = await readFund(reader, id, viewer);
      if (fund === undefined) throw refuse("not-found");
      return {
        fund,
        ...(can(actor, "members.read-accounts")
          ? { members: await readFundMembers(reader, id, viewer.today) }
          : {}),
      };
    }),
  );

  routes.write(contract.createFund, async (tx, { body, ...by }) => {
    const id = await createFund(tx, by, body);
    return { detail: by.t("done.funds.created"), fund: await viewOf(tx, id, by) };
  });

  routes.write(
    contract.changeFund,
    async (tx, { id, body, ...by }) => {
      await changeFund(tx, by, { id, body });
      return { detail: by.t("done.funds.changed"), fund: await viewOf(tx, id, by) };
    },
    { exists: isFund },
  );

  routes.write(
    contract.closeFund,
    async (tx, { id, ...by }) => {
      await closeFund(tx, by, id);
      return { detail: by.t("done.funds.closed"), fund: await viewOf(tx, id, by) };
    },
    { exists: isFund },
  );

  payingRoutes(routes);
}

/** What members pay in, and what waits for the two offices (FUND-7). */
function payingRoutes(routes: Routes): void {
  routes.write(
    contract.payFund,
    async (tx, { id: fundId, body, ...by }) => {
      const payer = await payerOf(tx, by.actor, body.member_id);
      const fund_payment = await payFund(tx, by, {
        fundId,
        amountCents: body.amount_paid,
        reference: body.payment_Reference_Code,
        payer,
      });
      const { payment_id: id } = fund_payment;
      const paid = { id, kind: FUND_PAYMENT, payer, body, now: by.now } as const;
      const detail = by.t(await confirmPayment(tx, paid));
      return { detail, fund_payment, ...(await contestedReply(tx, id)) };
    },
    { exists: isFund, ...inNameOfMember },
  );

  routes.read(contract.getFundPaymentApprovals, async (reader, { actor, query, t }) => {
    const office = officeOf(actor);
    const page = pageOf(query);
    if (office !== "Treasurer" && office !== "Sec-Gen") return nothingOpen(page);
    const { evidence } = query;
    return readOpenFundPayments(reader, { office, callerId: actor.id, page, evidence, t });
  });

  routes.writeTogether(
    contract.decideFundPayment,
    decidingOn(FUND_PAYMENT, readFundPayments, (detail, fund_payment) => ({
      detail,
      fund_payment,
    })),
    ofPayment(FUND_PAYMENT),
  );
}

async function viewOf(
  reader: Reader,
  id: number,
  { actor, now }: { actor: { id: number }; now: Date },
): Promise<contract.FundView> {
  const fund = await readFund(reader, id, { callerId: actor.id, today: nairobiDate(now) });
  if (fund === undefined) throw refuse("not-found");
  return fund;
}

async function isFund(reader: Reader, id: number): Promise<boolean> {
  const found = await reader
    .selectFrom("funds")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return found !== undefined;
}
