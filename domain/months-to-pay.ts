// The months that a contribution may be for (PAY-5), and those that the forms offer: the member's own, and the office's in their name.
import { addMonths, firstOfMonth, monthsFrom, type PlainDate } from "./calendar.ts";

const MONTHS_AHEAD = 24;

/**
 * The last month that can be paid for: 24 after the one the member is paid up to, or before the first payment 24
 * after this month. A member further behind may always pay for this month.
 */
export function furthestMonth(member: { paidUpTo: PlainDate | null; today: PlainDate }): PlainDate {
  const thisMonth = firstOfMonth(member.today);
  const ahead = addMonths(firstOfMonth(member.paidUpTo ?? member.today), MONTHS_AHEAD);
  return ahead > thisMonth ? ahead : thisMonth;
}

/** Earlier months are seldom chosen. */
const monthsBack = 36;
/** The range of a date. */
const lastMonth: PlainDate = "2999-12-01";

export type MonthsToPay = {
  /** The month to offer: the first that is neither paid nor waits. */
  next: PlainDate;
  /** All months to choose from: those from `next` on, then earlier ones back to the member's first, the latest first. */
  all: PlainDate[];
};

/** The first days of the months that a member may pay for (PAY-5), of what the server says they owe. */
export function monthsToPay(
  { first_month: first, paid_up_to: paid, months_owed: owed, next }: Contributions,
  today: PlainDate,
): MonthsToPay {
  const furthest = earlier(furthestMonth({ paidUpTo: paid, today }), lastMonth);
  const offered = earlier(owed[0] ?? next?.month ?? firstOfMonth(today), furthest);
  // An answer stored by an earlier version has no first month.
  const begin = earlier(first ?? offered, offered);
  const from = latest(begin, addMonths(offered, -monthsBack));
  const ahead = monthsFrom(offered, furthest);
  const back = monthsFrom(from, offered);
  return {
    next: offered,
    all: [
      ...Array.from({ length: ahead + 1 }, (_, step) => addMonths(offered, step)),
      ...Array.from({ length: back }, (_, step) => addMonths(offered, -1 - step)),
    ],
  };
}

/** As the dues have them. */
type Contributions = {
  first_month: PlainDate;
  paid_up_to: PlainDate | null;
  months_owed: readonly PlainDate[];
  next: { month: PlainDate } | null;
};

function latest(one: PlainDate, other: PlainDate): PlainDate {
  return one > other ? one : other;
}

function earlier(one: PlainDate, other: PlainDate): PlainDate {
  return one < other ? one : other;
}
