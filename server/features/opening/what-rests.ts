// What rests on a sheet that is to be taken back, each named (OPEN-39).
import { sql } from "kysely";
import { refuse } from "#domain/refusal.ts";
import { firstDayBelowZero } from "#server/core/ledger/bank.ts";
import type { Tx } from "#server/db/connection.ts";
import { lockBank } from "#server/db/locks.ts";
import type { OpeningRow } from "./decide-opening.ts";

type Resting = { kind: string; id: number; reference: string | null };

const REPORTED_MOST = 100;

/** Locks the bank. Refuses with all that rests on it, at most a hundred. */
export async function requireNothingRests(tx: Tx, opening: OpeningRow): Promise<void> {
  await lockBank(tx);
  const resting = [
    ...(await readSpent(tx, opening)),
    ...(await readItems(tx, opening)),
    ...(await readBooked(tx, opening)),
  ];
  if (resting.length === 0) return;
  const distinct = [...new Map(resting.map((each) => [`${each.kind} ${each.id}`, each])).values()];
  throw refuse("opening-in-use", {
    count: distinct.length,
    blocking: distinct.slice(0, REPORTED_MOST),
  });
}

/** The day on which the bank could not give back what was brought, by its number, and the closed year. */
async function readSpent(tx: Tx, opening: OpeningRow): Promise<Resting[]> {
  const { rows } = await sql<{ bank_cents: bigint; closed: string | null; closed_id: number }>`
    SELECT coalesce((SELECT cents FROM opening_balances WHERE opening_id = ${opening.id} AND account = 'bank'), 0)::bigint AS bank_cents,
           closed.label AS closed, coalesce(to_char(closed.end_date, 'YYYYMMDD')::int, 0) AS closed_id
      FROM (VALUES (true)) always (one)
      LEFT JOIN LATERAL (SELECT label, end_date FROM closed_years WHERE end_date >= ${opening.cut_over_on}::date
                          ORDER BY end_date LIMIT 1) closed ON true`.execute(tx);
  const spent: Resting[] = [];
  const found = rows[0];
  if (found === undefined) return spent;
  if (found.closed !== null)
    spent.push({ kind: "financial_year", id: found.closed_id, reference: found.closed });
  const day =
    found.bank_cents === 0n
      ? null
      : await firstDayBelowZero(tx, {
          account: "bank",
          amountCents: found.bank_cents,
          date: opening.cut_over_on,
        });
  if (day !== null)
    spent.push({ kind: "bank", id: Number(day.replaceAll("-", "")), reference: day });
  return spent;
}

/** Payments, waiting ones too, to its loans and fines, and redemptions of its deposits. */
async function readItems(tx: Tx, { id }: OpeningRow): Promise<Resting[]> {
  const { rows } = await sql<Resting>`
    SELECT p.kind, p.id, p.reference FROM payments p JOIN loans l ON l.id = p.loan_id
     WHERE l.opening_id = ${id} AND p.status <> 'rejected'
    UNION ALL
    SELECT p.kind, p.id, p.reference FROM fine_settlements s JOIN fines f ON f.id = s.fine_id
      JOIN payments p ON p.id = s.payment_id WHERE f.opening_id = ${id}
    UNION ALL
    SELECT 'fixed_deposit_redemption', r.id, r.description FROM fixed_deposit_redemptions r
      JOIN fixed_deposits d ON d.id = r.deposit_id WHERE d.opening_id = ${id} AND NOT r.is_reversed
     ORDER BY 1, 2 LIMIT ${REPORTED_MOST}`.execute(tx);
  return rows;
}

/** What was approved or charged since for its members, and whoever left since. */
async function readBooked(tx: Tx, { id, decided_at }: OpeningRow): Promise<Resting[]> {
  const { rows } = await sql<Resting>`
    SELECT CASE e.source_kind WHEN 'payment' THEN e.purpose ELSE e.source_kind END AS kind, e.source_id AS id,
           (SELECT p.reference FROM payments p WHERE e.source_kind = 'payment' AND p.id = e.source_id) AS reference
      FROM entries e
     WHERE e.recorded_at >= ${decided_at} AND e.reverses IS NULL
       AND e.source_kind NOT IN ('opening', 'opening_member', 'opening_loan')
       AND NOT EXISTS (SELECT FROM entries r WHERE r.reverses = e.id)
       AND (e.source_kind = 'settlement'
            OR EXISTS (SELECT FROM postings p JOIN opening_members o ON o.member_id = p.member_id AND o.opening_id = ${id}
                        WHERE p.entry_id = e.id))
     ORDER BY e.id LIMIT ${REPORTED_MOST}`.execute(tx);
  return rows;
}
