// Reads the tables of any file, text or Excel, in this process. The server calls `openFileReader`, which runs it in a
// process of its own.
import { inflateRawSync } from "node:zlib";
import Papa from "papaparse";
import { type CellObject, read, SSF, type WorkSheet } from "@e965/xlsx";
import { refuse } from "#domain/refusal.ts";
import type { Cell, Table } from "#domain/spreadsheets/table.ts";

/**
 * Sheets in their order, each with its rows; a text file is one sheet without a name. The content decides the kind.
 * Refuses with `file-kind-unknown` anything else, also PDF, and with what its reader refuses.
 */
export function readTablesHere(bytes: Uint8Array): Table[] {
  return readTablesOfAll([bytes]).flat();
}

/** The tables of several files, which together may have no more cells than one. */
export function readTablesOfAll(files: readonly Uint8Array[]): Table[][] {
  const room: Room = { cells: CELLS_MAX };
  return files.map((bytes) => {
    const kind = fileKind(bytes);
    if (kind === "text") return readCsv(bytes, room);
    if (kind === "xlsx" || kind === "xls") return readWorkbook(bytes, kind, room);
    throw refuse("file-kind-unknown");
  });
}

/** Three times the cells of a statement of 50,000 lines, which come to some 150 MB. */
const CELLS_MAX = 2_000_000;
const COLUMNS_MAX = 200;

/** How many cells may still come. */
type Room = { cells: number };

/** An empty row takes room as well. */
function takeRoom(room: Room, cells: number): void {
  room.cells -= Math.max(cells, 1);
  if (room.cells < 0) throw refuse("file-too-large-to-read");
}

/** Whether the system gave no more memory: the next file is read by a process that has some. */
export function isOutOfMemory(error: unknown): boolean {
  const reported = error instanceof Error ? error.message : "";
  return /allocation failed|invalid (?:string|array|typed array) length/i.test(reported);
}

// The kind of a file, by its content.

type FileKind = "text" | "xlsx" | "xls" | "pdf" | "unknown";

const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** Every zip counts as a workbook until opening it fails. */
export function fileKind(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) return "unknown";
  if (startsWith(bytes, ZIP)) return "xlsx";
  if (startsWith(bytes, OLE)) return "xls";
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 1_024));
  if (head.includes("%PDF-")) return "pdf";
  const isUtf16 = startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff]);
  if (!isUtf16 && bytes.includes(0)) return "unknown";
  return /^\s*(?:\uFEFF|ï»¿)?\s*(?:<|\{\\rtf)/.test(head) ? "unknown" : "text";
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, index) => bytes[index] === byte);
}

// Tables written as text: separated by comma, semicolon or tab, in UTF-8, UTF-16 or Windows-1252.

const SEPARATORS = [",", ";", "\t", "|"] as const;
const EMPTY: Cell = { text: "", kind: "text" };

/** One table of text cells. Refuses with `file-damaged` a quote that never closes, because it would swallow lines. */
function readCsv(bytes: Uint8Array, room: Room): Table[] {
  const text = decode(bytes);
  const rows: Cell[][] = [];
  Papa.parse<string[]>(text, {
    delimiter: separatorOf(text),
    skipEmptyLines: false,
    step({ data: row, errors }) {
      if (errors.some(({ code }) => code === "MissingQuotes")) throw refuse("file-damaged");
      takeRoom(room, row.length);
      rows.push(isEmpty(row) ? [] : row.slice(0, COLUMNS_MAX).map(textCell));
    },
  });
  // The line break at the end of the file starts no row.
  if (rows.at(-1)?.length === 0) rows.pop();
  return [{ name: "", rows }];
}

function isEmpty(row: readonly string[]): boolean {
  return row.length === 1 && row[0]?.trim() === "";
}

function textCell(text: string): Cell {
  return text === "" ? EMPTY : { text, kind: "text" };
}

/**
 * Decodes by the byte order mark; without one, as UTF-8 if that is valid, else as Windows-1252, in which every byte
 * is valid.
 */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder("latin1").decode(bytes);
    return text.replace(
      /[\u0080-\u009f]/g,
      (control) => WINDOWS[control.charCodeAt(0) - 128] ?? control,
    );
  }
}

// Node 20 reads these as control characters.
const WINDOWS = Array.from("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ");

/** The separator that the third-richest of the first rows has most of, outside of quotes. */
function separatorOf(text: string): string {
  const sample = text.slice(0, 20_000).replace(/"[^"]*"/g, "");
  const rows = sample.split(/\r\n|\r|\n/).slice(0, 60);
  const counts = SEPARATORS.map((separator) => {
    const most = rows.map((row) => row.split(separator).length - 1).toSorted((a, b) => b - a);
    return { separator, count: most[Math.min(2, most.length - 1)] ?? 0, most: most[0] ?? 0 };
  });
  counts.sort((a, b) => b.count - a.count || b.most - a.most);
  return counts[0]?.separator ?? ",";
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
  const tables = workbook.SheetNames.slice(0, SHEETS_MAX).map((name) => ({
    name,
    rows: rowsOf(workbook.Sheets[name], isFrom1904, room),
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

/** Refuses with `file-damaged` a directory that does not lead to its entries. */
function requireUnfoldable(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let left = UNFOLDED_MAX;
  for (let count = 0; count < entries; count += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY)
      throw refuse("file-damaged");
    left -= unfoldedSize(bytes, view, { header: view.getUint32(at + 42, true), left });
    if (left < 0) throw refuse("file-too-large-to-read");
    at +=
      46 +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true);
  }
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
