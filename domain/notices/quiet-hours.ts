// When no SMS and no push comes: hours of the Nairobi day.
import { addDays, nairobiDate, nairobiIso, nairobiMidnight } from "../calendar.ts";

/** Times of the day in Nairobi, `HH:MM`; the same twice: never quiet; `from` after `to`: over midnight. */
export type QuietHours = { from: string; to: string };

const MINUTE_MS = 60_000;

/** The instant at which the quiet that holds now ends; null when it is not quiet. The minute `to` is not quiet. */
export function quietUntil(now: Date, { from, to }: QuietHours): Date | null {
  const minute = nairobiIso(now).slice(11, 16);
  const crossesMidnight = from > to;
  const isQuiet = crossesMidnight ? minute >= from || minute < to : minute >= from && minute < to;
  if (!isQuiet) return null;
  const today = nairobiDate(now);
  const endsOn = crossesMidnight && minute >= from ? addDays(today, 1) : today;
  const [hours = 0, minutes = 0] = to.split(":").map(Number);
  return new Date(nairobiMidnight(endsOn).getTime() + (hours * 60 + minutes) * MINUTE_MS);
}

/** Whether a time of the day is written `HH:MM`, from 00:00 to 23:59. */
export function isTimeOfDay(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
}
