// Checks the Treasurer's postings, dividends, deposits and closed years (I7, I21 to I23, I29, I30).
import { datedByItsCause } from "./cause-invariants.ts";
import { isOfFundTransfer } from "./fund-invariants.ts";
import { type Invariant, ofItsMoment } from "./invariant.ts";
import { isOfOpening, openingKinds } from "./opening-invariants.ts";

/**
 * Each record with what its entry must have: kind, purpose, and sum of debits in cents; and whether it was reversed.
 */
const items = `
  SELECT 'ledger_entry' AS kind, id, type AS purpose, amount_cents AS debits, NULL::boolean AS is_reversed FROM ledger_posts
  UNION ALL SELECT 'dividend_declaration', id, 'declaration', amount_cents, is_reversed FROM dividend_declarations
  UNION ALL SELECT 'dividend_payment', id, 'payment', amount_cents, is_reversed FROM dividend_payments
  UNION ALL SELECT 'fixed_deposit', id, 'opening', amount_cents, is_reversed FROM fixed_deposits WHERE opening_id IS NULL
  UNION ALL SELECT 'fixed_deposit_redemption', id, 'redemption', amount_cents + interest_cents, is_reversed
    FROM fixed_deposit_redemptions`;

/** Each closed year with `after_date`, the end of the closed year before it, after which its own postings begin. */
const years = `
  SELECT start_date, end_date, label, closed_at,
         lag(end_date, 1, '-infinity'::date) OVER (ORDER BY end_date) AS after_date,
         to_char(end_date, 'YYYYMMDD')::int AS id
    FROM closed_years`;

