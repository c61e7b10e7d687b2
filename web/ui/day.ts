// Days as the group's people write them. The business day is Nairobi's, wherever the device is.
import { nairobiDate, nairobiTime, type PlainDate } from "#domain/calendar.ts";
import { textsOf } from "#web/messages/words.ts";
import { serverNow } from "./clock.ts";

/** Today in Nairobi, by the server's clock. */
export function today(): PlainDate {
  return nairobiDate(new Date(serverNow()));
}

/** "21 Nov 2026". The month names are our own in every language, because `Intl` writes "Sept". */
export function formatDay(date: PlainDate): string {
  return `${date.slice(8, 10)} ${formatMonth(date)}`;
}

/** "21 Nov 2026" for an ISO moment, as the day was in Nairobi. */
export function formatMoment(moment: string): string {
  return formatDay(nairobiDate(new Date(moment)));
}

/** "21 Nov 2026, 09:30" for an ISO moment, as the time was in Nairobi. */
export function formatMomentAndTime(moment: string): string {
  return `${formatMoment(moment)}, ${nairobiTime(new Date(moment))}`;
}

/** "Nov 2026". */
export function formatMonth(date: PlainDate): string {
  return `${textsOf("ui").months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

/** "Jun to Oct 2026", "Nov 2025 to Feb 2026"; "Jun 2026" for one month, or without a last. */
export function formatMonths(first: PlainDate, last: PlainDate = first): string {
  if (last <= first) return formatMonth(first);
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return textsOf("ui")
    .monthsSpan.replace("{first}", isOneYear ? formatMonth(first).slice(0, -5) : formatMonth(first))
    .replace("{last}", formatMonth(last));
}

/** API-5: profit and loss takes dates without zero padding, `2026-1-5`. */
export function unpaddedDate(date: PlainDate): string {
  return date.replace(/-0/g, "-");
}
