// Checks the funds: what each holds, and that the group's money never falls below it (I98, I99, I102), and what members paid in (I135).
import { FUND_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { hashOf, type Invariant } from "./invariant.ts";
import { agreedByBoth, movedBy } from "./cash-invariants.ts";

/** An entry that moves money between funds and retained earnings, or takes such a one back. */
export const isOfFundTransfer = (entry: string) =>
  `EXISTS (SELECT FROM entries t WHERE t.id = coalesce(${entry}.reverses, ${entry}.id)
     AND t.source_kind = 'ledger_entry' AND t.purpose = 'fund_transfer')`;

/** What `accounts` add up to at the end of each day, debit positive. */
const byDay = (accounts: string) => `(
  SELECT business_date AS day, sum(sum(amount_cents)) OVER (ORDER BY business_date) AS held
    FROM postings WHERE account IN (${accounts}) GROUP BY business_date)`;

const hashOfFund = hashOf(`to_jsonb(f) || jsonb_build_object('amounts', (
  SELECT jsonb_agg(to_jsonb(a) ORDER BY a.id) FROM fund_amounts a WHERE a.fund_id = f.id))`);

/** Both directions of a transfer, by what its record names. */
const wanted = `CASE r.type
  WHEN 'fund_spending' THEN format('%s - %s, restricted_funds %s %s', coalesce(r.paid_from, 'bank'), -r.amount_cents, r.from_fund_id, r.amount_cents)
  ELSE (SELECT string_agg(format('%s %s %s', account, coalesce(fund::text, '-'), cents), ', ' ORDER BY account, fund NULLS LAST) FROM (VALUES
    (CASE WHEN r.from_fund_id IS NULL THEN 'retained_earnings' ELSE 'restricted_funds' END, r.from_fund_id, r.amount_cents),
    (CASE WHEN r.to_fund_id IS NULL THEN 'retained_earnings' ELSE 'restricted_funds' END, r.to_fund_id, -r.amount_cents)) v (account, fund, cents)) END`;

const posted = `(SELECT string_agg(format('%s %s %s', p.account, coalesce(p.fund_id::text, '-'), p.amount_cents), ', ' ORDER BY p.account, p.fund_id)
  FROM postings p WHERE p.entry_id = e.id)`;

/** With whose they are. */
const postedInName = `(SELECT string_agg(format('%s %s %s %s', p.account, coalesce(p.fund_id::text, '-'), coalesce(p.member_id::text, '-'), p.amount_cents), ', ' ORDER BY p.account)
  FROM postings p WHERE p.entry_id = e.id)`;

export const fundInvariants: readonly Invariant[] = [
  {
    name: "funds-hold-what-was-posted",
    proves: ["I98"],
    holds:
      "The funds add up to restricted_funds, each by its days as the postings have them, and none is below 0 at the end of a day.",
    sql: `SELECT p.entry_id AS id, format('%s of fund %s', p.account, p.fund_id) AS found FROM postings p
           WHERE (p.account = 'restricted_funds') <> (p.fund_id IS NOT NULL)
          UNION ALL
          SELECT fund_id, format('on %s %s', day, held) FROM (
            SELECT fund_id, business_date AS day, -sum(sum(amount_cents)) OVER (PARTITION BY fund_id ORDER BY business_date) AS held
              FROM postings WHERE fund_id IS NOT NULL GROUP BY fund_id, business_date) days
           WHERE held < 0
          UNION ALL
          SELECT fund_id, format('on %s: summed %s in and %s out, posted %s and %s', day, sum(summed_in), sum(summed_out), sum(posted_in), sum(posted_out))
            FROM (SELECT fund_id, business_date AS day, in_cents AS summed_in, out_cents AS summed_out, 0 AS posted_in, 0 AS posted_out FROM fund_days
                  UNION ALL
                  SELECT fund_id, business_date, CASE WHEN from_fund THEN 0 ELSE -amount_cents END, CASE WHEN from_fund THEN amount_cents ELSE 0 END, 0, 0
                    FROM postings_to_sum WHERE fund_id IS NOT NULL
                  UNION ALL
                  SELECT p.fund_id, p.business_date, 0, 0,
                         CASE WHEN (p.amount_cents > 0) = (e.reverses IS NULL) THEN 0 ELSE -p.amount_cents END,
                         CASE WHEN (p.amount_cents > 0) = (e.reverses IS NULL) THEN p.amount_cents ELSE 0 END
                    FROM postings p JOIN entries e ON e.id = p.entry_id WHERE p.fund_id IS NOT NULL) both_sides
           GROUP BY fund_id, day HAVING sum(summed_in) <> sum(posted_in) OR sum(summed_out) <> sum(posted_out)
          UNION ALL
          SELECT f.id, 'is closed and holds ' || -sum(p.amount_cents) FROM funds f JOIN postings p ON p.fund_id = f.id
           WHERE f.closed_at IS NOT NULL GROUP BY f.id HAVING sum(p.amount_cents) <> 0`,
  },
  {
    name: "money-above-funds",
    proves: ["I99"],
    holds:
      "At the end of every day from the first fund on, bank, cash and fixed deposits, less what members paid in for turns to come, are not below what the funds hold.",
    sql: `SELECT to_char(day, 'YYYYMMDD')::int AS id, held || ' beyond the funds' AS found
            FROM ${byDay("'bank', 'cash', 'equity_fixed_deposit', 'merry_go_round', 'restricted_funds'")} days
           WHERE held < 0 AND EXISTS (SELECT FROM postings p WHERE p.account = 'restricted_funds' AND p.business_date <= days.day)`,
  },
  {
    name: "funds-moved-by-both",
    proves: ["I102"],
    holds:
      "What was spent out of a fund or moved between funds was proposed by one of the Treasurer and the Sec-Gen and agreed to by the other, as its record has it, and a transfer names a resolution.",
    sql: `SELECT e.id, 'moves a fund by one office' AS found FROM entries e
           WHERE e.source_kind IN ('ledger_entry', 'journal_entry') AND NOT ${agreedByBoth("e.id")}
             AND EXISTS (SELECT FROM postings p WHERE p.entry_id = e.id AND p.account = 'restricted_funds')
          UNION ALL
          SELECT r.id, format('%s of %s posts %s', r.type, r.amount_cents, ${posted})
            FROM ledger_posts r JOIN entries e ON e.source_kind = 'ledger_entry' AND e.source_id = r.id
           WHERE r.type IN ('fund_spending', 'fund_transfer') AND ${posted} <> ${wanted}
          UNION ALL
          SELECT e.id, e.source_kind || ' moves a fund: ' || ${movedBy("e")} FROM entries e
            LEFT JOIN ledger_posts r ON e.source_kind = 'ledger_entry' AND r.id = e.source_id
           WHERE e.reverses IS NULL AND e.source_kind <> 'payment'
             AND r.type IS DISTINCT FROM 'fund_spending' AND r.type IS DISTINCT FROM 'fund_transfer'
             AND EXISTS (SELECT FROM postings p WHERE p.entry_id = e.id AND p.account = 'restricted_funds')
          UNION ALL
          SELECT e.id, 'names no resolution' FROM entries e
           WHERE e.source_kind = 'ledger_entry' AND e.purpose = 'fund_transfer'
             AND NOT EXISTS (SELECT FROM entry_resolutions n WHERE n.entry_id = e.id)`,
  },
  {
    name: "fund-payments-in-their-funds",
    proves: ["I135"],
    holds:
      "What a member paid into a fund is on that fund in the member's name, with its amount and nothing else; a payment that waits is for a fund that is open, and nothing but a payment of the kind is on a fund in a member's name as paid in.",
    sql: `SELECT p.id, format('of fund %s, posts %s', p.fund_id, ${postedInName}) AS found
            FROM payments p JOIN entries e ON e.source_kind = 'payment' AND e.source_id = p.id AND e.purpose = p.kind
           WHERE p.kind = '${FUND_PAYMENT}' AND ${postedInName} IS DISTINCT FROM format('%s %s %s %s, restricted_funds %s %s %s',
                   CASE WHEN p.collection_id IS NULL THEN 'bank' ELSE 'cash' END, '-', p.member_id, p.amount_cents,
                   p.fund_id, p.member_id, -p.amount_cents)
          UNION ALL
          SELECT p.id, 'waits for fund ' || p.fund_id || ', which is closed' FROM payments p JOIN funds f ON f.id = p.fund_id
           WHERE p.status IN ('pending', 'pending_approval') AND f.closed_at IS NOT NULL
          UNION ALL
          SELECT p.id, format('%s of fund %s', p.kind, p.fund_id) FROM payments p
           WHERE (p.kind = '${FUND_PAYMENT}') <> (p.fund_id IS NOT NULL)
          UNION ALL
          SELECT e.id, format('%s %s is on a fund in the name of a member', e.source_kind, e.purpose) FROM postings b JOIN entries e ON e.id = b.entry_id
           WHERE b.account = 'restricted_funds' AND b.member_id IS NOT NULL AND b.amount_cents < 0
             AND (e.source_kind, e.purpose) <> ('payment', '${FUND_PAYMENT}')`,
  },
  {
    name: "funds-as-witnessed",
    proves: ["I98"],
    holds:
      "Each fund, and the amounts that were set for it, are as the audit log last witnessed them.",
    sql: `SELECT coalesce(f.id, seen.subject_id) AS id, 'is not as it was last written' AS found
            FROM funds f FULL JOIN (
              SELECT DISTINCT ON (subject_id) subject_id, witness ->> 'row' AS hash FROM audit_entries
               WHERE subject = 'fund' AND witness ? 'row' ORDER BY subject_id, id DESC) seen ON seen.subject_id = f.id
           WHERE seen.hash IS DISTINCT FROM ${hashOfFund}`,
  },
  {
    name: "funds-are-guarded",
    proves: ["I102"],
    holds:
      "The triggers that keep funds and ask both offices for their money stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['funds_keep', 'funds_no_delete', 'funds_no_truncate', 'fund_amounts_append_only', 'fund_amounts_no_truncate',
                              'postings_fund_by_both']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
];
