// What a file with a table in it comes down to, whatever its format: sheets of rows of cells, each cell as text; and the amounts,
// dates and months that people write in cells.
import { type PlainDate, parsePlainDate, firstOfMonth } from "../calendar.ts";
import type { Cents } from "../money.ts";

/**
 * `text` is never null: an empty cell is `""`. A `number` is a plain decimal such as `1234.5`, and may have lost leading
 * zeros; a `date` is `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss`.
 */
export interface Cell {
  text: string;
  kind: "text" | "number" | "date";
}

/** Rows keep their index in the file: row 0 is the first one, and empty rows are `[]`. */
export interface Table {
  name: string;
  rows: Cell[][];
  /** A sheet of a workbook that is not in sight. */
  isHidden?: true;
  /** Only of a text file: what separates its cells, and the rows in which a quotation mark is out of order. */
  parted?: { separator: string; strayQuotes: readonly number[] };
}

/** The text of a cell without spaces around it; `""` beside the row's last cell. */
export function textAt(row: readonly Cell[] | undefined, index: number | undefined): string {
  return index === undefined ? "" : (row?.[index]?.text.trim() ?? "");
}

/** A heading as headings are compared: without case, spaces, dots, colons, and `(KSHs)`. */
export function headingKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/\(\s*k(?:es|shs?)\.?\s*\)/g, "")
    .replace(/[\s.:*_]+/g, "");
}

/** Undoes what a number cell did to an identifier: `123.0` is `123` again. Lost leading zeros stay lost. */
export function withoutDecimals(text: string): string {
  return text.replace(/^(\d+)\.0+$/, "$1");
}

/** The day of a moment in a cell. */
export function dayOf(at: string): PlainDate {
  return at.slice(0, 10);
}

// An amount, a date and a month as banks, M-PESA and people write them. What cannot be read for certain is not read.

export type WrittenAmountFault = "missing" | "unreadable" | "too-large";

const LONGEST = 40;
/** 100 billion KES: above any group's balance, and exact as a JSON number. */
const LARGEST_CENTS: Cents = 10_000_000_000_000n;

const WRITTEN =
  /^(?<open>\()? ?(?<before>[-+\u2212])? ?(?:k(?:es|shs?)\.? ?)?(?<between>[-+\u2212])?(?<inner>\()? ?(?<whole>\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d*)(?:\.(?<decimals>\d*))?(?: ?k(?:es|shs?)\.?)?(?:\/[=-])? ?(?<after>[-\u2212])? ?(?<close>\)?) ?(?<side>dr|cr)?\.?$/i;

/**
 * Reads `1,234.50`, `(1,234.50)`, `500 DR`, `500.00CR`, `120.00-`, `KES 2 000`, `Ksh2,000.00` and `2,000/=` into
 * cents; money out is negative. An empty cell or a single dash is `missing`; two signs at once, another grouping, and
 * more than two decimals are `unreadable`.
 */
export function readWrittenAmount(written: string): Cents | WrittenAmountFault {
  const text = written.replace(/\s+/g, " ").trim();
  if (text === "" || /^[-\u2013\u2014]$/.test(text)) return "missing";
  if (text.length > LONGEST) return "unreadable";
  const parts = WRITTEN.exec(text)?.groups;
  if (parts === undefined) return "unreadable";
  const { whole = "", decimals = "", open, inner, close, before, between, after, side } = parts;
  if (whole === "" && decimals === "") return "unreadable";
  if (/[^0]/.test(decimals.slice(2))) return "unreadable";
  const opened = [open, inner].filter(Boolean).length;
  if (opened !== (close === "" ? 0 : 1)) return "unreadable";
  const signs = [opened === 1 ? "-" : undefined, before, between, after, side].filter(Boolean);
  if (signs.length > 1) return "unreadable";
  const size = BigInt(whole.replace(/[, ]/g, "") + decimals.slice(0, 2).padEnd(2, "0"));
  if (size > LARGEST_CENTS) return "too-large";
  const sign = signs[0]?.toLowerCase();
  return sign === undefined || sign === "+" || sign === "cr" ? size : -size;
}

// A date: the day always before the month.

/** `yyyy-MM-dd`, or `yyyy-MM-ddTHH:mm:ss` if a time follows; in Nairobi. */
type WrittenMoment = string;

const NUMBERS = /^(?<day>\d{1,2})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<year>\d{4}|\d{2})(?!\d)/;
const NAMED = /^(?<day>\d{1,2})[-/ ]?(?<name>[a-z]{3,9})\.?[-/, ]{0,2}(?<year>\d{4}|\d{2})(?!\d)/i;
const ISO = /^(?<year>\d{4})(?<sign>[-/])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})(?!\d)/;
const TIME =
  /^[T ,]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d{1,9})?)?(?: ?(?<half>[ap])\.?m\.?)?$/i;
