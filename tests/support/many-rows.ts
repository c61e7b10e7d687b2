// A long history for tests of query plans: inserted at once, without actions or triggers.
import { sql } from "kysely";
import { type Database, inTransaction } from "#server/db/connection.ts";

/** `count` approved contributions over eight years of `members` more members, with their entries and audit rows. */
export async function addManyPayments(
  db: Database,
  params: { members: number; count: number },
): Promise<void> {
  const { members, count } = params;
  await inTransaction(db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`SET LOCAL statement_timeout = '1min'`.execute(tx);
    await sql`
      INSERT INTO members (username, first_name, last_name, email, phone, reg_number, password_hash, status, is_active,
                           created_at, email_verified_at)
      SELECT 'many' || n, 'Many', 'Member ' || n, 'many' || n || '@example.com', '+2547' || 20000000 + n, 'MANY/' || n, 'x',
             'active', true, '2018-01-01', '2018-01-01' FROM generate_series(1, ${members}::int) n`.execute(
      tx,
    );
    await sql`
      WITH payer AS (SELECT array_agg(id) AS ids FROM members WHERE username LIKE 'many%'),
      official AS (SELECT min(id) AS one, max(id) AS other FROM members WHERE office IS NOT NULL),
      paid AS (
        INSERT INTO payments (kind, member_id, amount_cents, reference, paid_at, submitted_at, contribution_month,
                              treasurer_verdict, treasurer_id, treasurer_at, sec_gen_verdict, sec_gen_id, sec_gen_at)
        SELECT 'contribution', payer.ids[1 + n % ${members}::int], 100000, 'MANY' || n, at, at,
               date_trunc('month', at::timestamp)::date, 'approved', official.one, at, 'approved', official.other, at
          FROM payer, official, generate_series(1, ${count}::int) n,
               LATERAL (SELECT timestamptz '2018-01-01 09:00Z' + n * interval '8 years' / ${count}::int) moment (at)
        RETURNING id, member_id, paid_at, amount_cents),
      entered AS (
        INSERT INTO entries (business_date, description, source_kind, source_id, purpose, recorded_at)
        SELECT paid_at::date, 'Contribution MANY', 'payment', id, 'contribution', paid_at FROM paid
        RETURNING id, source_id, business_date),
      audited AS (
        INSERT INTO audit_entries (at, recorded_at, actor_id, action, subject, subject_id, after, address)
        SELECT paid_at, paid_at, member_id, 'contributions.pay', 'contribution', id,
               jsonb_build_object('status', 'pending', 'amount_paid', amount_cents / 100, 'payment_Reference_Code', 'MANY' || id), '127.0.0.1'
          FROM paid)
      INSERT INTO postings (entry_id, line, account, amount_cents, business_date, member_id)
      SELECT entered.id, side.line, side.account, side.sign * paid.amount_cents, entered.business_date, paid.member_id
        FROM entered JOIN paid ON paid.id = entered.source_id,
             (VALUES (1, 'bank', 1), (2, 'monthly_contribution', -1)) AS side (line, account, sign)`.execute(
      tx,
    );
    await sql`
      INSERT INTO postings_to_sum
      SELECT business_date, account, false, member_id, amount_cents, 1, (line = 1)::int, 1 FROM postings WHERE member_id IN (
        SELECT id FROM members WHERE username LIKE 'many%')`.execute(tx);
  });
}

/**
 * The line of every payment of `addManyPayments`, matched: into one account, each month a whole statement of its own.
 */
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
