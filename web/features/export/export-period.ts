// The periods that an export offers today.
import {
  addDays,
  financialYearOf,
  firstOfMonth,
  type PlainDate,
  type YearStart,
} from "#domain/calendar.ts";

export const presets = ["thisMonth", "thisYear", "lastYear", "all"] as const;

export type Preset = (typeof presets)[number];

/** Both days included; empty is everything. A year is a financial year of the group. */
export function periodOf(
  preset: Preset,
  today: PlainDate,
  yearStart: YearStart,
): { start_date?: PlainDate; end_date?: PlainDate } {
  const year = financialYearOf(today, yearStart).start;
  switch (preset) {
    case "thisMonth":
      return { start_date: firstOfMonth(today), end_date: today };
    case "thisYear":
      return { start_date: year, end_date: today };
    case "lastYear":
      return {
        start_date: financialYearOf(addDays(year, -1), yearStart).start,
        end_date: addDays(year, -1),
      };
    case "all":
      return {};
  }
}
