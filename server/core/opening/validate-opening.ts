// Reads an uploaded sheet and checks it against the existing accounts: the one path of rehearsal and proposal
// (OPEN-15).
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import type { UploadedTable } from "#domain/opening/find-sheets.ts";
import { validateSheet } from "#domain/opening/validate-sheet.ts";
import type { ValidatedSheet } from "#domain/opening/opening-book.ts";
import type { KnownAccount } from "#domain/opening/read-members.ts";
import type { SheetLanguage } from "#domain/opening/sheet-columns.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import type { FileReader } from "#server/core/spreadsheets/file-reader.ts";
import type { Reader } from "#server/db/connection.ts";
import { sheetWords } from "./sheet-words.ts";

/** Reads files outside of the thread that answers requests. */
export type TableReader = Pick<FileReader, "readTables">;

export type SheetPart = { bytes: Uint8Array; fileName: string };

/** The parts named `file`, and the cut-over day. */
export type UploadedSheet = { parts: readonly SheetPart[]; cutOver: PlainDate };

/**
 * Reads the parts in a thread of its own and reports every problem; writes nothing. A sheet with `problems` cannot be
 * proposed; a `differenceCents` other than 0 needs a reason (OPEN-9). Refuses with `file-…` a file that holds no
 * table. `language` names sheets and choices.
 */
export async function validateOpening(
  reader: Reader,
  files: TableReader,
  sheet: UploadedSheet,
  language: SheetLanguage,
): Promise<ValidatedSheet> {
  const tables = await readTablesOf(files, sheet.parts);
  const [accounts, settings] = await Promise.all([
    readKnownAccounts(reader),
    readGroupSettings(reader),
  ]);
  return validateSheet(tables, {
    cutOver: sheet.cutOver,
    words: sheetWords(language, settings),
    accounts,
    language,
  });
}

export async function readTablesOf(
  files: TableReader,
  parts: readonly SheetPart[],
): Promise<UploadedTable[]> {
  const read = await Promise.all(
    parts.map(async ({ bytes, fileName }) => {
      const tables = await files.readTables(bytes);
      return tables.map((table) => ({ ...table, fileName }));
    }),
  );
  return read.flat();
}

async function readKnownAccounts(reader: Reader): Promise<KnownAccount[]> {
  const rows = await reader
    .selectFrom("members")
    .select(["reg_number", "first_name", "last_name", "phone", "email"])
    .select(
      sql<KnownAccount["standing"]>`CASE
        WHEN has_cleared OR status = 'cleared' OR exited_on IS NOT NULL THEN 'left'
        WHEN status = 'pending_approval' THEN 'waits'
        -- What an earlier sheet made and nobody claimed was deactivated with it, and comes back with this one (OPEN-38).
        WHEN NOT is_active AND NOT (is_brought_in AND password_hash IS NULL) THEN 'inactive'
        ELSE 'in-group' END`.as("standing"),
    )
    .execute();
  return rows.map((row) => ({
    regNumber: row.reg_number,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    email: row.email,
    standing: row.standing,
  }));
}
