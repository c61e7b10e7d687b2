// Which financial year may be closed (BOOK-21): one that is over, oldest first, once.
import {
  addDays,
  financialYearOf,
  type FinancialYear,
  type PlainDate,
  type YearStart,
} from "../calendar.ts";
import { refuse } from "../refusal.ts";

export type BooksSoFar = {
  today: PlainDate;
  yearStart: YearStart;
  /** The last day of the newest closed year, if any year is closed. */
  closedUntil: PlainDate | null;
  /** The day of the oldest entry that stands in no closed year. */
  oldestOpenEntry: PlainDate | null;
};

/** The year to close next, over or not; null while the books are empty since the last closing. */
export function nextYearToClose(books: BooksSoFar): FinancialYear | null {
  return books.oldestOpenEntry === null ? null : openPartOf(books, books.oldestOpenEntry);
}

/** The year asked for, as it is to be closed. Refuses one that is not over, not the oldest, closed, or empty. */
export function yearToClose(
  books: BooksSoFar,
  requested: { startYear: number; label: string },
): FinancialYear {
  const year = openPartOf(books, lastDayOfDecember(requested.startYear));
  if (requested.label !== year.label && requested.label !== String(requested.startYear))
    throw refuse("no-such-year", { year: year.label }).at("year");
  if (books.closedUntil !== null && year.end <= books.closedUntil)
    throw refuse("year-already-closed", { year: year.label }).at("year");
  if (year.end >= books.today)
    throw refuse("year-not-over", { year: year.label, end: { day: year.end } }).at("year");
  const next = nextYearToClose(books);
  if (next === null || next.end > year.end)
    throw refuse("year-without-entries", { year: year.label }).at("year");
  if (next.end < year.end) throw refuse("older-year-open", { year: next.label }).at("year");
  return year;
}

// When the group moves the start of its year, the first year after the move is what the last closed one left of it.
function openPartOf(books: BooksSoFar, day: PlainDate): FinancialYear {
  const year = financialYearOf(day, books.yearStart);
  const firstOpenDay = books.closedUntil === null ? year.start : addDays(books.closedUntil, 1);
  const start = year.start < firstOpenDay && firstOpenDay <= year.end ? firstOpenDay : year.start;
  return { ...year, start };
}

/** A day of the financial year that starts in that calendar year, wherever in it. */
function lastDayOfDecember(year: number): PlainDate {
  return `${year}-12-31`;
}
