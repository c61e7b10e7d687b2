// What the statements said when a payment was approved, and why it was approved in spite of them (I41), by plain SQL.
import type { Invariant } from "./invariant.ts";

/** Each approval of a payment, with its row in the audit log. */
const approvals = `
  SELECT p.id, p.status, p.amount_cents, p.reference, given.*, a.id AS audit_id
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
      "A payment that was approved as confirmed has a line of its amount, with its reference or matched with it, in a statement that adds up or that both offices accepted.",
    sql: `SELECT DISTINCT id, format('%s of %s, approved as confirmed', amount_cents, reference) AS found
            FROM (${approvals}) approved
           WHERE evidence = 'confirmed' AND NOT EXISTS (
             SELECT FROM statement_lines l
               JOIN statement_line_sources o ON o.line_id = l.id JOIN statements s ON s.id = o.statement_id
              WHERE l.amount_cents = approved.amount_cents AND l.kind NOT IN ('failed', 'internal')
                AND (s.breaks = '[]' OR 2 = (SELECT count(DISTINCT c.office) FROM statement_acceptances c WHERE c.statement_id = s.id))
                AND (regexp_replace(upper(approved.reference), '[^A-Z0-9]', '', 'g')
                       IN (regexp_replace(upper(l.reference), '[^A-Z0-9]', '', 'g'), regexp_replace(upper(l.code), '[^A-Z0-9]', '', 'g'))
                     OR EXISTS (SELECT FROM statement_matches m WHERE m.line_id = l.id AND m.payment_id = approved.id)))`,
  },
];
