// The portfolio of a day, as known today: every loan that is owed then, one row each (LEND-11).
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Person } from "#contract/people.ts";
import { assert } from "#domain/assert.ts";
import type { PlainDate } from "#domain/calendar.ts";
import {
  type Bucket,
  buckets,
  bucketsFrom,
  type PortfolioGroup,
} from "#domain/lending/portfolio.ts";
import { personIn } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { walkedRows } from "./walked-rows.ts";

/** A loan that is owed on the day; amounts as text, since JSON numbers would lose cents. */
export type OwedLoan = {
  id: number;
  loan_type: string;
  number: number;
  member: Person;
  principal: string;
  interest: string;
  overdue_principal: string;
  overdue_interest: string;
  days_late: number;
  oldest_due_on: PlainDate | null;
  is_rescheduled: boolean;
};

/** The most loans that an answer or a file names. */
export const MOST_ITEMS = 1_000;

type Wanted = {
  day: PlainDate;
  /** How many loans, the latest first; 0 for none. */
  most: number;
  bucket: Bucket | null;
};

type Sums = { bucket: number; is_rescheduled: boolean; loans: number } & Record<
  "principal" | "interest" | "overdue_principal" | "overdue_interest",
  string
>;

/** What loans come to by bucket, and the loans themselves. */
export async function readPortfolio(
  reader: Reader,
  { day, most, bucket }: Wanted,
): Promise<{ groups: PortfolioGroup[]; items: OwedLoan[] }> {
  const wanted = bucket === null ? null : buckets.indexOf(bucket);
  const { rows } = await sql<{ groups: Sums[]; items: OwedLoan[] }>`
    WITH owed AS MATERIALIZED (
      SELECT o.*, width_bucket(o.days_late, ${[...bucketsFrom]}::int[]) AS bucket FROM ${owedOn(day)} o)
    SELECT (SELECT coalesce(json_agg(g), '[]') FROM (
              SELECT bucket, is_rescheduled, count(*)::int AS loans, sum(principal)::text AS principal, sum(interest)::text AS interest,
                     sum(overdue_principal)::text AS overdue_principal, sum(overdue_interest)::text AS overdue_interest
                FROM owed GROUP BY bucket, is_rescheduled) g) AS groups,
           (SELECT coalesce(json_agg(i), '[]') FROM (
              SELECT o.id, l.loan_type, l.number, ${personIn("l.member_id")} AS member, o.principal::text, o.interest::text,
                     o.overdue_principal::text, o.overdue_interest::text, o.days_late, o.oldest_due_on, o.is_rescheduled
                FROM owed o JOIN loans l ON l.id = o.id
               WHERE o.bucket = coalesce(${wanted}::int, o.bucket)
               ORDER BY o.days_late DESC, o.principal DESC, o.id LIMIT ${most}) i) AS items`.execute(
    reader,
  );
  const [found] = rows;
  assert(found !== undefined, "a query without a table has one row");
  return { groups: found.groups.map(groupOf), items: found.items };
}

function groupOf(sums: Sums): PortfolioGroup {
  const bucket = buckets[sums.bucket];
  assert(bucket !== undefined, `there is a bucket ${sums.bucket}`);
  return {
    bucket,
    isRescheduled: sums.is_rescheduled,
    loans: sums.loans,
    principalCents: BigInt(sums.principal),
    interestCents: BigInt(sums.interest),
    overduePrincipalCents: BigInt(sums.overdue_principal),
    overdueInterestCents: BigInt(sums.overdue_interest),
  };
}

/**
 * For FROM: `id, principal, interest, overdue_principal, overdue_interest, oldest_due_on, days_late, is_rescheduled`. A
 * member's exit or clearing settles or writes off all of their loans on its day.
 */
