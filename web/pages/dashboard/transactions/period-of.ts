import type { PlainDate } from "#domain/calendar.ts";

type Period = { start_date?: PlainDate; end_date?: PlainDate };

/** The chosen period for a query; nothing when none is chosen. */
export function periodOf({ start_date, end_date }: Period): Period {
  return start_date === undefined || end_date === undefined ? {} : { start_date, end_date };
}
