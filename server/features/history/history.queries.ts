// A member's savings by month, in one query that returns one row for each month.
import { sql } from "kysely";
import { addMonths, firstOfMonth, type PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import { readPastMonths } from "#server/core/ledger/past-contributions.ts";
import { findBroughtForward } from "#server/core/members/brought-forward.ts";
import type { Reader } from "#server/db/connection.ts";

/**
 * The same with past contributions from the group's book, where it has any. They are part of what was brought
 * forward, so their sum moves from the cut-over day to their months, and the rest to the month before them (OPEN-74).
 */
export async function readSavingsWithPast(
  reader: Reader,
  { memberId, from }: { memberId: number; from: PlainDate },
): Promise<{ month: PlainDate; cents: Cents }[]> {
  const posted = await readSavingsMovements(reader, { memberId, from });
  const past = await readPastMonths(reader, memberId);
  const book = past.length === 0 ? undefined : await findBroughtForward(reader, memberId);
  if (book === undefined) return posted;
  const first = past[0]?.month ?? firstOfMonth(book.closed_on);
  const datedCents = past.reduce((sum, { cents }) => sum + cents, 0n);
  const moved = new Map<PlainDate, Cents>();
  const add = (month: PlainDate, cents: Cents) => {
    const shown = month < from ? addMonths(from, -1) : month;
    moved.set(shown, (moved.get(shown) ?? 0n) + cents);
  };
  for (const { month, cents } of [...posted, ...past]) add(month, cents);
  add(firstOfMonth(book.closed_on), -book.savings_cents);
  if (datedCents < book.savings_cents) add(addMonths(first, -1), book.savings_cents - datedCents);
  return [...moved]
    .map(([month, cents]) => ({ month, cents }))
    .toSorted((one, other) => (one.month < other.month ? -1 : 1));
}

/**
 * How much each month changed the group's holdings for a member, in cents, oldest first. Everything before `from`,
 * the first of a month, counts for the month before it.
 */
async function readSavingsMovements(
  reader: Reader,
  { memberId, from }: { memberId: number; from: PlainDate },
): Promise<{ month: PlainDate; cents: Cents }[]> {
  const month = sql<PlainDate>`greatest(
    date_trunc('month', business_date::timestamp)::date, ${addMonths(from, -1)}::date)`;
  return reader
    .selectFrom("postings")
    .select([month.as("month"), sql<Cents>`-sum(amount_cents)::bigint`.as("cents")])
    .where("member_id", "=", memberId)
    .where("account", "=", "monthly_contribution")
    .groupBy("month")
    .orderBy("month")
    .execute();
}
