// Checks payments: both offices, one entry, one reference (I9 to I12, I17), and the evidence of the statements (I41).
import { datedByItsCause } from "./cause-invariants.ts";
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import type { Invariant } from "./invariant.ts";

export const paymentInvariants: readonly Invariant[] = [
  {
    name: "approved-means-both-offices",
    proves: ["I9"],
    holds:
      "A payment is approved if and only if two different people approved it for the two offices.",
    sql: `SELECT id, status || ': ' || treasurer_verdict || ', ' || sec_gen_verdict AS found FROM payments
           WHERE (status = 'approved') <> (treasurer_verdict = 'approved' AND sec_gen_verdict = 'approved'
                                           AND treasurer_id IS NOT NULL AND sec_gen_id IS NOT NULL
                                           AND treasurer_id <> sec_gen_id)`,
  },
  {
    name: "approved-means-posted-once",
    proves: ["I10"],
    holds:
      "An approved payment has exactly one entry of its amount, into the bank or, of a collection, into cash; any other payment has none.",
    sql: `SELECT p.id, format('%s, %s entries, bank %s and cash %s of %s', p.status, coalesce(posted.entries, 0),
                             coalesce(posted.bank, 0), coalesce(posted.cash, 0), p.amount_cents) AS found
            FROM payments p
            LEFT JOIN (SELECT e.source_id, e.purpose, count(DISTINCT e.id) AS entries,
                              sum(b.amount_cents) FILTER (WHERE b.account = 'bank') AS bank, sum(b.amount_cents) FILTER (WHERE b.account = 'cash') AS cash
                         FROM entries e LEFT JOIN postings b ON b.entry_id = e.id AND b.account IN ('bank', 'cash')
                        WHERE e.source_kind = 'payment' GROUP BY e.source_id, e.purpose) posted
                   ON posted.source_id = p.id AND posted.purpose = p.kind
           WHERE (p.status = 'approved') <> (coalesce(posted.entries, 0) = 1)
              OR (p.status = 'approved' AND (coalesce(posted.bank, 0) <> CASE WHEN p.collection_id IS NULL THEN p.amount_cents ELSE 0 END
                                          OR coalesce(posted.cash, 0) <> CASE WHEN p.collection_id IS NULL THEN 0 ELSE p.amount_cents END))
              OR (p.status <> 'approved' AND posted.entries > 0)`,
  },
  {
    name: "posted-when-approved",
    proves: ["I10"],
    holds:
      "A payment's entry was written at the moment of its second approval, dated that Nairobi day or the later one of what it pays.",
    sql: `SELECT p.id, e.recorded_at::text AS found
            FROM payments p JOIN entries e ON e.source_kind = 'payment' AND e.source_id = p.id AND e.purpose = p.kind
           WHERE e.recorded_at <> greatest(p.treasurer_at, p.sec_gen_at)
              OR e.business_date <> (e.recorded_at AT TIME ZONE 'Africa/Nairobi')::date AND NOT ${datedByItsCause("e")}`,
  },
  {
    name: "rejected-has-a-reason",
    proves: ["I11"],
    holds: "A rejected payment says why.",
    sql: `SELECT id, 'no reason' AS found FROM payments
           WHERE status = 'rejected' AND coalesce(treasurer_reason, sec_gen_reason, '') = ''`,
  },
  {
    name: "withdrawn-by-whose-it-is",
    proves: ["I11"],
    holds:
      "What was withdrawn was withdrawn by its member or by who entered it, while no office had decided; it is in no entry, holds no reference and is no line.",
    sql: `SELECT p.id, format('withdrawn by %s, of member %s', p.treasurer_id, p.member_id) AS found FROM payments p
           WHERE p.rejected_by_rule = 'withdrawn'
             AND (p.sec_gen_verdict <> 'pending_approval' OR p.treasurer_id IS NULL
                  OR p.treasurer_id <> p.member_id AND p.treasurer_id IS DISTINCT FROM p.entered_by
                  OR EXISTS (SELECT FROM entries e WHERE e.source_kind = 'payment' AND e.source_id = p.id)
                  OR EXISTS (SELECT FROM statement_matches m WHERE m.payment_id = p.id AND m.undone_at IS NULL))
          UNION ALL
          SELECT l.id, format('loan withdrawn by %s, of member %s', l.withdrawn_by, l.member_id) FROM loans l
           WHERE l.withdrawn_at IS NOT NULL
             AND (l.start_date IS NOT NULL OR l.withdrawn_by <> l.member_id AND l.withdrawn_by IS DISTINCT FROM l.entered_by
                  OR NOT EXISTS (SELECT FROM audit_entries a
                                  WHERE a.subject = 'loan' AND a.subject_id = l.id AND a.action = 'loan-applications.withdraw'
                                    AND a.actor_id = l.withdrawn_by AND a.at = l.withdrawn_at))`,
  },
  {
    name: "references-stand-once",
    proves: ["I12"],
    holds:
      "A reference, without - and / and spaces, stands once per kind, fund and part of a sum among live payments that hold theirs, and on one member's only.",
    sql: `WITH live AS (SELECT *, regexp_replace(upper(reference), '[^A-Z0-9]', '', 'g') AS plain FROM payments
                         WHERE status <> 'rejected')
          SELECT min(id) AS id, kind || ' ' || plain AS found FROM live WHERE reference_standing = 'holds'
           GROUP BY kind, plain, part, fund_id HAVING count(*) > 1
          UNION ALL
          SELECT min(id), plain FROM live WHERE reference_standing = 'holds'
           GROUP BY plain HAVING count(DISTINCT member_id) > 1
          UNION ALL
          SELECT id, reference || ' counts as ' || reference_key FROM live WHERE reference_key <> plain`,
  },
  {
    name: "references-wait-for-approval",
    proves: ["I12"],
    holds:
      "A live payment waits to hold its reference only while its account is not approved and it is not in the books, and contests it only while another member holds it; one that came before the rule is carried.",
    sql: `SELECT p.id, format('%s, %s, member %s', p.reference_standing, p.status, m.status) AS found
            FROM payments p JOIN members m ON m.id = p.member_id
           WHERE p.status <> 'rejected'
             AND CASE p.reference_standing
                   WHEN 'waits' THEN p.status = 'approved' OR m.status <> 'pending_approval'
                   WHEN 'contests' THEN p.status = 'approved' OR NOT EXISTS (
                     SELECT FROM payment_references r WHERE r.reference_key = p.reference_key AND r.member_id <> p.member_id)
                   WHEN 'carried' THEN p.submitted_at > (SELECT applied_at FROM migrations WHERE name LIKE '0040%')
                   ELSE p.status <> 'approved' AND m.status = 'pending_approval'
                 END`,
  },
  {
    name: "references-are-claimed",
    proves: ["I12"],
    holds:
      "Each live reference is claimed by its member as often as it is used, and no other claim stands.",
    sql: `SELECT coalesce(used.member_id, r.member_id) AS id, coalesce(used.plain, r.reference_key) AS found
            FROM (SELECT regexp_replace(upper(reference), '[^A-Z0-9]', '', 'g') AS plain, member_id, count(*) AS live
                    FROM payments WHERE status <> 'rejected' AND reference_standing = 'holds' GROUP BY plain, member_id) used
            FULL JOIN payment_references r ON r.reference_key = used.plain AND r.member_id = used.member_id
           WHERE used.live IS DISTINCT FROM r.live_items`,
  },
  {
    name: "contributions-in-the-books",
    proves: ["I17"],
    holds:
      "Each member's approved contributions and what the group's book brought forward, less what went back when they left or by a share-out or was called for loans or taken for a merry-go-round, and what a share-out added, equal what the books hold for them.",
    sql: `SELECT member_id AS id, format('held %s, in the books %s', sum(held), sum(booked)) AS found FROM (
            SELECT member_id, amount_cents AS held, 0 AS booked FROM payments
             WHERE kind = '${CONTRIBUTION}' AND status = 'approved'
            UNION ALL
            SELECT b.member_id, b.savings_cents, 0 FROM opening_members b JOIN openings o ON o.id = b.opening_id AND o.status = 'accepted'
            UNION ALL
            SELECT member_id, -contributions_cents, 0 FROM settlements
            UNION ALL
            SELECT member_id, -amount_cents, 0 FROM loan_calls
            UNION ALL
            SELECT member_id, -amount_cents, 0 FROM rotation_events WHERE kind = 'settled'
            UNION ALL
            SELECT s.member_id, CASE d.pay_as WHEN 'savings' THEN s.receives_cents ELSE -s.savings_cents END, 0
              FROM distribution_shares s JOIN distributions d ON d.id = s.distribution_id AND d.status = 'posted'
            UNION ALL
            SELECT p.member_id, 0, -p.amount_cents FROM postings p WHERE p.account = 'monthly_contribution') both_sides
           GROUP BY member_id HAVING sum(held) <> sum(booked)`,
  },
];

