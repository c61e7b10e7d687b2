import type { Contribution } from "#contract/contributions.ts";
import { addMonths, firstOfMonth, type PlainDate } from "#domain/calendar.ts";

/** The latest month that the member is paid up to, or null before the first. */
export function paidUpTo(contributions: readonly Contribution[]): PlainDate | null {
  const months = contributions.map((each) => each.update_up_to).filter((each) => each !== null);
  return months.toSorted().at(-1) ?? null;
}

/** The month to offer for the next payment: the one after the last that is paid or waits, else the month of `today`. */
export function nextMonthToPay(
  contributions: readonly Contribution[],
  today: PlainDate,
): PlainDate {
  const waiting = contributions
    .filter(({ status }) => status === "pending" || status === "pending_approval")
    .map((each) => each.contribution_month);
  const last = [paidUpTo(contributions) ?? "", ...waiting].toSorted().at(-1);
  return last ? addMonths(firstOfMonth(last), 1) : firstOfMonth(today);
}
