// What must hold of notices (NOTE-1, NOTE-4, NOTE-8): whoever's money moved was notified, once, and of what the books have. From
// the first notice on; what happened before was reported by mail alone.
import type { Invariant } from "./invariant.ts";

// Each happening to a member's money: who, the event that tells of it, and what it is about.
const moneyEvents = `
  SELECT member_id, CASE WHEN entered_by IS NULL THEN 'payment_submitted' ELSE 'payment_entered' END AS event,
         kind AS about, id, submitted_at AS at, amount_cents FROM payments
  UNION ALL
  SELECT member_id, 'payment_approved', kind, id, greatest(treasurer_at, sec_gen_at), amount_cents FROM payments WHERE status = 'approved'
  UNION ALL
  SELECT member_id, 'payment_rejected', kind, id,
         CASE WHEN treasurer_verdict = 'rejected' THEN treasurer_at ELSE sec_gen_at END, amount_cents FROM payments WHERE status = 'rejected'
  UNION ALL
  SELECT l.member_id, 'loan_paid_out', 'loan', l.id, e.recorded_at, l.amount_cents
    FROM loans l JOIN entries e ON e.source_kind = 'loan' AND e.source_id = l.id AND e.purpose = 'disbursement'
  UNION ALL
  SELECT member_id, 'fine_charged', 'fine', id, charged_at, amount_cents FROM fines WHERE opening_id IS NULL`;

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
    name: "receipts-are-true",
    proves: ["I52"],
    holds: "No receipt tells of a payment that is not its member's, or is not approved.",
    sql: `SELECT n.about_id AS id, 'notice ' || n.id || ' tells of what is not so' AS found
            FROM notices n LEFT JOIN payments p ON p.id = n.about_id AND p.kind = n.about_kind
           WHERE n.event IN ('payment_approved', 'payment_rejected')
             AND (p.member_id, 'payment_' || p.status) IS DISTINCT FROM (n.member_id, n.event)`,
  },
  {
    name: "messages-are-of-notices",
    proves: ["I52"],
    holds:
      "A message goes to whom its notice is for, once by each channel, and only a text has a cost.",
    sql: `SELECT m.id, 'notice ' || m.notice_id || ' by ' || m.channel AS found
            FROM notice_messages m LEFT JOIN notices n ON n.id = m.notice_id
           WHERE n.member_id IS DISTINCT FROM m.member_id
              OR (m.channel <> 'sms' AND (m.cost_units IS NOT NULL OR m.reserved_units > 0))
              OR EXISTS (SELECT FROM notice_messages o WHERE o.notice_id = m.notice_id AND o.channel = m.channel AND o.id < m.id)`,
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
              OR (wrote.action = 'words.send') IS DISTINCT FROM (w.sent_at IS NOT NULL AND w.agreed_by IS NULL)
              OR (decided.action, decided.actor_id) IS DISTINCT FROM
                 (CASE WHEN w.agreed_by IS NOT NULL THEN 'words.agree' WHEN w.ended_by IS NOT NULL THEN 'words.end' END, coalesce(w.agreed_by, w.ended_by))
              OR w.agreed_by = w.written_by
              OR (w.sent_at IS NOT NULL AND w.texts > 20 AND w.agreed_by IS NULL)`,
  },
];
