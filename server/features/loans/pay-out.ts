// Pays a loan out (LOAN-7, LEND-2): of a product less its fee, and less what it pays off of another loan.
import { addMonths, nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { dayAfterCauses, type JournalEntry } from "#domain/ledger/journal-entry.ts";
import { loanDisbursed, productLoanPaidOut } from "#domain/ledger/posting-rules.ts";
import { lastDayOf } from "#domain/lending/repaid.ts";
import { type Cents, sumOf } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { inEnglish } from "#messages/translator.ts";
import { requireInBank } from "#server/core/ledger/bank.ts";
import { loanAccounts, readSettlingDay } from "#server/core/ledger/days-of-causes.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import { type lockBorrowerAndLoan, readLoanLimit } from "#server/core/lending/loans.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";
import { columnsOf, insertVersions } from "#server/core/lending/schedules.ts";
import { payOffByTopUp } from "#server/core/lending/top-up.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { planLoan } from "./plan-loan.ts";

export type Locked = Awaited<ReturnType<typeof lockBorrowerAndLoan>>;

type Approved = {
  /** The verdicts. */
  columns: Partial<Locked["loan"]>;
  at: Date;
  by: { actor: { id: number }; origin: Origin };
  /** Of a loan of a product: what its guarantors had to agree to. */
  guaranteeNeededCents: Cents | null;
};

/** Checks limit, borrower and bank again, and pays the loan out; if any check refuses, nothing changes. */
export async function payOut(tx: Tx, locked: Locked, approved: Approved): Promise<void> {
  const { borrower, loan } = locked;
  const { member_id: memberId, amount_cents: amount } = loan;
  const on = await readPayoutDay(tx, loan, approved.at);
  if (!borrower.is_active || borrower.status !== "active") throw refuse("borrower-not-active");
  await refuseInDefault(tx, memberId);
  const { entry, total, due } =
    loan.product_id === null
      ? await payOutPlain(tx, loan, { approved, on })
      : await payOutOfProduct(tx, loan, { approved, on });
  await writeEntry(tx, entry, { authorId: approved.by.actor.id, now: approved.at });
  const about = { kind: "loan", id: loan.id } as const;
  const to = { memberId, about, occasion: `loan_paid_out:${loan.id}`, now: approved.at };
  await tell(tx, "loan_paid_out", to, { amount, total, due: { day: due } });
}

/** The later of today, the day of the application, and the newest day of a loan that it pays off (BOOK-30). */
async function readPayoutDay(tx: Tx, loan: Loan, at: Date): Promise<PlainDate> {
  const today = dayAfterCauses(nairobiDate(at), [nairobiDate(loan.applied_at)]);
  if (loan.tops_up === null) return today;
  return readSettlingDay(tx, { accounts: loanAccounts, loanIds: [loan.tops_up], today });
}

type Loan = Locked["loan"];
type PaidOut = { entry: JournalEntry; total: Cents; due: PlainDate };
type Paying = { approved: Approved; on: PlainDate };

async function payOutPlain(tx: Tx, loan: Loan, { approved, on }: Paying): Promise<PaidOut> {
  const { id: loanId, member_id: memberId, amount_cents: principalCents } = loan;
  const limitCents = await readLoanLimit(tx, { memberId, besides: loanId });
  if (principalCents > limitCents) throw refuse("loan-over-limit", { limit: limitCents });
  await requireInBank(tx, {
    amountCents: principalCents,
    date: on,
    refusal: "bank-too-low-for-loan",
  });
  const due = addMonths(on, loan.term_months);
  const total = principalCents + loan.interest_cents;
  await tx
    .updateTable("loans")
    .set({
      ...approved.columns,
      status: "active",
      start_date: on,
      expiry_date: due,
      balance_cents: total,
    })
    .where("id", "=", loanId)
    .execute();
  const entry = loanDisbursed({
    loanId,
    memberId,
    principalCents,
    interestCents: loan.interest_cents,
    businessDate: on,
    description: paidOutAs(loan),
  });
  return { entry, total, due };
}

async function payOutOfProduct(tx: Tx, loan: Loan, { approved, on }: Paying): Promise<PaidOut> {
  const { id: loanId, member_id: memberId, amount_cents: amountCents } = loan;
  // Also from the sweep, which charges its interest.
  if (loan.tops_up !== null) await lockLoan(tx, loan.tops_up);
  const planned = await planLoan(tx, {
    memberId,
    amountCents,
    today: on,
    productId: loan.product_id ?? 0,
    instalments: loan.instalments ?? 0,
    topsUp: loan.tops_up,
    application: loanId,
  });
  const { schedule, feeCents, paidOutCents, limitCents: limit, topsUp } = planned;
  if (amountCents > limit) throw refuse("loan-over-limit", { limit });
  await requireInBank(tx, {
    amountCents: paidOutCents,
    date: on,
    refusal: "bank-too-low-for-loan",
  });
  const by = { authorId: approved.by.actor.id, now: approved.at, origin: approved.by.origin };
  const paysOff =
    topsUp === null ? null : await payOffByTopUp(tx, topsUp, { topUpId: loanId, on, by });
  const interestCents = sumOf(schedule.rows, (row) => row.interestCents);
  const flatInterestCents = schedule.flat === null ? 0n : interestCents;
  await tx
    .updateTable("loans")
    .set({
      ...approved.columns,
      status: "active",
      start_date: on,
      version: 1,
      guarantee_needed_cents: approved.guaranteeNeededCents,
      ...columnsOf(schedule, { balanceCents: amountCents + flatInterestCents, on }),
    })
    .where("id", "=", loanId)
    .execute();
  await insertVersions(tx, [
    { loanId, schedule, version: 1, reason: "payout", from: on, repaymentId: null },
  ]);
  const entry = productLoanPaidOut({
    loanId,
    memberId,
    amountCents,
    flatInterestCents,
    feeCents,
    paysOff,
    businessDate: on,
    description: paidOutAs(loan),
  });
  return { entry, total: amountCents + interestCents, due: lastDayOf(schedule) };
}

async function lockLoan(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom("loans").select("id").where("id", "=", id).forNoKeyUpdate().execute();
}

const paidOutAs = (loan: Loan) => inEnglish("descriptions.loanPaidOut", { loan: nameOfLoan(loan) });

async function refuseInDefault(tx: Tx, memberId: number): Promise<void> {
  const inDefault = await tx
    .selectFrom("loans")
    .select("id")
    .where("member_id", "=", memberId)
    .where("status", "=", "default")
    .executeTakeFirst();
  if (inDefault !== undefined) throw refuse("borrower-in-default");
}
