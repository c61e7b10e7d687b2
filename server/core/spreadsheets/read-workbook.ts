// Excel's files, old and new: what their cells show. Formulas, macros, links and styles are not looked at.
import { read, SSF, type CellObject, type WorkSheet } from "@e965/xlsx";
import { Refusal, refuse } from "#domain/refusal.ts";
import type { Cell, Table } from "#domain/spreadsheets/table.ts";
import { requireUnfoldable } from "./unfolded-size.ts";

/** Above the 50,000 lines of a statement, and the 20,000 rows of any sheet of a group. */
const ROWS_MAX = 60_000;
const COLUMNS_MAX = 200;
const SHEETS_MAX = 50;

/** Refuses `file-damaged`, `file-locked`, `file-kind-unknown`, `file-unfolds-too-large` and `file-too-many-rows`. */
export function readWorkbook(bytes: Uint8Array, kind: "xlsx" | "xls"): Table[] {
  if (kind === "xlsx") requireUnfoldable(bytes);
  const workbook = open(bytes);
  const isFrom1904 = workbook.Workbook?.WBProps?.date1904 === true;
  return workbook.SheetNames.slice(0, SHEETS_MAX).map((name) => ({
    name,
    rows: rowsOf(workbook.Sheets[name], isFrom1904),
  }));
}

function open(bytes: Uint8Array) {
  try {
    return read(bytes, {
      type: "array",
      dense: true,
      // The number behind a date tells it exactly; its format tells that it is one.
      cellDates: false,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
      cellStyles: false,
      bookVBA: false,
      bookDeps: false,
      bookFiles: false,
      sheetRows: ROWS_MAX + 1,
    });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const reported = error instanceof Error ? error.message : "";
    if (/password|encrypt/i.test(reported)) throw refuse("file-locked");
    throw refuse(
      /unsupported|unrecogni[sz]ed/i.test(reported) ? "file-kind-unknown" : "file-damaged",
    );
  }
}

function rowsOf(sheet: WorkSheet | undefined, isFrom1904: boolean): Cell[][] {
  const data = (sheet?.["!data"] ?? []) as (CellObject | undefined)[][];
  if (data.length > ROWS_MAX) throw refuse("file-too-many-rows", { most: ROWS_MAX });
  return Array.from({ length: data.length }, (_, index) => cellsOf(data[index] ?? [], isFrom1904));
}

const EMPTY: Cell = { text: "", kind: "text" };

function cellsOf(row: readonly (CellObject | undefined)[], isFrom1904: boolean): Cell[] {
  const cells = Array.from({ length: Math.min(row.length, COLUMNS_MAX) }, (_, index) => {
    const cell = row[index];
    return cell === undefined ? EMPTY : cellOf(cell, isFrom1904);
  });
  while (cells.at(-1)?.text === "") cells.pop();
  return cells;
}

function cellOf({ t, v, z }: CellObject, isFrom1904: boolean): Cell {
  if (v === undefined || v === null || t === "z") return EMPTY;
  if (t === "n" && typeof v === "number") return numberOf(v, String(z ?? "General"), isFrom1904);
  if (t === "b") return { text: v === true ? "TRUE" : "FALSE", kind: "text" };
  // An error, such as #REF!, is text that no date or amount is read from.
  if (t === "e") return { text: "#ERROR", kind: "text" };
  return { text: String(v), kind: "text" };
}

function numberOf(value: number, format: string, isFrom1904: boolean): Cell {
  if (SSF.is_date(format)) {
    const text = momentOf(value, isFrom1904);
    if (text !== null) return { text, kind: "date" };
  }
  // A format of zeros alone shows the zeros that the number lost.
  const isPadded = /^0{2,20}$/.test(format) && Number.isSafeInteger(value) && value >= 0;
  return {
    text: isPadded ? String(value).padStart(format.length, "0") : plain(value),
    kind: "number",
  };
}

/** A date's number as `yyyy-MM-dd`, with its time when it has one; null outside of the calendar. */
function momentOf(value: number, isFrom1904: boolean): string | null {
  const parts = SSF.parse_date_code(value, { date1904: isFrom1904 });
  if (parts === null || parts.y < 1900 || parts.d < 1) return null;
  const day = `${parts.y}-${two(parts.m)}-${two(parts.d)}`;
  const hasTime = parts.H + parts.M + parts.S > 0;
  return hasTime ? `${day}T${two(parts.H)}:${two(parts.M)}:${two(parts.S)}` : day;
}

function two(part: number): string {
  return String(part).padStart(2, "0");
}

/** Without what binary fractions add: 0.1 + 0.2 is 0.3. */
function plain(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return String(Math.abs(value - rounded) < 1e-7 ? rounded : value);
}
