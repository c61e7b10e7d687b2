// A loan that another one pays off (LEND-5).
import { type PlainDate } from "#domain/calendar.ts";
import type { RepaidParts } from "#domain/ledger/posting-rules.ts";
import { settlementOf } from "#domain/lending/settlement-amount.ts";
import { type Cents, toKes } from "#domain/money.ts";
import { splitRepayment } from "#domain/payments/payment-splits.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { countingRepayments, insertRepayments } from "./count-repayments.ts";
import { type Lent, readLent } from "./lent-loans.ts";

export type ToppedUp = {
  id: number;
  /** What clears it today. */
  paysOffCents: Cents;
  loan: NonNullable<Awaited<ReturnType<typeof readLoan>>>;
  /** Null for a plain loan. */
  lent: Lent | null;
};

function readLoan(reader: Reader, id: number) {
  return reader.selectFrom("loans").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Refuses a loan that is not the member's own or does not run, on `tops_up`. The member is locked for a payout. */
export async function readToppedUp(
  reader: Reader,
  { id, memberId, today }: { id: number; memberId: number; today: PlainDate },
): Promise<ToppedUp> {
  const loan = await readLoan(reader, id);
  const isRunning = loan?.status === "active" || loan?.status === "default";
  if (loan?.member_id !== memberId || !isRunning) throw refuse("top-up-not-own").at("tops_up");
  const lent = (await readLent(reader, [loan])).get(id) ?? null;
  const paysOffCents =
    lent === null ? loan.balance_cents : settlementOf(lent.schedule, today).totalCents;
  return { id, paysOffCents, loan, lent };
}

type PaidOffBy = {
  topUpId: number;
  on: PlainDate;
  by: { authorId: number; now: Date; origin: Origin };
};

/** Clears the loan. Returns what of it the payout of the new one posts; refuses while a payment of it waits. */
export async function payOffByTopUp(
  tx: Tx,
  { id, loan, lent, paysOffCents }: ToppedUp,
  { topUpId, on, by }: PaidOffBy,
): Promise<RepaidParts & { loanId: number }> {
  await requireNothingWaits(tx, id);
  const clearing = { of: { topUpId }, loanId: id, amountCents: paysOffCents, paidOn: on, on, by };
  let parts: RepaidParts;
  if (lent === null) {
    const split = splitRepayment({
      loanPrincipalCents: loan.amount_cents,
      loanTotalCents: loan.amount_cents + loan.interest_cents,
      paidBeforeCents: loan.repaid_cents,
      paymentCents: paysOffCents,
    });
    parts = { ...split, takenBackCents: 0n };
    await insertRepayments(tx, [{ ...clearing, ...parts, ...plain }]);
    await tx
      .updateTable("loans")
      .set({
        status: "cleared",
        balance_cents: 0n,
        repaid_cents: loan.repaid_cents + paysOffCents,
      })
      .where("id", "=", id)
      .execute();
  } else {
    const counting = countingRepayments(tx, new Map([[id, lent]]));
    parts = counting.count({ ...clearing, early: "ahead" });
    await counting.save();
  }
  await recordAudit(tx, {
    now: by.now,
    actorId: by.authorId,
    action: "loans.clear",
    subject: "loan",
    subjectId: id,
    before: { status: loan.status, current_balance: toKes(loan.balance_cents) },
    after: { status: "cleared", current_balance: 0 },
    address: by.origin.address,
  });
  const to = { memberId: loan.member_id, about: { kind: "loan", id } as const };
  const notice = noticeOf(
    "loan_repaid",
    { ...to, occasion: `loan_repaid:${id}` },
    { amount: loan.amount_cents },
  );
  await writeNotices(tx, { notices: [notice], now: by.now });
  return { ...parts, loanId: id };
}

/** A plain loan has no rows. */
const plain = {
  early: "ahead",
  rows: [],
  earlyPrincipalCents: 0n,
  savedCents: 0n,
  balanceAfterCents: 0n,
} as const;

/** Refuses while a payment of the loan waits. */
export async function requireNothingWaits(reader: Reader, loanId: number): Promise<void> {
  const waiting = await reader
    .selectFrom("payments")
    .select("id")
    .where("loan_id", "=", loanId)
    .where("status", "in", ["pending", "pending_approval"])
    .executeTakeFirst();
  if (waiting !== undefined) throw refuse("loan-payment-waits");
}
