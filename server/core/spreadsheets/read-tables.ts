// Tables of any file that has them, in this thread. The server reads by `openFileReader`, in a thread of its own.
import { refuse } from "#domain/refusal.ts";
import type { Table } from "#domain/spreadsheets/table.ts";
import { fileKind } from "./file-kind.ts";
import { readCsv } from "./read-csv.ts";
import { readWorkbook } from "./read-workbook.ts";

/**
 * Sheets in their order, each with its rows; a text file is one sheet without a name. The kind comes from the content. Refuses
 * `file-kind-unknown`, also for PDF, and what its reader refuses.
 */
export function readTablesHere(bytes: Uint8Array): Table[] {
  const kind = fileKind(bytes);
  if (kind === "text") return readCsv(bytes);
  if (kind === "xlsx" || kind === "xls") return readWorkbook(bytes, kind);
  throw refuse("file-kind-unknown");
}
