// Moves new postings into the sums behind balances and journal counts (docs/decisions/008-sums.md). It follows the
// commits, so that whoever posts never waits.
import { sql } from "kysely";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";

const PROJECTING = 7_265_007;
const BATCH = 50_000;

/** Sums what is committed; returns how many postings that were: 0 also while another server is projecting. */
export async function sumPostings(db: Database): Promise<number> {
  for (let total = 0; ;) {
    const summed = await inTransaction(db, sumBatch);
    total += summed;
    if (summed < BATCH) return total;
  }
}

/** One query takes postings out of the queue and adds them to every sum: a reader sees all of it or nothing. */
async function sumBatch(tx: Tx): Promise<number> {
  const lock = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(${PROJECTING}) AS taken`.execute(tx);
  if (lock.rows[0]?.taken !== true) return 0;
  const { rows } = await sql<{ summed: bigint }>`
    WITH taken AS (
      DELETE FROM postings_to_sum
       WHERE ctid = ANY (ARRAY(SELECT ctid FROM postings_to_sum LIMIT ${BATCH}))
      RETURNING business_date, account, closing, member_id, amount_cents, entries, first_lines, lines, entry_id),
    reconciled AS (
      INSERT INTO reconciliation_changes (entry_id)
      SELECT DISTINCT entry_id FROM taken
       WHERE account = 'bank' AND entry_id IS NOT NULL AND EXISTS (SELECT FROM statement_accounts)),
    days AS (
      INSERT INTO balance_days AS sums (business_date, account, closing, amount_cents, entries, first_lines, lines)
      SELECT business_date, account, closing, sum(amount_cents), sum(entries), sum(first_lines), sum(lines)
        FROM taken GROUP BY 1, 2, 3
      ON CONFLICT (business_date, account, closing)
        DO UPDATE SET amount_cents = sums.amount_cents + excluded.amount_cents,
                      entries = sums.entries + excluded.entries,
                      first_lines = sums.first_lines + excluded.first_lines,
                      lines = sums.lines + excluded.lines),
    months AS (
      INSERT INTO balance_months AS sums (month, account, closing, amount_cents, entries, first_lines, lines)
      SELECT date_trunc('month', business_date::timestamp)::date, account, closing, sum(amount_cents), sum(entries),
             sum(first_lines), sum(lines)
        FROM taken GROUP BY 1, 2, 3
      ON CONFLICT (month, account, closing)
        DO UPDATE SET amount_cents = sums.amount_cents + excluded.amount_cents,
                      entries = sums.entries + excluded.entries,
                      first_lines = sums.first_lines + excluded.first_lines,
                      lines = sums.lines + excluded.lines),
    members AS (
      INSERT INTO member_balances AS sums (member_id, account, amount_cents)
      SELECT member_id, account, sum(amount_cents) FROM taken WHERE member_id IS NOT NULL GROUP BY 1, 2
      ON CONFLICT (member_id, account)
        DO UPDATE SET amount_cents = sums.amount_cents + excluded.amount_cents)
    SELECT count(*) AS summed FROM taken`.execute(tx);
  return Number(rows[0]?.summed ?? 0);
}

/** Vacuums the queue, so that it stays short on disk. */
export async function vacuumQueue(db: Database): Promise<void> {
  await sql`VACUUM (SKIP_LOCKED) postings_to_sum, reconciliation_changes, statement_lines_to_index`.execute(
    db,
  );
}
