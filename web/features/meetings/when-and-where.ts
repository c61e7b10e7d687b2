import type { MeetingSummary } from "#endpoints/meetings.ts";
import { formatDay } from "#web/ui/day.ts";

/** "28 Nov 2026, 14:30, Kwa Mama Njeri"; without a time if none was set. */
export function whenAndWhere({ date, time, place }: MeetingSummary): string {
  return [formatDay(date), time, place].filter((each) => each !== null).join(", ");
}
