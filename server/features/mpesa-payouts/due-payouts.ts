// What could be paid out by M-PESA: active loans and settlements of which nothing shows that they were paid (OUT-2).
import { sql } from "kysely";
import type { DuePayout } from "#contract/mpesa-payouts.ts";
import type { Person } from "#contract/people.ts";
import { assert } from "#domain/assert.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { PAYOUT_LEAST_CENTS, PAYOUT_MOST_CENTS } from "#domain/mpesa/payout-states.ts";
import { toKes } from "#domain/money.ts";
import type { Translate } from "#messages/translator.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";
import { personIn } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import type { Page } from "#server/db/paging.ts";

/** Amounts as text, since JSON numbers would lose cents. */
type Row = { kind: "loan" | "exit"; id: number; member: Person; cents: string; on: PlainDate } & (
  | { kind: "loan"; loan_type: string; number: number }
  | { kind: "exit" }
);

/** Newest first, and how many there are. */
export async function readDuePayouts(
  reader: Reader,
  { page, t }: { page: Page | null; t: Translate },
): Promise<{ due: DuePayout[]; count: number }> {
  const { rows } = await sql<{ count: number; due: Row[] }>`
    WITH approved AS (
      SELECT 'loan' AS kind, l.id, l.member_id, l.loan_type, l.number, e.id AS entry_id, e.business_date, -bank.cents AS cents
        FROM loans l JOIN entries e ON (e.source_kind, e.source_id, e.purpose) = ('loan', l.id, 'disbursement')
        CROSS JOIN LATERAL (SELECT sum(b.amount_cents) AS cents FROM postings b WHERE b.entry_id = e.id AND b.account = 'bank') bank
       WHERE l.status = 'active'
         AND NOT EXISTS (SELECT FROM mpesa_payouts p WHERE p.loan_id = l.id AND p.state NOT IN ('refused', 'ended'))
      UNION ALL
      -- M-PESA sends no cents (OUT-7).
      SELECT 'exit', s.member_id, s.member_id, NULL, NULL, e.id, e.business_date, s.paid_out_cents - s.paid_out_cents % 100
        FROM settlements s JOIN entries e ON e.source_kind = 'settlement' AND e.source_id = s.id AND e.reverses IS NULL
       WHERE s.paid_out_cents > 0
         AND NOT EXISTS (SELECT FROM mpesa_payouts p WHERE p.settlement_id = s.id AND p.state NOT IN ('refused', 'ended'))),
    due AS MATERIALIZED (
      SELECT a.* FROM approved a
       WHERE a.cents % 100 = 0 AND a.cents BETWEEN ${PAYOUT_LEAST_CENTS} AND ${PAYOUT_MOST_CENTS}
         AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.entry_id = a.entry_id AND m.undone_at IS NULL)
         AND NOT EXISTS (SELECT FROM entry_references r WHERE r.entry_id = a.entry_id))
    SELECT (SELECT count(*)::int FROM due) AS count,
           (SELECT coalesce(json_agg(d), '[]') FROM (
              SELECT d.kind, d.id, ${personIn("d.member_id")} AS member, d.loan_type, d.number, d.cents::text, d.business_date AS on
                FROM due d ORDER BY d.entry_id DESC LIMIT ${page?.limit ?? null} OFFSET ${page?.offset ?? 0}) d) AS due`.execute(
    reader,
  );
  const [found] = rows;
  assert(found !== undefined, "a query without a table has one row");
  const due = found.due.map((row) => ({
    kind: row.kind,
    id: row.id,
    member: row.member,
    loan_name: row.kind === "loan" ? t(nameOfLoan(row)) : null,
    amount: toKes(BigInt(row.cents)),
    approved_on: row.on,
  }));
  return { due, count: found.count };
}
