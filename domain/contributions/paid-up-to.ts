// The month up to which a member has paid (PAY-19, `update_up_to`).
import { assert } from "../assert.ts";
import { addMonths, firstOfMonth, monthsFrom, type PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";

const LAST_MONTH: PlainDate = "2999-12-01";

/**
 * First day of the last month the approved contributions cover in full, counted from the month of joining; null
 * when they do not cover one month.
 */
export function paidUpTo(member: {
  joinedOn: PlainDate;
  totalPaidCents: Cents;
  monthlyCents: Cents;
}): PlainDate | null {
  const { joinedOn, totalPaidCents, monthlyCents } = member;
  assert(monthlyCents > 0n, `the monthly contribution is ${monthlyCents} cents`);
  const monthsPaid = totalPaidCents / monthlyCents;
  if (monthsPaid < 1n) return null;
  const monthsLeft = monthsFrom(joinedOn, LAST_MONTH);
  const monthsAhead = monthsPaid > BigInt(monthsLeft) ? monthsLeft : Number(monthsPaid) - 1;
  return addMonths(firstOfMonth(joinedOn), monthsAhead);
}