export const ledgerItemInvariants: Invariant[] = [
  {
    name: "ledger-items-in-the-books",
    proves: ["I6"],
    holds:
      "Each posting by hand has exactly one entry of its amount, and each such entry its record.",
    sql: `SELECT coalesce(item.id, e.id) AS id, format('%s %s: record %s, entry %s of %s', coalesce(item.kind, e.source_kind),
                   coalesce(item.purpose, e.purpose), item.debits, e.id, e.debits) AS found
            FROM (${items}) item
            FULL JOIN (SELECT e.id, e.source_kind, e.source_id, e.purpose, sum(p.amount_cents) FILTER (WHERE p.amount_cents > 0) AS debits
                         FROM entries e JOIN postings p ON p.entry_id = e.id
                        WHERE e.source_kind IN ('ledger_entry', 'dividend_declaration', 'dividend_payment', 'fixed_deposit', 'fixed_deposit_redemption')
                        GROUP BY e.id) e
              ON e.source_kind = item.kind AND e.source_id = item.id AND e.purpose = item.purpose
           WHERE e.debits IS DISTINCT FROM item.debits`,
  },
  {
    name: "dated-entries-as-audited",
    proves: ["I7", "I33"],
    holds:
      "An entry of another day than it was written on is the closing of a year, interest that fell due, of what was brought forward, of the later day of what it undoes, pays or settles, or one by hand whose audit row has both days.",
    sql: `SELECT coalesce(e.id, subject_id) AS id,
                 format('%s %s counts on %s, told as %s', subject, subject_id, e.business_date, told.date) AS found
            FROM (SELECT id,
                         CASE source_kind WHEN 'fine' THEN 'fine' ELSE 'entry' END AS subject,
                         CASE source_kind WHEN 'fine' THEN source_id ELSE id END AS subject_id,
                         to_char(business_date, 'YYYY-MM-DD') AS business_date,
                         to_char(recorded_at AT TIME ZONE 'Africa/Nairobi', 'YYYY-MM-DD') AS written_on
                    FROM entries entry
                   WHERE business_date <> (recorded_at AT TIME ZONE 'Africa/Nairobi')::date
                     AND source_kind NOT IN ('financial_year', 'loan_interest') AND NOT ${isOfOpening("entry")}) e
            FULL JOIN (SELECT subject, subject_id, after ->> 'date' AS date, after ->> 'posted_on' AS posted_on
                         FROM audit_entries
                        WHERE action IN ('entries.post', 'fines.charge') AND after ->> 'date' <> after ->> 'posted_on') told
                 USING (subject, subject_id)
           WHERE (e.business_date, e.written_on) IS DISTINCT FROM (told.date, told.posted_on)
             AND NOT coalesce(told.date IS NULL AND EXISTS (
               SELECT FROM entries dated WHERE dated.id = e.id AND ${datedByItsCause("dated")}), false)`,
  },
  {
    name: "taken-back-means-reversed",
    proves: ["I6", "I11"],
    holds:
      "A declaration, deposit, payment or redemption is taken back if and only if its entry is reversed.",
    sql: `SELECT item.id, item.kind || ' taken back: ' || item.is_reversed AS found
            FROM (${items}) item
            JOIN entries e ON e.source_kind = item.kind AND e.source_id = item.id AND e.purpose = item.purpose
            LEFT JOIN entries r ON r.reverses = e.id
           WHERE item.is_reversed <> (r.id IS NOT NULL)`,
  },
  {
    name: "only-what-may-be-is-reversed",
    proves: ["I6"],
    holds:
      "Only postings by hand, fines, what was brought forward and share-outs with the interest that they reached are reversed, by an entry that names them.",
    sql: `SELECT r.id, e.source_kind || ' ' || e.source_id AS found
            FROM entries r LEFT JOIN entries e ON e.id = r.reverses
           WHERE (r.source_kind = 'journal_entry') <> (r.reverses IS NOT NULL)
              OR (r.reverses IS NOT NULL AND (r.source_id <> r.reverses OR e.source_kind NOT IN (
                    'ledger_entry', 'dividend_declaration', 'dividend_payment', 'fixed_deposit', 'fixed_deposit_redemption', 'fine', 'distribution', 'loan_interest') AND e.source_kind NOT IN ${openingKinds}))`,
  },
  {
    name: "dividends-add-up",
    proves: ["I29"],
    holds:
      "What was paid on a declaration is the sum of its payments, never above what was declared.",
    sql: `SELECT d.id, format('paid %s of %s, payments %s', d.paid_cents, d.amount_cents, coalesce(sum(p.amount_cents), 0)) AS found
            FROM dividend_declarations d
            LEFT JOIN dividend_payments p ON p.declaration_id = d.id AND NOT p.is_reversed
           GROUP BY d.id
          HAVING d.paid_cents <> coalesce(sum(p.amount_cents), 0) OR d.paid_cents NOT BETWEEN 0 AND d.amount_cents
              OR (d.is_reversed AND d.paid_cents > 0)`,
  },
  {
    name: "dividends-payable-in-the-books",
    proves: ["I29"],
    holds: "What is unpaid of all declarations is what the books owe in dividends.",
    sql: `SELECT 0 AS id, format('unpaid %s, in the books %s', unpaid, booked) AS found
            FROM (SELECT coalesce(sum(amount_cents - paid_cents) FILTER (WHERE NOT is_reversed), 0) AS unpaid FROM dividend_declarations) d,
                 (SELECT coalesce(-sum(amount_cents), 0) AS booked FROM postings WHERE account = 'dividends_payable') b
           WHERE unpaid <> booked`,
  },
  {
    name: "deposits-add-up",
    proves: ["I30"],
    holds:
      "What was redeemed of a deposit is the sum of its redemptions, never above what was put in.",
    sql: `SELECT d.id, format('redeemed %s of %s, redemptions %s', d.redeemed_cents, d.amount_cents, coalesce(sum(r.amount_cents), 0)) AS found
            FROM fixed_deposits d
            LEFT JOIN fixed_deposit_redemptions r ON r.deposit_id = d.id AND NOT r.is_reversed
           GROUP BY d.id
          HAVING d.redeemed_cents <> coalesce(sum(r.amount_cents), 0) OR d.redeemed_cents NOT BETWEEN 0 AND d.amount_cents
              OR (d.is_reversed AND d.redeemed_cents > 0)`,
  },
  {
    name: "deposits-in-the-books",
    proves: ["I30"],
    holds:
      "What remains in the deposits is the balance of their account, and their interest is its income.",
    sql: `SELECT 0 AS id, format('remains %s, in the books %s', remains, booked) AS found
            FROM (SELECT coalesce(sum(amount_cents - redeemed_cents) FILTER (WHERE NOT is_reversed), 0) AS remains FROM fixed_deposits) d,
                 (SELECT coalesce(sum(amount_cents), 0) AS booked FROM postings WHERE account = 'equity_fixed_deposit') b
           WHERE remains <> booked
          UNION ALL
          SELECT r.id, format('interest %s, posted %s', r.interest_cents, -coalesce(p.amount_cents, 0))
            FROM fixed_deposit_redemptions r
            JOIN entries e ON e.source_kind = 'fixed_deposit_redemption' AND e.source_id = r.id
            LEFT JOIN postings p ON p.entry_id = e.id AND p.account = 'fixed_deposit_interest'
           WHERE r.interest_cents <> -coalesce(p.amount_cents, 0)`,
  },
  {
    name: "closed-years-stay-closed",
    proves: ["I7"],
    holds: "No entry of a closed year was written after its closing.",
    sql: `SELECT e.id, e.business_date || ' in ' || y.label AS found
            FROM entries e JOIN (${years}) y ON e.business_date > y.after_date AND e.business_date <= y.end_date
            LEFT JOIN entries closing ON closing.source_kind = 'financial_year' AND closing.source_id = y.id
           WHERE e.id > closing.id
              OR e.recorded_at > y.closed_at AND NOT EXISTS (
                   SELECT FROM audit_entries x
                    WHERE ${ofItsMoment("x", "e")} AND x.id < (SELECT max(c.id) FROM audit_entries c WHERE c.at = y.closed_at))`,
  },
  {
    name: "closed-years-in-order",
    proves: ["I7", "I22"],
    holds:
      "Closed years are over, follow one another, and each has the one closing that its figures ask for.",
    sql: `SELECT y.id, y.label || ' overlaps or was closed too early' AS found FROM (${years}) y
           WHERE y.start_date <= y.after_date OR y.end_date >= (y.closed_at AT TIME ZONE 'Africa/Nairobi')::date
          UNION ALL
          SELECT e.id, 'closing of no closed year' FROM entries e
           WHERE e.source_kind = 'financial_year'
             AND NOT EXISTS (SELECT FROM (${years}) y WHERE y.id = e.source_id AND y.end_date = e.business_date)`,
  },
  {
    name: "closings-empty-the-year",
    proves: ["I23"],
    holds:
      "After a closing, revenues, expenses, dividends declared and the income summary are at 0.",
    sql: `SELECT y.id, p.account || ' ' || sum(p.amount_cents) AS found
            FROM (${years}) y JOIN postings p ON p.business_date <= y.end_date
            JOIN accounts a ON a.code = p.account
           WHERE a.class IN ('revenue', 'expense') OR a.code IN ('income_summary', 'dividend_expense')
           GROUP BY y.id, p.account HAVING sum(p.amount_cents) <> 0`,
  },
  {
    name: "closings-move-the-year",
    proves: ["I22"],
    holds: "A closing moves each revenue and expense by exactly what the year earned and spent.",
    sql: `SELECT y.id, format('%s moved %s, closed %s', p.account,
                              sum(p.amount_cents) FILTER (WHERE e.source_kind <> 'financial_year'),
                              sum(p.amount_cents) FILTER (WHERE e.source_kind = 'financial_year')) AS found
            FROM (${years}) y
            JOIN postings p ON p.business_date > y.after_date AND p.business_date <= y.end_date
            JOIN entries e ON e.id = p.entry_id
            JOIN accounts a ON a.code = p.account AND a.class IN ('revenue', 'expense')
           GROUP BY y.id, p.account
          HAVING coalesce(sum(p.amount_cents) FILTER (WHERE e.source_kind <> 'financial_year'), 0)
              <> -coalesce(sum(p.amount_cents) FILTER (WHERE e.source_kind = 'financial_year'), 0)`,
  },
  {
    name: "retained-earnings-roll-up",
    proves: ["I23"],
    holds:
      "Retained earnings grow in a closed year by its profit, less the dividends declared and the shares taken out whole, what was brought forward, and what was moved to funds and from them.",
    sql: `SELECT y.id, format('moved %s, explained %s', moved, explained) AS found
            FROM (${years}) y, LATERAL (
              SELECT coalesce(sum(p.amount_cents) FILTER (WHERE p.account = 'retained_earnings'), 0) AS moved,
                     coalesce(sum(p.amount_cents) FILTER (WHERE e.source_kind <> 'financial_year'
                       AND (a.class IN ('revenue', 'expense') OR p.account = 'dividend_expense')), 0)
                     + coalesce(sum(p.amount_cents) FILTER (WHERE e.source_kind = 'settlement'
                       AND p.account = 'retained_earnings'), 0)
                     + coalesce(sum(p.amount_cents) FILTER (WHERE p.account = 'retained_earnings'
                       AND (${isOfOpening("e")} OR ${isOfFundTransfer("e")})), 0) AS explained
                FROM postings p JOIN entries e ON e.id = p.entry_id JOIN accounts a ON a.code = p.account
               WHERE p.business_date > y.after_date AND p.business_date <= y.end_date) figures
           WHERE moved <> explained`,
  },
  {
    name: "balance-sheet-balances",
    proves: ["I21"],
    holds:
      "On every day assets, liabilities and equities, with all that is not yet closed among the last, add up to 0.",
    sql: `SELECT to_char(day, 'YYYYMMDD')::int AS id, format('assets %s, liabilities %s, equities %s', assets, liabilities, equities) AS found
            FROM (SELECT p.business_date AS day,
                         sum(sum(p.amount_cents) FILTER (WHERE a.class = 'asset')) OVER days AS assets,
                         sum(sum(p.amount_cents) FILTER (WHERE a.class = 'liability')) OVER days AS liabilities,
                         sum(sum(p.amount_cents) FILTER (WHERE a.class IN ('equity', 'revenue', 'expense'))) OVER days AS equities
                    FROM postings p JOIN accounts a ON a.code = p.account
                   GROUP BY p.business_date WINDOW days AS (ORDER BY p.business_date)) sheet
           WHERE coalesce(assets, 0) + coalesce(liabilities, 0) + coalesce(equities, 0) <> 0`,
  },
  {
    name: "ledger-items-are-guarded",
    proves: ["I5", "I7"],
    holds: "The triggers that keep postings by hand and closed years stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['entries_open_year', 'closed_years_append_only', 'closed_years_no_truncate', 'entries_have_ledger_item',
                              'ledger_posts_append_only', 'ledger_posts_no_truncate', 'ledger_posts_posted',
                              'dividend_declarations_keep', 'dividend_declarations_no_delete', 'dividend_declarations_no_truncate', 'dividend_declarations_posted',
                              'dividend_payments_keep', 'dividend_payments_no_delete', 'dividend_payments_no_truncate', 'dividend_payments_posted',
                              'fixed_deposits_keep', 'fixed_deposits_no_delete', 'fixed_deposits_no_truncate', 'fixed_deposits_posted',
                              'fixed_deposit_redemptions_keep', 'fixed_deposit_redemptions_no_delete', 'fixed_deposit_redemptions_no_truncate', 'fixed_deposit_redemptions_posted']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
];
