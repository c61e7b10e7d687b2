// Turns the tables of a file into a statement: recognised by its headings, never by the file's name.
import { refuse } from "../refusal.ts";
import { dayOf, type Table } from "../spreadsheets/table.ts";
import {
  findMapped,
  isWholeMapping,
  findUnknownHeading,
  proposeMapping,
  type BankHeading,
} from "./bank-columns.ts";
import { readBankTable } from "./bank-table.ts";
import { isProvable, proveComplete } from "./completeness.ts";
import { readPreamble } from "./preamble.ts";
import { findMpesaHeading, readMpesaTable, type TableRead } from "./mpesa-table.ts";
import type { ColumnMapping, StatementFile } from "./statement-file.ts";

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
export function readPdfStatement(printed: { table: Table; heading: number }): StatementFile {
  const read = readMpesaTable(printed.table, printed.heading, { countsFrom: "heading" });
  return finish({ ...read, format: "mpesa_customer" }, null, "");
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
  const days = (settled.length > 0 ? settled : lines).map(({ at }) => dayOf(at)).toSorted();
  const [from, to] = [preamble.period?.from ?? days[0], preamble.period?.to ?? days.at(-1)];
  const problems = read.problems.slice(0, PROBLEMS_MAX);
  if (problems.length === 0 && (from === undefined || to === undefined))
    throw refuse("statement-empty");
  return {
    format: read.format,
    accountNumber: preamble.accountNumber ?? numberIn(read, fileName),
    mapping,
    columns: read.columns,
    // If every line is a problem there is no day; such a file is never imported.
    period: { from: from ?? to ?? UNKNOWN_DAY, to: to ?? from ?? UNKNOWN_DAY },
    opening,
    closing,
    lines,
    breaks: problems.length > 0 ? [] : breaks,
    isProvable: isProvable(settled, preamble),
    problems,
  };
}

const UNKNOWN_DAY = "2000-01-01";

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
