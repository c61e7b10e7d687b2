// What stands after the question mark of the accounting pages. Anything else there, or anything unreadable, is left out.
import { parsePlainDate, type PlainDate } from "#domain/calendar.ts";

export type BalanceSheetSearch = {
  date?: PlainDate;
  /** The printable view is open. */
  view?: true;
};

export function readBalanceSheetSearch(search: Record<string, unknown>): BalanceSheetSearch {
  const date = parsePlainDate(search["date"]);
  return { ...(date === null ? {} : { date }), ...readView(search) };
}

type PeriodSearch = { start_date?: PlainDate; end_date?: PlainDate };

export type ProfitLossSearch = PeriodSearch & { view?: true };

export function readProfitLossSearch(search: Record<string, unknown>): ProfitLossSearch {
  return { ...readPeriod(search), ...readView(search) };
}

export type EntriesSearch = PeriodSearch & {
  /** Its code; the page knows the chart of accounts. */
  account?: string;
  /** Words, a number or an amount. */
  search?: string;
  /** The id of the member whom the entries concern. */
  member?: number;
  /** What they are; the page knows the kinds. */
  kind?: string;
  page?: number;
  /** The entry that is open. */
  entry?: number;
};

export function readEntriesSearch(search: Record<string, unknown>): EntriesSearch {
  const account = search["account"];
  const page = readNumber(search["page"]);
  const entry = readNumber(search["entry"]);
  const member = readNumber(search["member"]);
  const kind = search["kind"];
  return {
    ...readPeriod(search),
    ...(typeof account === "string" ? { account } : {}),
    ...(member === null ? {} : { member }),
    ...(typeof kind === "string" ? { kind } : {}),
    ...readWords(search["search"]),
    ...(page === null ? {} : { page }),
    ...(entry === null ? {} : { entry }),
  };
}

export type PageSearch = { page?: number };

export function readPageSearch(search: Record<string, unknown>): PageSearch {
  const page = readNumber(search["page"]);
  return page === null ? {} : { page };
}

export type LinesSearch = {
  state?: "open" | "matched" | "ignored";
  /** The id of a statement account. */
  account?: number;
  page?: number;
};

export function readLinesSearch(search: Record<string, unknown>): LinesSearch {
  const { state } = search;
  const account = readNumber(search["account"]);
  const page = readNumber(search["page"]);
  return {
    ...(state === "open" || state === "matched" || state === "ignored" ? { state } : {}),
    ...(account === null ? {} : { account }),
    ...(page === null ? {} : { page }),
  };
}

export type PostingsSearch = {
  /** Its code; the page knows the chart of accounts. */
  account?: string;
  from?: PlainDate;
  to?: PlainDate;
  closing_entries?: "no";
  parts?: "yes";
  /** The id of the member whose part of the account it is. */
  member?: number;
  /** The entry of the journal that led here. */
  entry?: number;
  page?: number;
};

export function readPostingsSearch(search: Record<string, unknown>): PostingsSearch {
  const account = search["account"];
  const from = parsePlainDate(search["from"]);
  const to = parsePlainDate(search["to"]);
  const member = readNumber(search["member"]);
  const entry = readNumber(search["entry"]);
  const page = readNumber(search["page"]);
  return {
    ...(typeof account === "string" ? { account } : {}),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(search["closing_entries"] === "no" ? { closing_entries: "no" as const } : {}),
    ...(search["parts"] === "yes" ? { parts: "yes" as const } : {}),
    ...(member === null ? {} : { member }),
    ...(entry === null ? {} : { entry }),
    ...(page === null ? {} : { page }),
  };
}

/** A number typed alone is read from the address as one. */
function readWords(words: unknown): { search?: string } {
  const text = typeof words === "number" ? String(words) : words;
  return typeof text === "string" && text.trim() !== "" ? { search: text.slice(0, 100) } : {};
}

function readPeriod(search: Record<string, unknown>): PeriodSearch {
  const start = parsePlainDate(search["start_date"]);
  const end = parsePlainDate(search["end_date"]);
  return start !== null && end !== null && start <= end ? { start_date: start, end_date: end } : {};
}

function readView(search: Record<string, unknown>): { view?: true } {
  return search["view"] === true ? { view: true } : {};
}

function readNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : null;
}
