// Reports one sum for several months, fines and loans (PAY-35): the route, and what it writes.
import { FINE_PAYMENT, LOAN_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { paySum } from "#contract/pay-sum.ts";
import type { SumPart } from "#contract/money-fields.ts";
import { assert } from "#domain/assert.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { contestedReply } from "#server/core/approvals/contested.ts";
import { ownPayer, type Payer } from "#server/core/approvals/payments.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { SpokenTo } from "#server/platform/request.ts";
import type { PlainDate } from "#domain/calendar.ts";

type Paid = { amountCents: Cents; reference: string; paidAt: Date; payer: Payer };

/** How a payment of each kind is submitted within its limits; each returns its id. */
export type SubmitParts = {
  contribution: (
    tx: Tx,
    by: SpokenTo,
    paid: Paid & { month: PlainDate; lastMonth: PlainDate | null },
  ) => Promise<number>;
  loan_payment: (
    tx: Tx,
    by: SpokenTo,
    paid: Paid & { loanId: number; part: number },
  ) => Promise<number>;
  fine_payment: (tx: Tx, by: SpokenTo, paid: Paid) => Promise<number>;
  /** Refuses a day on which nobody can have paid (PAY-5, PAY-6). */
  requirePossibleDay: (
    tx: Tx,
    by: SpokenTo,
    paid: { memberId: number; paidAt: Date },
  ) => Promise<void>;
};

export function paySumRoutes(routes: Routes, submit: SubmitParts): void {
  routes.write(paySum, async (tx, { body, ...by }) => {
    const sum = body.amount_paid;
    const parts = body.parts.reduce((cents, { amount_paid }) => cents + amount_paid, 0n);
    if (parts !== sum) throw refuse("parts-not-the-sum", { sum, parts }).at("parts");
    const payer = ownPayer(by.actor);
    // Before its loans (SAFE-2): the parts lock them one by one.
    await lockMember(tx, payer.memberId);
    // One day for all parts.
    await submit.requirePossibleDay(tx, by, {
      memberId: payer.memberId,
      paidAt: body.payment_date,
    });
    const paid = {
      reference: body.payment_Reference_Code,
      paidAt: body.payment_date > by.now ? by.now : body.payment_date,
      payer,
    };
    const payments: { kind: SumPart["kind"]; id: number; amount: number }[] = [];
    let loans = 0;
    for (const part of body.parts) {
      const { kind, amount_paid: amountCents } = part;
      const id = await submitPart(tx, by, { submit, part, paid: { ...paid, amountCents }, loans });
      if (kind === LOAN_PAYMENT) loans += 1;
      payments.push({ kind, id, amount: toKes(amountCents) });
    }
    const detail = by.t("done.contributions.received", { amount: sum });
    const contested = await contestedReply(tx, payments[0]?.id ?? 0);
    return { detail, total: toKes(sum), payments, ...contested };
  });
}

type Part = { submit: SubmitParts; part: SumPart; paid: Paid; loans: number };

function submitPart(tx: Tx, by: SpokenTo, { submit, part, paid, loans }: Part): Promise<number> {
  const { kind, loan_id: loanId, contribution_month: month, contribution_month_to: last } = part;
  if (kind === FINE_PAYMENT) return submit.fine_payment(tx, by, paid);
  if (kind === LOAN_PAYMENT) {
    assert(loanId !== undefined, "the contract reads a loan");
    return submit.loan_payment(tx, by, { ...paid, loanId, part: loans });
  }
  assert(month !== undefined, "the contract reads a month");
  return submit.contribution(tx, by, { ...paid, month, lastMonth: last ?? null });
}
