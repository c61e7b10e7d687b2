// The journal as its list shows it (REP-8).
import { sql } from "kysely";
import type { Entry } from "#contract/ledger.ts";
import { nairobiIso, type PlainDate } from "#domain/calendar.ts";
import { entryTypeOf } from "#domain/ledger/entry-types.ts";
import { toKes } from "#domain/money.ts";
import { single } from "#domain/single.ts";
import type { Translate } from "#messages/translator.ts";
import { describeEntries } from "#server/core/ledger/entry-descriptions.ts";
import { selectEntryRows, toEntryRow, type EntryRow } from "#server/core/ledger/journal-rows.ts";
import type { Page } from "#server/db/paging.ts";
import { summedDays, summedPostings, type Days } from "#server/core/ledger/projected-balances.ts";
import type { Reader } from "#server/db/connection.ts";

// From here on it is cheaper to find the day of a page than to skip what comes before it.
const FAR_BACK = 2_000;

export type EntryFilter = {
  start_date?: PlainDate | undefined;
  end_date?: PlainDate | undefined;
  account?: string | undefined;
};

/** Newest business date first; `count` of all that match, for a page. */
export async function readEntries(
  reader: Reader,
  params: { filter: EntryFilter; page: Page | null; t: Translate },
): Promise<{ entries: Entry[]; count: number | undefined }> {
  const { filter, page, t } = params;
  const count = page === null ? undefined : await countEntries(reader, filter);
  const start = await startOf(reader, { filter, offset: page?.offset ?? 0 });
  if (start === null) return { entries: [], count };
  const requested = sql`${found({ ...filter, ...start.days })} ORDER BY 2 DESC, 1 DESC
    LIMIT ${page?.limit ?? null} OFFSET ${start.offset}`;
  const rows = selectEntryRows(reader)
    .where(sql<boolean>`entries.id IN (SELECT id FROM (${requested}) asked)`)
    .orderBy("entries.business_date", "desc")
    .orderBy("entries.id", "desc");
  return { entries: await toEntries(reader, await rows.execute(), t), count };
}

export async function readEntry(reader: Reader, id: number, t: Translate): Promise<Entry> {
  const rows = await selectEntryRows(reader).where("entries.id", "=", id).execute();
  return single(await toEntries(reader, rows, t));
}

export async function entryExists(reader: Reader, id: number): Promise<boolean> {
  const found = await reader
    .selectFrom("entries")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return found !== undefined;
}

type SelectedRows = Awaited<ReturnType<ReturnType<typeof selectEntryRows>["execute"]>>;

async function toEntries(reader: Reader, selected: SelectedRows, t: Translate): Promise<Entry[]> {
  const descriptions = await describeEntries(reader, selected, t);
  return selected
    .map(toEntryRow)
    .map((row) => ({ ...toEntry(row), description: descriptions.get(row.id) ?? row.description }));
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
    agreed_by: row.agreedBy,
    recorded_at: nairobiIso(row.recordedAt),
  };
}

/** From the sums, whatever the number (docs/decisions/015-counts.md). */
async function countEntries(reader: Reader, filter: EntryFilter): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT coalesce(sum(${counted(filter)}), 0)::bigint AS count
      FROM ${summedPostings(daysOf(filter))} ${onAccount(filter)}`.execute(reader);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Where a page far back begins: at most the day of its first entry, and how many of that day come before it. Null when
 * so many do not match.
 */
async function startOf(
  reader: Reader,
  { filter, offset }: { filter: EntryFilter; offset: number },
): Promise<{ days: { end_date?: PlainDate }; offset: number } | null> {
  if (offset < FAR_BACK) return { days: {}, offset };
  const { rows } = await sql<{ day: PlainDate; skipped: bigint }>`
    WITH by_day AS (
      SELECT day, sum(${counted(filter)}) AS found FROM ${summedDays(daysOf(filter))} ${onAccount(filter)} GROUP BY day),
    newest_first AS (
      SELECT day, found, sum(found) OVER (ORDER BY day DESC) - found AS skipped FROM by_day)
    SELECT day, skipped::bigint FROM newest_first WHERE skipped <= ${offset} AND skipped + found > ${offset}`.execute(
    reader,
  );
  const [start] = rows;
  return start === undefined
    ? null
    : { days: { end_date: start.day }, offset: offset - Number(start.skipped) };
}

function daysOf({ start_date, end_date }: EntryFilter): Days {
  return {
    ...(start_date === undefined ? {} : { start: start_date }),
    ...(end_date === undefined ? {} : { end: end_date }),
  };
}

const counted = ({ account }: EntryFilter) =>
  sql.ref(account === undefined ? "first_lines" : "entries");
const onAccount = ({ account }: EntryFilter) =>
  account === undefined ? sql`` : sql`WHERE account = ${account}`;

/** The ids and days of the entries that match: from an index alone, with or without an account. */
function found({ start_date, end_date, account }: EntryFilter) {
  const inPeriod = sql`business_date >= coalesce(${start_date ?? null}::date, '-infinity')
    AND business_date <= coalesce(${end_date ?? null}::date, 'infinity')`;
  return account === undefined
    ? sql`SELECT id, business_date FROM entries WHERE ${inPeriod}`
    : sql`SELECT DISTINCT entry_id AS id, business_date FROM postings WHERE account = ${account} AND ${inPeriod}`;
}
