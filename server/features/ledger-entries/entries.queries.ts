// The journal as its list shows it (contract 5).
import { sql } from "kysely";
import type { Entry } from "#contract/ledger.ts";
import { nairobiIso, type PlainDate } from "#domain/calendar.ts";
import { entryTypeOf } from "#domain/ledger/entry-types.ts";
import { toKes } from "#domain/money.ts";
import { selectEntryRows, toEntryRow, type EntryRow } from "#server/core/journal-rows.ts";
import type { Page } from "#server/core/paging.ts";
import type { Reader } from "#server/db/connection.ts";

export type EntryFilter = {
  start_date?: PlainDate | undefined;
  end_date?: PlainDate | undefined;
  account?: string | undefined;
};

/** Newest business date first; `count` of all that match, for a page. */
export async function readEntries(
  reader: Reader,
  given: { filter: EntryFilter; page: Page | null },
): Promise<{ entries: Entry[]; count: number | undefined }> {
  const { filter, page } = given;
  let rows = selectEntryRows(reader)
    .where(matches(filter))
    .orderBy("entries.business_date", "desc")
    .orderBy("entries.id", "desc");
  if (page !== null) rows = rows.limit(page.limit).offset(page.offset);
  const entries = (await rows.execute()).map((row) => toEntry(toEntryRow(row)));
  return { entries, count: page === null ? undefined : await countEntries(reader, filter) };
}

export async function readEntry(reader: Reader, id: number): Promise<Entry> {
  const row = await selectEntryRows(reader).where("entries.id", "=", id).executeTakeFirstOrThrow();
  return toEntry(toEntryRow(row));
}

export async function entryExists(reader: Reader, id: number): Promise<boolean> {
  const found = await reader
    .selectFrom("entries")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return found !== undefined;
}

function toEntry(row: EntryRow): Entry {
  const debits = row.postings.map(({ amountCents }) => (amountCents > 0n ? amountCents : 0n));
  return {
    id: row.id,
    type: entryTypeOf(row.source),
    date: row.date,
    description: row.description,
    source: row.source,
    amount: toKes(debits.reduce((sum, cents) => sum + cents, 0n)),
    postings: row.postings.map(({ account, amountCents, member, loanId }) => ({
      account,
      debit_amount: toKes(amountCents > 0n ? amountCents : 0n),
      credit_amount: toKes(amountCents < 0n ? -amountCents : 0n),
      member,
      loan_id: loanId,
    })),
    reverses: row.reverses,
    reversed_by: row.reversedBy,
    author: row.author,
    recorded_at: nairobiIso(row.recordedAt),
  };
}

async function countEntries(reader: Reader, filter: EntryFilter): Promise<number> {
  const { count } = await reader
    .selectFrom("entries")
    .select(sql<bigint>`count(*)`.as("count"))
    .where(matches(filter))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function matches({ start_date, end_date, account }: EntryFilter) {
  return sql<boolean>`entries.business_date >= coalesce(${start_date ?? null}::date, '-infinity')
    AND entries.business_date <= coalesce(${end_date ?? null}::date, 'infinity')
    AND (${account ?? null}::text IS NULL OR EXISTS (
      SELECT FROM postings WHERE postings.entry_id = entries.id AND postings.account = ${account ?? null}))`;
}
