// Between which days and months a contribution can lie (PAY-5, PAY-6): a slip of the keyboard in the year is refused.
import { addMonths, firstOfMonth, type PlainDate } from "../calendar.ts";

const MONTHS_AHEAD = 24;

/** 1 January of the year before the group's founding, or before its first entry if that is earlier. */
export function earliestDay(group: {
  foundedOn: PlainDate;
  firstEntryOn: PlainDate | null;
}): PlainDate {
  const { foundedOn, firstEntryOn } = group;
  const begun = firstEntryOn !== null && firstEntryOn < foundedOn ? firstEntryOn : foundedOn;
  return `${Number(begun.slice(0, 4)) - 1}-01-01`;
}

/**
 * The last month that can be paid for: 24 after the one the member is paid up to, counted from this month before the first.
 * Whoever is further behind may always pay for this month.
 */
export function furthestMonth(member: { paidUpTo: PlainDate | null; today: PlainDate }): PlainDate {
  const thisMonth = firstOfMonth(member.today);
  const ahead = addMonths(firstOfMonth(member.paidUpTo ?? member.today), MONTHS_AHEAD);
  return ahead > thisMonth ? ahead : thisMonth;
}
