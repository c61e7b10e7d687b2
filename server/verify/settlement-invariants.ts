// Checks members who have left, and what they still owe (I17, I19, I27, I28).
import { datedByItsCause } from "./cause-invariants.ts";
import type { Invariant } from "./invariant.ts";

/**
 * Each settled loan in cents: what was owed before, what was left after, and what was left of the member's older loans.
 */
const settledLoans = `
  SELECT s.id AS settlement_id, l.id, l.member_id = s.member_id AS is_own, l.status, l.balance_cents AS balance,
         was.owed, sl.amount_cents AS settled, was.owed - sl.amount_cents AS remained,
         coalesce(sum(was.owed - sl.amount_cents) OVER older, 0) AS remained_of_older,
         coalesce(d.recovered_cents, 0) AS recovered
    FROM settlements s JOIN settled_loans sl ON sl.settlement_id = s.id JOIN loans l ON l.id = sl.loan_id
    -- Of a loan of a product the books say it: interest is charged while it runs.
   CROSS JOIN LATERAL (SELECT CASE WHEN l.product_id IS NULL THEN l.amount_cents + l.interest_cents - l.repaid_cents ELSE (
             SELECT -sum(p.amount_cents) FROM entries e JOIN postings p ON p.entry_id = e.id
              WHERE e.source_kind = 'settlement' AND e.source_id = s.id AND p.loan_id = l.id
                AND p.account IN ('loan_receivable', 'interest_receivable')) END AS owed) was
    LEFT JOIN bad_debts d ON d.settlement_id = s.id
  WINDOW older AS (PARTITION BY s.id ORDER BY l.start_date, l.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;

export const settlementInvariants: readonly Invariant[] = [
  {
    name: "settlements-in-the-books",
    proves: ["I27"],
    holds:
      "Each exit and clearing has one entry, of its day and moment, that posts exactly its figures for its member.",
    sql: `WITH posted AS (
            SELECT e.source_id, count(DISTINCT e.id) AS entries,
                   bool_and(e.recorded_at = s.settled_at AND e.purpose = CASE s.kind WHEN 'exit' THEN 'exit' ELSE 'clearing' END
                            AND (e.business_date = (s.settled_at AT TIME ZONE 'Africa/Nairobi')::date OR ${datedByItsCause("e")})
                            AND p.member_id IS NOT DISTINCT FROM s.member_id) AS is_its_own,
                   coalesce(sum(p.amount_cents) FILTER (WHERE p.account = 'monthly_contribution'), 0) AS contributions,
                   coalesce(sum(p.amount_cents) FILTER (WHERE p.account = 'retained_earnings'), 0) AS share,
                   coalesce(-sum(p.amount_cents) FILTER (WHERE p.account = 'income_from_exited_member'), 0) AS kept,
                   coalesce(-sum(p.amount_cents) FILTER (WHERE p.account IN ('loan_receivable', 'interest_receivable')), 0) AS loans,
                   coalesce(-sum(p.amount_cents) FILTER (WHERE p.account = 'fine_receivable'), 0) AS fines,
                   coalesce(-sum(p.amount_cents) FILTER (WHERE p.account = 'bank'), 0) AS paid_out,
                   coalesce(sum(p.amount_cents) FILTER (WHERE p.account = 'bad_debt_expense'), 0) AS expense
              FROM entries e JOIN postings p ON p.entry_id = e.id JOIN settlements s ON s.id = e.source_id
             WHERE e.source_kind = 'settlement' GROUP BY e.source_id)
          SELECT s.id, format('%s entries: contributions %s, share %s, loans %s, paid %s', coalesce(p.entries, 0),
                              p.contributions, p.share, p.loans, p.paid_out) AS found
            FROM settlements s LEFT JOIN posted p ON p.source_id = s.id
           WHERE (p.entries, p.is_its_own, p.contributions, p.share, p.kept, p.loans, p.fines, p.paid_out, p.expense)
                 IS DISTINCT FROM
                 (1::bigint, true, s.contributions_cents::numeric, s.share_cents::numeric, (s.share_cents - s.given_cents)::numeric,
                  s.loans_cents::numeric, s.fines_written_off_cents::numeric, s.paid_out_cents::numeric,
                  (s.owed_cents + s.fines_written_off_cents)::numeric)
          UNION ALL
          SELECT e.source_id, 'an entry without its settlement' FROM entries e
           WHERE e.source_kind = 'settlement' AND NOT EXISTS (SELECT FROM settlements s WHERE s.id = e.source_id)`,
  },
  {
    name: "exits-conserve-money",
    proves: ["I27"],
    holds:
      "What the bank paid and the loans settled in the books is what the contributions, the given share and the debt come to.",
    sql: `SELECT s.id, format('paid %s + loans %s, held %s + given %s + debt %s', s.paid_out_cents, s.loans_cents,
                              s.contributions_cents, s.given_cents, coalesce(d.amount_cents, 0)) AS found
            FROM settlements s LEFT JOIN bad_debts d ON d.settlement_id = s.id
           WHERE s.paid_out_cents + s.loans_cents <> s.contributions_cents + s.given_cents + coalesce(d.amount_cents, 0)
              OR s.owed_cents <> coalesce(d.amount_cents, 0) OR d.member_id <> s.member_id`,
  },
  {
    name: "shares-by-the-formula",
    proves: ["I25", "I27"],
    holds:
      "A share was the retained earnings of that moment over those who shared in them, and the part given was rounded half up.",
    sql: `WITH before AS (
            SELECT s.id, coalesce(sum(p.amount_cents), 0) AS retained
              FROM settlements s
              JOIN entries e ON e.source_kind = 'settlement' AND e.source_id = s.id
              LEFT JOIN (postings p JOIN accounts a ON a.code = p.account AND (a.class IN ('revenue', 'expense')
                              OR a.code IN ('retained_earnings', 'dividend_expense', 'income_summary')))
                     ON p.entry_id < e.id AND p.business_date <= e.business_date
             GROUP BY s.id)
          SELECT s.id, format('share %s of earnings %s over %s, given %s', s.share_cents, -b.retained, s.active_members, s.given_cents) AS found
            FROM settlements s JOIN before b ON b.id = s.id
           WHERE b.retained <> s.retained_earnings_cents
              OR s.share_cents <> CASE WHEN s.shared_in_interest AND s.active_members > 0
                                       THEN floor(greatest(-b.retained, 0) / s.active_members) ELSE 0 END
              OR s.given_cents <> floor(s.share_cents::numeric * s.share_bp / 10000 + 0.5)`,
  },
  {
    name: "who-left-holds-nothing",
    proves: ["I27"],
    holds:
      "Who has left holds no contributions and owes nothing in the books, and has no office and nothing undecided.",
    sql: `SELECT s.member_id AS id, p.account || ' ' || sum(p.amount_cents) AS found
            FROM settlements s JOIN postings p ON p.member_id = s.member_id
           WHERE p.account IN ('monthly_contribution', 'loan_receivable', 'interest_receivable', 'fine_receivable')
           GROUP BY s.member_id, p.account HAVING sum(p.amount_cents) <> 0
          UNION ALL
          SELECT m.id, coalesce(m.office, 'an undecided item') FROM settlements s JOIN members m ON m.id = s.member_id
           WHERE m.office IS NOT NULL
              OR EXISTS (SELECT FROM payments p WHERE p.member_id = m.id AND p.status IN ('pending', 'pending_approval'))
              OR EXISTS (SELECT FROM loans l WHERE l.member_id = m.id AND l.status IN ('pending', 'pending_approval', 'active', 'default'))`,
  },
  {
    name: "left-once-and-by-the-record",
    proves: ["I28"],
    holds:
      "A member leaves once; who left is cleared once nothing is owed and dormant before, and nobody is cleared otherwise.",
    sql: `SELECT member_id AS id, count(*) || ' settlements' AS found FROM settlements GROUP BY member_id HAVING count(*) > 1
          UNION ALL
          SELECT m.id, format('%s, has_cleared %s, exited_on %s', m.status, m.has_cleared, m.exited_on)
            FROM members m LEFT JOIN settlements s ON s.member_id = m.id LEFT JOIN bad_debts d ON d.settlement_id = s.id
           WHERE (m.status = 'cleared') <> m.has_cleared
              OR m.exited_on IS DISTINCT FROM (s.settled_at AT TIME ZONE 'Africa/Nairobi')::date
              OR m.has_cleared <> (s.id IS NOT NULL AND (d.id IS NULL OR d.recovered_cents = d.amount_cents))
              OR (s.id IS NOT NULL AND NOT m.has_cleared AND m.status <> 'dormant')`,
  },
  {
    name: "loans-settled-oldest-first",
    proves: ["I27"],
    holds:
      "A settlement settles its member's own loans, oldest first, by what was held and given, up to what was owed.",
    sql: `SELECT id, format('settled %s of %s', settled, owed) AS found FROM (${settledLoans}) l
           WHERE NOT is_own OR settled > owed OR (settled > 0 AND remained_of_older > 0)
          UNION ALL
          SELECT s.id, format('settled %s, owed %s of %s', sum(l.settled), sum(l.owed), s.loans_cents)
            FROM settlements s LEFT JOIN (${settledLoans}) l ON l.settlement_id = s.id
           GROUP BY s.id
          HAVING coalesce(sum(l.owed), 0) <> s.loans_cents
              OR coalesce(sum(l.settled), 0) <> least(s.contributions_cents + s.given_cents, s.loans_cents)`,
  },
  {
    name: "written-off-balances-are-the-debt",
    proves: ["I14", "I19"],
    holds:
      "What stayed of a loan goes down by what is recovered, oldest first, and adds up to what is outstanding.",
    sql: `SELECT id, format('%s %s, remained %s', status, balance, remained) AS found FROM (${settledLoans}) l
           WHERE balance <> remained - least(remained, greatest(0, recovered - remained_of_older))
              OR status <> CASE WHEN balance = 0 THEN 'cleared' ELSE 'written_off' END
          UNION ALL
          SELECT d.id, format('outstanding %s, balances %s', d.amount_cents - d.recovered_cents, coalesce(sum(l.balance), 0))
            FROM bad_debts d LEFT JOIN (${settledLoans}) l ON l.settlement_id = d.settlement_id
           GROUP BY d.id HAVING d.amount_cents - d.recovered_cents <> coalesce(sum(l.balance), 0)
          UNION ALL
          SELECT l.id, 'written off without a settlement' FROM loans l
           WHERE l.status = 'written_off' AND NOT EXISTS (SELECT FROM settled_loans s WHERE s.loan_id = l.id)`,
  },
  {
    name: "recoveries-in-the-books",
    proves: ["I19"],
    holds:
      "Each recovery has one entry of its parts into the bank; the parts follow 100/110 of the running total.",
    sql: `WITH posted AS (
            SELECT e.source_id, count(DISTINCT e.id) AS entries,
                   coalesce(sum(p.amount_cents) FILTER (WHERE p.account = 'bank'), 0) AS bank,
                   coalesce(-sum(p.amount_cents) FILTER (WHERE p.account = 'bad_debt_recovery_income'), 0) AS principal,
                   coalesce(-sum(p.amount_cents) FILTER (WHERE p.account = 'exited_member_interest_income'), 0) AS interest
              FROM entries e JOIN postings p ON p.entry_id = e.id
             WHERE e.source_kind = 'bad_debt_recovery' GROUP BY e.source_id)
          SELECT r.id, format('%s entries: bank %s of %s', coalesce(p.entries, 0), p.bank, r.amount_cents) AS found
            FROM bad_debt_recoveries r LEFT JOIN posted p ON p.source_id = r.id
           WHERE (p.entries, p.bank, p.principal, p.interest) IS DISTINCT FROM
                 (1::bigint, r.amount_cents::numeric, r.principal_cents::numeric, r.interest_cents::numeric)
          UNION ALL
          SELECT e.source_id, 'an entry without its recovery' FROM entries e
           WHERE e.source_kind = 'bad_debt_recovery' AND NOT EXISTS (SELECT FROM bad_debt_recoveries r WHERE r.id = e.source_id)
          UNION ALL
          SELECT id, format('principal %s of %s so far', principal, total) FROM (
            SELECT id, sum(principal_cents) OVER so_far AS principal, sum(amount_cents) OVER so_far AS total
              FROM bad_debt_recoveries WINDOW so_far AS (PARTITION BY bad_debt_id ORDER BY id)) running
           WHERE principal <> floor(total * 100 / 110 + 0.5)
          UNION ALL
          SELECT d.id, format('recovered %s, recoveries %s', d.recovered_cents, coalesce(sum(r.amount_cents), 0))
            FROM bad_debts d LEFT JOIN bad_debt_recoveries r ON r.bad_debt_id = d.id
           GROUP BY d.id HAVING d.recovered_cents <> coalesce(sum(r.amount_cents), 0)`,
  },
  {
    name: "references-of-who-left-as-audited",
    proves: ["I11", "I33"],
    holds:
      "The reference and day of a payout, also by M-PESA, or a recovery are those of its audit row, and each audit row that names them has them.",
    sql: `WITH told AS (
            SELECT e.id, coalesce(a.after -> 'settlement', a.after) ->> 'payment_Reference_Code' AS reference,
                   coalesce(a.after -> 'settlement', a.after) ->> 'payment_date' AS day
              FROM settlements s JOIN entries e ON e.source_kind = 'settlement' AND e.source_id = s.id
              JOIN audit_entries a ON a.subject = 'member' AND a.subject_id = s.member_id AND a.action = 'members.' || s.kind
            UNION ALL
            SELECT e.id, a.after ->> 'payment_Reference_Code', a.after ->> 'payment_date'
              FROM bad_debt_recoveries r JOIN entries e ON e.source_kind = 'bad_debt_recovery' AND e.source_id = r.id
              JOIN audit_entries a ON a.subject = 'bad_debt' AND a.subject_id = r.bad_debt_id AND a.action = 'bad-debts.recover'
               AND a.after ->> 'entry_id' = e.id::text
            UNION ALL
            SELECT (a.after ->> 'entry_id')::int, a.after ->> 'payment_Reference_Code', a.after ->> 'payment_date'
              FROM audit_entries a WHERE a.action = 'payouts.pay' AND a.after ? 'entry_id')
          SELECT coalesce(r.entry_id, t.id) AS id, format('has %s of %s, told %s of %s', r.reference, r.paid_on, t.reference, t.day) AS found
            FROM entry_references r FULL JOIN (SELECT * FROM told WHERE day IS NOT NULL) t ON t.id = r.entry_id
           WHERE (r.reference, r.paid_on::text) IS DISTINCT FROM (t.reference, t.day)`,
  },
  {
    name: "leaving-is-audited",
    proves: ["I33"],
    holds: "Each exit, clearing and recovery has its audit row.",
    sql: `SELECT s.member_id AS id, 'no audit row of the ' || s.kind AS found FROM settlements s
           WHERE NOT EXISTS (SELECT FROM audit_entries a WHERE a.subject = 'member' AND a.subject_id = s.member_id
                                AND a.action = 'members.' || s.kind AND a.at = s.settled_at AND a.actor_id = s.settled_by)
          UNION ALL
          SELECT d.id, format('%s recoveries, %s audit rows', d.recoveries, d.audited) FROM (
            SELECT d.id, (SELECT count(*) FROM bad_debt_recoveries r WHERE r.bad_debt_id = d.id) AS recoveries,
                   (SELECT count(*) FROM audit_entries a WHERE a.subject = 'bad_debt' AND a.subject_id = d.id
                       AND a.action = 'bad-debts.recover') AS audited
              FROM bad_debts d) d
           WHERE recoveries <> audited`,
  },
];
