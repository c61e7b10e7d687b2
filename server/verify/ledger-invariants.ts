// Checks the journal (I1 to I8), the sums that balances are read from (docs/decisions/008-sums.md), and the counts that
// pages are found by (docs/decisions/015-counts.md).
import { datedByItsCause } from "./cause-invariants.ts";
import type { Invariant } from "./invariant.ts";

export const ledgerInvariants: readonly Invariant[] = [
  {
    name: "entries-balance",
    proves: ["I1"],
    holds: "Each entry has two postings or more, none zero, and they add up to 0.",
    sql: `SELECT e.id, format('%s postings, sum %s', count(p.line), coalesce(sum(p.amount_cents), 0)) AS found
            FROM entries e LEFT JOIN postings p ON p.entry_id = e.id
           GROUP BY e.id
          HAVING count(p.line) < 2 OR sum(p.amount_cents) <> 0 OR bool_or(p.amount_cents = 0)`,
  },
  {
    name: "days-balance",
    proves: ["I2", "I24"],
    holds: "On each date debits equal credits.",
    sql: `SELECT to_char(business_date, 'YYYYMMDD')::int AS id, sum(amount_cents)::text AS found
            FROM postings GROUP BY business_date HAVING sum(amount_cents) <> 0`,
  },
  {
    name: "postings-dated-as-their-entry",
    proves: ["I2"],
    holds: "A posting carries the date of its entry.",
    sql: `SELECT p.entry_id AS id, p.business_date || ' in an entry of ' || e.business_date AS found
            FROM postings p JOIN entries e ON e.id = p.entry_id WHERE p.business_date <> e.business_date`,
  },
  {
    name: "postings-belong-to-entries",
    proves: ["I1"],
    holds: "No posting stands without its entry or on an unknown account.",
    sql: `SELECT p.entry_id AS id, p.account AS found FROM postings p
            LEFT JOIN entries e ON e.id = p.entry_id LEFT JOIN accounts a ON a.code = p.account
           WHERE e.id IS NULL OR a.code IS NULL`,
  },
  {
    name: "one-entry-per-source",
    proves: ["I6"],
    holds: "Each source and purpose has one entry.",
    sql: `SELECT min(id) AS id, format('%s %s %s has %s entries', source_kind, source_id, purpose, count(*)) AS found
            FROM entries GROUP BY source_kind, source_id, purpose HAVING count(*) > 1`,
  },
  {
    name: "reversals-negate",
    proves: ["I6"],
    holds: "A reversal negates exactly the entry it names, and an entry is reversed at most once.",
    sql: `SELECT r.id, 'does not negate entry ' || r.reverses AS found FROM entries r
           WHERE r.reverses IS NOT NULL AND EXISTS (
             SELECT account, member_id, loan_id FROM postings WHERE entry_id IN (r.id, r.reverses)
              GROUP BY account, member_id, loan_id HAVING sum(amount_cents) <> 0)
          UNION ALL
          SELECT reverses, count(*) || ' reversals' FROM entries WHERE reverses IS NOT NULL
           GROUP BY reverses HAVING count(*) > 1`,
  },
  {
    name: "no-entry-from-the-future",
    proves: ["I7"],
    holds:
      "No entry is dated after the Nairobi day it was written, but on the day of what it undoes, pays or settles.",
    sql: `SELECT id, business_date || ' written ' || recorded_at AS found FROM entries e
           WHERE business_date > (recorded_at AT TIME ZONE 'Africa/Nairobi')::date AND NOT ${datedByItsCause("e")}`,
  },
  {
    name: "no-asset-below-zero",
    proves: ["I8"],
    holds: "No asset goes below 0 at the end of a day.",
    sql: `SELECT to_char(day, 'YYYYMMDD')::int AS id, account || ' ' || balance AS found FROM (
            SELECT account, business_date AS day,
                   sum(sum(amount_cents)) OVER (PARTITION BY account ORDER BY business_date) AS balance
              FROM postings
             WHERE account IN ('bank', 'cash', 'loan_receivable', 'interest_receivable', 'fine_receivable', 'investment', 'good_will',
                             'equity_fixed_deposit')
             GROUP BY account, business_date) days
           WHERE balance < 0`,
  },
  {
    name: "books-are-append-only",
    proves: ["I5"],
    holds: "The triggers that refuse change and check balance stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['entries_balance', 'postings_balance', 'entries_not_in_future', 'entries_append_only', 'entries_no_truncate',
                              'postings_append_only', 'postings_no_truncate', 'audit_append_only', 'audit_no_truncate',
                              'payments_keep', 'payments_no_delete', 'payments_no_truncate', 'payments_posted',
                              'entries_have_source', 'entries_have_leaving', 'settlements_append_only', 'settlements_no_truncate',
                              'settlements_posted', 'settled_loans_append_only', 'settled_loans_no_truncate', 'bad_debts_keep',
                              'bad_debts_no_delete', 'bad_debts_no_truncate', 'bad_debt_recoveries_append_only',
                              'bad_debt_recoveries_no_truncate', 'bad_debt_recoveries_posted', 'fines_keep', 'fines_posted', 'entries_have_fine', 'fines_no_delete', 'fines_no_truncate',
                              'fine_settlements_append_only', 'fine_settlements_no_truncate']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
];

