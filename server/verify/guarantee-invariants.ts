// Checks guarantees of loans: who agreed to what, that no loan was paid out without it, and what is held (I74, I75).
import { approvedIn, type Invariant } from "./invariant.ts";

/** What is held for each guarantee: agreed x principal left / amount, up to the cent, at most agreed less called. */
const held = `
  SELECT g.*, l.status, l.start_date, CASE
           WHEN g.state <> 'agreed' THEN 0
           WHEN l.status IN ('pending', 'pending_approval') THEN g.amount_cents
           WHEN l.status IN ('active', 'default') THEN least(
             ceil(g.amount_cents::numeric * l.principal_left_cents / l.amount_cents), g.amount_cents - g.called_cents)
           ELSE 0 END AS held
    FROM loan_guarantees g JOIN loans l ON l.id = g.loan_id`;

export const guaranteeInvariants: readonly Invariant[] = [
  {
    name: "guarantees-as-audited",
    proves: ["I74"],
    holds:
      "Each guarantee was requested by its borrower or an office, and is as its member, or the borrower, last answered, at that moment; none changed after the payout.",
    sql: `SELECT g.id, format('%s at %s, audited %s at %s', g.state, g.answered_at, told.action, told.at) AS found
            FROM loan_guarantees g JOIN loans l ON l.id = g.loan_id
            LEFT JOIN LATERAL (
              SELECT a.id, a.action, a.at, a.actor_id FROM audit_entries a
               WHERE a.subject = 'guarantee' AND a.subject_id = g.id ORDER BY a.id DESC LIMIT 1) told ON true
           WHERE told.action IS DISTINCT FROM 'guarantees.' || CASE g.state WHEN 'asked' THEN 'ask' WHEN 'agreed' THEN 'agree'
                   WHEN 'declined' THEN 'decline' WHEN 'withdrawn' THEN 'withdraw' ELSE 'release' END
              OR told.at <> coalesce(g.answered_at, g.asked_at)
              OR g.state IN ('agreed', 'declined', 'withdrawn') AND told.actor_id <> g.member_id
              OR g.state = 'released' AND told.actor_id NOT IN (l.member_id, coalesce(l.entered_by, l.member_id))
              OR l.start_date IS NOT NULL AND told.id > ${approvedIn("'loan'", "l.id")}
              OR g.member_id = l.member_id OR l.product_id IS NULL
          UNION ALL
          SELECT a.subject_id, 'was requested and is gone' FROM audit_entries a
           WHERE a.subject = 'guarantee' AND NOT EXISTS (SELECT FROM loan_guarantees g WHERE g.id = a.subject_id)`,
  },
  {
    name: "loans-guaranteed-when-paid-out",
    proves: ["I74"],
    holds:
      "No loan was paid out before as much was agreed as its approval names, by as many people as its product demands.",
    sql: `SELECT l.id, format('%s agreed to %s of %s', count(g.id), coalesce(sum(g.amount_cents), 0), l.guarantee_needed_cents) AS found
            FROM loans l JOIN loan_products p ON p.id = l.product_id
            LEFT JOIN loan_guarantees g ON g.loan_id = l.id AND g.state = 'agreed'
           WHERE l.start_date IS NOT NULL AND l.opening_id IS NULL AND l.guarantee_needed_cents IS NOT NULL
           GROUP BY l.id, p.id
          HAVING coalesce(sum(g.amount_cents), 0) < l.guarantee_needed_cents OR count(g.id) < p.guarantors_least
              OR CASE p.guarantee WHEN 'none' THEN l.guarantee_needed_cents <> 0 WHEN 'whole' THEN l.guarantee_needed_cents <> l.amount_cents
                      ELSE l.guarantee_needed_cents > l.amount_cents END
          UNION ALL
          SELECT l.id, format('%s needed, audited %s', l.guarantee_needed_cents, told.kes)
            FROM loans l LEFT JOIN LATERAL (
              SELECT (a.after ->> 'guarantee_needed')::numeric AS kes FROM audit_entries a
               WHERE a.subject = 'loan' AND a.subject_id = l.id AND a.action = 'loan-applications.approve' AND a.after ? 'guarantee_needed'
               ORDER BY a.id DESC LIMIT 1) told ON true
           WHERE round(told.kes * 100) IS DISTINCT FROM l.guarantee_needed_cents`,
  },
  {
    name: "guarantees-within-savings",
    proves: ["I75"],
    holds:
      "What is held of a member for others is within their savings, and nobody who left the group holds anything; nothing was called of what was not agreed.",
    sql: `SELECT h.member_id AS id, format('%s held of savings of %s', h.held, coalesce(s.cents, 0)) AS found
            FROM (SELECT member_id, sum(held) AS held FROM (${held}) each GROUP BY 1) h
            JOIN members m ON m.id = h.member_id
            LEFT JOIN (SELECT member_id, -sum(amount_cents) AS cents FROM postings WHERE account = 'monthly_contribution' GROUP BY 1) s
                   ON s.member_id = h.member_id
           WHERE h.held > coalesce(s.cents, 0) OR h.held > 0 AND (m.exited_on IS NOT NULL OR m.status = 'cleared')
          UNION ALL
          SELECT g.id, format('called %s, %s', g.called_cents, g.state) FROM loan_guarantees g JOIN loans l ON l.id = g.loan_id
           WHERE g.called_cents > 0 AND (g.state <> 'agreed' OR l.start_date IS NULL)`,
  },
  {
    name: "guarantees-are-guarded",
    proves: ["I5"],
    holds: "The triggers that keep guarantees as they were stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['loan_guarantees_keep', 'loan_guarantees_no_delete', 'loan_guarantees_no_truncate']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
];
