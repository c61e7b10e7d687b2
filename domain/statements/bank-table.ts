// Reads a bank's file by its mapping: one line for each row, apart from rows that are no line.
import type { PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";
import {
  dayOf,
  headingKey,
  textAt,
  withoutDecimals,
  type Cell,
  type Table,
  readWrittenAmount,
  readWrittenMoment,
} from "../spreadsheets/table.ts";
import { countMinuses, indexOf, readSides, readSigned, type MinusReading } from "./bank-amounts.ts";
import type { BankHeading, ColumnPart } from "./bank-columns.ts";
import { isProvable, proveComplete } from "./completeness.ts";
import {
  readAmount,
  readMoment,
  type LineReader,
  type FileLine,
  type StatementProblem,
} from "./statement-file.ts";
import { mpesaCodeWithin, readNarration } from "./mpesa-details.ts";
import type { TableRead } from "./mpesa-table.ts";
import { namesForeignCurrency, readPreamble, type Preamble } from "./preamble.ts";
import {
  addsUp,
  addToSums,
  balanceNamed,
  beginsAsTotal,
  isOnlyBalance,
  isOnlyTotal,
  joinContinuedRows,
  noSums,
  type Sums,
} from "./rows-that-are-no-line.ts";
import type { Readings } from "./readings.ts";
import { questionsOf, settleTable } from "./two-readings.ts";

const CHARGE =
  /\bcharges?\b|\bexcise duty\b|\bcommission\b|\bstamp duty\b|\b(?:bank|ledger|transaction|txn|service|maintenance|sms|withdrawal|transfer|rtgs|eft|pesalink|cheque book|mobile) fees?\b/i;

type Reading = {
  heading: BankHeading;
  keys: string[];
  today: PlainDate;
  preamble: Preamble;
  /** The faults of rows that can be read in two ways, by the index of the row. */
  doubts: ReadonlyMap<number, StatementProblem[]>;
};

/**
 * Reads the lines below the heading; its own rows for opening and closing override the preamble. Columns are read as a whole; `readings` is
 * what a person said of this account's (STAT-51).
 */
export function readBankTable(
  table: Table,
  heading: BankHeading,
  { today, readings = {} }: { today: PlainDate; readings?: Readings },
): TableRead {
  const keys = partsOf(heading);
  const settled = settleTable(table.rows, {
    below: heading.row,
    headings: heading.columns,
    dates: keys.indexOf("date"),
    amounts: [...keys.keys()].filter((at) => AMOUNTS.has(keys[at] ?? "")),
    readings,
  });
  const preamble = readPreamble(table.rows.slice(0, heading.row), settled.thousands);
  const rows = joinContinued(settled.rows, heading, keys);
  const reading = { heading, keys, today, preamble, doubts: settled.doubts };
  const read = readByMinus(rows, reading, readings.minus);
  return { ...read, questions: questionsOf(read.problems, (line) => table.rows[line - 1]) };
}

/** If there are figures with a minus, the reading that the balances prove, else the one chosen. */
function readByMinus(
  rows: Cell[][],
  reading: Reading,
  chosen: Readings["minus"],
): Omit<TableRead, "questions"> {
  const found = { outWith: 0, outWithout: 0 };
  for (const [index, row] of rows.entries())
    if (index > reading.heading.row) countMinuses(readerOf(reading, row, index), found);
  const same = readRows(rows, reading, "same_way");
  if (found.outWith === 0) return same;
  const other = readRows(rows, reading, "other_way");
  const [breaksOfSame, breaksOfOther] = [breaksIn(same), breaksIn(other)];
  if (breaksOfOther < breaksOfSame) return other;
  if (breaksOfSame < breaksOfOther) return same;
  if (chosen === "other_way") return other;
  const isOpen = found.outWithout > 0;
  return chosen === undefined && isOpen ? readRows(rows, reading, "ask") : same;
}

/** How often the balances contradict a reading; more than any file if it cannot be read so, or if nothing is printed that could. */
function breaksIn({ lines, preamble, problems }: Omit<TableRead, "questions">): number {
  if (problems.length > 0 || !isProvable(lines, preamble)) return Number.MAX_SAFE_INTEGER;
  return proveComplete(lines, preamble).breaks.length;
}

function readerOf({ heading, keys, today }: Reading, row: Cell[], index: number): LineReader {
  return { row, line: index + 1, headings: heading.columns, keys, problems: [], today };
}

function readRows(
  rows: readonly Cell[][],
  reading: Reading,
  minus: MinusReading,
): Omit<TableRead, "questions"> {
  const { heading, keys, doubts } = reading;
  const preamble = { ...reading.preamble };
  const problems: StatementProblem[] = [...preamble.problems, ...foreignHeadings(heading, keys)];
  const lines: FileLine[] = [];
  const currency = heading.columns.findIndex((column) => CURRENCY.has(headingKey(column)));
  const sums = noSums();
  for (const [index, row] of rows.entries()) {
    if (index <= heading.row || row.every(({ text }) => text.trim() === "")) continue;
    const reader = readerOf(reading, row, index);
    const read = doubts.has(index) ? null : readRow(reader, sums, minus);
    const found = doubts.get(index) ?? reader.problems;
    const written = currency < 0 ? "" : textAt(row, currency);
    if (namesForeignCurrency(written))
      found.push(foreign(reader.line, heading.columns[currency] ?? "", written));
    if (found.length > 0) problems.push(...found);
    else if (read !== null && "opening" in read) preamble.opening = read.opening;
    else if (read !== null && "closing" in read) preamble.closing = read.closing;
    else if (read !== null && "totals" in read) {
      preamble.totals = read.totals;
      sums.since = { in: 0n, out: 0n };
    } else if (read !== null && "line" in read) {
      lines.push(read);
      addToSums(sums, read);
    }
  }
  return { format: "bank", columns: heading.columns, preamble, lines, problems };
}

const CURRENCY = new Set(["currency", "ccy", "curr", "currencycode"]);
const AMOUNTS = new Set(["amount", "debit", "credit", "balance"]);

function joinContinued(rows: Cell[][], heading: BankHeading, keys: string[]): Cell[][] {
  const date = keys.indexOf("date");
  return joinContinuedRows(rows, {
    below: heading.row,
    texts: ["details", "reference"].map((part) => keys.indexOf(part)).filter((at) => at >= 0),
    isLine: (row) => readWrittenMoment(textAt(row, date)) !== null,
  });
}

/** `Amount (USD)` is no amount in shillings. */
function foreignHeadings({ row, columns }: BankHeading, keys: readonly string[]) {
  return columns
    .filter((column, index) => AMOUNTS.has(keys[index] ?? "") && namesForeignCurrency(column))
    .map((column) => foreign(row + 1, column, column));
}

function foreign(line: number, column: string, written: string): StatementProblem {
  return {
    line,
    column,
    fault: { code: "currency-foreign", facts: { written: written.slice(0, 60) } },
  };
}

/** The part that the mapping assigns to each column. */
function partsOf({ columns, mapping }: BankHeading): string[] {
  const parts = Object.entries(mapping) as [ColumnPart, string | null][];
  // A column may be both details and reference, if a file has no separate details.
  return columns.map(
    (column) =>
      parts.find(([, name]) => name !== null && headingKey(name) === headingKey(column))?.[0] ?? "",
  );
}

type Totals = { in: Cents; out: Cents };
/** A total of amounts with signs proves nothing by itself. */
const NO_LINE = { balance: null } as const;

type Row =
  | FileLine
  | { opening: Cents }
  | { closing: Cents }
  | { totals: Totals }
  | typeof NO_LINE
  | null;

/**
 * A row with a day and an amount is a line, whatever its words. Balances and totals have no day of their own, or say nothing else and add up
 * (STAT-54).
 */
function readRow(reader: LineReader, sums: Sums, minus: MinusReading): Row {
  const cell = (part: ColumnPart) => textAt(reader.row, indexOf(reader, part));
  if (isHeadingAgain(reader)) return null;
  const isDated = readWrittenMoment(cell("date")) !== null;
  const dated = isDated ? readDatedTotal(reader, sums) : null;
  if (dated !== null) return dated;
  const amountCents = readSides(reader, minus);
  const balance =
    indexOf(reader, "balance") === undefined ? "missing" : readAmount(reader, "balance");
  const words = reader.row.map(({ text }) => text.trim()).filter((text) => text !== "");
  const label = isDated ? labelOf(reader) : words.join(" ");
  const stated = statedBalance({ isDated, words: label, amountCents, balance });
  if (stated !== null) return stated;
  const total = isDated ? null : readTotal(reader, { label: words[0] ?? "", amountCents, sums });
  if (total !== null || isNote(words) || (cell("date") === "" && amountCents === "missing")) {
    reader.problems.length = 0;
    return total === null || total === "unclear" ? null : { totals: total };
  }
  const at = readMoment(reader, "date");
  if (amountCents === "missing")
    reader.problems.push({
      line: reader.line,
      column: amountColumn(reader),
      fault: { code: "amount-missing", facts: { written: "" } },
    });
  if (at === null || typeof amountCents !== "bigint" || balance === "faulty") return null;
  if (amountCents === 0n) return null;
  return lineOf(reader, { at, amountCents, balance });
}

/** A single text in its row, such as `End of statement`. */
function isNote([first = "", ...others]: readonly string[]): boolean {
  return (
    others.length === 0 &&
    /\p{L}/u.test(first) &&
    readWrittenMoment(first) === null &&
    typeof readWrittenAmount(first) !== "bigint"
  );
}

/** What a row says in the columns of words. */
function labelOf({ row, keys }: LineReader): string {
  const words = row.filter((_, index) => ["details", "reference", ""].includes(keys[index] ?? ""));
  return words
    .map(({ text }) => text.trim())
    .filter((text) => text !== "")
    .join(" ");
}

/** A row with a day that is the total of the lines above; null for a line, as which its balance shows it. */
function readDatedTotal(
  reader: LineReader,
  sums: Sums,
): { totals: Totals } | { balance: null } | null {
  if (!isOnlyTotal(labelOf(reader))) return null;
  const balance =
    indexOf(reader, "balance") === undefined ? "missing" : readAmount(reader, "balance");
  const totals = totalsOf(reader);
  const amountCents =
    indexOf(reader, "amount") === undefined ? "missing" : readSigned(reader, "same_way");
  reader.problems.length = 0;
  if (balance !== "missing" && balance !== sums.balanceCents) return null;
  if (totals !== null) return addsUp(sums, totals) ? { totals } : null;
  return typeof amountCents === "bigint" && addsUp(sums, { amountCents }) ? NO_LINE : null;
}

/** The total that a row without a day is; `unclear` if its figures are not those of both sides; null if it is none. */
function readTotal(
  reader: LineReader,
  row: { label: string; amountCents: Cents | "missing" | "faulty"; sums: Sums },
): Totals | "unclear" | null {
  if (!beginsAsTotal(row.label)) return null;
  const totals = totalsOf(reader);
  if (isOnlyTotal(row.label) || row.amountCents === "missing") return totals ?? "unclear";
  // `Total Energies` without its day: only what adds up is a total.
  const isBoth = totals !== null && totals.in !== 0n && totals.out !== 0n;
  return totals !== null && (isBoth || addsUp(row.sums, totals)) ? totals : null;
}

/** The totals of debits and credits in a last row. */
function totalsOf(reader: LineReader): Totals | null {
  if (indexOf(reader, "debit") === undefined) return null;
  const [out, into] = [readAmount(reader, "debit"), readAmount(reader, "credit")];
  if (out === "faulty" || into === "faulty" || (out === "missing" && into === "missing"))
    return null;
  const paidOut = out === "missing" ? 0n : out;
  return { in: into === "missing" ? 0n : into, out: paidOut < 0n ? -paidOut : paidOut };
}

function lineOf(
  reader: LineReader,
  read: { at: string; amountCents: Cents; balance: Cents | "missing" },
): FileLine {
  const { at, amountCents, balance } = read;
  const details = (
    textAt(reader.row, indexOf(reader, "details")) ||
    textAt(reader.row, indexOf(reader, "reference"))
  ).replace(/\s+/g, " ");
  const printed = withoutDecimals(textAt(reader.row, indexOf(reader, "reference")));
  const reference = printed === "" ? null : printed.replace(/\s+/g, " ").toUpperCase();
  const code = mpesaCodeWithin(`${reference ?? ""} ${details}`, dayOf(at));
  const out = CHARGE.test(details) ? "charge" : "payment_out";
  return {
    line: reader.line,
    at,
    reference,
    code: code === reference ? null : code,
    details,
    ...readNarration(details, code),
    kind: amountCents > 0n ? "payment_in" : out,
    status: "",
    amountCents,
    balanceCents: balance === "missing" ? null : balance,
  };
}

/** `Opening balance` and `Closing balance` as rows of their own move nothing. */
function statedBalance(row: {
  isDated: boolean;
  words: string;
  amountCents: Cents | "missing" | "faulty";
  balance: Cents | "missing" | "faulty";
}): { opening: Cents } | { closing: Cents } | null {
  const named = balanceNamed(row.words);
  if (named === null) return null;
  const moves = typeof row.amountCents === "bigint" && row.amountCents !== 0n;
  // With both, it is a movement whose text mentions a balance.
  if (moves && typeof row.balance === "bigint" && row.balance !== row.amountCents) return null;
  if (moves && row.isDated && !isOnlyBalance(row.words)) return null;
  const stated = typeof row.balance === "bigint" ? row.balance : row.amountCents;
  if (typeof stated !== "bigint") return null;
  return named === "opening" ? { opening: stated } : { closing: stated };
}

function amountColumn(reader: LineReader): string {
  const index = indexOf(reader, "amount") ?? indexOf(reader, "credit");
  return reader.headings[index ?? -1] ?? "";
}

/** Some banks repeat the heading on each page. */
function isHeadingAgain({ row, headings, keys }: LineReader): boolean {
  const dates = keys.indexOf("date");
  return headingKey(textAt(row, dates)) === headingKey(headings[dates] ?? "");
}
