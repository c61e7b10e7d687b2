// Calendar days of the group. Kenya keeps UTC+3 all year, so a Nairobi day needs no time zone table and no clock.
import { assert } from "./assert.ts";
import { NAIROBI_OFFSET_MS, type PlainDate } from "./nairobi-time.ts";

export { nairobiDate, nairobiIso, nairobiTime, type PlainDate } from "./nairobi-time.ts";

/** `start` and `end` are both inside the year. */
export type FinancialYear = { start: PlainDate; end: PlainDate; label: string };

/** The day on which every financial year begins. */
export type YearStart = { month: number; day: number };

const DAY_MS = 86_400_000;

/** Reads `2026-01-05` or `2026-1-5`; null for anything else, for an impossible day and outside 1900 to 2999. */
export function parsePlainDate(text: unknown): PlainDate | null {
  const parts = typeof text === "string" ? readParts(text) : null;
  return parts && parts.year >= 1900 && parts.year <= 2999 ? write(parts) : null;
}

/** The instant at which that day starts in Nairobi. */
export function nairobiMidnight(date: PlainDate): Date {
  return new Date(dayNumber(date) * DAY_MS - NAIROBI_OFFSET_MS);
}

export function addDays(date: PlainDate, days: number): PlainDate {
  return new Date((dayNumber(date) + days) * DAY_MS).toISOString().slice(0, 10);
}

/** The same day `months` later (earlier if negative), or the last day of a month too short for it. */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const from = read(date);
  const index = from.year * 12 + from.month - 1 + months;
  const year = Math.floor(index / 12);
  const month = index - year * 12 + 1;
  return write({ year, month, day: Math.min(from.day, daysInMonth(year, month)) });
}

/** The same day `years` later (earlier if negative); 29 February becomes the 28th. */
export function addYears(date: PlainDate, years: number): PlainDate {
  return addMonths(date, years * 12);
}

/**
 * The same days one year earlier (REP-4). The last day of February as the end stays its last day, so that no day is
 * lost between two periods beside each other: 28 February 2025 has 29 February 2024.
 */
export function periodYearBefore({ start, end }: { start: PlainDate; end: PlainDate }): {
  start: PlainDate;
  end: PlainDate;
} {
  const isEndOfFebruary = addDays(end, 1).endsWith("-03-01");
  const before = addYears(end, -1);
  return {
    start: addYears(start, -1),
    end: isEndOfFebruary ? addDays(`${before.slice(0, 4)}-03-01`, -1) : before,
  };
}

export function firstOfMonth(date: PlainDate): PlainDate {
  return `${date.slice(0, 7)}-01`;
}

/** Full months passed: 31 January to 28 February is one. Never negative. */
export function fullMonthsBetween(from: PlainDate, to: PlainDate): number {
  const months = monthsFrom(from, to);
  return Math.max(0, addMonths(from, months) > to ? months - 1 : months);
}

/** Calendar months from the month of `from` to the month of `to`, whatever the days; negative when `to` is earlier. */
export function monthsFrom(from: PlainDate, to: PlainDate): number {
  const [start, end] = [read(from), read(to)];
  return (end.year - start.year) * 12 + end.month - start.month;
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: PlainDate, to: PlainDate): number {
  return dayNumber(to) - dayNumber(from);
}

/**
 * The group's financial year that contains `date`. BOOK-22: its label is `2026`, or `2026/2027` when the year does
 * not start in January.
 */
export function financialYearOf(date: PlainDate, yearStart: YearStart): FinancialYear {
  const { year } = read(date);
  const startsThisYear = startOfFinancialYear(year, yearStart) <= date;
  const startYear = startsThisYear ? year : year - 1;
  return {
    start: startOfFinancialYear(startYear, yearStart),
    end: addDays(startOfFinancialYear(startYear + 1, yearStart), -1),
    label: yearStart.month === 1 ? `${startYear}` : `${startYear}/${startYear + 1}`,
  };
}

type Parts = { year: number; month: number; day: number };

function read(date: PlainDate): Parts {
  const parts = readParts(date);
  assert(parts !== null && date.length === 10, `not a calendar day: ${date}`);
  return parts;
}

function readParts(text: string): Parts | null {
  const [, year, month, day] = /^([1-9]\d{3})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const parts = { year: Number(year), month: Number(month), day: Number(day) };
  const isMonth = parts.month >= 1 && parts.month <= 12;
  const isDay = parts.day >= 1 && parts.day <= daysInMonth(parts.year, parts.month);
  return isMonth && isDay ? parts : null;
}

function write({ year, month, day }: Parts): PlainDate {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** Days since 1 January 1970. */
function dayNumber(date: PlainDate): number {
  const { year, month, day } = read(date);
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function startOfFinancialYear(year: number, { month, day }: YearStart) {
  return write({ year, month, day: Math.min(day, daysInMonth(year, month)) });
}
