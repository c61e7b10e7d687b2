// Years of statements for tests of query plans: the line of every payment of `addManyPayments`, matched, by month.
import { sql } from "kysely";
import { inTransaction, type Database } from "#server/db/connection.ts";

/** Into one account, each month a whole statement of its own. */
export async function addManyLines(
  db: Database,
  { accountId, by }: { accountId: number; by: number },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`SET LOCAL statement_timeout = '1min'`.execute(tx);
    await sql`
      WITH month AS (
        SELECT date_trunc('month', paid_on::timestamp)::date AS first, sum(amount_cents)::bigint AS cents
          FROM payments WHERE reference LIKE 'MANY%' GROUP BY 1),
      running AS (SELECT first, cents, sum(cents) OVER (ORDER BY first)::bigint AS closing FROM month),
      statement AS (
        INSERT INTO statements (account_id, file_name, sha256, format, period_from, period_to, opening_cents, closing_cents, counts,
                                breaks, uploaded_by, uploaded_at)
        SELECT ${accountId}::int, 'many.csv', sha256(first::text::bytea), 'bank', first, (first + interval '1 month - 1 day')::date,
               closing - cents, closing, '{"new": 1, "known": 0, "failed": 0}', '[]', ${by}::int, now() FROM running ORDER BY first
        RETURNING id, period_from),
      line AS (
        INSERT INTO statement_lines (account_id, identity, at, on_day, reference, details, party, kind, amount_cents, state, is_proved)
        SELECT ${accountId}::int, sha256(reference::bytea), paid_at, paid_on, reference, 'Pay Bill from a member Acc. ' || reference,
               'MEMBER ' || member_id, 'payment_in', amount_cents, 'matched', true
          FROM payments WHERE reference LIKE 'MANY%' ORDER BY paid_at, id
        RETURNING id, on_day)
      INSERT INTO statement_line_sources (statement_id, line, line_id)
      SELECT s.id, row_number() OVER (PARTITION BY s.id ORDER BY l.id), l.id
        FROM line l JOIN statement s ON s.period_from = date_trunc('month', l.on_day::timestamp)::date`.execute(
      tx,
    );
    await sql`
      INSERT INTO statement_matches (line_id, payment_id, matched_at, reason)
      SELECT l.id, p.id, now(), 'reference' FROM statement_lines l JOIN payments p ON p.reference_key = l.reference_key
       WHERE l.reference LIKE 'MANY%'`.execute(tx);
  });
}
