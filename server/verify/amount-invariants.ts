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
