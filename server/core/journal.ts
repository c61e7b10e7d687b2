// The only writer of journal entries (safety 0): balanced before it reaches the database, which judges again at commit.
import { sql } from "kysely";
import { assert } from "#domain/assert.ts";
import type { JournalEntry } from "#domain/ledger/journal-entry.ts";
import type { Tx } from "#server/db/connection.ts";
import { closedYearRefusal } from "./closed-years.ts";

export type WrittenBy = { authorId: number | null; now: Date };

/**
 * Writes one entry with its postings and gives its id. `entry` comes from a posting rule, so it balances. Refuses with
 * `year-closed` what is dated into a closed year.
 */
export async function writeEntry(tx: Tx, entry: JournalEntry, by: WrittenBy): Promise<number> {
  const [id] = await writeEntries(tx, [entry], by);
  assert(id !== undefined, `${describe(entry.source)} was not written`);
  return id;
}

/** `writeEntry` for some hundred entries at once, each with a source of its own; gives their ids in the same order. */
export async function writeEntries(
  tx: Tx,
  entries: readonly JournalEntry[],
  by: WrittenBy,
): Promise<number[]> {
  if (entries.length === 0) return [];
  const postings = entries.flatMap((entry, index) =>
    entry.postings.map((posting, line) => ({ ...posting, place: index + 1, line: line + 1 })),
  );
  // One statement of one text, however many there are: the database plans it once.
  const { rows } = await sql<{ id: number }>`
    WITH asked AS (
      SELECT * FROM unnest(
        ${entries.map((entry) => entry.businessDate)}::date[], ${entries.map((entry) => entry.description)}::text[],
        ${entries.map(({ source }) => source.kind)}::text[], ${entries.map(({ source }) => source.id)}::int[],
        ${entries.map(({ source }) => source.purpose)}::text[], ${entries.map((entry) => entry.reverses)}::int[])
        WITH ORDINALITY AS entry (business_date, description, source_kind, source_id, purpose, reverses, place)),
    written AS (
      INSERT INTO entries (business_date, description, source_kind, source_id, purpose, reverses, author_id, recorded_at)
      SELECT business_date, description, source_kind, source_id, purpose, reverses, ${by.authorId}::int, ${by.now}::timestamptz
        FROM asked ORDER BY place
      RETURNING id, source_kind, source_id, purpose),
    placed AS (
      SELECT written.id, asked.place, asked.business_date
        FROM written JOIN asked USING (source_kind, source_id, purpose)),
    posted AS (
      INSERT INTO postings (entry_id, line, account, amount_cents, business_date, member_id, loan_id)
      SELECT placed.id, posting.line, posting.account, posting.amount_cents, placed.business_date, posting.member_id,
             posting.loan_id
        FROM unnest(
          ${postings.map(({ place }) => place)}::int[], ${postings.map(({ line }) => line)}::int[],
          ${postings.map(({ account }) => account)}::text[], ${postings.map(({ amountCents }) => amountCents)}::bigint[],
          ${postings.map(({ memberId }) => memberId)}::int[], ${postings.map(({ loanId }) => loanId)}::int[])
          AS posting (place, line, account, amount_cents, member_id, loan_id)
        JOIN placed USING (place)
       ORDER BY placed.id, posting.line)
    SELECT id FROM placed ORDER BY place`
    .execute(tx)
    .catch((error: unknown) => {
      throw closedYearRefusal(error);
    });
  assert(
    rows.length === entries.length,
    `${rows.length} of ${entries.length} entries were written`,
  );
  return rows.map(({ id }) => id);
}

function describe(source: { kind: string; id: number; purpose: string }): string {
  return `${source.kind} ${source.id} ${source.purpose}`;
}
