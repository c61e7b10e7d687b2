// The journal of a data set, as domain/ledger/posting-rules.ts has it, and the sums of its postings.
import { SEC_GEN, TREASURER, dayOf } from "./people.ts";

export function journal(): string[] {
  return [entryRows, "ANALYZE entries"];
}

export function postings(): string[] {
  return [postingRows, "ANALYZE postings", ...sums];
}

/** Numbered in the order in which they were written. */
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
      SELECT 'loan', id, 'disbursement', sec_gen_at, ${SEC_GEN}, 'Normal Loan ' || number || ' paid out'
        FROM loans WHERE start_date IS NOT NULL
      UNION ALL
      SELECT 'fine', id, 'charge', charged_at, ${TREASURER}, description FROM fines
      UNION ALL
      SELECT 'ledger_entry', id, type, posted_at, ${TREASURER}, description FROM ledger_posts) written
   ORDER BY at, kind, source`;

/** Round half up of what was repaid times the part of the principal (LOAN-9). */
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

// No entry here has two lines on one account.
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
