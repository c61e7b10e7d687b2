// Reads a bank's file by its mapping: one line for each row, apart from rows that are no line.
import type { Cents } from "../money.ts";
import {
  dayOf,
  headingKey,
  textAt,
  withoutDecimals,
  type Table,
  readWrittenAmount,
  readWrittenMoment,
} from "../spreadsheets/table.ts";
import { sideOf, type BankHeading, type ColumnPart } from "./bank-columns.ts";
import {
  readAmount,
  readMoment,
  type LineReader,
  type FileLine,
  type StatementProblem,
} from "./statement-file.ts";
import { mpesaCodeWithin, readNarration } from "./mpesa-details.ts";
import type { TableRead } from "./mpesa-table.ts";
import { namesForeignCurrency, readPreamble } from "./preamble.ts";

const OPENING =
  /\bopening\b.{0,20}\bbal|\bbal(?:ance)?\.? ?(?:b\/?f|b\/fwd|brought)|\bbrought forward\b/i;
const CLOSING =
  /\bclosing\b.{0,20}\bbal|\bbal(?:ance)?\.? ?(?:c\/?f|c\/fwd|carried)|\bcarried forward\b/i;
const TOTAL = /^(?:(?:grand|page|sub)[ -]?)?totals?\b/i;
const CHARGE =
  /\bcharges?\b|\bexcise duty\b|\bcommission\b|\bstamp duty\b|\b(?:bank|ledger|transaction|txn|service|maintenance|sms|withdrawal|transfer|rtgs|eft|pesalink|cheque book|mobile) fees?\b/i;

/** Reads the lines below the heading; its own rows for opening and closing override the preamble. */
export function readBankTable(table: Table, heading: BankHeading): TableRead {
  const keys = partsOf(heading);
  const preamble = readPreamble(table.rows.slice(0, heading.row));
  const problems: StatementProblem[] = [...preamble.problems, ...foreignHeadings(heading, keys)];
  const lines: FileLine[] = [];
  const currency = heading.columns.findIndex((column) => CURRENCY.has(headingKey(column)));
  for (const [index, row] of table.rows.entries()) {
    if (index <= heading.row || row.every(({ text }) => text.trim() === "")) continue;
    const found: StatementProblem[] = [];
    const reader: LineReader = {
      row,
      line: index + 1,
      headings: heading.columns,
      keys,
      problems: found,
    };
    const read = readRow(reader);
    const written = currency < 0 ? "" : textAt(row, currency);
    if (namesForeignCurrency(written))
      found.push(foreign(reader.line, heading.columns[currency] ?? "", written));
    if (found.length > 0) problems.push(...found);
    else if (read !== null && "opening" in read) preamble.opening = read.opening;
    else if (read !== null && "closing" in read) preamble.closing = read.closing;
    else if (read !== null && "totals" in read) preamble.totals = read.totals;
    else if (read !== null) lines.push(read);
  }
  return { format: "bank", columns: heading.columns, preamble, lines, problems };
}

const CURRENCY = new Set(["currency", "ccy", "curr", "currencycode"]);
const AMOUNTS = new Set(["amount", "debit", "credit", "balance"]);

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

type Row =
  | FileLine
  | { opening: Cents }
  | { closing: Cents }
  | { totals: { in: Cents; out: Cents } }
  | null;

