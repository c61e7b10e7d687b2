// Reads the tables of any file in this thread. The server calls `openFileReader`, which runs it in a thread of its
// own.
import { refuse } from "#domain/refusal.ts";
import type { Table } from "#domain/spreadsheets/table.ts";
import { readCsv } from "./read-csv.ts";
import { readWorkbook } from "./read-workbook.ts";

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
