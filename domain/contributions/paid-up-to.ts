// The month up to which a member has paid (PAY-19, `update_up_to`), and where the group's book was carried on (PAY-32).
import { assert } from "../assert.ts";
import { addMonths, firstOfMonth, monthsFrom, type PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";

const LAST_MONTH: PlainDate = "2999-12-01";

export type Contributor = {
  joinedOn: PlainDate;
  /** The month that the group's book has the member paid up to, in any day of it; null without a book. */
  bookPaidUpTo: PlainDate | null;
  /** The approved contributions, without what the book brought forward. */
  totalPaidCents: Cents;
  monthlyCents: Cents;
};

/** The first of the month that contributions count from: the one after the book's last, else the month of joining. */
export function firstMonthToPay(member: Pick<Contributor, "joinedOn" | "bookPaidUpTo">): PlainDate {
  const { joinedOn, bookPaidUpTo } = member;
  return bookPaidUpTo === null ? firstOfMonth(joinedOn) : addMonths(firstOfMonth(bookPaidUpTo), 1);
}

/**
 * First day of the last month the approved contributions cover in full, counted on from the book's month, else from
 * the month of joining; null when there is no book and they do not cover one month.
 */
export function paidUpTo(member: Contributor): PlainDate | null {
  const { bookPaidUpTo, totalPaidCents, monthlyCents } = member;
  assert(monthlyCents > 0n, `the monthly contribution is ${monthlyCents} cents`);
  const monthsPaid = totalPaidCents / monthlyCents;
  if (monthsPaid < 1n) return bookPaidUpTo === null ? null : firstOfMonth(bookPaidUpTo);
  const first = firstMonthToPay(member);
  const monthsLeft = monthsFrom(first, LAST_MONTH);
  const monthsAhead = monthsPaid > BigInt(monthsLeft) ? monthsLeft : Number(monthsPaid) - 1;
  return addMonths(first, monthsAhead);
}
