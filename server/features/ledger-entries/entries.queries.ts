// The journal as its list shows it (REP-8), and the figures of the ledger form.
import { sql } from "kysely";
import type { Entry, getLedger } from "#contract/ledger.ts";
import { nairobiIso, type PlainDate } from "#domain/calendar.ts";
import { entryTypeOf } from "#domain/ledger/entry-types.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { single } from "#domain/assert.ts";
import type { Translate } from "#messages/translator.ts";
import { readApprovals, type Approved } from "#server/core/ledger/entry-approvals.ts";
import { readReferences } from "#server/core/bank-lines/entry-references.ts";
import {
  describeEntries,
  selectEntryRows,
  toEntryRow,
  type EntryRow,
} from "#server/core/ledger/journal-rows.ts";
import { readNamed } from "#server/core/meetings/name-resolution.ts";
import { inPeriod } from "#server/db/in-period.ts";
import type { Page } from "#server/db/paging.ts";
import {
  summedDays,
  summedPostings,
  type Days,
  readBalances,
} from "#server/core/ledger/balances.ts";
import type { Reader } from "#server/db/connection.ts";
import { findEntries, type Narrowed } from "./journal-search.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { accountsOf } from "#domain/ledger/chart-of-accounts.ts";

// From this offset on, finding the page's day is cheaper than skipping what comes before.
const FAR_BACK = 2_000;

type EntryFilter = Pick<Narrowed, "start_date" | "end_date" | "account">;

/** Newest business date first; `count` of all that match, for a page. */
export async function readEntries(
  reader: Reader,
  params: { filter: Narrowed; page: Page | null; t: Translate },
): Promise<{ entries: Entry[]; count: number | undefined; isLeast: boolean }> {
  const { filter, page, t } = params;
  const { search, member_id, kind } = filter;
  if (search !== undefined || member_id !== undefined || kind !== undefined) {
    const { ids, count, isLeast } = await findEntries(reader, filter, page);
    const rows = await newestFirst(reader)
      .where("entries.id", "in", ids.length === 0 ? [0] : ids)
      .execute();
    return {
      entries: await toEntries(reader, rows, t),
      count: page === null ? undefined : count,
      isLeast,
    };
  }
  const count = page === null ? undefined : await countEntries(reader, filter);
  const start = await startOf(reader, { filter, offset: page?.offset ?? 0 });
  if (start === null) return { entries: [], count, isLeast: false };
  const requested = sql`${found({ ...filter, ...start.days })} ORDER BY 2 DESC, 1 DESC
    LIMIT ${page?.limit ?? null} OFFSET ${start.offset}`;
  const rows = newestFirst(reader).where(
    sql<boolean>`entries.id IN (SELECT id FROM (${requested}) asked)`,
  );
  return { entries: await toEntries(reader, await rows.execute(), t), count, isLeast: false };
}

function newestFirst(reader: Reader) {
  return selectEntryRows(reader)
    .orderBy("entries.business_date", "desc")
    .orderBy("entries.id", "desc");
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

/** Whether the entry has a posting on the cash at hand or on a fund. */
export async function isForBothOffices(reader: Reader, id: number): Promise<boolean> {
  const found = await reader
    .selectFrom("postings")
    .select("entry_id")
    .where("entry_id", "=", id)
    .where("account", "in", ["cash", "restricted_funds"])
    .executeTakeFirst();
  return found !== undefined;
}

type SelectedRows = Awaited<ReturnType<ReturnType<typeof selectEntryRows>["execute"]>>;

/** EXIT-13. */
const withReference = new Set(["settlement", "bad_debt_recovery"]);

async function toEntries(reader: Reader, selected: SelectedRows, t: Translate): Promise<Entry[]> {
  const descriptions = await describeEntries(reader, selected, t);
  const approved = await readApprovals(
    reader,
    selected.map(({ id }) => id),
    t,
  );
  const ofWhoLeft = selected.filter(({ source_kind: kind }) => withReference.has(kind));
  const references = await readReferences(
    reader,
    ofWhoLeft.map(({ id }) => id),
  );
  const named = await readNamed(
    reader,
    selected.map(({ id }) => id),
  );
  const resolutionOf = (id: number) => {
    const resolution = named.get(id);
    return resolution === undefined ? {} : { resolution };
  };
  return selected.map(toEntryRow).map((row) => ({
    ...toEntry(row),
    ...resolutionOf(row.id),
    description: descriptions.get(row.id) ?? row.description,
    ...(approved.get(row.id) ?? {
      reference: references.get(row.id) ?? null,
      payment: null,
      approvals: [],
    }),
  }));
}

function toEntry(row: EntryRow): Omit<Entry, keyof Approved> {
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

/** From the stored sums, whatever the number (docs/decisions/015-counts.md). */
async function countEntries(reader: Reader, filter: EntryFilter): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT coalesce(sum(${counted(filter)}), 0)::bigint AS count
      FROM ${summedPostings(daysOf(filter))} ${onAccount(filter)}`.execute(reader);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Where a page far back begins: at most the day of its first entry, and how many of that day come before it. Null if
 * fewer entries match.
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

/** The ids and days of matching entries, from an index only, with or without an account. */
function found({ account, ...period }: EntryFilter) {
  const isWithin = inPeriod(sql`business_date`, period);
  return account === undefined
    ? sql`SELECT id, business_date FROM entries WHERE ${isWithin}`
    : sql`SELECT DISTINCT entry_id AS id, business_date FROM postings WHERE account = ${account} AND ${isWithin}`;
}

// What the ledger form shows: the balances, and the declarations and deposits that are still open (SCR-20).

/** Every account, also at zero, so that nobody has to guess a missing balance. */
export async function readLedger(
  reader: Reader,
  date: PlainDate,
): Promise<ReplyOf<typeof getLedger>> {
  const balances = new Map(
    (await readBalances(reader, date)).map(({ account, balanceCents }) => [account, balanceCents]),
  );
  return {
    ledger_balances: Object.fromEntries(
      accountsOf((code) => balances.has(code)).map(({ code }) => [
        code,
        toKes(balances.get(code) ?? 0n),
      ]),
    ),
    declarations: await readOpenDeclarations(reader),
    fixed_deposits: await readOpenDeposits(reader),
  };
}

async function readOpenDeclarations(reader: Reader) {
  const rows = await reader
    .selectFrom("dividend_declarations")
    .select(["id", "description", sql<Cents>`amount_cents - paid_cents`.as("remaining_cents")])
    .where("is_reversed", "=", false)
    .whereRef("paid_cents", "<", "amount_cents")
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ id, description, remaining_cents }) => ({
    id,
    description,
    rem_amount: toKes(remaining_cents),
  }));
}

async function readOpenDeposits(reader: Reader) {
  const rows = await reader
    .selectFrom("fixed_deposits")
    .select(["id", "description", sql<Cents>`amount_cents - redeemed_cents`.as("remaining_cents")])
    .where("is_reversed", "=", false)
    .whereRef("redeemed_cents", "<", "amount_cents")
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ id, description, remaining_cents }) => ({
    id,
    description,
    amount: toKes(remaining_cents),
  }));
}
