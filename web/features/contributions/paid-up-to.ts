import type { Contribution } from "#contract/contributions.ts";
import { addMonths, firstOfMonth, type PlainDate } from "#domain/calendar.ts";
import { monthsAround } from "#web/ui/day.ts";

/** The latest month that the member is paid up to, `book` being what the group's book has paid; null before the first. */
export function paidUpTo(
  contributions: readonly Contribution[],
  book?: PlainDate,
): PlainDate | null {
  const months = contributions.map((each) => each.update_up_to).filter((each) => each !== null);
  return months.toSorted().at(-1) ?? book ?? null;
}

/** PAY-5. */
const furthestAhead = 24;
/** What a date can hold. */
const lastMonth: PlainDate = "2999-12-01";

export type MonthsToPay = {
  /** The one to offer: after the last that is paid or waits, else the month it is. */
  next: PlainDate;
  /** All to choose from, the latest first: three years back, and what lies around the month the member is paid up to. */
  all: PlainDate[];
};

/** The months that a member may pay for, as first days. */
export function monthsToPay(
  contributions: readonly Contribution[],
  today: PlainDate,
  book?: PlainDate,
): MonthsToPay {
  const paid = paidUpTo(contributions, book);
  const stands = firstOfMonth(paid ?? today);
  const furthest = earlier(addMonths(stands, furthestAhead), lastMonth);
  const waiting = contributions
    .filter(({ status }) => status === "pending" || status === "pending_approval")
    .map((each) => each.contribution_month);
  const last = [paid ?? "", ...waiting].toSorted().at(-1);
  const after = last ? addMonths(firstOfMonth(last), 1) : firstOfMonth(today);
  const all = [
    ...monthsAround(today, 36, furthestAhead),
    ...monthsAround(stands, 12, furthestAhead),
  ];
  return {
    next: earlier(after, furthest),
    all: [...new Set(all)]
      .filter((month) => month <= furthest)
      .toSorted()
      .toReversed(),
  };
}

function earlier(one: PlainDate, other: PlainDate): PlainDate {
  return one < other ? one : other;
}