// The stored sums agree with the journal.

const dated = (date: string) => `to_char(${date}, 'YYYYMMDD')::int`;

export const sumInvariants: readonly Invariant[] = [
  {
    name: "days-are-summed",
    proves: ["I3", "I24"],
    holds: "The days and what is not summed yet add up to the postings, for each account and day.",
    sql: `SELECT ${dated("business_date")} AS id,
                 format('%s%s: summed %s, posted %s', account, CASE WHEN closing THEN ' (closing)' END, sum(summed), sum(posted)) AS found
            FROM (SELECT business_date, account, closing, amount_cents AS summed, 0 AS posted FROM balance_days
                  UNION ALL
                  SELECT business_date, account, closing, amount_cents, 0 FROM postings_to_sum
                  UNION ALL
                  SELECT p.business_date, p.account, e.source_kind = 'financial_year', 0, p.amount_cents
                    FROM postings p JOIN entries e ON e.id = p.entry_id) both_sides
           GROUP BY business_date, account, closing HAVING sum(summed) <> sum(posted)`,
  },
  {
    name: "months-are-summed",
    proves: ["I3"],
    holds: "Each month is the sum of its days, for each account.",
    sql: `SELECT ${dated("month")} AS id,
                 format('%s%s: month %s, days %s', account, CASE WHEN closing THEN ' (closing)' END, sum(of_month), sum(of_days)) AS found
            FROM (SELECT month, account, closing, amount_cents AS of_month, 0 AS of_days FROM balance_months
                  UNION ALL
                  SELECT date_trunc('month', business_date::timestamp)::date, account, closing, 0, amount_cents
                    FROM balance_days) both_sides
           GROUP BY month, account, closing HAVING sum(of_month) <> sum(of_days)`,
  },
  {
    name: "members-are-summed",
    proves: ["I3"],
    holds:
      "The members' sums and what is not summed yet add up to the postings that name them, for each account.",
    sql: `SELECT member_id AS id, format('%s: summed %s, posted %s', account, sum(summed), sum(posted)) AS found
            FROM (SELECT member_id, account, amount_cents AS summed, 0 AS posted FROM member_balances
                  UNION ALL
                  SELECT member_id, account, amount_cents, 0 FROM postings_to_sum WHERE member_id IS NOT NULL
                  UNION ALL
                  SELECT member_id, account, 0, amount_cents FROM postings WHERE member_id IS NOT NULL) both_sides
           GROUP BY member_id, account HAVING sum(summed) <> sum(posted)`,
  },
  {
    name: "postings-are-queued",
    proves: ["I3"],
    holds: "The trigger that hands every posting to the sums stands and is enabled.",
    sql: `SELECT 0 AS id, 'postings_are_summed' AS found
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'postings_are_summed' AND tgenabled IN ('O', 'A'))`,
  },
];

// The stored counts agree with the journal and the sealed audit log.

const sealed = `audit_entries e JOIN audit_seals s ON s.audit_id = e.id`;
const columns = `(e.at AT TIME ZONE 'Africa/Nairobi')::date, (e.id / 4096)::int, e.action, e.subject`;

