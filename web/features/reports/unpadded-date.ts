import type { PlainDate } from "#domain/calendar.ts";

/** API-5: profit and loss is asked for by year-month-day without zero padding, `2026-1-5`. */
export function unpaddedDate(date: PlainDate): string {
  return date.replace(/-0/g, "-");
}
