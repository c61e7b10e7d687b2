// Reads a statement of any kind in this process. The server calls `openFileReader`, which runs it in a process of
// its own.
import { readPdfStatement, readStatementTables } from "#domain/statements/read-tables.ts";
import type { ColumnMapping, StatementFile } from "#domain/statements/statement-file.ts";
import { fileKind, readTablesHere } from "#server/core/spreadsheets/read-tables.ts";

export type StatementOptions = {
  /** The content decides the kind; the name may contain the short code and the period. */
  fileName: string;
  /** For a PDF; used to open it and stored nowhere. */
  password?: string | undefined;
  mapping?: ColumnMapping | null | undefined;
  /** The columns confirmed for the account; a file with other columns is read without them. */
  storedMapping?: ColumnMapping | null | undefined;
};

/** Refuses a file that is no statement; faults within its lines are in `problems`. */
export async function readStatementFile(
  bytes: Uint8Array,
  { fileName, password, mapping = null, storedMapping = null }: StatementOptions,
): Promise<StatementFile> {
  if (fileKind(bytes) !== "pdf")
    return readStatementTables(readTablesHere(bytes), { fileName, mapping, storedMapping });
  // PDF.js is large and seldom needed.
  const { readPdfTable } = await import("./read-pdf.ts");
  return readPdfStatement(await readPdfTable(bytes, password), { fileName });
}