export const countInvariants: readonly Invariant[] = [
  {
    name: "entries-are-counted",
    proves: ["I3"],
    holds: "The days and what is not summed yet count every entry once.",
    sql: `SELECT ${dated("business_date")} AS id, format('counted %s, written %s', sum(counted), sum(written)) AS found
            FROM (SELECT business_date, first_lines AS counted, 0 AS written FROM balance_days
                  UNION ALL
                  SELECT business_date, first_lines, 0 FROM postings_to_sum
                  UNION ALL
                  SELECT business_date, 0, count(*) FROM entries GROUP BY 1) both_sides
           GROUP BY business_date HAVING sum(counted) <> sum(written)`,
  },
  {
    name: "accounts-are-counted",
    proves: ["I3"],
    holds:
      "The days and what is not summed yet count the entries that have a line on the account, for each account and day.",
    sql: `SELECT ${dated("business_date")} AS id, format('%s: counted %s, written %s', account, sum(counted), sum(written)) AS found
            FROM (SELECT business_date, account, entries AS counted, 0 AS written FROM balance_days
                  UNION ALL
                  SELECT business_date, account, entries, 0 FROM postings_to_sum
                  UNION ALL
                  SELECT business_date, account, 0, count(DISTINCT entry_id) FROM postings GROUP BY 1, 2) both_sides
           GROUP BY business_date, account HAVING sum(counted) <> sum(written)`,
  },
  {
    name: "postings-are-counted",
    proves: ["I3"],
    holds: "The days and what is not summed yet count the postings, for each account and day.",
    sql: `SELECT ${dated("business_date")} AS id,
                 format('%s%s: counted %s, posted %s', account, CASE WHEN closing THEN ' (closing)' END, sum(counted), sum(posted)) AS found
            FROM (SELECT business_date, account, closing, lines AS counted, 0 AS posted FROM balance_days
                  UNION ALL
                  SELECT business_date, account, closing, lines, 0 FROM postings_to_sum
                  UNION ALL
                  SELECT p.business_date, p.account, e.source_kind = 'financial_year', 0, 1
                    FROM postings p JOIN entries e ON e.id = p.entry_id) both_sides
           GROUP BY business_date, account, closing HAVING sum(counted) <> sum(posted)`,
  },
  {
    name: "months-are-counted",
    proves: ["I3"],
    holds: "Each month counts what its days count, for each account.",
    sql: `SELECT ${dated("month")} AS id,
                 format('%s: month %s, %s and %s, days %s, %s and %s', account, sum(entries) FILTER (WHERE is_month),
                        sum(first_lines) FILTER (WHERE is_month), sum(lines) FILTER (WHERE is_month),
                        sum(entries) FILTER (WHERE NOT is_month), sum(first_lines) FILTER (WHERE NOT is_month),
                        sum(lines) FILTER (WHERE NOT is_month)) AS found
            FROM (SELECT month, account, closing, entries, first_lines, lines, true AS is_month FROM balance_months
                  UNION ALL
                  SELECT date_trunc('month', business_date::timestamp)::date, account, closing, entries, first_lines, lines, false
                    FROM balance_days) both_sides
           GROUP BY month, account, closing
          HAVING sum(CASE WHEN is_month THEN entries ELSE -entries END) <> 0
              OR sum(CASE WHEN is_month THEN first_lines ELSE -first_lines END) <> 0
              OR sum(CASE WHEN is_month THEN lines ELSE -lines END) <> 0`,
  },
  {
    name: "audit-is-counted",
    proves: ["I33"],
    holds:
      "The sealed audit log is counted by day, block, action and subject: in all, and of each person who is counted.",
    sql: `SELECT ${dated("day")} AS id,
                 format('%s of a %s by %s: counted %s, sealed %s', action, subject,
                        CASE actor_id WHEN 0 THEN 'anybody' ELSE actor_id::text END, sum(counted), sum(sealed)) AS found
            FROM (SELECT actor_id, day, block, action, subject, entries AS counted, 0 AS sealed FROM audit_counts
                  UNION ALL
                  SELECT 0, ${columns}, 0, count(*) FROM ${sealed} GROUP BY 1, 2, 3, 4, 5
                  UNION ALL
                  SELECT e.actor_id, ${columns}, 0, count(*) FROM ${sealed}
                   WHERE e.actor_id IN (SELECT actor_id FROM audit_counts) GROUP BY 1, 2, 3, 4, 5) both_sides
           GROUP BY actor_id, day, block, action, subject HAVING sum(counted) <> sum(sealed)`,
  },
];
