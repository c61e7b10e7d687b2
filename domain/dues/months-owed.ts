// Which months of contributions a member owes, and which comes next (PAY-20).
import { assert } from "../assert.ts";
import { addDays, addMonths, firstOfMonth, monthsFrom, type PlainDate } from "../calendar.ts";
import { firstMonthToPay, paidUpTo, type Contributor } from "../contributions/paid-up-to.ts";
import type { Cents } from "../money.ts";

/** The day by which a month's contribution is due: day `dueDay` (1 to 28) of the month after it. */
export function dueOn(month: PlainDate, dueDay: number): PlainDate {
  assert(dueDay >= 1 && dueDay <= 28, `the due day is ${dueDay}`);
  return addDays(addMonths(firstOfMonth(month), 1), dueDay - 1);
}

/**
 * `months` are the first days of the unpaid months whose due day is over, oldest first; `cents` is what they come to less what
 * is paid towards the first. `next` is the first unpaid month that is not overdue, and what it still takes.
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
  // The months before this one are over; the last of them may still have until its due day.
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
