// The fine for late contributions (PAY-21: more than 3 months without one, 100 KES for each month beyond).
import {
  addDays,
  addMonths,
  firstOfMonth,
  fullMonthsBetween,
  type PlainDate,
} from "../calendar.ts";
import type { Cents } from "../money.ts";

/**
 * What is still to be charged, so that all late fines since `since` come to (full months - months allowed) x the
 * monthly fine. `since` is the payment date of the last approved contribution, or the day of approval as a member.
 * Months that were completed by `bookClosedOn`, the cut-over day of the group's book, were charged by that book
 * (PAY-33); null without a book.
 */
export function lateFineToCharge(member: {
  since: PlainDate;
  today: PlainDate;
  monthsAllowed: number;
  finePerMonthCents: Cents;
  chargedSinceCents: Cents;
  bookClosedOn: PlainDate | null;
}): Cents {
  const { since, bookClosedOn } = member;
  const monthsOfBook = bookClosedOn === null ? 0 : fullMonthsBetween(since, bookClosedOn);
  const monthsLate =
    fullMonthsBetween(since, member.today) - Math.max(member.monthsAllowed, monthsOfBook);
  if (monthsLate <= 0) return 0n;
  const toChargeCents = BigInt(monthsLate) * member.finePerMonthCents - member.chargedSinceCents;
  return toChargeCents > 0n ? toChargeCents : 0n;
}

/** Since when the group's book counts a member as late: the day last paid, or the end of the month paid up to if later (PAY-33). */
export function lateSinceByBook(member: {
  paidUpTo: PlainDate;
  lastPaidOn: PlainDate | null;
}): PlainDate {
  const endOfMonthPaid = addDays(addMonths(firstOfMonth(member.paidUpTo), 1), -1);
  const { lastPaidOn } = member;
  return lastPaidOn !== null && lastPaidOn > endOfMonthPaid ? lastPaidOn : endOfMonthPaid;
}

// The group's own list of usual fines (PAY-30).

export const usualFinesMost = 20;
