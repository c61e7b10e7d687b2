// A group's book with a column Problem (OPEN-14): a workbook again for a workbook, a csv for a csv. Runs in the process
// that reads uploaded files.
import type { Language } from "#domain/language.ts";
import type { SheetProblem } from "#domain/opening/opening-book.ts";
import { isProblemHeading, problemHeading } from "#domain/opening/sheet-columns.ts";
import { type SheetContext, validateSheet } from "#domain/opening/validate-sheet.ts";
import { type Cell, headingKey, type Table } from "#domain/spreadsheets/table.ts";
import { saySheetFault } from "#messages/say-refusal.ts";
import { type Translate, translatorFor } from "#messages/translator.ts";
import { BYTE_ORDER_MARK, row, writeWorkbook } from "#server/core/spreadsheets/write-files.ts";
import { type SheetPart, tablesOf } from "./read-sheet.ts";

export type MarkedSheet = {
  parts: readonly SheetPart[];
  context: SheetContext;
  /** Beside those of the sheet itself. */
  warnings: readonly SheetProblem[];
  language: Language;
};

export type MarkedFile = { name: string; content: Uint8Array; isCsv: boolean };

/** The text of the column Problem, by table and row (from 1). */
type RowProblem = { table: number | null; sheet: string; row: number; text: string };

/** Reads and validates the parts again, since they are smaller than what is found in them. */
export function markSheetHere({ parts, context, warnings, language }: MarkedSheet): MarkedFile[] {
  const tables = tablesOf(parts);
  const found = validateSheet(tables.flat(), context);
  const all = [...found.problems, ...warnings, ...found.warnings];
  const problems = problemsOfRows(all, translatorFor(language));
  const heading = problemHeading[context.language];
  let first = 0;
  return parts.map(({ fileName }, part) => {
    const own = tables[part] ?? [];
    const marked = own.map((each, index) =>
      withProblems(each, {
        heading,
        texts: new Map(
          problems
            .filter(({ table }) => table === first + index)
            .map((problem) => [problem.row - 1, problem.text]),
        ),
      }),
    );
    first += own.length;
    const isCsv = own.every(({ name }) => name === "");
    const missing = part === parts.length - 1 ? missingSheets(problems, heading) : [];
    return {
      name: nameOf(fileName, part, isCsv),
      content: isCsv ? csvOf(marked) : writeWorkbook([...marked, ...missing]),
      isCsv,
    };
  });
}

/** `RegNo: This cell is needed and is empty.`, all of a row together. */
function problemsOfRows(problems: readonly SheetProblem[], t: Translate): RowProblem[] {
  const rows = new Map<string, RowProblem>();
  for (const { table, sheet, row: at, column, fault } of problems) {
    const words = saySheetFault(t, fault);
    const text = column === "" ? words : `${column}: ${words}`;
    const key = `${table} ${sheet} ${at}`;
    const before = rows.get(key);
    if (before === undefined) rows.set(key, { table, sheet, row: at, text });
    else before.text += ` ${text}`;
  }
  return [...rows.values()];
}

/** In the column that has the heading already, else behind the last one. */
function withProblems(
  { name, rows }: Table,
  { heading, texts }: { heading: string; texts: ReadonlyMap<number, string> },
): Table {
  const headingAt = Math.max(
    0,
    rows.findIndex((cells) => cells.some(({ text }) => text.trim() !== "")),
  );
  const known = rows.slice(0, 20).flatMap((cells, at) => {
    const column = cells.findIndex(({ text }) => text !== "" && isProblemHeading(text));
    return column === -1 ? [] : [{ at, column }];
  })[0];
  const column = known?.column ?? rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  const marked = Array.from(
    { length: [...texts.keys()].reduce((most, at) => Math.max(most, at + 1), rows.length) },
    (_, at): Cell[] => {
      const cells = [...(rows[at] ?? [])];
      const text = texts.get(at);
      const isHeading = at === (known?.at ?? headingAt);
      const written = isHeading ? [heading, text].filter(Boolean).join(": ") : text;
      if (written === undefined && known === undefined) return cells;
      while (cells.length < column) cells.push({ text: "", kind: "text" });
      cells[column] = { text: written ?? "", kind: "text" };
      return cells;
    },
  );
  return { name, rows: marked };
}

/** A sheet that is not there has no row to stand at. */
function missingSheets(problems: readonly RowProblem[], heading: string): Table[] {
  const missing = problems.filter(({ table }) => table === null);
  if (missing.length === 0) return [];
  const rows = missing.map(({ sheet, text }): Cell[] => [
    { text: sheet, kind: "text" },
    { text, kind: "text" },
  ]);
  return [{ name: heading, rows }];
}

function csvOf(tables: readonly Table[]): Uint8Array {
  const lines = tables.flatMap(({ rows }) =>
    rows.map((cells) => row(cells.map(({ text }) => text))),
  );
  return new Uint8Array(Buffer.from(BYTE_ORDER_MARK + lines.join("")));
}

function nameOf(fileName: string, index: number, isCsv: boolean): string {
  const base = headingKey(fileName.replace(/\.\w+$/, "")).replaceAll(/[^a-z0-9-]+/g, "-");
  return `${index + 1}-${base === "" ? "sheet" : base}.${isCsv ? "csv" : "xlsx"}`;
}
