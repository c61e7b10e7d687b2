// Checks that nothing is dated before what it undoes, pays or settles (I130, I131), and since when that is the rule (I132).
import type { Invariant } from "./invariant.ts";

/** Of the entries up to this one neither is proven: they came before the rule. */
export const beforeTheRule = "(SELECT after_entry FROM rule_beginnings WHERE rule = 'days')";

const loanAccounts = "('loan_receivable', 'interest_receivable')";
const memberAccounts =
  "('loan_receivable', 'interest_receivable', 'fine_receivable', 'monthly_contribution')";

/** Whether posting `p` made what is settled more: a receivable debited, a liability credited. */
const grew = (p: string) =>
  `CASE WHEN ${p}.account IN ('monthly_contribution', 'merry_go_round') THEN ${p}.amount_cents < 0 ELSE ${p}.amount_cents > 0 END`;

/**
 * `entry_id`, and the `day` of something that the entry undoes, pays or settles: once for each such thing whose day is as `when`
 * asks.
 */
const causes = (when: (day: string) => string) => `
  SELECT e.id AS entry_id, r.business_date AS day FROM entries e JOIN entries r ON r.id = e.reverses WHERE ${when("r.business_date")}
  UNION ALL
  SELECT e.id, p.paid_on FROM entries e JOIN payments p ON p.id = e.source_id WHERE e.source_kind = 'payment' AND ${when("p.paid_on")}
  UNION ALL
  SELECT e.id, f.charged_on
    FROM entries e JOIN fine_settlements s ON s.payment_id = e.source_id JOIN fines f ON f.id = s.fine_id
   WHERE e.source_kind = 'payment' AND ${when("f.charged_on")}
  UNION ALL
  -- The loans that it repays, as they were paid out and charged before it.
  SELECT e.id, d.business_date
    FROM entries e JOIN postings c ON c.entry_id = e.id AND c.account IN ${loanAccounts} AND c.amount_cents < 0
    JOIN postings d ON d.member_id = c.member_id AND d.loan_id = c.loan_id AND d.account IN ${loanAccounts} AND d.amount_cents > 0
                   AND d.entry_id < e.id
   WHERE e.source_kind IN ('payment', 'guarantee_call', 'loan') AND ${when("d.business_date")}
  UNION ALL
  SELECT e.id, (l.applied_at AT TIME ZONE 'Africa/Nairobi')::date FROM entries e JOIN loans l ON l.id = e.source_id
   WHERE e.source_kind = 'loan' AND e.purpose = 'disbursement' AND ${when("(l.applied_at AT TIME ZONE 'Africa/Nairobi')::date")}
  UNION ALL
  -- The savings that it takes.
  SELECT e.id, d.business_date
    FROM entries e JOIN postings c ON c.entry_id = e.id AND c.account = 'monthly_contribution' AND c.amount_cents > 0
    JOIN postings d ON d.member_id = c.member_id AND d.account = c.account AND d.amount_cents < 0 AND d.entry_id < e.id
   WHERE e.source_kind IN ('guarantee_call', 'rotation') AND ${when("d.business_date")}
  UNION ALL
  -- What was paid in for the turn that it pays out.
  SELECT e.id, d.business_date
    FROM entries e JOIN rotation_events v ON v.id = e.source_id AND v.kind = 'paid_out'
    JOIN rotation_members m ON m.rotation_id = v.rotation_id
    JOIN postings d ON d.member_id = m.member_id AND d.account = 'merry_go_round' AND d.amount_cents < 0 AND d.entry_id < e.id
   WHERE e.source_kind = 'rotation' AND ${when("d.business_date")}
  UNION ALL
  SELECT e.id, d.business_date
    FROM entries e JOIN settlements s ON s.id = e.source_id
    JOIN postings d ON d.member_id = s.member_id AND d.account IN ${memberAccounts} AND d.entry_id < e.id AND ${grew("d")}
   WHERE e.source_kind = 'settlement' AND ${when("d.business_date")}
  UNION ALL
  SELECT e.id, d.business_date
    FROM entries e JOIN distribution_members m ON m.distribution_id = e.source_id
    JOIN postings d ON d.member_id = m.member_id AND d.account IN ${memberAccounts} AND d.entry_id < e.id AND ${grew("d")}
   WHERE e.source_kind = 'distribution' AND ${when("d.business_date")}
  UNION ALL
  SELECT e.id, x.business_date
    FROM entries e JOIN bad_debt_recoveries r ON r.id = e.source_id JOIN bad_debts b ON b.id = r.bad_debt_id
    JOIN entries x ON x.source_kind = 'settlement' AND x.source_id = b.settlement_id
   WHERE e.source_kind = 'bad_debt_recovery' AND ${when("x.business_date")}
  UNION ALL
  SELECT e.id, x.business_date
    FROM entries e JOIN dividend_payments p ON p.id = e.source_id
    JOIN entries x ON x.source_kind = 'dividend_declaration' AND x.source_id = p.declaration_id
   WHERE e.source_kind = 'dividend_payment' AND ${when("x.business_date")}
  UNION ALL
  SELECT e.id, x.business_date
    FROM entries e JOIN fixed_deposit_redemptions r ON r.id = e.source_id JOIN fixed_deposits d ON d.id = r.deposit_id
    JOIN entries x ON x.source_kind = CASE WHEN d.opening_id IS NULL THEN 'fixed_deposit' ELSE 'opening' END
                  AND x.source_id = coalesce(d.opening_id, d.id)
   WHERE e.source_kind = 'fixed_deposit_redemption' AND ${when("x.business_date")}
  UNION ALL
  SELECT e.id, m.held_on FROM entries e JOIN collections c ON c.id = e.source_id JOIN meetings m ON m.id = c.meeting_id
   WHERE e.source_kind = 'collection' AND ${when("m.held_on")}
  UNION ALL
  SELECT e.id, x.business_date FROM mpesa_payouts p JOIN entries e ON e.id = p.cents_entry_id JOIN entries x ON x.id = p.entry_id WHERE ${when("x.business_date")}`;

