// Checks notices (NOTE-1, NOTE-4, NOTE-8): a member whose money moved was notified once, with the amounts of the books.
// It begins with the first notice, since earlier events were reported only by mail.
import { LOAN_PAYMENT } from "#domain/payments/payment-kinds.ts";
import type { Invariant } from "./invariant.ts";

// Each event of a member's money: the member, the notice's event, and the item.
const moneyEvents = `
  SELECT member_id, CASE WHEN entered_by IS NULL THEN 'payment_submitted' ELSE 'payment_entered' END AS event,
         kind AS about, id, submitted_at AS at, amount_cents FROM payments
  UNION ALL
  SELECT member_id, 'payment_withdrawn', kind, id, treasurer_at, amount_cents FROM payments WHERE rejected_by_rule = 'withdrawn'
  UNION ALL
  SELECT member_id, 'loan_withdrawn', 'loan', id, withdrawn_at, amount_cents FROM loans WHERE withdrawn_at IS NOT NULL
  UNION ALL
  SELECT member_id, 'payment_approved', kind, id, greatest(treasurer_at, sec_gen_at), amount_cents FROM payments WHERE status = 'approved'
  UNION ALL
  SELECT member_id, 'payment_rejected', kind, id,
         CASE WHEN treasurer_verdict = 'rejected' THEN treasurer_at ELSE sec_gen_at END, amount_cents FROM payments
   WHERE status = 'rejected' AND rejected_by_rule IS DISTINCT FROM 'withdrawn'
  UNION ALL
  SELECT l.member_id, 'loan_paid_out', 'loan', l.id, e.recorded_at, l.amount_cents
    FROM loans l JOIN entries e ON e.source_kind = 'loan' AND e.source_id = l.id AND e.purpose = 'disbursement'
  UNION ALL
  SELECT member_id, 'loan_entered', 'loan', id, applied_at, amount_cents FROM loans WHERE entered_by IS NOT NULL
  UNION ALL
  SELECT member_id, 'loan_rejected', 'loan', id,
         CASE WHEN treasurer_verdict = 'rejected' THEN treasurer_at ELSE sec_gen_at END, amount_cents FROM loans
   WHERE status = 'rejected' AND withdrawn_at IS NULL
  UNION ALL
  SELECT member_id, 'loan_repaid', 'loan', id,
         greatest((SELECT max(greatest(p.treasurer_at, p.sec_gen_at)) FROM payments p
           WHERE p.kind = '${LOAN_PAYMENT}' AND p.loan_id = loans.id AND p.status = 'approved'),
          (SELECT max(d.decided_at) FROM loan_repayments r JOIN distributions d ON d.id = r.distribution_id WHERE r.loan_id = loans.id)), amount_cents
    FROM loans WHERE status = 'cleared' AND NOT EXISTS (SELECT FROM settlements s WHERE s.member_id = loans.member_id)
  UNION ALL
  SELECT member_id, 'fine_charged', 'fine', id, charged_at, amount_cents FROM fines WHERE opening_id IS NULL
  UNION ALL
  SELECT f.member_id, 'fine_paid', 'fine', f.id, paid.at, f.amount_cents FROM fines f
    JOIN (SELECT fine_id, max(at) AS at FROM (
            SELECT s.fine_id, greatest(p.treasurer_at, p.sec_gen_at) AS at FROM fine_settlements s JOIN payments p ON p.id = s.payment_id
            UNION ALL
            SELECT s.fine_id, d.decided_at FROM distribution_fines s JOIN distributions d ON d.id = s.distribution_id) settled
           GROUP BY fine_id) paid ON paid.fine_id = f.id
   WHERE f.paid_cents = f.amount_cents
  UNION ALL
  SELECT l.member_id, 'loan_fallen_due', 'loan', l.id, a.at, l.amount_cents
    FROM audit_entries a JOIN loans l ON l.id = a.subject_id WHERE a.subject = 'loan' AND a.action = 'sweep.mark-default'`;