// Checks by plain SQL the evidence of the statements at each approval, and the reason to approve against it (I41).

/** A reference or code without what people write between its letters and digits. */
const keyOf = (text: string) => `regexp_replace(upper(${text}), '[^A-Z0-9]', '', 'g')`;

/** Each approval of a payment, with its row in the audit log. */
const approvals = `
  SELECT p.id, p.status, p.amount_cents, p.reference, p.member_id, p.reference_key, given.*, a.id AS audit_id
    FROM payments p
    CROSS JOIN LATERAL (VALUES
      ('Treasurer', p.treasurer_verdict, p.treasurer_evidence, p.treasurer_approve_reason),
      ('Sec-Gen', p.sec_gen_verdict, p.sec_gen_evidence, p.sec_gen_approve_reason)) given (office, verdict, evidence, why)
    JOIN audit_entries a ON a.subject = p.kind AND a.subject_id = p.id AND a.action LIKE '%.approve' AND a.after ->> 'office' = given.office
   WHERE given.verdict = 'approved' AND given.evidence IS NOT NULL`;

export const approvalEvidenceInvariants: readonly Invariant[] = [
  {
    name: "approved-against-evidence-with-a-reason",
    proves: ["I41"],
    holds:
      "What a statement contradicted was approved with a reason, and while the group demanded evidence so was whatever no statement confirmed.",
    sql: `SELECT id, format('%s approved, the statements said %s, without a reason', office, evidence) AS found
            FROM (${approvals}) approved
           WHERE coalesce(why, '') !~ '\\S' AND (evidence = 'differs' OR evidence <> 'confirmed' AND coalesce((
                   SELECT (d.after ->> 'require_evidence')::boolean FROM audit_entries d
                    WHERE d.action = 'settings.change' AND d.after ? 'require_evidence' AND d.id < approved.audit_id
                    ORDER BY d.id DESC LIMIT 1), false))`,
  },
  {
    name: "confirmed-by-a-line-of-a-whole-statement",
    proves: ["I41"],
    holds:
      "A payment that was approved as confirmed has a line of its amount, or of what the member's payments with its reference come to, with this reference or matched with it, in a statement that adds up or that both offices accepted.",
    // Lines are found by their key or their match: comparing each payment with each line took minutes.
    sql: `WITH approved AS MATERIALIZED (
            SELECT DISTINCT id, amount_cents, reference, member_id, reference_key, ${keyOf("reference")} AS said
              FROM (${approvals}) each WHERE evidence = 'confirmed'),
          together AS (SELECT member_id, reference_key, sum(amount_cents) AS cents FROM payments WHERE status <> 'rejected' GROUP BY 1, 2),
          line AS MATERIALIZED (
            SELECT l.id, l.amount_cents, l.reference, coalesce(l.code, l.learned_code) AS code FROM statement_lines l
             WHERE l.kind NOT IN ('failed', 'internal') AND (l.live = 'checked' OR EXISTS (
                     SELECT FROM statement_line_sources o JOIN statements s ON s.id = o.statement_id
                      WHERE o.line_id = l.id
                        AND (s.breaks = '[]' OR 2 = (SELECT count(DISTINCT c.office) FROM statement_acceptances c WHERE c.statement_id = s.id))))),
          named AS (SELECT amount_cents, ${keyOf("reference")} AS said FROM line UNION ALL SELECT amount_cents, ${keyOf("code")} FROM line)
          SELECT a.id, format('%s of %s, approved as confirmed', a.amount_cents, a.reference) AS found
            FROM approved a LEFT JOIN together t USING (member_id, reference_key)
           WHERE NOT EXISTS (SELECT FROM named n WHERE n.said = a.said AND n.amount_cents IN (a.amount_cents, t.cents))
             AND NOT EXISTS (SELECT FROM statement_matches m JOIN line l ON l.id = m.line_id
                              WHERE m.payment_id = a.id
                                AND (l.amount_cents IN (a.amount_cents, t.cents) OR l.amount_cents > a.amount_cents AND m.explanation IS NULL))`,
  },
];
