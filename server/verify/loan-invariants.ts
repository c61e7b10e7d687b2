// What must hold of loans (I13 to I15), by plain SQL.
import type { Invariant } from "./invariant.ts";

export const loanInvariants: readonly Invariant[] = [
  {
    name: "loan-repaid-is-its-payments",
    holds: "What a loan counts as repaid is the sum of its approved payments.",
    sql: `SELECT l.id, format('repaid %s, payments %s', l.repaid_cents, coalesce(sum(p.amount_cents), 0)) AS found
            FROM loans l LEFT JOIN payments p ON p.loan_id = l.id AND p.status = 'approved'
           GROUP BY l.id HAVING l.repaid_cents <> coalesce(sum(p.amount_cents), 0)`,
  },
  {
    name: "loan-balance-is-what-is-left",
    holds:
      "A running loan's balance is its total less repayments and settlements; a cleared one has none.",
    sql: `SELECT l.id, format('%s, balance %s of %s', l.status, l.balance_cents, l.amount_cents + l.interest_cents) AS found
            FROM loans l LEFT JOIN settled_loans s ON s.loan_id = l.id
           WHERE l.start_date IS NOT NULL AND CASE
                   WHEN l.status IN ('active', 'default')
                     THEN s.loan_id IS NOT NULL OR l.balance_cents <> l.amount_cents + l.interest_cents - l.repaid_cents
                   WHEN l.status = 'cleared' AND s.loan_id IS NULL
                     THEN l.balance_cents <> 0 OR l.repaid_cents <> l.amount_cents + l.interest_cents
                   ELSE s.loan_id IS NULL
                     OR l.balance_cents > l.amount_cents + l.interest_cents - l.repaid_cents - s.amount_cents END`,
  },
  {
    name: "loan-paid-out-once",
    holds:
      "An approved loan has exactly one entry that pays its amount out of the bank; any other has none.",
    sql: `SELECT l.id, format('%s, %s entries, bank %s', l.status, count(DISTINCT e.id), coalesce(sum(b.amount_cents), 0)) AS found
            FROM loans l
            LEFT JOIN entries e ON e.source_kind = 'loan' AND e.source_id = l.id AND e.purpose = 'disbursement'
            LEFT JOIN postings b ON b.entry_id = e.id AND b.account = 'bank'
           GROUP BY l.id
          HAVING (l.start_date IS NOT NULL) <> (count(DISTINCT e.id) = 1)
              OR (l.start_date IS NOT NULL AND coalesce(sum(b.amount_cents), 0) <> -l.amount_cents)
              OR (l.start_date IS NULL AND count(e.id) > 0)`,
  },
  {
    name: "loan-balance-in-the-books",
    holds: "A loan's balance is what its receivables hold; a written-off loan has none there.",
    sql: `SELECT l.id, format('%s, balance %s, receivables %s', l.status, l.balance_cents, coalesce(sum(p.amount_cents), 0)) AS found
            FROM loans l
            LEFT JOIN postings p ON p.loan_id = l.id AND p.account IN ('loan_receivable', 'interest_receivable')
           GROUP BY l.id
          HAVING coalesce(sum(p.amount_cents), 0) <> CASE l.status WHEN 'written_off' THEN 0 ELSE l.balance_cents END`,
  },
  {
    name: "loan-principal-by-the-running-total",
    holds: "Principal repaid is round half up (repaid x amount / total).",
    sql: `SELECT l.id, format('principal repaid %s', coalesce(-sum(p.amount_cents), 0)) AS found
            FROM loans l
            LEFT JOIN entries e ON e.source_kind = 'payment' AND e.purpose = 'loan_payment'
                  AND e.source_id IN (SELECT id FROM payments WHERE loan_id = l.id)
            LEFT JOIN postings p ON p.entry_id = e.id AND p.account = 'loan_receivable'
           WHERE l.start_date IS NOT NULL
           GROUP BY l.id
          HAVING coalesce(-sum(p.amount_cents), 0)
                 <> div(2 * l.repaid_cents::numeric * l.amount_cents + l.amount_cents + l.interest_cents,
                        2 * (l.amount_cents + l.interest_cents)::numeric)`,
  },
  {
    name: "receivables-belong-to-loans",
    holds: "Every posting on a loan's receivables names its loan and that loan's member.",
    sql: `SELECT p.entry_id AS id, p.account AS found FROM postings p LEFT JOIN loans l ON l.id = p.loan_id
           WHERE p.account IN ('loan_receivable', 'interest_receivable')
             AND (l.id IS NULL OR p.member_id IS DISTINCT FROM l.member_id)`,
  },
];
