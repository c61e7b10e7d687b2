// The books of a data set: the records of loans, payments, fines and expenses as the actions would have left them, the
// journal by the rules of domain/ledger/posting-rules.ts, and the sums of its postings.
import { SEC_GEN, TREASURER, WRONG_REFERENCE, type Shape } from "./group.ts";
import { dayOf, end } from "./plans.ts";

export function payments(): string[] {
  return [paymentRows(), references()];
}

export function otherRecords(shape: Shape): string[] {
  return [loans(shape), fines(), settlements(), expenses];
}

const verdict = (official: string | number, isGiven: string, at: string) =>
  `CASE WHEN ${isGiven} THEN 'approved' ELSE 'pending_approval' END,
   CASE WHEN ${isGiven} THEN ${official} END, CASE WHEN ${isGiven} THEN ${at} END`;

function loans(shape: Shape): string {
  const isDecided = "loan.treasurer_at IS NOT NULL";
  const isPaidOut = "loan.sec_gen_at IS NOT NULL";
  const start = dayOf("loan.sec_gen_at");
  return `INSERT INTO loans (id, member_id, number, loan_type, amount_cents, interest_cents, rate_bp, term_months, applied_at,
                             treasurer_verdict, treasurer_id, treasurer_at, sec_gen_verdict, sec_gen_id, sec_gen_at,
                             status, start_date, expiry_date, repaid_cents, balance_cents)
    OVERRIDING SYSTEM VALUE
    SELECT loan.id, loan.member_id, number, 'normal_loan', amount, interest, 1000, 12, applied_at,
           ${verdict("loan.treasurer_id", isDecided, "loan.treasurer_at")}, ${verdict("loan.sec_gen_id", isPaidOut, "loan.sec_gen_at")},
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
           CASE WHEN NOT is_decided THEN 'pending_approval' WHEN rejected THEN 'rejected' ELSE 'approved' END,
           CASE WHEN is_decided THEN ${TREASURER} END, CASE WHEN is_decided AND rejected THEN '${WRONG_REFERENCE}' END,
           CASE WHEN is_decided THEN treasurer_at END, ${verdict(SEC_GEN, "is_approved", "sec_gen_at")}
      FROM planned_payments ORDER BY id`;
}

/** A member reports a contribution an hour after paying it, and any other payment at once. */
const paidAt =
  "submitted_at - CASE kind WHEN 'contribution' THEN interval '1 hour' ELSE interval '0' END";
export const contributionMonth = `date_trunc('month', (${paidAt}) AT TIME ZONE 'Africa/Nairobi')::date`;

function references(): string {
  return `INSERT INTO payment_references (reference_key, member_id, live_items)
    SELECT reference, member_id, 1 FROM planned_payments WHERE NOT (rejected AND is_decided) ORDER BY reference`;
}

function fines(): string {
  return `INSERT INTO fines (id, member_id, amount_cents, description, charged_on, charged_at, charged_by, paid_cents)
    OVERRIDING SYSTEM VALUE
    SELECT fine.id, fine.member_id, fine.amount, fine.description, ${dayOf("charged_at")}, charged_at, ${TREASURER},
           coalesce(paid.amount, 0)
      FROM planned_fines fine
      LEFT JOIN planned_payments paid ON paid.fine_id = fine.id AND paid.is_approved
     ORDER BY fine.id`;
}

function settlements(): string {
  return `INSERT INTO fine_settlements (payment_id, fine_id, amount_cents)
    SELECT id, fine_id, amount FROM planned_payments WHERE fine_id IS NOT NULL AND is_approved ORDER BY id`;
}

const expenses = `
  INSERT INTO ledger_posts (id, type, category, description, amount_cents, posted_by, posted_at)
  OVERRIDING SYSTEM VALUE
  SELECT id, 'expense', category, description, amount, ${TREASURER}, posted_at FROM planned_expenses`;

// The journal.

export function journal(): string[] {
  return [entryRows, "ANALYZE entries"];
}

export function postings(): string[] {
  return [postingRows, "ANALYZE postings", ...sums];
}

/** Entries are numbered in the order of time. */
const entryRows = `
  INSERT INTO entries (id, business_date, description, source_kind, source_id, purpose, author_id, recorded_at)
  OVERRIDING SYSTEM VALUE
  SELECT row_number() OVER (ORDER BY at, kind, source), ${dayOf("at")}, description, kind, source, purpose, author, at
    FROM (
      SELECT 'payment' AS kind, paid.id AS source, paid.kind AS purpose, paid.sec_gen_at AS at, ${SEC_GEN} AS author,
             CASE paid.kind WHEN 'contribution' THEN 'Contribution ' || reference
                  WHEN 'fine_payment' THEN 'Fine payment ' || reference
                  ELSE 'Payment of Normal Loan ' || loan.number || ', ' || reference END AS description
        FROM planned_payments paid LEFT JOIN planned_loans loan ON loan.id = paid.loan_id
       WHERE paid.is_approved
      UNION ALL
      SELECT 'loan', id, 'disbursement', sec_gen_at, sec_gen_id, 'Normal Loan ' || number || ' paid out'
        FROM loans WHERE start_date IS NOT NULL
      UNION ALL
      SELECT 'fine', id, 'charge', charged_at, ${TREASURER}, description FROM fines
      UNION ALL
      SELECT 'ledger_entry', id, type, posted_at, ${TREASURER}, description FROM ledger_posts) written
   ORDER BY at, kind, source`;

