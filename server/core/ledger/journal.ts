// The only writer of journal entries (BOOK-5): balanced before it reaches the database, which checks again at commit.
import { sql } from "kysely";
import { DatabaseError } from "pg";
import { assert, single } from "#domain/assert.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { JournalEntry } from "#domain/ledger/journal-entry.ts";
import { refuse } from "#domain/refusal.ts";
import { requireAboveFunds } from "./above-funds.ts";
import { violatedConstraint, type Reader, type Tx } from "#server/db/connection.ts";
import {
  preparedQuery,
  type RowsOf,
  rowTable,
} from "#server/db/prepared-queries/prepared-query.ts";

type WrittenBy = { authorId: number | null; now: Date };

/**
 * Writes one entry with its postings and returns its id. `entry` comes from a posting rule, so it balances. Refuses a
 * date in a closed year with `year-closed`, and money that belongs to the funds with `money-of-funds` (FUND-2).
 */
export async function writeEntry(tx: Tx, entry: JournalEntry, by: WrittenBy): Promise<number> {
  return single(await writeEntries(tx, [{ ...entry, ...by }]));
}

const entryColumns = {
  business_date: "date",
  description: "text",
  source_kind: "text",
  source_id: "int",
  purpose: "text",
  reverses: "int",
  author_id: "int",
  recorded_at: "timestamptz",
} as const;

const postingColumns = {
  entry_place: "int",
  line: "int",
  account: "text",
  amount_cents: "bigint",
  member_id: "int",
  loan_id: "int",
  fund_id: "int",
} as const;

const insertEntries = preparedQuery(
  (_tx, entries: RowsOf<typeof entryColumns>, postings: RowsOf<typeof postingColumns>) =>
    sql<{ id: number }>`
    WITH asked AS (SELECT * FROM ${rowTable("entry", entryColumns, entries)}),
    written AS (
      INSERT INTO entries (business_date, description, source_kind, source_id, purpose, reverses, author_id, recorded_at)
      SELECT business_date, description, source_kind, source_id, purpose, reverses, author_id, recorded_at
        FROM asked ORDER BY place
      RETURNING id, source_kind, source_id, purpose),
    placed AS (
      SELECT written.id, asked.place, asked.business_date
        FROM written JOIN asked USING (source_kind, source_id, purpose)),
    posted AS (
      INSERT INTO postings (entry_id, line, account, amount_cents, business_date, member_id, loan_id, fund_id)
      SELECT placed.id, posting.line, posting.account, posting.amount_cents, placed.business_date, posting.member_id,
             posting.loan_id, posting.fund_id
        FROM ${rowTable("posting", postingColumns, postings)}
        JOIN placed ON placed.place = posting.entry_place
       ORDER BY placed.id, posting.line)
    SELECT id FROM placed ORDER BY place`,
);

/** `writeEntry` for some hundred entries at once, each with its own source; returns their ids in the same order. */
export async function writeEntries(
  tx: Tx,
  entries: readonly (JournalEntry & WrittenBy)[],
): Promise<number[]> {
  if (entries.length === 0) return [];
  const requested = entries.map((entry) => ({
    business_date: entry.businessDate,
    description: entry.description,
    source_kind: entry.source.kind,
    source_id: entry.source.id,
    purpose: entry.source.purpose,
    reverses: entry.reverses,
    author_id: entry.authorId,
    recorded_at: entry.now,
  }));
  const postings = entries.flatMap((entry, index) =>
    entry.postings.map((posting, line) => ({
      entry_place: index + 1,
      line: line + 1,
      account: posting.account,
      amount_cents: posting.amountCents,
      member_id: posting.memberId,
      loan_id: posting.loanId,
      fund_id: posting.fundId ?? null,
    })),
  );
  const rows = await insertEntries(tx, requested, postings).catch((error: unknown) => {
    throw closedYearRefusal(error);
  });
  assert(
    rows.length === entries.length,
    `${rows.length} of ${entries.length} entries were written`,
  );
  await requireAboveFunds(tx, entries);
  return rows.map(({ id }) => id);
}

/**
 * Whether anything was ever posted. An approved item has its entry, so this also says whether anything was approved
 * (MEM-24).
 */
export async function booksHaveBegun(reader: Reader): Promise<boolean> {
  const entry = await reader.selectFrom("entries").select("id").limit(1).executeTakeFirst();
  return entry !== undefined;
}

// The closed financial years: nothing is posted into them (BOOK-6).

type ClosedYear = { start: PlainDate; end: PlainDate; label: string; closedAt: Date };

/** Newest first. */
export async function readClosedYears(reader: Reader): Promise<ClosedYear[]> {
  return reader
    .selectFrom("closed_years")
    .select(["start_date as start", "end_date as end", "label", "closed_at as closedAt"])
    .orderBy("end_date", "desc")
    .execute();
}

/** The refusal behind the trigger `entries_open_year`, or the error itself. */
function closedYearRefusal(error: unknown): unknown {
  return violatedConstraint(error) === "entries_open_year" && error instanceof DatabaseError
    ? refuse("year-closed", { year: error.detail ?? "" })
    : error;
}

/** What the earliest day of payments and entries follows from (PAY-6). */
export async function readBeginning(reader: Reader) {
  const { rows } = await sql<{ foundedOn: PlainDate; firstEntryOn: PlainDate | null }>`
    SELECT (SELECT (created_at AT TIME ZONE 'Africa/Nairobi')::date FROM members ORDER BY id LIMIT 1) AS "foundedOn",
           (SELECT min(business_date) FROM entries) AS "firstEntryOn"`.execute(reader);
  return single(rows);
}
