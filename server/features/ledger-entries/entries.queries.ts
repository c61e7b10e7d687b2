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
  const asked = sql`${found(filter)} ORDER BY 2 DESC, 1 DESC
    LIMIT ${page?.limit ?? null} OFFSET ${page?.offset ?? 0}`;
  const rows = selectEntryRows(reader)
    .where(sql<boolean>`entries.id IN (SELECT id FROM (${asked}) asked)`)
    .orderBy("entries.business_date", "desc")
    .orderBy("entries.id", "desc");
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
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) FROM (${found(filter)}) found`.execute(reader);
  return Number(rows[0]?.count ?? 0);
}

/** The ids and days of the entries that match: from an index alone, with or without an account. */
function found({ start_date, end_date, account }: EntryFilter) {
  const inPeriod = sql`business_date >= coalesce(${start_date ?? null}::date, '-infinity')
    AND business_date <= coalesce(${end_date ?? null}::date, 'infinity')`;
  return account === undefined
    ? sql`SELECT id, business_date FROM entries WHERE ${inPeriod}`
    : sql`SELECT DISTINCT entry_id AS id, business_date FROM postings WHERE account = ${account} AND ${inPeriod}`;
}
