// What the books hold is what people saw when they agreed to it: amounts as the sealed audit log has them (I5, I11, I33).
import type { Invariant } from "./invariant.ts";
import { isOfOpening } from "./opening-invariants.ts";
import { hashOfFixed } from "./witness-invariants.ts";

const kes = (key: string) => `round((a.after ->> '${key}')::numeric * 100)`;

export const amountInvariants: readonly Invariant[] = [
  {
    name: "payments-as-audited",
    proves: ["I5", "I11", "I33"],
    holds:
      "Each payment has the amount, reference, member, day, month and loan of the audit entry that tells of it.",
    sql: `SELECT p.id, format('%s of %s by member %s, told %s by %s', p.amount_cents, p.reference, p.member_id,
                              a.after ->> 'amount_paid', a.actor_id) AS found
            FROM payments p JOIN audit_entries a ON a.subject = p.kind AND a.subject_id = p.id AND a.after ? 'amount_paid'
           WHERE p.submitted_at <> a.at OR coalesce(p.entered_by, p.member_id) <> a.actor_id
              OR CASE WHEN a.witness IS NULL
                      THEN p.amount_cents <> ${kes("amount_paid")} OR p.reference <> a.after ->> 'payment_Reference_Code'
                        OR p.contribution_month <> (a.after ->> 'contribution_month')::date
                      ELSE a.witness ->> 'row' <> ${hashOfFixed(`jsonb_build_object(
                        'kind', p.kind, 'member_id', p.member_id, 'amount_cents', p.amount_cents, 'reference', p.reference, 'paid_at', p.paid_at,
                        'submitted_at', p.submitted_at, 'contribution_month', p.contribution_month, 'loan_id', p.loan_id,
                        'entered_by', p.entered_by)`)} END`,
  },
  {
    name: "loans-as-audited",
    proves: ["I5", "I11", "I33"],
    holds: "Each loan has the amount, kind and member of the audit entry of its application.",
    sql: `SELECT l.id, format('%s to member %s, told %s by %s', l.amount_cents, l.member_id, a.after ->> 'amount', a.actor_id) AS found
            FROM loans l JOIN audit_entries a ON a.subject = 'loan' AND a.subject_id = l.id AND a.action = 'loans.apply'
           WHERE l.amount_cents <> ${kes("amount")} OR coalesce(l.entered_by, l.member_id) <> a.actor_id
              OR l.member_id <> coalesce((a.after ->> 'member_id')::int, a.actor_id) OR l.loan_type <> a.after ->> 'loan_type'`,
  },
  {
    name: "fines-as-audited",
    proves: ["I5", "I11", "I33"],
    holds: "Each fine has the amount and member of the audit entry that tells of it.",
    sql: `SELECT f.id, format('%s of member %s, told %s of %s', f.amount_cents, f.member_id, a.after ->> 'amount', a.after ->> 'member_id') AS found
            FROM fines f JOIN audit_entries a ON a.subject = 'fine' AND a.subject_id = f.id AND a.after ? 'amount'
           WHERE f.amount_cents <> ${kes("amount")} OR f.member_id <> (a.after ->> 'member_id')::int`,
  },
  {
    name: "ledger-entries-are-audited",
    proves: ["I5", "I33"],
    holds:
      "Each posting by hand, reversal and closing has its audit entry, and each such audit entry its journal entry.",
    sql: `WITH told AS (
            SELECT CASE action WHEN 'entries.post' THEN subject_id
                               WHEN 'entries.reverse' THEN (after ->> 'reversed_by')::int
                               ELSE (after ->> 'entry_id')::int END AS entry_id, action
              FROM audit_entries WHERE action IN ('entries.post', 'entries.reverse', 'years.close'))
          SELECT coalesce(e.id, told.entry_id) AS id, coalesce(e.source_kind || ' without its audit entry', told.action || ' without its entry') AS found
            FROM (SELECT id, source_kind FROM entries entry
                   WHERE NOT ${isOfOpening("entry")} AND source_kind IN ('ledger_entry', 'dividend_declaration', 'dividend_payment', 'fixed_deposit',
                                         'fixed_deposit_redemption', 'journal_entry', 'financial_year')) e
            FULL JOIN (SELECT * FROM told WHERE entry_id IS NOT NULL) told ON told.entry_id = e.id
           WHERE e.id IS NULL OR told.entry_id IS NULL`,
  },
];

// What the statements said when a payment was approved, and why it was approved in spite of them (I41), by plain SQL.

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
