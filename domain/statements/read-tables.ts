// Turns the tables of a file into a statement: recognised by its headings, never by the file's name.
import type { PlainDate } from "../calendar.ts";
import { refuse } from "../refusal.ts";
import { dayOf, type Table } from "../spreadsheets/table.ts";
import {
  type BankHeading,
  findMapped,
  findUnknownHeading,
  isWholeMapping,
  proposeMapping,
} from "./bank-columns.ts";
import { readBankTable } from "./bank-table.ts";
import { isProvable, proveComplete } from "./completeness.ts";
import { withoutDoubtful } from "./doubtful-lines.ts";
import { accountsWithin } from "./one-account.ts";
import { readPreamble } from "./preamble.ts";
import type { Readings } from "./readings.ts";
import { type FilePeriod, periodOfFile } from "./period.ts";
import { findMpesaHeading, readMpesaTable, type TableRead } from "./mpesa-table.ts";
import type { ColumnMapping, StatementFile } from "./statement-file.ts";

export const STATEMENT_LINES_MAX = 50_000;
/** The limit for all lines together, in cents, so that every sum is exact: 1 trillion KES. */
const SUM_MAX = 100_000_000_000_000n;
/** More problems than this are not listed. */
const PROBLEMS_MAX = 1_000;

/**
 * Reads the first table that is a statement; a bank's by the mapping that a person sent, else the stored one if the
 * file has its columns, else a proposed one. Hidden sheets are not read. Refuses with `statement-heading-missing`,
 * `statement-hidden`, `statement-of-several-accounts`, `statement-empty`,
 * `statement-too-many-lines`, `statement-figures-too-large`, and `statement-mapping-…` on `mapping`. Faults within
 * lines are in `problems`.
 */
export function readStatementTables(
  tables: readonly Table[],
  params: {
    fileName: string;
    mapping?: ColumnMapping | null;
    storedMapping?: ColumnMapping | null;
    /** In Nairobi, the day on which the file came. */
    today: PlainDate;
    /** What a person said of files of this account that can be read in two ways. */
    readings?: Readings;
  },
): StatementFile {
  const { mapping: sent = null, storedMapping: stored = null, today, readings = {} } = params;
  const inSight = tables.filter(({ isHidden }) => isHidden !== true);
  const found = readFirst(inSight, { sent, stored, today, readings });
  if (found === null) {
    const hidden = tables.find((table) => table.isHidden === true && isStatement(table, stored));
    throw hidden === undefined
      ? refuse("statement-heading-missing")
      : refuse("statement-hidden", { sheet: hidden.name });
  }
  const { read, mapping, table, heading } = found;
  const others = tables.filter((each) => each !== table && isFilled(each));
  return {
    ...finish(withoutDoubtful(read, table, { heading, mapping }), mapping, params),
    ...accountsWithin(read, table, heading),
    notRead: others.map((each) => ({ sheet: each.name, why: whyNotRead(each, mapping ?? stored) })),
  };
}

function isFilled({ rows }: Table): boolean {
  return rows.some((row) => row.some(({ text }) => text.trim() !== ""));
}

function whyNotRead(table: Table, mapping: ColumnMapping | null) {
  if (table.isHidden === true) return "hidden";
  return isStatement(table, mapping) ? "statement" : "no-statement";
}

function isStatement(table: Table, mapping: ColumnMapping | null): boolean {
  if (findMpesaHeading(table) >= 0 || proposeMapping(table) !== null) return true;
  return mapping !== null && findMapped(table, mapping) !== null;
}

/** M-PESA's statement as PDF, whose words were put back into a table. */
export function readPdfStatement(
  printed: { table: Table; heading: number },
  params: { fileName: string; today: PlainDate },
): StatementFile {
  const { today } = params;
  const read = readMpesaTable(printed.table, printed.heading, { today, countsFrom: "heading" });
  const file = finish({ ...read, format: "mpesa_customer" }, null, params);
  return { ...file, accountsInLines: [], addsUpByAccount: false, notRead: [] };
}

function finish(
  read: TableRead,
  mapping: ColumnMapping | null,
  { fileName, today }: { fileName: string; today: PlainDate },
): Omit<StatementFile, "accountsInLines" | "addsUpByAccount" | "notRead"> {
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
    today,
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
    isOpeningPrinted: preamble.opening !== null,
    isClosingPrinted: preamble.closing !== null,
    lines,
    breaks: problems.length > 0 ? [] : breaks,
    isProvable: isProvable(settled, preamble),
    problems,
    questions: read.questions,
  };
}

const UNDATED: FilePeriod = {
  period: { from: "2000-01-01", to: "2000-01-01" },
  periodSource: "lines",
  lastLine: null,
};

type Reading = {
  sent: ColumnMapping | null;
  stored: ColumnMapping | null;
  today: PlainDate;
  readings: Readings;
};

/** A table that is a statement, with the row of its heading. */
type Found = { read: TableRead; mapping: ColumnMapping | null; table: Table; heading: number };

function readFirst(
  tables: readonly Table[],
  { sent, stored, today, readings }: Reading,
): Found | null {
  for (const table of tables) {
    const heading = findMpesaHeading(table);
    if (heading < 0) continue;
    return {
      read: readMpesaTable(table, heading, { today, readings }),
      mapping: null,
      table,
      heading,
    };
  }
  if (sent !== null) return readMapped(tables, { sent, today, readings });
  for (const table of stored === null ? [] : tables) {
    const heading = stored === null ? null : findMapped(table, stored);
    if (heading !== null) return readBank(table, heading, { today, readings });
  }
  for (const table of tables) {
    const heading = proposeMapping(table);
    if (heading !== null) return readBank(table, heading, { today, readings });
  }
  for (const table of tables) {
    const heading = findUnknownHeading(table);
    if (heading !== null)
      return { read: askForColumns(table, heading), mapping: null, table, heading: heading.row };
  }
  return null;
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
    preamble: readPreamble(table.rows.slice(0, row), undefined),
    questions: [],
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

function readMapped(
  tables: readonly Table[],
  { sent, ...by }: { sent: ColumnMapping } & Pick<Reading, "today" | "readings">,
) {
  if (!isWholeMapping(sent)) throw refuse("statement-mapping-incomplete").at("mapping");
  for (const table of tables) {
    const heading = findMapped(table, sent);
    if (heading !== null) return readBank(table, heading, by);
  }
  throw refuse("statement-mapping-not-found").at("mapping");
}

function readBank(
  table: Table,
  heading: BankHeading,
  by: Pick<Reading, "today" | "readings">,
): Found {
  const read = readBankTable(table, heading, by);
  return { read, mapping: heading.mapping, table, heading: heading.row };
}

/** The new M-PESA export has its short code only in the name of the file. */
function numberIn({ format }: TableRead, fileName: string): string | null {
  if (format !== "mpesa_organisation_new") return null;
  return /(?<!\d)\d{5,7}(?!\d)/.exec(fileName)?.[0] ?? null;
}
