// Turns the tables of a file into a statement: recognised by its headings, never by the file's name.
import { refuse } from "../refusal.ts";
import { dayOf, type Table } from "../spreadsheets/table.ts";
import type { Cents } from "../money.ts";
import {
  type BankHeading,
  findMapped,
  findUnknownHeading,
  isWholeMapping,
  proposeMapping,
} from "./bank-columns.ts";
import { readBankTable } from "./bank-table.ts";
import { readPreamble } from "./preamble.ts";
import { type FilePeriod, periodOfFile } from "./period.ts";
import { findMpesaHeading, readMpesaTable, type TableRead } from "./mpesa-table.ts";
import type { ColumnMapping, FileLine, StatementBreak, StatementFile } from "./statement-file.ts";

export const STATEMENT_LINES_MAX = 50_000;
/** The limit for all lines together, in cents, so that every sum is exact: 1 trillion KES. */
const SUM_MAX = 100_000_000_000_000n;
/** More problems than this are not listed. */
const PROBLEMS_MAX = 1_000;

/**
 * Reads the first table that is a statement; a bank's by the mapping that a person sent, else the stored one if the
 * file has its columns, else a proposed one. Refuses with `statement-heading-missing`, `statement-empty`,
 * `statement-too-many-lines`, `statement-figures-too-large`, and `statement-mapping-…` on `mapping`. Faults within
 * lines are in `problems`.
 */
export function readStatementTables(
  tables: readonly Table[],
  params: {
    fileName: string;
    mapping?: ColumnMapping | null;
    storedMapping?: ColumnMapping | null;
  },
): StatementFile {
  const { mapping: sent = null, storedMapping: stored = null } = params;
  const { read, mapping } = readFirst(tables, { sent, stored });
  return finish(read, mapping, params.fileName);
}

/** M-PESA's statement as PDF, whose words were put back into a table. */
export function readPdfStatement(
  printed: { table: Table; heading: number },
  { fileName }: { fileName: string },
): StatementFile {
  const read = readMpesaTable(printed.table, printed.heading, { countsFrom: "heading" });
  return finish({ ...read, format: "mpesa_customer" }, null, fileName);
}

function finish(read: TableRead, mapping: ColumnMapping | null, fileName: string): StatementFile {
  if (read.lines.length > STATEMENT_LINES_MAX)
    throw refuse("statement-too-many-lines", { most: STATEMENT_LINES_MAX });
  const { preamble, lines } = read;
  if (
    lines.reduce((sum, { amountCents: moved }) => sum + (moved < 0n ? -moved : moved), 0n) > SUM_MAX
  )
    throw refuse("statement-figures-too-large");
  const settled = lines.filter(({ kind }) => kind !== "failed");
  const { opening, closing, breaks } = proveComplete(settled, preamble);
  const dated = periodOfFile({
    printed: preamble.period,
    name: fileName,
    days: lines.map(({ at }) => dayOf(at)),
    counting: settled.map(({ at }) => dayOf(at)),
  });
  const problems = read.problems.slice(0, PROBLEMS_MAX);
  if (problems.length === 0 && dated === null) throw refuse("statement-empty");
  return {
    format: read.format,
    accountNumber: preamble.accountNumber ?? numberIn(read, fileName),
    mapping,
    columns: read.columns,
    // If every line is a problem there is no day; such a file is never imported.
    ...(dated ?? UNDATED),
    opening,
    closing,
    lines,
    breaks: problems.length > 0 ? [] : breaks,
    isProvable: isProvable(settled, preamble),
    problems,
  };
}

const UNDATED: FilePeriod = {
  period: { from: "2000-01-01", to: "2000-01-01" },
  periodSource: "lines",
  lastLine: null,
};

function readFirst(
  tables: readonly Table[],
  { sent, stored }: { sent: ColumnMapping | null; stored: ColumnMapping | null },
): { read: TableRead; mapping: ColumnMapping | null } {
  for (const table of tables) {
    const heading = findMpesaHeading(table);
    if (heading >= 0) return { read: readMpesaTable(table, heading), mapping: null };
  }
  if (sent !== null) return readMapped(tables, sent);
  for (const table of stored === null ? [] : tables) {
    const heading = stored === null ? null : findMapped(table, stored);
    if (heading !== null) return readBank(table, heading);
  }
  for (const table of tables) {
    const heading = proposeMapping(table);
    if (heading !== null) return readBank(table, heading);
  }
  for (const table of tables) {
    const heading = findUnknownHeading(table);
    if (heading !== null) return { read: askForColumns(table, heading), mapping: null };
  }
  throw refuse("statement-heading-missing");
}

/** No lines, and the single problem that nobody has said what each column holds. */
function askForColumns(
  table: Table,
  { row, columns }: { row: number; columns: string[] },
): TableRead {
  const written = columns.join(", ").slice(0, 200);
  return {
    format: "bank",
    columns,
    preamble: readPreamble(table.rows.slice(0, row)),
    lines: [],
    problems: [
      {
        line: row + 1,
        column: columns[0] ?? "",
        fault: { code: "columns-unknown", facts: { written } },
      },
    ],
  };
}

function readMapped(tables: readonly Table[], sent: ColumnMapping) {
  if (!isWholeMapping(sent)) throw refuse("statement-mapping-incomplete").at("mapping");
  for (const table of tables) {
    const heading = findMapped(table, sent);
    if (heading !== null) return readBank(table, heading);
  }
  throw refuse("statement-mapping-not-found").at("mapping");
}

