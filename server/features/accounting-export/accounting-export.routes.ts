// The books as files: contract entry -> action.
import type { QueryOf } from "#contract/endpoint.ts";
import { exportJournal as endpoint } from "#contract/ledger.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import type { Translate } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { zip, type PackedFile } from "#server/core/spreadsheets/write-files.ts";
import { inTransaction, type Database } from "#server/db/connection.ts";
import type { Download } from "#server/http/answer-read.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { beancount, csv, hledger, type JournalFormat } from "./journal-formats.ts";
import { readJournal, tables, type Period } from "./tables.ts";

export function accountingExportRoutes(routes: Routes, printReports: PrintReports): void {
  routes.download(
    endpoint,
    (reader, { query, ...by }) => exportBooks(reader, by, { query, printReports }),
    (db, { query, ...by }) => recordExport(db, by, query),
  );
}

// The journal in a format of plain-text accounting, tables for a spreadsheet, or all in one archive (BOOK-23).

const formats = { hledger, beancount, csv } satisfies Record<string, JournalFormat>;

type By = Pick<SignedInRequest, "actor" | "now" | "origin" | "t">;

/** The reports of a period as PDF files; without `start`, from the first entry on. */
type PrintReports = (
  db: Database,
  params: { start: PlainDate; end: PlainDate; now: Date; t: Translate; actorId: number },
) => PackedFile[];

/** The file, written piece by piece as it is read. */
async function exportBooks(
  db: Database,
  by: By,
  { query, printReports }: { query: QueryOf<typeof endpoint>; printReports: PrintReports },
): Promise<Download> {
  const { format, what = "journal" } = query;
  const period: Period = { start: query.start_date, end: query.end_date };
  const exportedOn = nairobiDate(by.now);
  const { name: groupName } = await readGroupSettings(db);
  const books: Books = { db, groupName, exportedOn, period };
  if (format === "zip") {
    const reports = printReports(db, {
      start: period.start ?? (await readFirstDay(db)) ?? exportedOn,
      end: period.end ?? exportedOn,
      now: by.now,
      t: by.t,
      actorId: by.actor.id,
    });
    return {
      name: `akiba-books-${exportedOn}.zip`,
      mediaType: "application/zip",
      content: zip([...allFiles(books), ...reports], by.now),
    };
  }
  if (format === "csv" && what !== "journal") return { ...tableFile(books, what), ...csvType };
  return {
    ...journalFile(books, formats[format]),
    mediaType: `${formats[format].mediaType}; charset=utf-8`,
  };
}

type Books = { db: Database; groupName: string; exportedOn: PlainDate; period: Period };

const csvType = { mediaType: `${csv.mediaType}; charset=utf-8` };

function allFiles(books: Books): PackedFile[] {
  return [
    ...Object.values(formats).map((format) => journalFile(books, format)),
    ...(Object.keys(tables) as (keyof typeof tables)[]).map((what) => tableFile(books, what)),
  ];
}

function journalFile(books: Books, format: JournalFormat) {
  return {
    name: `akiba-journal-${books.exportedOn}.${format.extension}`,
    content: writeJournal(books, format),
  };
}

function tableFile({ db, exportedOn, period }: Books, what: keyof typeof tables) {
  return {
    name: `akiba-${what}-${exportedOn}.${csv.extension}`,
    content: tables[what](db, period),
  };
}

async function* writeJournal(
  { db, period, groupName, exportedOn }: Books,
  format: JournalFormat,
): AsyncGenerator<string> {
  const params = { groupName, exportedOn };
  let begun = false;
  for await (const page of readJournal(db, period)) {
    if (!begun) yield format.head({ ...params, firstDay: page[0]?.date ?? exportedOn });
    begun = true;
    yield page.map((entry) => format.entry(entry)).join("");
  }
  if (!begun) yield format.head({ ...params, firstDay: exportedOn });
}

/** The audit log records every export. */
async function recordExport(db: Database, by: By, query: QueryOf<typeof endpoint>): Promise<void> {
  const { format, what, start_date, end_date } = query;
  const { isAuditor, id, username } = by.actor;
  await inTransaction(db, (tx) =>
    recordAudit(tx, {
      now: by.now,
      // An auditor is no member: the row names the seat instead.
      actorId: isAuditor ? null : id,
      action: "journal.export",
      subject: "journal",
      subjectId: null,
      after: {
        format,
        ...(what === undefined ? {} : { what }),
        ...(start_date === undefined ? {} : { start_date }),
        ...(end_date === undefined ? {} : { end_date }),
        ...(isAuditor ? { auditor: username } : {}),
      },
      address: by.origin.address,
    }),
  );
}

async function readFirstDay(db: Database): Promise<PlainDate | null> {
  const first = await db
    .selectFrom("entries")
    .select("business_date")
    .orderBy("business_date")
    .limit(1)
    .executeTakeFirst();
  return first?.business_date ?? null;
}
