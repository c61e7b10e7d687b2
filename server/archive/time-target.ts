// The moment that somebody wants to go back to, as a command reads it.
import { UsageError } from "#server/platform/command.ts";

const MOMENT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(Z|[+-]\d\d:\d\d)?$/;

/** Reads `2026-11-22T18:30`, with or without seconds and an offset; without one it is Nairobi's time. */
export function readTimeTarget(text: string): Date {
  const [, minutes, seconds = ":00", offset = "+03:00"] = MOMENT.exec(text) ?? [];
  const moment = new Date(`${minutes}${seconds}${offset}`);
  // 30 February is read as a day of March.
  const isReal =
    !Number.isNaN(moment.getTime()) &&
    new Date(`${minutes}${seconds}Z`).toISOString().startsWith(`${minutes}${seconds}`);
  if (minutes === undefined || !isReal)
    throw new UsageError(
      `--to-time takes a moment such as 2026-11-22T18:30 (in Nairobi), also with seconds or an offset, not "${text}".`,
    );
  return moment;
}
