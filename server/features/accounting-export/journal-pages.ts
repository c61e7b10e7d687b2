// The journal of a period in order of its days, read in pages so that memory stays small however long the books are.
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import { selectEntryRows, toEntryRow, type EntryRow } from "#server/core/ledger/journal-rows.ts";
import type { Reader } from "#server/db/connection.ts";

const PAGE_SIZE = 500;

/** The days of an export, both included; undefined is from the first entry on, or to the last. */
export type Period = { start?: PlainDate | undefined; end?: PlainDate | undefined };

/** Entries that are written while this is read are left out: each page continues where the last one stopped. */
export async function* readJournal(
  reader: Reader,
  { start, end: until }: Period = {},
  pageSize = PAGE_SIZE,
): AsyncGenerator<EntryRow[]> {
  const newest = await reader
    .selectFrom("entries")
    .select(sql<number | null>`max(id)`.as("id"))
    .executeTakeFirstOrThrow();
  if (newest.id === null) return;
  let last: { date: PlainDate; id: number } | null = null;
  for (;;) {
    let rows = selectEntryRows(reader)
      .where("entries.id", "<=", newest.id)
      .orderBy("entries.business_date")
      .orderBy("entries.id")
      .limit(pageSize);
    if (start !== undefined) rows = rows.where("entries.business_date", ">=", start);
    if (until !== undefined) rows = rows.where("entries.business_date", "<=", until);
    if (last !== null)
      rows = rows.where(
        sql<boolean>`(entries.business_date, entries.id) > (${last.date}::date, ${last.id}::int)`,
      );
    const page = (await rows.execute()).map(toEntryRow);
    const end = page.at(-1);
    if (end === undefined) return;
    yield page;
    last = { date: end.date, id: end.id };
  }
}
