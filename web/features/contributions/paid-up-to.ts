// From a member's contributions: the month they are paid up to, the months to pay next, and the savings.
import type { Contribution, getContributions } from "#contract/contributions.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { addMonths, firstOfMonth, type PlainDate } from "#domain/calendar.ts";
import { monthsAround } from "#web/ui/day.ts";
import { sumKes } from "#web/ui/money.tsx";

/** The latest month that the member is paid up to; `book` is the month by the group's book. Null before the first. */
export function paidUpTo(
  contributions: readonly Contribution[],
  book?: PlainDate,
): PlainDate | null {
  const months = contributions.map((each) => each.update_up_to).filter((each) => each !== null);
  return months.toSorted().at(-1) ?? book ?? null;
}

/** PAY-5. */
const furthestAhead = 24;
/** The range of a date. */
const lastMonth: PlainDate = "2999-12-01";

export type MonthsToPay = {
  /** The month to offer: the one after the last that is paid or waits, else the present one. */
  next: PlainDate;
  /**
   * All months to choose from, the latest first: three years back, and those around the month the member is paid up
   * to.
   */
  all: PlainDate[];
};

/** The first days of the months that a member may pay for. */
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

/**
 * The parts of a member's savings: the latest group year, and earlier years with what the group's book brought
 * forward.
 */
export function savingsParts(own: ReplyOf<typeof getContributions>) {
  const approved = own.monthly_contributions;
  const year =
    approved
      .map((each) => each.group_year)
      .toSorted()
      .at(-1) ?? null;

  return {
    year,
    inYear: sumOf(approved.filter((each) => each.group_year === year)),
    earlier: sumKes([
      sumOf(approved.filter((each) => each.group_year !== year)),
      own.brought_forward?.amount ?? 0,
    ]),
    paidUpTo: paidUpTo(own.monthly_contributions_receipts, own.brought_forward?.paid_up_to),
  };
}

function sumOf(rows: readonly { amount_paid: number }[]): number {
  return sumKes(rows.map((each) => each.amount_paid));
}
