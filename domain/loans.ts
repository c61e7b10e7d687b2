// A loan: what it costs and how much a member may borrow (LOAN-2, LOAN-3), and how late it is (PAY-20).
import { type Cents, mulDiv } from "./money.ts";
import { addMonths, daysBetween, fullMonthsBetween, type PlainDate } from "./calendar.ts";

/** Flat interest in cents: all of it on the day of the loan, whatever the term. `rateBasisPoints` 1000 is 10%. */
export function flatInterest(amountCents: Cents, rateBasisPoints: number): Cents {
  return mulDiv(amountCents, BigInt(rateBasisPoints), 10_000n, "half-up");
}

/** The multiple of approved contributions, less what is owed and applied for, in cents; never below 0. */
export function loanLimit(params: {
  contributionsCents: Cents;
  /** Balances of active, defaulted and written-off loans. */
  owedCents: Cents;
  /** Applications that still wait for an office. */
  waitingCents: Cents;
  multiple: number;
}): Cents {
  const limit =
    params.contributionsCents * BigInt(params.multiple) - params.owedCents - params.waitingCents;
  return limit > 0n ? limit : 0n;
}

// How late a loan is, and the monthly amount that repays it by its day (PAY-20).

/**
 * `daysLate` is 0 up to the due day. `aMonthCents` is the balance over the months left, a begun one counting, rounded
 * up to the cent; once late, all of it.
 */
export function loanPace(loan: { balanceCents: Cents; dueOn: PlainDate; today: PlainDate }): {
  daysLate: number;
  aMonthCents: Cents;
} {
  const { balanceCents, dueOn, today } = loan;
  const daysLate = Math.max(0, daysBetween(dueOn, today));
  const full = fullMonthsBetween(today, dueOn);
  const begun = addMonths(today, full) < dueOn ? 1 : 0;
  const monthsLeft = Math.max(1, full + begun);
  return { daysLate, aMonthCents: mulDiv(balanceCents, 1n, BigInt(monthsLeft), "up") };
}