const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );
const MONTHS_IN_SWAHILI =
  "januari februari machi aprili mei juni julai agosti septemba oktoba novemba desemba".split(" ");

/**
 * Reads `31/01/2026`, `31-01-2026 14:05:09`, `31-Jan-26`, `31 January 2026`, `2026-01-31 14:05` and such; a year of
 * two digits is in this century. Null for anything else, such as a day before the year `from`: `02/13/2026` has no
 * 13th month.
 */
export function readWrittenMoment(
  written: string,
  { from }: { from: string } = { from: "2000" },
): WrittenMoment | null {
  const text = written.replace(/\s+/g, " ").trim();
  if (text.length > LONGEST) return null;
  const match = NUMBERS.exec(text) ?? NAMED.exec(text) ?? ISO.exec(text);
  const parts = match?.groups;
  if (match === null || parts === undefined) return null;
  const month = parts.name === undefined ? parts.month : monthNamed(parts.name);
  const year = parts.year?.length === 2 ? `20${parts.year}` : parts.year;
  const day = parsePlainDate(`${year}-${month}-${parts.day}`);
  if (day === null || day < from || day > "2100") return null;
  const rest = text.slice(match[0].length);
  if (rest === "") return day;
  const time = readTime(rest);
  return time === null ? null : `${day}T${time}`;
}

/** The dates in a text, such as `From 01-01-2026 to 31-01-2026`, in its order. */
export function datesWithin(text: string): string[] {
  const written =
    /\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}[-/. ](?:\d{1,2}|[a-z]{3,9})\.?[-/., ]{1,2}\d{2,4}/gi;
  return [...text.slice(0, 200).matchAll(written)]
    .map(([found]) => readWrittenMoment(found))
    .filter((day) => day !== null);
}

/** 1 for `January`, `jan` and `Januari`; 0 for no month. */
export function monthNamed(name: string): number {
  const written = name.toLowerCase();
  const isIt = (month: string) =>
    month === written ||
    month.slice(0, 3) === written ||
    (written === "sept" && month.startsWith(written));
  const index = MONTHS.findIndex(isIt);
  return (index === -1 ? MONTHS_IN_SWAHILI.findIndex(isIt) : index) + 1;
}

function readTime(rest: string): string | null {
  const parts = TIME.exec(rest)?.groups;
  if (parts === undefined) return null;
  const [hour, minute, second] = [
    Number(parts.hour),
    Number(parts.minute),
    Number(parts.second ?? 0),
  ];
  if (minute > 59 || second > 59) return null;
  const inDay = parts.half === undefined ? hour : hourOfDay(hour, parts.half.toLowerCase());
  if (inDay === null || inDay > 23) return null;
  return [inDay, minute, second].map((part) => String(part).padStart(2, "0")).join(":");
}

/** `12 AM` is midnight. Some write `17:44 PM`, which means 17:44. */
function hourOfDay(hour: number, half: string): number | null {
  if (hour > 12) return half === "p" ? hour : null;
  if (hour === 0) return null;
  return (hour % 12) + (half === "p" ? 12 : 0);
}

// A month, English or Swahili.

/**
 * The first day of the month of `2026-06`, `06/2026`, `Jun 2026`, `Juni 2026` or any day in it; null for anything
 * else. In `Jun 26` the year is ambiguous.
 */
export function readWrittenMonth(written: string): PlainDate | null {
  const text = written.replace(/\s+/g, " ").trim();
  if (text.length > 40) return null;
  const numbers =
    /^(?<year>\d{4})[-/](?<month>\d{1,2})$/.exec(text)?.groups ??
    /^(?<month>\d{1,2})[-/](?<year>\d{4})$/.exec(text)?.groups;
  const named = /^(?<name>[a-z]{3,9})\.?[-/, ]{0,2}(?<year>\d{4})$/i.exec(text)?.groups;
  const found = numbers ?? named;
  if (found === undefined) {
    const moment = readWrittenMoment(text, EARLIEST);
    return moment === null ? null : firstOfMonth(moment);
  }
  const month = found.name === undefined ? found.month : monthNamed(found.name);
  const day = parsePlainDate(`${found.year}-${month}-1`);
  return day === null || day < EARLIEST.from || day > "2100" ? null : day;
}

const EARLIEST = { from: "1900" };
