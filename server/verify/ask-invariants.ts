// Checks requests to members' phones to pay (I63): what they became, and what the audit log says of them.
import type { Invariant } from "./invariant.ts";

export const askInvariants: readonly Invariant[] = [
  {
    name: "paid-asks-have-their-line",
    proves: ["I63"],
    holds:
      "A receipt of a request to a phone is on a line in, unless its member typed it; it became a payment, or the request says why not.",
    sql: `SELECT a.id, a.receipt AS found FROM mpesa_asks a
           WHERE a.receipt IS NOT NULL
             AND (a.state <> 'paid' OR (a.payment_id IS NULL) = (a.problem IS NULL)
                  OR NOT a.is_typed AND NOT EXISTS (
                       SELECT FROM statement_lines l
                        WHERE a.receipt IN (l.reference_key, l.code_key) AND l.amount_cents > 0 AND l.state <> 'withdrawn'))`,
  },
  {
    name: "asks-become-their-own-payment",
    proves: ["I63"],
    holds: "The payment of a request to a phone is its member's and has its receipt.",
    sql: `SELECT a.id, format('payment %s', p.id) AS found FROM mpesa_asks a JOIN payments p ON p.id = a.payment_id
           WHERE p.member_id <> a.member_id OR p.reference_key <> translate(upper(a.receipt), '-/ ', '')`,
  },
  {
    name: "asks-as-audited",
    proves: ["I63"],
    holds:
      "The audit log has each request to a phone with its member and amount, and the receipt and payment of each that has one; none is gone.",
    sql: `WITH made AS (
            SELECT subject_id, count(*) AS rows, min(actor_id) AS member_id, min(after ->> 'amount') AS amount, min(at) AS at
              FROM audit_entries WHERE action = 'asks.ask' GROUP BY subject_id),
          paid AS (
            SELECT subject_id, count(*) AS rows, min(after ->> 'payment_Reference_Code') AS receipt, min(after ->> 'payment_id') AS payment_id
              FROM audit_entries WHERE action = 'asks.pay' GROUP BY subject_id)
          SELECT coalesce(a.id, made.subject_id, paid.subject_id) AS id, coalesce(a.state, 'gone') AS found
            FROM mpesa_asks a
            FULL JOIN made ON made.subject_id = a.id
            FULL JOIN paid ON paid.subject_id = coalesce(a.id, made.subject_id)
           WHERE a.id IS NULL OR made.rows IS DISTINCT FROM 1 OR made.member_id <> a.member_id OR made.at <> a.asked_at
              OR made.amount::numeric * 100 <> a.amount_cents
              OR (a.receipt IS NOT NULL) <> (coalesce(paid.rows, 0) = 1)
              OR paid.receipt IS DISTINCT FROM a.receipt OR paid.payment_id IS DISTINCT FROM a.payment_id::text`,
  },
];
