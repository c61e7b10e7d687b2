// What is paid of each row on a day, in one query for any number of loans: domain/lending/standing.ts as SQL.
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";

/**
 * For FROM: the present rows of loans of a product, as known today, with what payments up to `day` paid of each:
 * `loan_id, place, number, due_on, interest, principal, total, taken, taken_interest`. `which` narrows `loans l`.
 */
export function walkedRows({
  which,
  day,
}: {
  which: RawBuilder<SqlBool>;
  day: PlainDate;
}): RawBuilder<unknown> {
  return sql`(
    WITH lent AS (
      SELECT l.id, l.version, v.flat_from,
             (SELECT coalesce(sum(p.amount_cents), 0) FROM loan_repayments p
               WHERE p.loan_id = l.id AND p.taken_back_at IS NULL AND p.paid_on <= ${day}::date) AS paid
        FROM loans l JOIN loan_versions v ON v.loan_id = l.id AND v.version = l.version
       WHERE ${which}),
    laid AS (
      SELECT r.loan_id, r.place, r.number, r.due_on, r.interest_cents AS interest, r.principal_cents AS principal,
             r.interest_cents + r.principal_cents AS total, lent.flat_from, lent.paid,
             r.number IS NULL AS is_early, r.number IS NULL AND r.due_on <= ${day}::date AS is_early_by_then
        FROM lent JOIN loan_rows r ON r.loan_id = lent.id AND r.version = lent.version),
    walked AS (
      SELECT *, greatest(0, least(total, paid
               - coalesce(sum(total) FILTER (WHERE is_early_by_then) OVER (PARTITION BY loan_id), 0)
               - coalesce(sum(total) FILTER (WHERE NOT is_early) OVER (
                   PARTITION BY loan_id ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0))) AS by_walk
        FROM laid),
    taken AS (
      SELECT *, CASE WHEN is_early_by_then THEN total WHEN is_early THEN 0 ELSE by_walk END AS taken,
             place >= flat_from IS TRUE AS is_flat
        FROM walked),
    summed AS (
      SELECT *, sum(taken) FILTER (WHERE is_flat) OVER (PARTITION BY loan_id ORDER BY place) AS flat_taken,
             sum(principal) FILTER (WHERE is_flat) OVER (PARTITION BY loan_id) AS flat_principal,
             sum(total) FILTER (WHERE is_flat) OVER (PARTITION BY loan_id) AS flat_total
        FROM taken)
    SELECT loan_id, place, number, due_on, interest, principal, total, taken,
           CASE WHEN is_flat THEN taken - (${flatPrincipal("flat_taken")} - ${flatPrincipal("flat_taken - taken")})
                ELSE least(taken, interest) END AS taken_interest
      FROM summed)`;
}

/** By the running total, half up (LOAN-9). */
const flatPrincipal = (cents: string) =>
  sql.raw(`div(2 * (${cents})::numeric * flat_principal + flat_total, 2 * nullif(flat_total, 0))`);
