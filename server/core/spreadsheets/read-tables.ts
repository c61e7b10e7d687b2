// Reads the tables of any file in this thread. The server calls `openFileReader`, which runs it in a thread of its
// own.
import { refuse } from "#domain/refusal.ts";
import type { Table, Cell } from "#domain/spreadsheets/table.ts";
import { readWorkbook } from "./read-workbook.ts";
import Papa from "papaparse";

/**
 * Sheets in their order, each with its rows; a text file is one sheet without a name. The content decides the kind.
 * Refuses with `file-kind-unknown` anything else, also PDF, and with what its reader refuses.
 */
export function readTablesHere(bytes: Uint8Array): Table[] {
  const kind = fileKind(bytes);
  if (kind === "text") return readCsv(bytes);
  if (kind === "xlsx" || kind === "xls") return readWorkbook(bytes, kind);
  throw refuse("file-kind-unknown");
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
const NOTHING: readonly Cell[] = [];

/** One table of text cells. Refuses with `file-damaged` a quote that never closes, because it would swallow lines. */
export function readCsv(bytes: Uint8Array): Table[] {
  const text = decode(bytes);
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter: separatorOf(text),
    skipEmptyLines: false,
  });
  if (errors.some(({ code }) => code === "MissingQuotes")) throw refuse("file-damaged");
  const rows = data.map((row) => (isEmpty(row) ? [...NOTHING] : row.map(cellOf)));
  // The line break at the end of the file starts no row.
  if (rows.at(-1)?.length === 0) rows.pop();
  return [{ name: "", rows }];
}

function isEmpty(row: readonly string[]): boolean {
  return row.length === 1 && row[0]?.trim() === "";
}

function cellOf(text: string): Cell {
  return { text, kind: "text" };
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
