// The file of a statement, of any kind, in this thread. The server reads by `openFileReader`, in a thread of its own.
import { readPdfStatement, readStatementTables } from "#domain/statements/read-tables.ts";
import type { ColumnMapping, StatementFile } from "#domain/statements/statement-file.ts";
import { fileKind, readTablesHere } from "#server/core/spreadsheets/read-tables.ts";

export type StatementOptions = {
  /** The kind of the file comes from its content; the name may tell the short code. */
  fileName: string;
  /** Of a PDF; used to open it and nowhere stored. */
  password?: string | undefined;
  mapping?: ColumnMapping | null | undefined;
  /** The one that was confirmed for the account; a file with other columns is read without it. */
  storedMapping?: ColumnMapping | null | undefined;
};

/** Refuses what is no statement; what is wrong within its lines is in `problems`. */
export async function readStatementFile(
  bytes: Uint8Array,
  { fileName, password, mapping = null, storedMapping = null }: StatementOptions,
): Promise<StatementFile> {
  if (fileKind(bytes) !== "pdf")
    return readStatementTables(readTablesHere(bytes), { fileName, mapping, storedMapping });
  // PDF.js is large, and seldom needed.
  const { readPdfTable } = await import("./read-pdf.ts");
  return readPdfStatement(await readPdfTable(bytes, password));
}
