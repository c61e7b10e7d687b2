// Fines and their payments: contract entry -> action or query.
import * as contract from "#contract/fines.ts";
import { toKes } from "#domain/money.ts";
import { decidingOn } from "#server/core/approvals/decide-payments.ts";
import { inNameOfMember, payerOf, confirmPayment } from "#server/core/approvals/entered-for.ts";
import { nothingOpen } from "#server/core/approvals/open-payments.ts";
import { officeOf } from "#domain/permissions.ts";
import { accountOwner } from "#server/core/identity/actor.ts";
import { readFines } from "#server/core/ledger/fine-rows.ts";
import { readFineTotals } from "#server/core/ledger/fines.ts";
import { pageOf } from "#server/db/paging.ts";
import { ofPayment } from "#server/core/approvals/payments.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { payFine, readUsualFines, writeUsualFines } from "./fines.actions.ts";
import { readFinePayments, readOpenFinePayments } from "./fines.queries.ts";

export function fineRoutes(routes: Routes): void {
  routes.read(contract.getUserFines, async (reader, { actor, query, t }) => {
    const memberId = await accountOwner(reader, actor, query.member);
    const { totalCents, unpaidCents } = await readFineTotals(reader, memberId);
    const { fines, count } = await readFines(reader, { memberId, page: pageOf(query), t });
    return {
      total_fines: toKes(totalCents),
      unpaid_fines: toKes(unpaidCents),
      fines,
      ...(count === undefined ? {} : { count }),
    };
  });

  routes.read(contract.getUsualFines, (reader) => readUsualFines(reader));
  routes.write(contract.changeUsualFines, writeUsualFines);

  routes.write(
    contract.payFine,
    async (tx, { body, ...by }) => {
      const payer = await payerOf(tx, by.actor, body.member_id);
      const fine_payment = await payFine(tx, by, {
        amountCents: body.amount_paid,
        reference: body.payment_Reference_Code,
        payer,
      });
      const { payment_id: id } = fine_payment;
      const paid = { id, kind: "fine_payment", payer, body, now: by.now } as const;
      const detail = by.t(await confirmPayment(tx, paid));
      return { detail, fine_payment };
    },
    inNameOfMember,
  );

  routes.read(contract.getFinePaymentApprovals, async (reader, { actor, query, t }) => {
    const office = officeOf(actor);
    const page = pageOf(query);
    if (office !== "Treasurer" && office !== "Sec-Gen") return nothingOpen(page);
    const { evidence } = query;
    return readOpenFinePayments(reader, { office, callerId: actor.id, page, evidence, t });
  });

  routes.writeTogether(
    contract.decideFinePayment,
    decidingOn("fine_payment", readFinePayments, (detail, fine_payment) => ({
      detail,
      fine_payment,
    })),
    ofPayment("fine_payment"),
  );
}
