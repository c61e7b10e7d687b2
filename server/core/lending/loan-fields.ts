// The fields that only loans of a product have (LEND-2).
import { sql } from "kysely";
import type { Loan } from "#contract/loans.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { daysBetween } from "#domain/calendar.ts";
import { type Cents, toKes } from "#domain/money.ts";
import type { Reader } from "#server/db/connection.ts";
import { walkedRows } from "./walked-rows.ts";

/** How a running loan of a product stands. */
export type LoanStanding = {
  overdueCents: Cents;
  /** 0 while what waits for the offices covers what is overdue (PAY-40). */
  daysLate: number;
  /** The oldest row that is not whole, and what is left of it. */
  oldest: { dueOn: PlainDate; cents: Cents } | null;
  /** The same of those that fall due from that day on. */
  next: { dueOn: PlainDate; cents: Cents } | null;
};

/** By loan; those without rows are left out. One query. */
export async function readStandings(
  reader: Reader,
  ids: readonly number[],
  today: PlainDate,
): Promise<ReadonlyMap<number, LoanStanding>> {
  const unpaid = sql`FILTER (WHERE number IS NOT NULL AND taken < total)`;
  const coming = sql`FILTER (WHERE number IS NOT NULL AND taken < total AND due_on >= ${today}::date)`;
  const { rows } = await sql<{
    loan_id: number;
    overdue: Cents;
    waiting: Cents;
    late_since: PlainDate | null;
    oldest_on: PlainDate | null;
    oldest_cents: Cents | null;
    next_on: PlainDate | null;
    next_cents: Cents | null;
  }>`
    SELECT loan_id,
           coalesce(sum(total - taken) FILTER (WHERE due_on < ${today}::date), 0)::bigint AS overdue,
           (SELECT coalesce(sum(p.amount_cents), 0) FROM payments p
             WHERE p.loan_id = walked.loan_id AND p.status IN ('pending', 'pending_approval'))::bigint AS waiting,
           min(due_on) FILTER (WHERE taken < total AND due_on < ${today}::date) AS late_since,
           (array_agg(due_on ORDER BY place) ${unpaid})[1] AS oldest_on,
           (array_agg((total - taken)::bigint ORDER BY place) ${unpaid})[1] AS oldest_cents,
           (array_agg(due_on ORDER BY place) ${coming})[1] AS next_on,
           (array_agg((total - taken)::bigint ORDER BY place) ${coming})[1] AS next_cents
      FROM ${walkedRows({ which: sql`l.id = ANY (${[...ids]}::int[])`, day: today })} walked
     GROUP BY loan_id`.execute(reader);
  return new Map(
    rows.map((row) => [
      row.loan_id,
      {
        overdueCents: row.overdue,
        daysLate:
          row.late_since === null || row.overdue <= row.waiting
            ? 0
            : daysBetween(row.late_since, today),
        oldest: rowOf(row.oldest_on, row.oldest_cents),
        next: rowOf(row.next_on, row.next_cents),
      },
    ]),
  );
}

const rowOf = (dueOn: PlainDate | null, cents: Cents | null) =>
  dueOn === null || cents === null ? null : { dueOn, cents };

/** Adds to loans of a product how they stand; without one, it reads nothing and changes nothing. */
export async function withStandings<L extends Loan>(
  reader: Reader,
  loans: readonly L[],
  today: PlainDate,
): Promise<L[]> {
  const running = loans.filter(({ product, status }) => product !== undefined && isRunning(status));
  if (running.length === 0) return [...loans];
  const standings = await readStandings(
    reader,
    running.map(({ loan_id: id }) => id),
    today,
  );
  return loans.map((loan) => {
    const standing = standings.get(loan.loan_id);
    if (standing === undefined) return loan;
    const { next, daysLate, overdueCents } = standing;
    return {
      ...loan,
      next_due: next === null ? null : { due_on: next.dueOn, amount: toKes(next.cents) },
      days_late: daysLate,
      overdue: toKes(overdueCents),
    };
  });
}

const isRunning = (status: Loan["status"]) => status === "active" || status === "default";
