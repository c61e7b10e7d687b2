// Reads the tables of any file, text or Excel, in this process. The server calls `openFileReader`, which runs it in a
// process of its own.
import { inflateRawSync } from "node:zlib";
import { type CellObject, read, SSF, type WorkSheet } from "@e965/xlsx";
import { refuse } from "#domain/refusal.ts";
import type { Cell, Table } from "#domain/spreadsheets/table.ts";
import { COLUMNS_MAX, EMPTY, newRoom, type Room, takeRoom } from "./cell-room.ts";
import { decodeText } from "./decode-text.ts";
import { fileKind, requireTable, requireWorkbook } from "./file-kinds.ts";
import { readText } from "./text-files.ts";

/** A file as it came: its content decides how it is read, its name is only repeated. */
export type FilePart = { bytes: Uint8Array; fileName: string };

/**
 * Sheets in their order, each with its rows; a text file is one sheet without a name. Refuses with `file-kind-unknown`
 * and `file-is-…` anything else, also PDF, and with what its reader refuses.
 */
export function readTablesHere(bytes: Uint8Array, fileName = ""): Table[] {
  return readTablesOfAll([{ bytes, fileName }]).flat();
}

/** The tables of several files, which together may have no more cells than one. */
export function readTablesOfAll(files: readonly FilePart[]): Table[][] {
  const room = newRoom();
  return files.map(({ bytes, fileName }) => {
    const kind = fileKind(bytes);
    if (kind === "xlsx" || kind === "xls") return readWorkbook(bytes, kind, room);
    if (kind === "picture") throw refuse("file-is-picture");
    if (kind === "archive") throw refuse("file-is-archive");
    const text = kind === "pdf" ? null : decodeText(bytes);
    if (text === null) throw refuse("file-kind-unknown");
    requireTable(text, fileName);
    return [readText(text, room)];
  });
}

/** Whether the system gave no more memory: the next file is read by a process that has some. */
export function isOutOfMemory(error: unknown): boolean {
  const reported = error instanceof Error ? error.message : "";
  return /allocation failed|invalid (?:string|array|typed array) length/i.test(reported);
}

// Excel files, old and new: the values that their cells show. Formulas, macros, links and styles are ignored.

/** More than the 50,000 lines of a statement and the 20,000 rows of any sheet of a group. */
const ROWS_MAX = 60_000;
const SHEETS_MAX = 50;

/** Refuses `file-damaged`, `file-locked`, `file-kind-unknown`, `file-too-large-to-read` and `file-too-many-rows`. */
function readWorkbook(bytes: Uint8Array, kind: "xlsx" | "xls", room: Room): Table[] {
  if (kind === "xlsx") requireUnfoldable(bytes);
  const workbook = open(bytes);
  const isFrom1904 = workbook.Workbook?.WBProps?.date1904 === true;
  const seen = workbook.Workbook?.Sheets ?? [];
  const tables = workbook.SheetNames.slice(0, SHEETS_MAX).map((name, index): Table => ({
    name,
    rows: rowsOf(workbook.Sheets[name], isFrom1904, room),
    ...((seen[index]?.Hidden ?? 0) > 0 ? { isHidden: true } : {}),
  }));
  // When an old workbook was cut short, its reader may find sheets without their rows.
  if (kind === "xls" && tables.every(({ rows }) => rows.length === 0)) throw refuse("file-damaged");
  return tables;
}

function open(bytes: Uint8Array) {
  try {
    return read(bytes, {
      type: "array",
      dense: true,
      // The number behind a date is exact; its format says that it is a date.
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
    if (isOutOfMemory(error)) throw refuse("file-too-large-to-read");
    const reported = error instanceof Error ? error.message : "";
    if (/password|encrypt/i.test(reported)) throw refuse("file-locked");
    throw refuse(
      /unsupported|unrecogni[sz]ed/i.test(reported) ? "file-kind-unknown" : "file-damaged",
    );
  }
}

function rowsOf(sheet: WorkSheet | undefined, isFrom1904: boolean, room: Room): Cell[][] {
  const data = (sheet?.["!data"] ?? []) as (CellObject | undefined)[][];
  if (data.length > ROWS_MAX) throw refuse("file-too-many-rows", { most: ROWS_MAX });
  return Array.from({ length: data.length }, (_, index) => {
    const row = cellsOf(data[index] ?? [], isFrom1904);
    takeRoom(room, row.length);
    return row;
  });
}

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
  // An error such as #REF! is text that is no date or amount.
  if (t === "e") return { text: "#ERROR", kind: "text" };
  return { text: String(v), kind: "text" };
}

function numberOf(value: number, format: string, isFrom1904: boolean): Cell {
  if (SSF.is_date(format)) {
    const text = momentOf(value, isFrom1904);
    if (text !== null) return { text, kind: "date" };
  }
  // A format of zeros shows the leading zeros that the number lost.
  const isPadded = /^0{2,20}$/.test(format) && Number.isSafeInteger(value) && value >= 0;
  return {
    text: isPadded ? String(value).padStart(format.length, "0") : plain(value),
    kind: "number",
  };
}

/** A date's number as `yyyy-MM-dd`, with its time if it has one; null outside of the calendar. */
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

/** Rounds binary noise away: 0.1 + 0.2 is 0.3. */
function plain(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return String(Math.abs(value - rounded) < 1e-7 ? rounded : value);
}

// The unpacked size of a zip, as its reader unpacks it: by what stands before each entry, not by the directory. The
// process has its limits without this; a workbook that would reach them is refused before it does.

/** 50,000 lines of 13 columns as XML, three times. */
const UNFOLDED_MAX = 100 * 1024 * 1024;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const DEFLATED = 8;

/** Refuses with `file-damaged` a directory that does not lead to its entries, and a zip that is no workbook. */
function requireUnfoldable(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let left = UNFOLDED_MAX;
  const names: string[] = [];
  for (let count = 0; count < entries; count += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY)
      throw refuse("file-damaged");
    left -= unfoldedSize(bytes, view, { header: view.getUint32(at + 42, true), left });
    if (left < 0) throw refuse("file-too-large-to-read");
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    names.push(new TextDecoder("latin1").decode(bytes.subarray(at + 46, nameEnd)));
    at +=
      46 +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true);
  }
  requireWorkbook(names);
}

/** The end of the directory is within the last 64 KB, before a comment. */
function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at -= 1)
    if (view.getUint32(at, true) === END) return at;
  throw refuse("file-damaged");
}

function unfoldedSize(
  bytes: Uint8Array,
  view: DataView,
  { header, left }: { header: number; left: number },
): number {
  if (header + 30 > view.byteLength) throw refuse("file-damaged");
  const stated = view.getUint32(header + 22, true);
  if (view.getUint16(header + 8, true) !== DEFLATED) return stated;
  const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  try {
    const unfolded = inflateRawSync(bytes.subarray(start), { maxOutputLength: left + 1 });
    return Math.max(unfolded.length, stated);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    throw refuse(code === "ERR_BUFFER_TOO_LARGE" ? "file-too-large-to-read" : "file-damaged");
  }
}
