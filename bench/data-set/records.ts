// The records of a data set as the actions would have left them: loans, payments, fines and what the Treasurer spent.
import { SEC_GEN, TREASURER, after, dayOf, end, type Shape } from "./people.ts";

export function payments(): string[] {
  return [paymentRows(), references()];
}

export function otherRecords(shape: Shape): string[] {
  return [loans(shape), fines(), settlements(), expenses(shape)];
}

const verdict = (official: number, isGiven: string, at: string) =>
  `CASE WHEN ${isGiven} THEN 'approved' ELSE 'pending_approval' END,
   CASE WHEN ${isGiven} THEN ${official} END, CASE WHEN ${isGiven} THEN ${at} END`;

function loans(shape: Shape): string {
  const isDecided = `loan.treasurer_at < ${end(shape)}`;
  const isPaidOut = `loan.sec_gen_at < ${end(shape)}`;
  const start = dayOf("loan.sec_gen_at");
  return `INSERT INTO loans (id, member_id, number, loan_type, amount_cents, interest_cents, rate_bp, term_months, applied_at,
                             treasurer_verdict, treasurer_id, treasurer_at, sec_gen_verdict, sec_gen_id, sec_gen_at,
                             status, start_date, expiry_date, repaid_cents, balance_cents)
    OVERRIDING SYSTEM VALUE
    SELECT loan.id, loan.member_id, number, 'normal_loan', amount, interest, 1000, 12, applied_at,
           ${verdict(TREASURER, isDecided, "loan.treasurer_at")}, ${verdict(SEC_GEN, isPaidOut, "loan.sec_gen_at")},
           CASE WHEN NOT ${isDecided} THEN 'pending' WHEN NOT ${isPaidOut} THEN 'pending_approval'
                WHEN repaid = total THEN 'cleared'
                WHEN ${start} + interval '12 months' < ${dayOf(end(shape))} THEN 'default' ELSE 'active' END,
           CASE WHEN ${isPaidOut} THEN ${start} END, CASE WHEN ${isPaidOut} THEN (${start} + interval '12 months')::date END,
           repaid, CASE WHEN ${isPaidOut} THEN total - repaid ELSE 0 END
      FROM (SELECT planned_loans.*, coalesce(paid.repaid, 0) AS repaid
              FROM planned_loans
              LEFT JOIN (SELECT loan_id, sum(amount) AS repaid FROM planned_payments
                          WHERE loan_id IS NOT NULL AND is_approved GROUP BY loan_id) paid ON paid.loan_id = planned_loans.id) loan
     ORDER BY loan.id`;
}

function paymentRows(): string {
  return `INSERT INTO payments (id, kind, member_id, amount_cents, reference, paid_at, submitted_at, contribution_month, loan_id,
                                treasurer_verdict, treasurer_id, treasurer_reason, treasurer_at, sec_gen_verdict, sec_gen_id, sec_gen_at)
    OVERRIDING SYSTEM VALUE
    SELECT id, kind, member_id, amount, reference, ${paidAt}, submitted_at,
           CASE kind WHEN 'contribution' THEN ${contributionMonth} END, loan_id,
           CASE WHEN NOT is_judged THEN 'pending_approval' WHEN rejected THEN 'rejected' ELSE 'approved' END,
           CASE WHEN is_judged THEN ${TREASURER} END, CASE WHEN is_judged AND rejected THEN '${REASON}' END,
           CASE WHEN is_judged THEN treasurer_at END, ${verdict(SEC_GEN, "is_approved", "sec_gen_at")}
      FROM planned_payments ORDER BY id`;
}

/** A contribution is reported an hour after it was paid; whatever else is paid is paid now. */
const paidAt =
  "submitted_at - CASE kind WHEN 'contribution' THEN interval '1 hour' ELSE interval '0' END";
export const contributionMonth = `date_trunc('month', (${paidAt}) AT TIME ZONE 'Africa/Nairobi')::date`;
export const REASON = "The bank does not know this reference.";

function references(): string {
  return `INSERT INTO payment_references (reference_key, member_id, live_items)
    SELECT reference, member_id, 1 FROM planned_payments WHERE NOT (rejected AND is_judged) ORDER BY reference`;
}

function fines(): string {
  return `INSERT INTO fines (id, member_id, amount_cents, description, charged_on, charged_at, charged_by, paid_cents)
    OVERRIDING SYSTEM VALUE
    SELECT fine.id, fine.member_id, fine.amount, '${FINE}', ${dayOf("charged_at")}, charged_at, ${TREASURER},
           coalesce(paid.amount, 0)
      FROM planned_fines fine
      LEFT JOIN planned_payments paid ON paid.fine_id = fine.id AND paid.is_approved
     ORDER BY fine.id`;
}

export const FINE = "Late for the meeting";

function settlements(): string {
  return `INSERT INTO fine_settlements (payment_id, fine_id, amount_cents)
    SELECT id, fine_id, amount FROM planned_payments WHERE fine_id IS NOT NULL AND is_approved ORDER BY id`;
}

/** What the server costs, each month. */
function expenses(shape: Shape): string {
  return `INSERT INTO ledger_posts (id, type, category, description, amount_cents, posted_by, posted_at)
    OVERRIDING SYSTEM VALUE
    SELECT month, 'expense', 'server_expense', 'Server', 50000, ${TREASURER}, ${after(shape, "month + 0.9")}
      FROM generate_series(1, ${shape.months} - 1) month`;
}
