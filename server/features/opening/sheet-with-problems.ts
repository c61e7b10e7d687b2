// The same sheet with a column Problem (OPEN-14): a workbook again for a workbook, a csv for a csv, a zip for several files.
import { headingKey, type Cell, type Table } from "#domain/spreadsheets/table.ts";
import { isProblemHeading } from "#domain/opening/sheet-columns.ts";
import type { SheetProblem } from "#domain/opening/validated-sheet.ts";
import { saySheetFault } from "#messages/say-refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { row } from "#server/core/spreadsheets/csv-row.ts";
import { writeWorkbook } from "#server/core/spreadsheets/write-workbook.ts";
import { zip } from "#server/core/spreadsheets/zip.ts";
import type { SheetPart, TableReader } from "#server/core/opening/validate-opening.ts";
import type { Download } from "#server/http/endpoint-route.ts";
import type { ShelvedSheet } from "./sheet-shelf.ts";

/** Excel reads a csv as UTF-8 by it. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** `RegNo: This cell is needed and is empty.`, all of a row together. */
export function problemsOfRows(
  problems: readonly SheetProblem[],
  t: Translate,
): ShelvedSheet["problems"] {
  const rows = new Map<
    string,
    { table: number | null; sheet: string; row: number; text: string }
  >();
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

/** Reads the parts again, since the file is smaller than what was read from it. */
export async function writeSheetWithProblems(
  files: TableReader,
  shelved: ShelvedSheet,
  now: Date,
): Promise<Download> {
  const { parts, problems, problemHeading } = shelved;
  const written: { name: string; content: Uint8Array; isCsv: boolean }[] = [];
  let table = 0;
  for (const part of parts) {
    const tables = await files.readTables(part.bytes);
    const first = table;
    table += tables.length;
    const marked = tables.map((each, index) =>
      withProblems(each, {
        heading: problemHeading,
        texts: new Map(
          problems
            .filter((problem) => problem.table === first + index)
            .map((problem) => [problem.row - 1, problem.text]),
        ),
      }),
    );
    const isCsv = tables.every(({ name }) => name === "");
    const isLast = part === parts.at(-1);
    written.push({
      name: nameOf(part, written.length, isCsv),
      content: isCsv
        ? csvOf(marked)
        : writeWorkbook(isLast ? [...marked, ...missingSheets(shelved)] : marked),
      isCsv,
    });
  }
  const [single] = written;
  if (single === undefined || written.length > 1)
    return {
      name: "sheet-with-problems.zip",
      mediaType: "application/zip",
      content: zip(
        written.map(({ name, content }) => ({ name, content: piecesOf(content) })),
        now,
      ),
    };
  return {
    name: single.isCsv ? "sheet-with-problems.csv" : "sheet-with-problems.xlsx",
    mediaType: single.isCsv ? "text/csv; charset=utf-8" : XLSX,
    content: single.content,
  };
}

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export async function* piecesOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
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
    { length: Math.max(rows.length, ...[...texts.keys()].map((at) => at + 1)) },
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
function missingSheets({ problems, problemHeading }: ShelvedSheet): Table[] {
  const missing = problems.filter(({ table }) => table === null);
  if (missing.length === 0) return [];
  const rows = missing.map(({ sheet, text }): Cell[] => [
    { text: sheet, kind: "text" },
    { text, kind: "text" },
  ]);
  return [{ name: problemHeading, rows }];
}

function csvOf(tables: readonly Table[]): Uint8Array {
  const lines = tables.flatMap(({ rows }) =>
    rows.map((cells) => row(cells.map(({ text }) => text))),
  );
  return new Uint8Array(Buffer.from(BYTE_ORDER_MARK + lines.join("")));
}

function nameOf({ fileName }: SheetPart, index: number, isCsv: boolean): string {
  const base = headingKey(fileName.replace(/\.\w+$/, "")).replaceAll(/[^a-z0-9-]+/g, "-");
  return `${index + 1}-${base === "" ? "sheet" : base}.${isCsv ? "csv" : "xlsx"}`;
}
