// The demo group's three years, counted back from today.
import {
  addDays,
  addMonths,
  firstOfMonth,
  nairobiDate,
  nairobiMidnight,
  type PlainDate,
} from "#domain/calendar.ts";

const HOUR_MS = 3_600_000;

/** Months that the group has existed. */
export const MONTHS = 36;

export type Moments = ReturnType<typeof momentsBefore>;

/**
 * Hours are of the Nairobi day and may have a fraction. Days of a month up to the 28th exist in all of them; in an
 * earlier month, and one day ago or more, is before today whatever the day and the hour.
 */
export function momentsBefore(today: Date) {
  const thisDay = nairobiDate(today);
  const month = (ago: number): PlainDate => addMonths(firstOfMonth(thisDay), -ago);
  return {
    /** The first day of a month. */
    month,
    inMonth: (ago: number, day: number, hour = 10) => momentOf(addDays(month(ago), day - 1), hour),
    daysAgo: (days: number, hour = 10) => momentOf(addDays(thisDay, -days), hour),
  };
}

export function momentOf(day: PlainDate, hour: number): Date {
  return new Date(nairobiMidnight(day).getTime() + Math.round(hour * 60) * 60_000);
}

export function hoursAfter(moment: Date, hours: number): Date {
  return new Date(moment.getTime() + hours * HOUR_MS);
}
