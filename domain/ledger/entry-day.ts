// On which day an entry by hand counts (BOOK-25).
import type { PlainDate } from "../calendar.ts";
import { refuse } from "../refusal.ts";

/** Refuses, at `date`, a day of the future and one from before the group was there. */
export function entryDay(params: {
  requested: PlainDate;
  today: PlainDate;
  earliest: PlainDate;
}): PlainDate {
  const { requested, today, earliest } = params;
  if (requested > today) throw refuse("date-in-future").at("date");
  if (requested < earliest) throw refuse("date-too-early", { first: { day: earliest } }).at("date");
  return requested;
}