/** The principal in a repaid amount: the amount times the principal's share of the loan, rounded half up (LOAN-9). */
const principalOf = (repaid: string) =>
  `div(2 * (${repaid}) * loan.amount + loan.total, 2 * loan.total)::bigint`;

const postingRows = `
  INSERT INTO postings (entry_id, line, account, amount_cents, business_date, member_id, loan_id)
  SELECT entry_id, line, account, amount, business_date, member_id, loan_id
    FROM (
      SELECT e.id AS entry_id, side.line, side.account, side.sign * paid.amount AS amount, e.business_date, paid.member_id,
             NULL::int AS loan_id
        FROM entries e JOIN planned_payments paid ON paid.id = e.source_id AND paid.kind = e.purpose,
             (VALUES ('contribution', 1, 'bank', 1), ('contribution', 2, 'monthly_contribution', -1),
                     ('fine_payment', 1, 'bank', 1), ('fine_payment', 2, 'fine_receivable', -1)) side (kind, line, account, sign)
       WHERE e.source_kind = 'payment' AND side.kind = e.purpose
      UNION ALL
      SELECT e.id, side.line, side.account, side.amount, e.business_date, paid.member_id, loan.id
        FROM entries e JOIN planned_payments paid ON paid.id = e.source_id JOIN planned_loans loan ON loan.id = paid.loan_id,
             LATERAL (SELECT ${principalOf("repaid_before + paid.amount")} - ${principalOf("repaid_before")}) split (principal),
             LATERAL (VALUES (1, 'bank', paid.amount), (2, 'loan_receivable', -principal),
                             (3, 'interest_receivable', principal - paid.amount)) side (line, account, amount)
       WHERE e.source_kind = 'payment' AND e.purpose = 'loan_payment'
      UNION ALL
      SELECT e.id, side.line, side.account, side.amount, e.business_date, loan.member_id, loan.id
        FROM entries e JOIN planned_loans loan ON loan.id = e.source_id,
             LATERAL (VALUES (1, 'loan_receivable', loan.amount), (2, 'interest_receivable', interest),
                             (3, 'bank', -loan.amount), (4, 'interest_income', -interest)) side (line, account, amount)
       WHERE e.source_kind = 'loan'
      UNION ALL
      SELECT e.id, side.line, side.account, side.sign * fine.amount, e.business_date, fine.member_id, NULL
        FROM entries e JOIN planned_fines fine ON fine.id = e.source_id,
             (VALUES (1, 'fine_receivable', 1), (2, 'fine', -1)) side (line, account, sign)
       WHERE e.source_kind = 'fine'
      UNION ALL
      SELECT e.id, side.line, coalesce(side.account, spent.category), side.sign * spent.amount_cents, e.business_date, NULL, NULL
        FROM entries e JOIN ledger_posts spent ON spent.id = e.source_id,
             (VALUES (1, NULL, 1), (2, 'bank', -1)) side (line, account, sign)
       WHERE e.source_kind = 'ledger_entry') posted
   ORDER BY 1, 2`;

// `count(*)` counts entries, because no entry of a data set has two lines on one account.
const sums = [
  `INSERT INTO balance_days (business_date, account, closing, amount_cents, entries, first_lines, lines)
   SELECT business_date, account, false, sum(amount_cents), count(*), count(*) FILTER (WHERE line = 1), count(*)
     FROM postings GROUP BY 1, 2 ORDER BY 1, 2`,
  `INSERT INTO balance_months (month, account, closing, amount_cents, entries, first_lines, lines)
   SELECT date_trunc('month', business_date::timestamp)::date, account, false, sum(amount_cents), sum(entries), sum(first_lines),
          sum(lines)
     FROM balance_days GROUP BY 1, 2 ORDER BY 1, 2`,
  `INSERT INTO member_balances (member_id, account, amount_cents)
   SELECT member_id, account, sum(amount_cents) FROM postings WHERE member_id IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
];

/** The last repayment of a loan clears it. */
export const clearsLoan = `paid.is_approved AND paid.repaid_before + paid.amount = loan.total`;
