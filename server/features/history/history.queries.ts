// A member's savings by month, in one query that answers with as many rows as there are months.
import { sql } from "kysely";
import { addMonths, firstOfMonth, type PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import { readPastMonths } from "#server/core/ledger/past-contributions.ts";
import { findBroughtForward } from "#server/core/members/brought-forward.ts";
import type { Reader } from "#server/db/connection.ts";

/**
 * The same with the months of the group's book, where it tells of any: they are part of what it brought forward, so that what
 * they come to moves from the cut-over day to them, and what it held before them to the month before (OPEN-74).
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
 * By how much each month changed what the group holds of a member, oldest first. Everything before `from`, the first
 * of a month, stands under the month before it.
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
