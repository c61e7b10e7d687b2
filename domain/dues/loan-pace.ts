// How late a loan is, and what it takes a month to be paid by its day (PAY-20).
import { addMonths, daysBetween, fullMonthsBetween, type PlainDate } from "../calendar.ts";
import { mulDiv, type Cents } from "../money.ts";

/**
 * `daysLate` is 0 up to the day it is due. `aMonthCents` is the balance over the months left, a begun one counting, rounded up to
 * the cent; all of it once late.
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