// Events whose notice refers to no item: a reversed entry, a leaving member's settlement, and money that they pay back.
const otherEvents = `
  SELECT r.member_id, 'entry_reversed or fine_reversed' AS event, r.recorded_at AS at, r.amount_cents
    FROM (SELECT p.member_id, back.recorded_at, sum(p.amount_cents) AS amount_cents
            FROM entries back JOIN postings p ON p.entry_id = back.reverses
           WHERE p.member_id IS NOT NULL AND p.amount_cents > 0
             AND EXISTS (SELECT FROM audit_entries a
                          WHERE a.action = 'entries.reverse' AND a.subject = 'entry' AND a.subject_id = back.reverses)
           GROUP BY back.id, p.member_id, back.recorded_at) r
  UNION ALL
  SELECT b.member_id, 'debt_recovered', r.recovered_at, r.amount_cents
    FROM bad_debt_recoveries r JOIN bad_debts b ON b.id = r.bad_debt_id
  UNION ALL
  SELECT s.member_id, 'share_paid', d.decided_at, s.share_cents FROM distribution_shares s JOIN distributions d ON d.id = s.distribution_id
  UNION ALL
  SELECT s.member_id, 'share_taken_back', (SELECT max(t.given_at) FROM distribution_take_backs t WHERE t.distribution_id = d.id), s.share_cents
    FROM distribution_shares s JOIN distributions d ON d.id = s.distribution_id AND d.status = 'taken_back'
  UNION ALL
  SELECT member_id, 'left_group', settled_at, NULL FROM settlements`;

const since = "(SELECT min(created_at) FROM notices)";

