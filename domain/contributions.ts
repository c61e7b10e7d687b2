// A contribution: the months paid and owed, between which days and months one can lie, and the fine for late ones (PAY-5, PAY-6, PAY-19 to PAY-21).
import { assert } from "./assert.ts";
import {
  addMonths,
  firstOfMonth,
  monthsFrom,
  type PlainDate,
  addDays,
  fullMonthsBetween,
} from "./calendar.ts";
import type { Cents } from "./money.ts";

const LAST_MONTH: PlainDate = "2999-12-01";

export type Contributor = {
  joinedOn: PlainDate;
  /** The month that the member is paid up to by the group's book, as any day in it; null without a book. */
  bookPaidUpTo: PlainDate | null;
  /** The approved contributions in cents, without what the book brought forward. */
  totalPaidCents: Cents;
  monthlyCents: Cents;
};

/** The first of the month that contributions count from: the one after the book's last, else the month of joining. */
export function firstMonthToPay(member: Pick<Contributor, "joinedOn" | "bookPaidUpTo">): PlainDate {
  const { joinedOn, bookPaidUpTo } = member;
  return bookPaidUpTo === null ? firstOfMonth(joinedOn) : addMonths(firstOfMonth(bookPaidUpTo), 1);
}

/**
 * First day of the last month that the approved contributions cover in full, counted from the book's month, else from
 * the month of joining; null without a book while they cover no month.
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

// The days and months that a contribution may have (PAY-5, PAY-6): catches a mistyped year.

/** A phone's clock may run a little ahead; its "now" is not the future. */
export const CLOCK_SKEW_MS = 5 * 60_000;

/** 1 January of the year before the group's founding, or before its first entry if that is earlier. */
export function earliestDay(group: {
  foundedOn: PlainDate;
  firstEntryOn: PlainDate | null;
}): PlainDate {
  const { foundedOn, firstEntryOn } = group;
  const begun = firstEntryOn !== null && firstEntryOn < foundedOn ? firstEntryOn : foundedOn;
  return `${Number(begun.slice(0, 4)) - 1}-01-01`;
}

// The months of contributions that a member owes, and the next one (PAY-20).

/** The day by which a month's contribution is due: day `dueDay` (1 to 28) of the month after it. */
export function dueOn(month: PlainDate, dueDay: number): PlainDate {
  assert(dueDay >= 1 && dueDay <= 28, `the due day is ${dueDay}`);
  return addDays(addMonths(firstOfMonth(month), 1), dueDay - 1);
}

/**
 * `months` are the first days of the unpaid months whose due day is over, oldest first; `cents` is their price less
 * what is paid towards the first. `next` is the first unpaid month that is not overdue, and what it still costs.
 */
export function monthsOwed(member: Contributor & { dueDay: number; today: PlainDate }): {
  paidUpTo: PlainDate | null;
  months: PlainDate[];
  cents: Cents;
  next: { month: PlainDate; cents: Cents; dueOn: PlainDate };
} {
  const { totalPaidCents, monthlyCents, dueDay, today } = member;
  const last = paidUpTo(member);
  const firstUnpaid = last === null ? firstMonthToPay(member) : addMonths(last, 1);
  // The months before this one are over; the last of them may not be due yet.
  const over = monthsFrom(firstUnpaid, today);
  const isLastDue = dueOn(addMonths(firstOfMonth(today), -1), dueDay) < today;
  const count = Math.max(0, isLastDue ? over : over - 1);
  const towardsFirst = totalPaidCents % monthlyCents;
  const month = addMonths(firstUnpaid, count);
  return {
    paidUpTo: last,
    months: Array.from({ length: count }, (_, step) => addMonths(firstUnpaid, step)),
    cents: count === 0 ? 0n : monthlyCents * BigInt(count) - towardsFirst,
    next: {
      month,
      cents: count === 0 ? monthlyCents - towardsFirst : monthlyCents,
      dueOn: dueOn(month, dueDay),
    },
  };
}

// The fine for late contributions (PAY-21: more than 3 months without one, 100 KES for each month beyond).

/**
 * The cents still to be charged, so that all late fines since `since` come to (full months - free months) x the
 * monthly fine. `since` is the payment date of the last approved contribution, or the day of approval as a member.
 * The group's book has charged the months completed by `bookClosedOn`, its cut-over day (PAY-33); null without a
 * book.
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

/**
 * From when the group's book counts a member as late: the day last paid, or the end of the month paid up to if later
 * (PAY-33).
 */
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