function readBank(table: Table, heading: BankHeading) {
  return { read: readBankTable(table, heading), mapping: heading.mapping };
}

/** The new M-PESA export has its short code only in the name of the file. */
function numberIn({ format }: TableRead, fileName: string): string | null {
  if (format !== "mpesa_organisation_new") return null;
  return /(?<!\d)\d{5,7}(?!\d)/.exec(fileName)?.[0] ?? null;
}

// Whether a statement is whole: opening plus lines is closing, and each balance follows from the one before.

type Completeness = {
  opening: Cents | null;
  closing: Cents | null;
  /** In the order of time; empty if the statement is whole. */
  breaks: StatementBreak[];
};

type Printed = { opening: Cents | null; closing: Cents | null };
type Movement = Pick<FileLine, "line" | "at" | "amountCents" | "balanceCents">;

/**
 * Whether anything printed can prove the lines whole: a balance beside one of them, an opening with a closing, or
 * totals that match them.
 */
function isProvable(
  lines: readonly Movement[],
  printed: Printed & { totals: { in: Cents; out: Cents } | null },
): boolean {
  if (lines.some(({ balanceCents }) => balanceCents !== null)) return true;
  if (printed.opening !== null && printed.closing !== null) return true;
  if (printed.totals === null) return false;
  const sum = (isIn: boolean) =>
    lines.reduce(
      (total, { amountCents: moved }) => (moved > 0n === isIn ? total + moved : total),
      0n,
    );
  return printed.totals.in === sum(true) && printed.totals.out === -sum(false);
}

/** Up to this many lines of one moment are reordered by their balances; more stay as printed. */
const LARGEST_MOMENT = 200;

/**
 * Checks lines in the order of the file, oldest or newest first; the caller leaves out failed lines. An opening or
 * closing that is not printed follows from the balances, and is null without any. After a break it continues from the
 * printed balance.
 */
export function proveComplete(lines: readonly Movement[], printed: Printed): Completeness {
  const isNewestFirst = (lines[0]?.at ?? "") > (lines.at(-1)?.at ?? "");
  const likely = proveInOrder(isNewestFirst ? lines.toReversed() : lines, printed);
  if (likely.breaks.length === 0) return likely;
  const other = proveInOrder(isNewestFirst ? lines : lines.toReversed(), printed);
  return other.breaks.length === 0 ? other : likely;
}

function proveInOrder(mapping: readonly Movement[], printed: Printed): Completeness {
  const lines = inOrderOfBalances(mapping, printed.opening);
  const breaks: StatementBreak[] = [];
  let running = printed.opening ?? openingOf(lines);
  const opening = running;
  for (const { line, amountCents, balanceCents } of lines) {
    if (running !== null) running += amountCents;
    if (balanceCents === null) continue;
    if (running !== null && running !== balanceCents)
      breaks.push({ line, expectedCents: running, printedCents: balanceCents });
    running = balanceCents;
  }
  if (running !== null && printed.closing !== null && printed.closing !== running)
    breaks.push({
      line: lines.at(-1)?.line ?? 0,
      expectedCents: running,
      printedCents: printed.closing,
    });
  return { opening, closing: printed.closing ?? running, breaks };
}

/** The balance before the first line, from the first printed balance. */
function openingOf(lines: readonly Movement[]): Cents | null {
  const index = lines.findIndex(({ balanceCents }) => balanceCents !== null);
  if (index < 0) return null;
  const moved = lines.slice(0, index + 1).reduce((sum, { amountCents }) => sum + amountCents, 0n);
  return (lines[index]?.balanceCents ?? 0n) - moved;
}

/** A payment and its charge share one second, in either order: within it the balances decide which came first. */
function inOrderOfBalances(lines: readonly Movement[], opening: Cents | null): Movement[] {
  const ordered: Movement[] = [];
  let before = opening;
  for (let start = 0; start < lines.length;) {
    let end = start + 1;
    while (end < lines.length && lines[end]?.at === lines[start]?.at) end += 1;
    const moment = lines.slice(start, end);
    ordered.push(...(orderWithin(moment, before) ?? moment));
    before = ordered.at(-1)?.balanceCents ?? null;
    start = end;
  }
  return ordered;
}

/** The order in which each balance follows from the one before; null if there is none, or several. */
function orderWithin(moment: readonly Movement[], before: Cents | null): Movement[] | null {
  const hasTime = (moment[0]?.at.length ?? 0) > 10;
  if (!hasTime || moment.length < 2 || moment.length > LARGEST_MOMENT) return null;
  const starts =
    before === null
      ? [moment[0], moment.at(-1)].flatMap((each) =>
          each === undefined ? [] : [balanceBefore(each)],
        )
      : [before];
  for (const start of starts) {
    const order = start === null ? null : follow(moment, start);
    if (order !== null) return order;
  }
  return null;
}

function follow(moment: readonly Movement[], start: Cents): Movement[] | null {
  const left = [...moment];
  const order: Movement[] = [];
  let running = start;
  while (left.length > 0) {
    const index = left.findIndex((each) => balanceBefore(each) === running);
    if (index < 0) return null;
    const [next] = left.splice(index, 1) as [Movement];
    order.push(next);
    running += next.amountCents;
  }
  return order;
}

function balanceBefore({ balanceCents, amountCents }: Movement): Cents | null {
  return balanceCents === null ? null : balanceCents - amountCents;
}
