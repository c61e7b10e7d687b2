// Checks the money at hand: moved and counted by both offices, as its records have it (I96, I97).
import type { Invariant } from "./invariant.ts";

/** The proposal of two offices behind an entry. */
export const agreedByBoth = (entry: string) =>
  `EXISTS (SELECT FROM proposals q WHERE q.entry_id = ${entry} AND q.outcome = 'agreed' AND q.proposed_office IS NOT NULL)`;

/** The collection, approved by two offices, that an entry is of: one of its payments, or its difference. */
const collected = (entry: string) =>
  `EXISTS (SELECT FROM entries s LEFT JOIN payments paid ON s.source_kind = 'payment' AND paid.id = s.source_id
             JOIN collections c ON c.id = CASE s.source_kind WHEN 'collection' THEN s.source_id ELSE paid.collection_id END
            WHERE s.id = ${entry} AND c.status = 'approved')`;

/** What each account is moved by, debit positive, in the order of the accounts. */
export const movedBy = (entry: string) =>
  `(SELECT string_agg(p.account || ' ' || p.amount_cents, ', ' ORDER BY p.account) FROM postings p WHERE p.entry_id = ${entry}.id)`;

/** In each direction of a count; of a cash post the one that it has. */
const wanted = `CASE
  WHEN r.type = 'cash_deposit' THEN ARRAY[format('bank %s, cash %s', r.amount_cents, -r.amount_cents)]
  WHEN r.type = 'cash_withdrawal' THEN ARRAY[format('bank %s, cash %s', -r.amount_cents, r.amount_cents)]
  WHEN r.type = 'fund_spending' THEN ARRAY[format('cash %s, restricted_funds %s', -r.amount_cents, r.amount_cents)]
  WHEN r.type = 'cash_count' THEN ARRAY[format('cash %s, other_expense %s', -r.amount_cents, r.amount_cents),
                                        format('cash %s, other_income %s', r.amount_cents, -r.amount_cents)]
  ELSE ARRAY[format('cash %s, %s %s', -r.amount_cents, r.category, r.amount_cents)] END`;

export const cashInvariants: readonly Invariant[] = [
  {
    name: "cash-moved-by-both",
    proves: ["I96"],
    holds:
      "Whatever moves cash was proposed by one of the Treasurer and the Sec-Gen, and agreed to by the other, or is of a collection that both approved.",
    sql: `SELECT DISTINCT p.entry_id AS id, 'moves cash by one office' AS found FROM postings p
           WHERE p.account = 'cash' AND NOT ${agreedByBoth("p.entry_id")} AND NOT ${collected("p.entry_id")}
          UNION ALL
          SELECT q.id, format('proposed by the %s, agreed to by the %s', q.proposed_office, a.after ->> 'office') FROM proposals q
            JOIN audit_entries a ON a.subject = 'proposal' AND a.subject_id = q.id AND a.action = 'proposals.agree'
           WHERE q.proposed_office IS NOT NULL AND q.kind <> 'unmatch'
             AND coalesce(a.after ->> 'office', '') <> CASE q.proposed_office WHEN 'Treasurer' THEN 'Sec-Gen' ELSE 'Treasurer' END`,
  },
  {
    name: "cash-as-recorded",
    proves: ["I96"],
    holds:
      "A deposit, a withdrawal, an expense in cash and a count move cash and its other side by their amount, and nothing else but a reversal of them and a collection moves cash.",
    sql: `SELECT r.id, format('%s of %s posts %s', r.type, r.amount_cents, ${movedBy("e")}) AS found
            FROM ledger_posts r JOIN entries e ON e.source_kind = 'ledger_entry' AND e.source_id = r.id
           WHERE (r.type IN ('cash_deposit', 'cash_withdrawal', 'cash_count') OR r.paid_from = 'cash')
             AND ${movedBy("e")} <> ALL (${wanted})
          UNION ALL
          SELECT DISTINCT e.id, e.source_kind || ' moves cash' FROM postings p JOIN entries e ON e.id = p.entry_id
            LEFT JOIN ledger_posts r ON e.source_kind = 'ledger_entry' AND r.id = e.source_id
           WHERE p.account = 'cash' AND e.reverses IS NULL AND NOT ${collected("e.id")}
             AND (r.type IN ('cash_deposit', 'cash_withdrawal', 'cash_count') OR r.paid_from = 'cash') IS NOT TRUE`,
  },
  {
    name: "counts-as-agreed",
    proves: ["I97"],
    holds:
      "A count that both offices agreed to has its difference in the books, which then have what was counted, and a reason for it; without a difference it posts nothing.",
    sql: `SELECT q.id, format('counted %s, books %s, difference %s', q.amount_cents, c.books, posted.cents) AS found
            FROM proposals q
            CROSS JOIN LATERAL (SELECT ((q.asked ->> 'books_seen')::numeric * 100)::bigint AS books) c
            CROSS JOIN LATERAL (SELECT coalesce(sum(p.amount_cents), 0) AS cents FROM postings p
                                 WHERE p.entry_id = q.entry_id AND p.account = 'cash') posted
           WHERE q.kind = 'cash_count' AND q.outcome = 'agreed'
             AND ((q.asked ->> 'counted')::numeric * 100 <> q.amount_cents OR posted.cents <> q.amount_cents - c.books
                  OR (q.entry_id IS NULL) <> (q.amount_cents = c.books)
                  OR posted.cents <> 0 AND coalesce(q.asked ->> 'reason', '') !~ '\\S'
                  OR q.entry_id IS NOT NULL AND c.books <> (
                       SELECT coalesce(sum(p.amount_cents), 0) FROM postings p WHERE p.account = 'cash' AND p.entry_id < q.entry_id))
          UNION ALL
          SELECT r.id, 'a difference that nobody counted' FROM ledger_posts r
            LEFT JOIN entries e ON e.source_kind = 'ledger_entry' AND e.source_id = r.id
            LEFT JOIN proposals q ON q.entry_id = e.id
           WHERE r.type = 'cash_count' AND q.kind IS DISTINCT FROM 'cash_count'`,
  },
];