function readRow(reader: LineReader): Row {
  const cell = (part: ColumnPart) => textAt(reader.row, indexOf(reader, part));
  if (isHeadingAgain(reader)) return null;
  const amountCents = readSides(reader);
  const balance =
    indexOf(reader, "balance") === undefined ? "missing" : readAmount(reader, "balance");
  const words = reader.row.map(({ text }) => text.trim()).filter((text) => text !== "");
  const stated = statedBalance({ words: words.join(" "), amountCents, balance });
  if (stated !== null) return stated;
  const isTotal = TOTAL.test(words[0] ?? "");
  if (isTotal || isNote(words) || (cell("date") === "" && amountCents === "missing")) {
    // A total of its columns, or a note below the lines.
    const totals = isTotal ? totalsOf(reader) : null;
    reader.problems.length = 0;
    return totals === null ? null : { totals };
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

/** The totals of debits and credits in a last row. */
function totalsOf(reader: LineReader): { in: Cents; out: Cents } | null {
  if (indexOf(reader, "debit") === undefined) return null;
  const [out, into] = [readAmount(reader, "debit"), readAmount(reader, "credit")];
  if (typeof out !== "bigint" || typeof into !== "bigint") return null;
  return { in: into, out: out < 0n ? -out : out };
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
  words: string;
  amountCents: Cents | "missing" | "faulty";
  balance: Cents | "missing" | "faulty";
}): { opening: Cents } | { closing: Cents } | null {
  const isOpening = OPENING.test(row.words);
  if (!isOpening && !CLOSING.test(row.words)) return null;
  const moves = typeof row.amountCents === "bigint" && row.amountCents !== 0n;
  // With both, it is a movement whose text mentions a balance.
  if (moves && typeof row.balance === "bigint" && row.balance !== row.amountCents) return null;
  const stated = typeof row.balance === "bigint" ? row.balance : row.amountCents;
  if (typeof stated !== "bigint") return null;
  return isOpening ? { opening: stated } : { closing: stated };
}

/** The signed amount in cents, by whichever columns hold it. */
function readSides(reader: LineReader): Cents | "missing" | "faulty" {
  if (indexOf(reader, "amount") !== undefined) return readSigned(reader);
  const [debit, credit] = [readAmount(reader, "debit"), readAmount(reader, "credit")];
  if (debit === "faulty" || credit === "faulty") return "faulty";
  if (debit === "missing" && credit === "missing") return "missing";
  const [out, into] = [debit === "missing" ? 0n : debit, credit === "missing" ? 0n : credit];
  if (into < 0n) return faulty(reader, "credit", "paid-in-below-zero");
  if (out !== 0n && into !== 0n) return faulty(reader, "debit", "both-sides");
  if (/cr\.?\s*$/i.test(textAt(reader.row, indexOf(reader, "debit"))))
    return faulty(reader, "debit", "side-unreadable");
  return out === 0n ? into : out < 0n ? out : -out;
}

function readSigned(reader: LineReader): Cents | "missing" | "faulty" {
  const amount = readAmount(reader, "amount");
  const index = indexOf(reader, "direction");
  if (typeof amount !== "bigint" || index === undefined) return amount;
  const side = sideOf(textAt(reader.row, index));
  if (side === "out") return amount < 0n ? amount : -amount;
  if (side === "in" && amount >= 0n) return amount;
  return amount === 0n ? 0n : faulty(reader, "direction", "side-unreadable");
}

function faulty(
  reader: LineReader,
  part: ColumnPart,
  code: "paid-in-below-zero" | "both-sides" | "side-unreadable",
): "faulty" {
  const index = indexOf(reader, part);
  const written = textAt(reader.row, index).slice(0, 60);
  const column = reader.headings[index ?? -1] ?? part;
  reader.problems.push({
    line: reader.line,
    column,
    fault: { code, facts: { written } },
  });
  return "faulty";
}

function amountColumn(reader: LineReader): string {
  const index = indexOf(reader, "amount") ?? indexOf(reader, "credit");
  return reader.headings[index ?? -1] ?? "";
}

function indexOf({ keys }: LineReader, part: ColumnPart): number | undefined {
  const index = keys.indexOf(part);
  return index < 0 ? undefined : index;
}

/** Some banks repeat the heading on each page. */
function isHeadingAgain({ row, headings, keys }: LineReader): boolean {
  const dates = keys.indexOf("date");
  return headingKey(textAt(row, dates)) === headingKey(headings[dates] ?? "");
}
