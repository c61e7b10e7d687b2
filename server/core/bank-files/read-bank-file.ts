// Reads a statement of any kind in this process. The server calls `openFileReader`, which runs it in a process of
// its own.
import { readPdfStatement, readStatementTables } from "#domain/statements/read-tables.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { Readings } from "#domain/statements/readings.ts";
import type { ColumnMapping, StatementFile } from "#domain/statements/statement-file.ts";
import { fileKind } from "#server/core/spreadsheets/file-kinds.ts";
import { readTablesHere } from "#server/core/spreadsheets/read-tables.ts";

export type BankFileOptions = {
  /** The content decides the kind; the name may contain the short code and the period. */
  fileName: string;
  /** For a PDF; used to open it and stored nowhere. */
  password?: string | undefined;
  mapping?: ColumnMapping | null | undefined;
  /** The columns confirmed for the account; a file with other columns is read without them. */
  storedMapping?: ColumnMapping | null | undefined;
  /** What a person said of files of the account that can be read in two ways. */
  readings?: Readings | undefined;
  /** In Nairobi: no line and no period is beyond it. */
  today: PlainDate;
};

/** Refuses a file that is no statement; faults within its lines are in `problems`. */
export async function readBankFile(
  bytes: Uint8Array,
  {
    fileName,
    password,
    mapping = null,
    storedMapping = null,
    readings = {},
    today,
  }: BankFileOptions,
): Promise<StatementFile> {
  if (fileKind(bytes) !== "pdf")
    return readStatementTables(readTablesHere(bytes, fileName), {
      fileName,
      mapping,
      storedMapping,
      readings,
      today,
    });
  // PDF.js is large and seldom needed.
  const { readPdfTable } = await import("./read-pdf.ts");
  return readPdfStatement(await readPdfTable(bytes, password), { fileName, today });
}
