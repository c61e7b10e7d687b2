// What happens in a data set, in tables of its own in the order of time, before any of it is written.
import { after, end, later, planned, type Shape } from "./people.ts";

// In months from the beginning of the group or from the member's joining.
const FIRST_LOAN = 13;
const BETWEEN_LOANS = 24;
const FIRST_FINE = 18;
const BETWEEN_FINES = 36;
// A day and a half, and half a day later.
const TREASURER_AFTER = 0.03;
const SEC_GEN_AFTER = 0.05;

export const REPAYMENTS = 8;

/** Loans, fines and the payments towards both beside the contributions; one in twenty members has stopped to pay. */
export function plans(shape: Shape): string[] {
  return [
    loans(shape),
    fines(shape),
    payments(shape),
    "ANALYZE people, planned_loans, planned_fines, planned_payments",
  ];
}

/** One member in fifty stops to repay the last one. */
function loans(shape: Shape): string {
  const start = `${FIRST_LOAN} + ${BETWEEN_LOANS} * k + joined + spread`;
  return `CREATE UNLOGGED TABLE ${planned("planned_loans")} AS
    SELECT row_number() OVER (ORDER BY applied_at, member_id)::int AS id, *,
           amount / 10 AS interest, amount + amount / 10 AS total
      FROM (SELECT n AS member_id, k + 1 AS number, (5 + n % 5) * 100000::bigint AS amount,
                   ${after(shape, start)} AS applied_at,
                   ${after(shape, `${start} + ${TREASURER_AFTER}`)} AS treasurer_at,
                   ${after(shape, `${start} + ${SEC_GEN_AFTER}`)} AS sec_gen_at,
                   n % 50 = 0 AND ${start} + ${BETWEEN_LOANS} >= ${shape.months} AS stops
              FROM people, generate_series(0, ${Math.ceil(shape.months / BETWEEN_LOANS)}) k
             WHERE ${start} < ${shape.months}) wished
     WHERE applied_at < ${end(shape)}`;
}

function fines(shape: Shape): string {
  const start = `${FIRST_FINE} + ${BETWEEN_FINES} * k + joined + spread`;
  return `CREATE UNLOGGED TABLE ${planned("planned_fines")} AS
    SELECT row_number() OVER (ORDER BY charged_at, member_id)::int AS id, *
      FROM (SELECT n AS member_id, ${after(shape, start)} AS charged_at, 20000::bigint AS amount
              FROM people, generate_series(0, ${Math.ceil(shape.months / BETWEEN_FINES)}) k
             WHERE ${start} < ${shape.months}) charged
     WHERE charged_at < ${end(shape)}`;
}

function payments(shape: Shape): string {
  const { months, perMonth } = shape;
  return `CREATE UNLOGGED TABLE ${planned("planned_payments")} AS
    SELECT id, kind, member_id, amount, submitted_at, loan_id, repaid_before, fine_id, rejected, treasurer_at, sec_gen_at,
           'R' || lpad(id::text, 9, '0') AS reference,
           treasurer_at < ${end(shape)} AS is_judged, NOT rejected AND sec_gen_at < ${end(shape)} AS is_approved
      FROM (SELECT row_number() OVER (ORDER BY submitted_at, kind, member_id, repaid_before)::int AS id, *,
                   submitted_at + interval '21 hours' AS treasurer_at, submitted_at + interval '35 hours' AS sec_gen_at
              FROM (
        SELECT 'contribution' AS kind, n AS member_id, 100000::bigint AS amount, ${after(shape, "at")} AS submitted_at,
               NULL::int AS loan_id, NULL::bigint AS repaid_before, NULL::int AS fine_id, (n + period) % 97 = 0 AS rejected
          FROM people,
               LATERAL generate_series(ceil((joined + 0.1) * ${perMonth})::int, ${months * perMonth} - 1) period,
               LATERAL (SELECT (period + spread) / ${perMonth}) moment (at)
         WHERE NOT (n % 20 = 7 AND at > ${months} - 3.3)
        UNION ALL
        SELECT 'loan_payment', member_id, total * k / ${REPAYMENTS} - total * (k - 1) / ${REPAYMENTS},
               ${later("sec_gen_at", "k + 0.01")}, id, total * (k - 1) / ${REPAYMENTS}, NULL, false
          FROM planned_loans, generate_series(1, ${REPAYMENTS}) k
         WHERE sec_gen_at < ${end(shape)} AND NOT (stops AND k > 4)
        UNION ALL
        SELECT 'fine_payment', member_id, amount, ${later("charged_at", "0.7")}, NULL, NULL, id, false
          FROM planned_fines WHERE member_id % 40 <> 0) paid
             WHERE submitted_at < ${end(shape)}) numbered`;
}