/** Interest that a repayment reached is dated as the repayment is. */
const reachedInterest = (when: (day: string) => string) => `
  SELECT e.id, x.business_date
    FROM entries e JOIN loan_interest i ON i.id = e.source_id JOIN loan_repayments r ON r.id = i.repayment_id
    JOIN entries x ON x.source_kind = CASE WHEN r.payment_id IS NOT NULL THEN 'payment' WHEN r.top_up_id IS NOT NULL THEN 'loan'
                                           WHEN r.change_id IS NOT NULL THEN 'guarantee_call' ELSE 'distribution' END
                  AND x.source_id = coalesce(r.payment_id, r.top_up_id, r.change_id, r.distribution_id)
   WHERE e.source_kind = 'loan_interest' AND ${when("x.business_date")}`;

const sameDay = (day: string) => `${day} = e.business_date`;
const laterDay = (day: string) => `${day} > e.business_date`;

/**
 * Whether entry `e` is dated after the Nairobi day on which it was written because what it undoes, pays or settles is: it then has
 * the very day of that.
 */
export const datedByItsCause = (e: string) => `(
  ${e}.business_date > (${e}.recorded_at AT TIME ZONE 'Africa/Nairobi')::date
  AND EXISTS (SELECT FROM (${causes(sameDay)} UNION ALL ${reachedInterest(sameDay)}) cause WHERE cause.entry_id = ${e}.id))`;

export const causeInvariants: readonly Invariant[] = [
  {
    name: "no-reversal-before-its-entry",
    proves: ["I130"],
    holds: "No reversal is dated before the entry that it undoes.",
    sql: `SELECT e.id, format('of %s undoes entry %s of %s', e.business_date, r.id, r.business_date) AS found
            FROM entries e JOIN entries r ON r.id = e.reverses
           WHERE e.business_date < r.business_date AND e.id > ${beforeTheRule}`,
  },
  {
    name: "nothing-before-its-cause",
    proves: ["I131"],
    holds:
      "No payment, repayment, payout, settlement, call, recovery or redemption is dated before what it pays or settles.",
    sql: `SELECT e.id, format('%s of %s, for what is of %s', e.source_kind, e.business_date, max(cause.day)) AS found
            FROM entries e JOIN (${causes(laterDay)}) cause ON cause.entry_id = e.id
           WHERE e.id > ${beforeTheRule} AND e.reverses IS NULL
           GROUP BY e.id`,
  },
  {
    name: "rules-begin-as-audited",
    proves: ["I132"],
    holds:
      "Days of causes are the rule from the first entry on, or from the one that the audit log tells of.",
    sql: `SELECT 0 AS id, format('begins after entry %s, told %s', begun.after_entry, coalesce(told.entry_id, 0)) AS found
            FROM (VALUES ('days')) wanted (rule)
            FULL JOIN rule_beginnings begun USING (rule)
            LEFT JOIN LATERAL (SELECT (a.after ->> 'entry_id')::int AS entry_id FROM audit_entries a
                                WHERE a.action = 'settings.baseline' AND a.after ? 'entry_id' ORDER BY a.id LIMIT 1) told ON true
           WHERE wanted.rule IS NULL OR begun.after_entry IS DISTINCT FROM coalesce(told.entry_id, 0)
          UNION ALL
          SELECT 0, name FROM unnest(ARRAY['rule_beginnings_append_only', 'rule_beginnings_no_truncate']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
];
