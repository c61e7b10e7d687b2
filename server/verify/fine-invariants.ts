// What must hold of fines (safety I18): what was charged, paid and written off, and what the books hold of it.
import type { Invariant } from "./invariant.ts";

export const fineInvariants: readonly Invariant[] = [
  {
    name: "fines-in-the-books",
    proves: ["I15", "I18"],
    holds: "Total fines - paid - written off is what each member's fine_receivable stands at.",
    sql: `SELECT member_id AS id, format('unpaid %s, in the books %s', sum(unpaid), sum(booked)) AS found FROM (
            SELECT member_id, amount_cents - paid_cents - written_off_cents AS unpaid, 0 AS booked FROM fines
            UNION ALL
            SELECT member_id, 0, amount_cents FROM postings WHERE account = 'fine_receivable') both_sides
           GROUP BY member_id HAVING sum(unpaid) <> sum(booked)`,
  },
  {
    name: "fines-posted-once",
    proves: ["I6", "I10"],
    holds:
      "Each fine has exactly one entry of its amount, on its day, for its member; one of the group's book that of its member.",
    sql: `SELECT f.id, format('%s entries, receivable %s of %s', count(DISTINCT e.id), coalesce(sum(p.amount_cents), 0), f.amount_cents) AS found
            FROM fines f
            LEFT JOIN opening_members o ON o.opening_id = f.opening_id AND o.member_id = f.member_id
            LEFT JOIN entries e ON e.source_kind = CASE WHEN o.id IS NULL THEN 'fine' ELSE 'opening_member' END
                               AND e.source_id = coalesce(o.id, f.id)
                               AND e.purpose = CASE WHEN o.id IS NULL THEN 'charge' ELSE 'opening' END
                               AND e.business_date = f.charged_on AND e.recorded_at = f.charged_at
            LEFT JOIN postings p ON p.entry_id = e.id AND p.account = 'fine_receivable' AND p.member_id = f.member_id
           GROUP BY f.id
          HAVING count(DISTINCT e.id) <> 1 OR coalesce(sum(p.amount_cents), 0) <> f.amount_cents
          UNION ALL
          SELECT e.source_id, 'an entry without its fine' FROM entries e
           WHERE e.source_kind = 'fine' AND NOT EXISTS (SELECT FROM fines f WHERE f.id = e.source_id)`,
  },
  {
    name: "fines-paid-by-payments",
    proves: ["I3", "I18"],
    holds: "What is paid of a fine is what approved payments of its own member settled of it.",
    sql: `SELECT f.id, format('paid %s, settled %s', f.paid_cents, coalesce(sum(s.amount_cents), 0)) AS found
            FROM fines f
            LEFT JOIN (fine_settlements s JOIN payments p ON p.id = s.payment_id AND p.kind = 'fine_payment' AND p.status = 'approved')
                   ON s.fine_id = f.id AND p.member_id = f.member_id
           GROUP BY f.id HAVING f.paid_cents <> coalesce(sum(s.amount_cents), 0)`,
  },
  {
    name: "fine-payments-settle-fines",
    proves: ["I18"],
    holds: "An approved fine payment settles fines of its whole amount; any other settles none.",
    sql: `SELECT p.id, format('%s, settled %s of %s', p.status, coalesce(sum(s.amount_cents), 0), p.amount_cents) AS found
            FROM payments p LEFT JOIN fine_settlements s ON s.payment_id = p.id
           GROUP BY p.id
          HAVING coalesce(sum(s.amount_cents), 0) <>
                 CASE WHEN p.kind = 'fine_payment' AND p.status = 'approved' THEN p.amount_cents ELSE 0 END`,
  },
  {
    name: "oldest-fines-first",
    proves: ["I18"],
    holds: "Nothing is paid of a fine while an older one of the same member is unpaid.",
    sql: `SELECT newer.id, 'paid before fine ' || older.id AS found
            FROM fines older JOIN fines newer ON newer.member_id = older.member_id AND newer.id > older.id
           WHERE older.paid_cents + older.written_off_cents < older.amount_cents AND newer.paid_cents > 0`,
  },
  {
    name: "usual-fines-as-audited",
    proves: ["I11"],
    holds: "The list of usual fines is what the audit log last tells of it.",
    sql: `SELECT 0 AS id, format('is %s, last told %s', stands.list, told.list) AS found
            FROM (SELECT coalesce(string_agg(name || ' ' || to_char(amount_cents / 100.0, 'FM9999999999990.00'), '; ' ORDER BY place), '') AS list
                    FROM usual_fines) stands
            LEFT JOIN (SELECT after ->> 'usual_fines' AS list FROM audit_entries
                        WHERE action = 'settings.usual-fines' ORDER BY id DESC LIMIT 1) told ON true
           WHERE stands.list <> coalesce(told.list, '')`,
  },
  {
    name: "fines-written-off-for-a-reason",
    proves: ["I18"],
    holds:
      "A fine is written off only when its member left, its entry was reversed or the group's book was taken back.",
    sql: `SELECT f.id, format('%s written off', f.written_off_cents) AS found FROM fines f
           WHERE f.written_off_cents > 0
             AND NOT EXISTS (SELECT FROM settlements s WHERE s.member_id = f.member_id)
             AND NOT EXISTS (SELECT FROM openings o WHERE o.id = f.opening_id AND o.taken_back_at IS NOT NULL)
             AND NOT EXISTS (SELECT FROM entries e JOIN entries r ON r.reverses = e.id
                              WHERE e.source_kind = 'fine' AND e.source_id = f.id AND e.purpose = 'charge')`,
  },
  {
    name: "fines-are-audited",
    proves: ["I33"],
    holds: "Each fine has its audit row.",
    sql: `SELECT f.id, 'no audit row' AS found FROM fines f
           WHERE NOT EXISTS (SELECT FROM audit_entries a WHERE a.subject = 'fine' AND a.subject_id = f.id)`,
  },
];
