// Reads and validates the parts of a group's book in this process. The server calls `openFileReader`, which runs it in
// a process of its own, because a book may have 60,000 rows with a fault in each cell.
import type { UploadedTable } from "#domain/opening/find-sheets.ts";
import type { ValidatedSheet } from "#domain/opening/opening-book.ts";
import { type SheetContext, validateSheet } from "#domain/opening/validate-sheet.ts";
import { readTablesOfAll } from "#server/core/spreadsheets/read-tables.ts";

export type SheetPart = { bytes: Uint8Array; fileName: string };

/** With the first 1,000 of its problems and of its warnings. */
export type ReadSheet = ValidatedSheet & { problemCount: number };

const REPORTED_MOST = 1_000;

/** Refuses with `file-…` a part that holds no table. */
export function readSheetHere(parts: readonly SheetPart[], context: SheetContext): ReadSheet {
  const { problems, warnings, ...sheet } = validateSheet(tablesOf(parts).flat(), context);
  return {
    ...sheet,
    problemCount: problems.length,
    problems: problems.slice(0, REPORTED_MOST),
    warnings: warnings.slice(0, REPORTED_MOST),
  };
}

/** The tables of each part. */
export function tablesOf(parts: readonly SheetPart[]): UploadedTable[][] {
  const tables = readTablesOfAll(parts);
  return parts.map(({ fileName }, index) =>
    (tables[index] ?? []).map((table) => ({ ...table, fileName })),
  );
}
