// Recognises each table as a sheet by its name and headings, and finds its columns (OPEN-2).
import { headingKey, textAt, type Cell, type Table } from "../spreadsheets/table.ts";
import type { FaultParams, SheetFaultCode, SheetProblem } from "./opening-book.ts";
import {
  columnsOf,
  columnUnder,
  headingOf,
  isProblemHeading,
  sheetKeys,
  sheetLanguages,
  sheetNamed,
  sheets,
  type SheetKey,
  type SheetLanguage,
} from "./sheet-columns.ts";

/** The heading may follow a title, but not further down than this row. */
const HEADING_WITHIN = 20;

/** A csv table has no name of its own. */
export type UploadedTable = Table & { fileName: string };

export type FoundSheet = {
  key: SheetKey;
  /** As in the file, or in the language of its headings. */
  name: string;
  language: SheetLanguage;
  /** The table of the file, from 0; null for what a person typed beside it. */
  table: number | null;
  /** The index of the heading row. */
  headingAt: number;
  rows: readonly (readonly Cell[])[];
  /** By the column's key. */
  columns: ReadonlyMap<string, { index: number; heading: string }>;
  /**
   * Of a group's own sheet: of each of `rows`, its number there, the headings other than those of `columns`, and the sheet and table if it
   * is another one.
   */
  origins?: readonly Origin[];
};

type Origin = {
  row: number;
  headings: Readonly<Record<string, string>>;
  from?: { sheet: string; table: number | null };
};

export type ProblemAt = Omit<SheetProblem, "fault">;

export type Note = <Code extends SheetFaultCode>(
  level: "error" | "warning",
  at: ProblemAt,
  ...fault: FaultParams<Code>
) => void;

/**
 * Each sheet at most once, without the tables `own`. Reports tables that are no sheet, repeated sheets, and wrong headings; beside a sheet of
 * the group's own, one that is none of the template's only as a warning.
 */
export function findSheets(
  tables: readonly UploadedTable[],
  note: Note,
  own: ReadonlySet<number> = new Set(),
): Map<SheetKey, FoundSheet> {
  const found = new Map<SheetKey, FoundSheet>();
  for (const [index, table] of tables.entries()) {
    if (own.has(index)) continue;
    if (!table.rows.some((row) => row.some(({ text }) => text.trim() !== ""))) continue;
    const sheet = findSheet(table, index);
    const name = sheet?.name ?? (table.name === "" ? table.fileName : table.name);
    const at = { sheet: name, table: index, row: 1, column: "" };
    if (table.isHidden === true) note("warning", at, "sheet-hidden");
    else if (sheet === null) {
      // A workbook may have other sheets beside these; a csv file was sent to be read.
      if (own.size > 0 || (table.name !== "" && sheetNamed(table.name) === null))
        note("warning", at, "sheet-not-read");
      else note("error", at, "sheet-unknown");
    } else if (found.has(sheet.key)) {
      note("error", at, "sheet-twice", { written: found.get(sheet.key)?.name ?? "" });
    } else {
      found.set(sheet.key, sheet);
      tellHeadings(sheet, note);
    }
  }
  return found;
}

function findSheet(table: Table, index: number): FoundSheet | null {
  const named = sheetNamed(table.name);
  let best: { key: SheetKey; headingAt: number; score: number } | null = null;
  for (const [headingAt, row] of table.rows.slice(0, HEADING_WITHIN).entries())
    for (const key of named === null ? sheetKeys : [named]) {
      const score = scoreOf(key, row);
      if (score > (best?.score ?? (named === null ? 1 : 0))) best = { key, headingAt, score };
    }
  if (best === null) return null;
  const { key, headingAt } = best;
  const headings = table.rows[headingAt] ?? [];
  const language = languageOf(key, headings);
  const columns = new Map<string, { index: number; heading: string }>();
  for (const [at, cell] of headings.entries()) {
    const column = columnUnder(key, cell.text);
    if (column !== null && !columns.has(column))
      columns.set(column, { index: at, heading: cell.text.trim() });
  }
  const name = table.name === "" ? sheets[key].name[language] : table.name;
  return { key, name, language, table: index, headingAt, rows: table.rows, columns };
}

/** How many of its columns the row names; of two sheets with as many, the one with fewer columns. */
function scoreOf(key: SheetKey, row: readonly Cell[]): number {
  const known = new Set(row.map(({ text }) => columnUnder(key, text)));
  known.delete(null);
  return known.size === 0 ? 0 : known.size + 1 / (1 + columnsOf(key).length);
}

/** The language of most headings. */
function languageOf(key: SheetKey, headings: readonly Cell[]): SheetLanguage {
  const written = new Set(headings.map(({ text }) => headingKey(text)));
  const count = (language: SheetLanguage) =>
    columnsOf(key).filter(([, column]) => written.has(headingKey(column.heading[language]))).length;
  return sheetLanguages.toSorted((one, other) => count(other) - count(one))[0] ?? "en";
}

function tellHeadings(sheet: FoundSheet, note: Note): void {
  const at = { sheet: sheet.name, table: sheet.table, row: sheet.headingAt + 1 };
  for (const [key, column] of columnsOf(sheet.key))
    if (column.isNeeded && !sheet.columns.has(key))
      note("error", { ...at, column: headingOf(column, sheet.language) }, "heading-missing");
  const headings = sheet.rows[sheet.headingAt] ?? [];
  for (const [index] of headings.entries()) {
    const column = textAt(headings, index);
    if (column === "" || isProblemHeading(column)) continue;
    const key = columnUnder(sheet.key, column);
    if (key === null) note("warning", { ...at, column }, "heading-unknown");
    else if (sheet.columns.get(key)?.index !== index)
      note("error", { ...at, column }, "heading-twice");
  }
}
