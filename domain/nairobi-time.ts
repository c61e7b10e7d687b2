// The clock on the wall in Nairobi.

/** A calendar day written `yyyy-MM-dd`; two of them compare as strings. */
export type PlainDate = string;

export const NAIROBI_OFFSET_MS = 3 * 3_600_000;

/** The day it is in Nairobi at that instant: the business day of the group. */
export function nairobiDate(instant: Date): PlainDate {
  return nairobiIso(instant).slice(0, 10);
}

/** ISO 8601 with Nairobi's offset: `2026-11-21T03:51:00.000+03:00`. */
export function nairobiIso(instant: Date): string {
  return new Date(instant.getTime() + NAIROBI_OFFSET_MS).toISOString().replace("Z", "+03:00");
}

/** `09:30`: the minute it is in Nairobi at that instant. */
export function nairobiTime(instant: Date): string {
  return nairobiIso(instant).slice(11, 16);
}
