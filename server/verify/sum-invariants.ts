// The sums that balances are read from are those of the postings (docs/decisions/008-sums.md).
import type { Invariant } from "./invariant.ts";

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
