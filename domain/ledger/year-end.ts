// Closing a financial year: which one may be closed (BOOK-21), and what it posts.
import {
  addDays,
  financialYearOf,
  type FinancialYear,
  type PlainDate,
  type YearStart,
} from "../calendar.ts";
import { refuse } from "../refusal.ts";
import type { Cents } from "../money.ts";
import { accountOf } from "./chart-of-accounts.ts";
import { type JournalEntry, journalEntry, type Posting } from "./journal-entry.ts";
import { type Balance, inChartOrder } from "./statements.ts";

export type BooksSoFar = {
  today: PlainDate;
  yearStart: YearStart;
  /** The last day of the newest closed year, if any year is closed. */
  closedUntil: PlainDate | null;
  /** The day of the oldest entry outside of closed years. */
  oldestOpenEntry: PlainDate | null;
};

/** The year to close next, over or not; null if nothing was posted since the last closing. */
export function nextYearToClose(books: BooksSoFar): FinancialYear | null {
  return books.oldestOpenEntry === null ? null : openPartOf(books, books.oldestOpenEntry);
}

/** The requested year, ready to be closed. Refuses one that is not over, not the oldest, closed, or empty. */
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

// When the group moves the start of its year, the first year after the move is whatever the last closed one left of
// it.
function openPartOf(books: BooksSoFar, day: PlainDate): FinancialYear {
  const year = financialYearOf(day, books.yearStart);
  const firstOpenDay = books.closedUntil === null ? year.start : addDays(books.closedUntil, 1);
  const start = year.start < firstOpenDay && firstOpenDay <= year.end ? firstOpenDay : year.start;
  return { ...year, start };
}

/** Any day of the financial year that starts in that calendar year. */
function lastDayOfDecember(year: number): PlainDate {
  return `${year}-12-31`;
}

// What it posts: revenues and expenses through the income summary into retained
// earnings, and the dividends declared straight into them.

/**
 * `balances` are the accounts' balances on the last day of the year, with every earlier year closed. Null when
 * nothing was earned, spent or declared.
 */
export function yearClosed(
  year: FinancialYear & { description: string },
  balances: readonly Balance[],
): JournalEntry | null {
  const standing = inChartOrder(balances);
  const revenues = standing.filter(({ account }) => accountOf(account).class === "revenue");
  const expenses = standing.filter(({ account }) => accountOf(account).class === "expense");
  const dividends = standing.filter(({ account }) => account === "dividend_expense");
  const earnedCents = totalOf(revenues);
  const spentCents = totalOf(expenses);
  const postings = [
    ...revenues.map(emptied),
    posting("income_summary", earnedCents),
    ...expenses.map(emptied),
    posting("income_summary", spentCents),
    posting("income_summary", -(earnedCents + spentCents)),
    posting("retained_earnings", earnedCents + spentCents),
    ...dividends.map(emptied),
    posting("retained_earnings", totalOf(dividends)),
  ];
  if (postings.every(({ amountCents }) => amountCents === 0n)) return null;
  return journalEntry({
    businessDate: year.end,
    description: year.description,
    source: {
      kind: "financial_year",
      id: Number(year.end.replaceAll("-", "")),
      purpose: "closing",
    },
    postings,
  });
}

function totalOf(balances: readonly Balance[]): Cents {
  return balances.reduce((sum, { balanceCents }) => sum + balanceCents, 0n);
}

function emptied({ account, balanceCents }: Balance): Posting {
  return posting(account, -balanceCents);
}

function posting(account: Posting["account"], amountCents: Cents): Posting {
  return { account, amountCents, memberId: null, loanId: null };
}
