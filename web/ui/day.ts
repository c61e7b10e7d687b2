// Days as the group's people write them. The business day is Nairobi's, wherever the device is.
import {
  addMonths,
  firstOfMonth,
  nairobiDate,
  nairobiIso,
  type PlainDate,
} from "#domain/calendar.ts";
import { textsOf } from "#web/messages/words.ts";

/** Today in Nairobi, by this device's clock. */
export function today(): PlainDate {
  return nairobiDate(new Date());
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
  return `${formatMoment(moment)}, ${nairobiIso(new Date(moment)).slice(11, 16)}`;
}

/** "Nov 2026". */
export function formatMonth(date: PlainDate): string {
  return `${textsOf("ui").months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

/** First days of the months from `back` months before `date` to `ahead` months after it, the latest first. */
export function monthsAround(date: PlainDate, back: number, ahead: number): PlainDate[] {
  const first = firstOfMonth(date);
  return Array.from({ length: back + ahead + 1 }, (_, step) => addMonths(first, ahead - step));
}

/** API-5: profit and loss takes dates without zero padding, `2026-1-5`. */
export function unpaddedDate(date: PlainDate): string {
  return date.replace(/-0/g, "-");
}
