import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";

/** A line's moment, or its day alone where the file prints no time. */
export function formatLineMoment(at: string): string {
  return at.length > 10 ? formatMomentAndTime(at) : formatDay(at);
}