function owedOn(day: PlainDate): RawBuilder<unknown> {
  const ofProduct = sql<SqlBool>`l.product_id IS NOT NULL AND ${isOpenOn(day)}`;
  return sql`(
    SELECT id, principal::bigint, interest::bigint, overdue_principal::bigint, overdue_interest::bigint, oldest_due_on,
           coalesce(${day}::date - oldest_due_on, 0) AS days_late, is_rescheduled
      FROM (
        SELECT l.id, l.amount_cents - coalesce(sum(taken - taken_interest), 0) AS principal,
               coalesce(sum(w.interest - taken_interest) FILTER (WHERE due_on <= ${day}::date OR v.flat_from IS NOT NULL), 0) AS interest,
               coalesce(sum(w.principal - (taken - taken_interest)) ${isOverdue(day)}, 0) AS overdue_principal,
               coalesce(sum(w.interest - taken_interest) ${isOverdue(day)}, 0) AS overdue_interest,
               min(due_on) ${isOverdue(day)} AS oldest_due_on,
               EXISTS (SELECT FROM loan_versions r WHERE r.loan_id = l.id AND r.reason = 'reschedule' AND r.from_on <= ${day}::date) AS is_rescheduled
          FROM ${walkedRows({ which: ofProduct, day })} w
          JOIN loans l ON l.id = w.loan_id JOIN loan_versions v ON v.loan_id = l.id AND v.version = l.version
         GROUP BY l.id, l.amount_cents
        UNION ALL
        SELECT id, amount_cents - principal_paid, interest_cents - (paid - principal_paid),
               CASE WHEN is_late THEN amount_cents - principal_paid ELSE 0 END,
               CASE WHEN is_late THEN interest_cents - (paid - principal_paid) ELSE 0 END,
               CASE WHEN is_late THEN expiry_date END, false
          FROM (
            SELECT l.id, l.amount_cents, l.interest_cents, l.expiry_date, own.paid, l.expiry_date < ${day}::date AS is_late,
                   -- By the running total, half up (LOAN-9).
                   div(2 * own.paid * l.amount_cents + l.amount_cents + l.interest_cents, 2 * (l.amount_cents + l.interest_cents)) AS principal_paid
              FROM loans l CROSS JOIN LATERAL (
                SELECT coalesce((SELECT o.paid_cents FROM opening_loans o WHERE o.loan_id = l.id), 0)
                       -- By its loan alone: without statistics, what was ever approved seems as few.
                       + coalesce((SELECT sum(p.amount_cents) FROM (SELECT p.* FROM payments p WHERE p.loan_id = l.id OFFSET 0) p
                                    WHERE p.status = 'approved' AND p.paid_on <= ${day}::date), 0)
                       + coalesce((SELECT sum(r.amount_cents) FROM loan_repayments r
                                    WHERE r.loan_id = l.id AND r.payment_id IS NULL AND r.taken_back_at IS NULL AND r.paid_on <= ${day}::date), 0) AS paid) own
             WHERE l.product_id IS NULL AND ${isOpenOn(day)}) plain) each_loan
     WHERE principal > 0 OR interest > 0)`;
}

const isOverdue = (day: PlainDate) => sql`FILTER (WHERE due_on < ${day}::date AND taken < total)`;

/** Loan `l` was paid out, and its member had not left, on that day. Of those that are cleared, only what ended since is looked at. */
const isOpenOn = (day: PlainDate) => sql<SqlBool>`(
  l.start_date <= ${day}::date
  AND NOT EXISTS (SELECT FROM settlements s WHERE s.member_id = l.member_id
                     AND (s.settled_at AT TIME ZONE 'Africa/Nairobi')::date <= ${day}::date)
  AND (l.status <> 'cleared'
       OR l.id IN (SELECT p.loan_id FROM payments p WHERE p.loan_id IS NOT NULL AND p.status = 'approved' AND p.paid_on > ${day}::date
                   UNION ALL SELECT r.loan_id FROM loan_repayments r WHERE r.taken_back_at IS NULL AND r.paid_on > ${day}::date
                   UNION ALL SELECT s.loan_id FROM settled_loans s)))`;