export const noticeInvariants: readonly Invariant[] = [
  {
    name: "money-was-told",
    proves: ["I52"],
    holds: "Whoever's money moved has one notice of it, with the amount that the books have.",
    sql: `SELECT m.id, format('%s of member %s, told %s times', m.event, m.member_id, count(n.id)) AS found
            FROM (${moneyEvents}) m
            LEFT JOIN notices n ON n.member_id = m.member_id AND n.event = m.event AND n.about_kind = m.about AND n.about_id = m.id
                               AND n.facts -> 'amount' ->> 'cents' = m.amount_cents::text
           WHERE m.at >= ${since}
           GROUP BY m.id, m.event, m.member_id HAVING count(n.id) <> 1`,
  },
  {
    name: "leaving-and-reversals-were-told",
    proves: ["I52"],
    holds:
      "Whoever left, paid back a bad debt, got a share of what was earned or had an entry taken back was told as often, of the same amounts.",
    sql: `SELECT m.member_id AS id, format('%s: %s times, told %s times', m.event, m.times, coalesce(n.times, 0)) AS found
            FROM (SELECT member_id, event, count(*) AS times, sum(amount_cents) AS amount_cents
                    FROM (${otherEvents}) each WHERE at >= ${since} GROUP BY member_id, event) m
            LEFT JOIN (SELECT member_id,
                              CASE WHEN event IN ('entry_reversed', 'fine_reversed') THEN 'entry_reversed or fine_reversed' ELSE event END AS event,
                              count(*) AS times, sum((facts -> 'amount' ->> 'cents')::bigint) AS amount_cents
                         FROM notices WHERE event IN ('entry_reversed', 'fine_reversed', 'debt_recovered', 'share_paid', 'share_taken_back', 'left_group')
                        GROUP BY 1, 2) n ON n.member_id = m.member_id AND n.event = m.event
           WHERE n.times IS DISTINCT FROM m.times OR n.amount_cents IS DISTINCT FROM m.amount_cents`,
  },
  {
    name: "matches-were-told",
    proves: ["I52"],
    holds:
      "Whoever's payment an official matched with a line of another amount was told once of each such match: both amounts, and why. Nothing else is told as one.",
    sql: `SELECT coalesce(m.payment_id, n.about_id) AS id,
                 format('matched %s times with another amount, told %s times', coalesce(m.times, 0), coalesce(n.times, 0)) AS found
            FROM (SELECT p.member_id, p.kind, p.id AS payment_id, t.matched_at AS at, p.amount_cents, l.amount_cents AS found_cents,
                         t.explanation, count(*) AS times
                    FROM statement_matches t JOIN statement_lines l ON l.id = t.line_id JOIN payments p ON p.id = t.payment_id
                   WHERE t.reason = 'by_hand' AND t.explanation IS NOT NULL AND l.amount_cents <> p.amount_cents AND t.matched_at >= ${since}
                   GROUP BY 1, 2, 3, 4, 5, 6, 7) m
            FULL JOIN (SELECT member_id, about_kind, about_id, created_at, (facts -> 'amount' ->> 'cents')::bigint AS amount_cents,
                              (facts -> 'found' ->> 'cents')::bigint AS found_cents, facts ->> 'reason' AS reason, count(*) AS times
                         FROM notices WHERE event = 'payment_matched' GROUP BY 1, 2, 3, 4, 5, 6, 7) n
                   ON (n.member_id, n.about_kind, n.about_id, n.created_at, n.amount_cents, n.found_cents, n.reason)
                    = (m.member_id, m.kind, m.payment_id, m.at, m.amount_cents, m.found_cents, m.explanation)
           WHERE m.times IS DISTINCT FROM n.times`,
  },
  {
    name: "receipts-are-true",
    proves: ["I52"],
    holds:
      "No receipt tells of a payment that is not its member's, or is not approved, nor of a fine that is not paid; no loan fell due that was not marked.",
    sql: `SELECT n.about_id AS id, 'notice ' || n.id || ' tells of what is not so' AS found
            FROM notices n LEFT JOIN payments p ON p.id = n.about_id AND p.kind = n.about_kind
           WHERE n.event IN ('payment_approved', 'payment_rejected')
             AND (p.member_id, 'payment_' || p.status) IS DISTINCT FROM (n.member_id, n.event)
          UNION ALL
          SELECT n.about_id, 'notice ' || n.id || ' tells of a fine that is not paid'
            FROM notices n LEFT JOIN fines f ON f.id = n.about_id AND f.member_id = n.member_id
           WHERE n.event = 'fine_paid' AND f.paid_cents IS DISTINCT FROM f.amount_cents
             AND NOT EXISTS (SELECT FROM distribution_fines s JOIN distributions d ON d.id = s.distribution_id AND d.status = 'taken_back'
                              WHERE s.fine_id = f.id)
          UNION ALL
          SELECT n.about_id, 'notice ' || n.id || ' tells of a loan that did not fall due'
            FROM notices n
           WHERE n.event = 'loan_fallen_due' AND NOT EXISTS (
                   SELECT FROM audit_entries a JOIN loans l ON l.id = a.subject_id
                    WHERE a.subject = 'loan' AND a.subject_id = n.about_id AND a.action = 'sweep.mark-default' AND l.member_id = n.member_id)`,
  },
  {
    name: "messages-are-of-notices",
    proves: ["I52"],
    holds:
      "A message goes to whom its notice is for, once by each channel, and only a text has a cost. A text to a certain number goes to the phone that the member has, had before, or had in the group's book.",
    sql: `SELECT m.id, 'notice ' || m.notice_id || ' by ' || m.channel AS found
            FROM notice_messages m LEFT JOIN notices n ON n.id = m.notice_id
           WHERE n.member_id IS DISTINCT FROM m.member_id
              OR (m.channel <> 'sms' AND (m.cost_units IS NOT NULL OR m.reserved_units > 0))
              OR EXISTS (SELECT FROM notice_messages o WHERE o.notice_id = m.notice_id AND o.channel = m.channel
                              AND o.keeps_recipient = m.keeps_recipient AND o.id < m.id)
              OR m.keeps_recipient
                 AND (n.event NOT IN ('book_invited', 'join_code') OR NOT EXISTS (
                        SELECT FROM members r WHERE r.id = m.member_id AND r.phone = m.recipient))
                 AND NOT EXISTS (SELECT FROM earlier_phones e WHERE e.member_id = m.member_id AND e.phone = m.recipient)
                 AND NOT EXISTS (SELECT FROM book_claims c WHERE c.member_id = m.member_id AND c.book_phone = m.recipient)`,
  },
  {
    name: "texts-cost-their-answers",
    proves: ["I54"],
    holds: "What a text cost is the sum of the gateway's answers to it.",
    sql: `SELECT coalesce(m.id, a.message_id) AS id, format('cost %s, answered %s', m.cost_units, a.cost_units) AS found
            FROM notice_messages m
            FULL JOIN (SELECT message_id, sum(cost_units) AS cost_units FROM sms_answers GROUP BY message_id) a ON a.message_id = m.id
           WHERE (m.cost_units IS NOT NULL OR a.message_id IS NOT NULL)
             AND (m.channel IS DISTINCT FROM 'sms' OR coalesce(m.cost_units, 0) <> coalesce(a.cost_units, 0)
                  OR (m.cost_units IS NOT NULL AND a.message_id IS NULL))`,
  },
  {
    name: "texts-were-taken-once",
    proves: ["I54"],
    holds: "A text that went out was taken by the gateway, and no text was taken twice.",
    sql: `SELECT m.id, format('%s, taken %s times', m.state, count(a.id)) AS found
            FROM notice_messages m LEFT JOIN sms_answers a ON a.message_id = m.id AND a.outcome = 'accepted'
           WHERE m.channel = 'sms'
           GROUP BY m.id HAVING count(a.id) > 1 OR (m.state IN ('sent', 'delivered') AND count(a.id) = 0)`,
  },
  {
    name: "texts-keep-the-cap",
    proves: ["I54"],
    holds:
      "What a month's texts cost, and what is set aside for them, is within the cap of that month, but for answers that cost more than was set aside.",
    sql: `SELECT to_char(u.month, 'YYYYMM')::int AS id, format('%s of %s', u.used, c.cap + u.dearer) AS found
            FROM (SELECT date_trunc('month', m.claimed_at AT TIME ZONE 'Africa/Nairobi') AS month,
                         sum(coalesce(m.cost_units, 0) + m.reserved_units) AS used,
                         sum((SELECT coalesce(sum(greatest(a.cost_units - coalesce(a.reserved_units, 0), 0)), 0)
                                FROM sms_answers a WHERE a.message_id = m.id)) AS dearer
                    FROM notice_messages m WHERE m.channel = 'sms' AND m.claimed_by IS NOT NULL GROUP BY 1) u,
                 LATERAL (SELECT (u.month AT TIME ZONE 'Africa/Nairobi') AS begins,
                                 ((u.month + interval '1 month') AT TIME ZONE 'Africa/Nairobi') AS ends) span,
                 LATERAL (SELECT 10000 * greatest(
                            coalesce((SELECT (before ->> 'sms_monthly_cap')::numeric FROM audit_entries
                                       WHERE action = 'settings.change' AND before ? 'sms_monthly_cap' AND at >= span.begins
                                       ORDER BY id LIMIT 1),
                                     (SELECT sms_monthly_cap_cents / 100.0 FROM group_settings)),
                            (SELECT max((after ->> 'sms_monthly_cap')::numeric) FROM audit_entries
                              WHERE action = 'settings.change' AND after ? 'sms_monthly_cap'
                                AND at >= span.begins AND at < span.ends)) AS cap) c
           WHERE u.used > c.cap + u.dearer`,
  },
  {
    name: "words-are-told",
    proves: ["I53"],
    holds:
      "A word that went out is told, as it was written, to as many as it says at least; one that waits or ended to nobody.",
    sql: `SELECT w.id, format('word %s has %s notices for %s people', w.id, count(n.id), w.people) AS found
            FROM words w LEFT JOIN notices n ON n.occasion = 'word:' || w.id
           GROUP BY w.id
          HAVING CASE WHEN w.sent_at IS NULL THEN count(n.id) > 0
                      ELSE count(n.id) < w.people OR count(n.id) <> count(*) FILTER (WHERE n.event = 'word' AND n.facts ->> 'words' = w.text) END
          UNION ALL
          SELECT n.id, 'notice ' || n.id || ' is of no word'
            FROM notices n WHERE n.event = 'word' AND NOT EXISTS (SELECT FROM words w WHERE n.occasion = 'word:' || w.id)`,
  },
  {
    name: "words-are-agreed",
    proves: ["I53"],
    holds:
      "The audit log has each word as its writer wrote it, and who agreed to it or ended it; above 20 people by SMS another official agreed.",
    sql: `SELECT w.id, 'word ' || w.id || ' is not what the log says' AS found
            FROM words w
            LEFT JOIN audit_entries wrote ON wrote.subject = 'word' AND wrote.subject_id = w.id AND wrote.action IN ('words.send', 'words.propose')
            LEFT JOIN audit_entries decided ON decided.subject = 'word' AND decided.subject_id = w.id AND decided.action IN ('words.agree', 'words.end')
           WHERE (wrote.actor_id, wrote.after ->> 'words', wrote.after ->> 'audience', wrote.after -> 'channels')
                 IS DISTINCT FROM (w.written_by, w.text, w.audience, to_jsonb(w.channels))
              OR wrote.at <> w.written_at OR (w.agreed_by IS NULL AND (wrote.after ->> 'parts')::int <> w.parts)
              OR round(coalesce(decided.after ->> 'cost', wrote.after ->> 'cost')::numeric * 10000) <> w.cost_units
              OR coalesce(decided.after ->> 'people', wrote.after ->> 'people')::int <> w.people
              OR w.sent_at <> CASE WHEN w.agreed_by IS NULL THEN w.written_at ELSE w.agreed_at END
              OR (wrote.action = 'words.send') IS DISTINCT FROM (w.sent_at IS NOT NULL AND w.agreed_by IS NULL)
              OR (decided.action, decided.actor_id) IS DISTINCT FROM
                 (CASE WHEN w.agreed_by IS NOT NULL THEN 'words.agree' WHEN w.ended_by IS NOT NULL THEN 'words.end' END, coalesce(w.agreed_by, w.ended_by))
              OR w.agreed_by = w.written_by
              OR (w.sent_at IS NOT NULL AND w.texts > 20 AND w.agreed_by IS NULL)`,
  },
];
