// What the group's book brought forward for each member (OPEN-70), while its sheet is in force.
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import { type Cents, toKes } from "#domain/money.ts";
import type { Reader } from "#server/db/connection.ts";

type BroughtForward = {
  id: number;
  member_id: number;
  /** The cut-over day: the book shows the group as of its end. */
  closed_on: PlainDate;
  joined_on: PlainDate;
  savings_cents: Cents;
  /** The first of the month. */
  paid_up_to: PlainDate;
  last_paid_on: PlainDate | null;
  unpaid_fines_cents: Cents;
};

/**
 * A table of at most one row for each member, to be joined to `members` by `member_id`; empty in a group without a
 * book.
 */
export const broughtForward = sql<BroughtForward>`(
  SELECT brought.id, brought.member_id, openings.cut_over_on AS closed_on, brought.joined_on, brought.savings_cents, brought.paid_up_to,
         brought.last_paid_on, brought.unpaid_fines_cents
    FROM opening_members brought
    JOIN openings ON openings.id = brought.opening_id AND openings.status = 'accepted')`;

/** A column for queries over `members`: the first day of the month each is paid up to by the book (PAY-32). */
export const bookPaidUpTo = sql<PlainDate | null>`(
  SELECT book.paid_up_to FROM ${broughtForward} book WHERE book.member_id = members.id)`;

/** What the book brought forward for a member; undefined for a member without one. */
export function findBroughtForward(reader: Reader, memberId: number) {
  return reader
    .selectFrom(broughtForward.as("book"))
    .selectAll()
    .where("member_id", "=", memberId)
    .executeTakeFirst();
}

// Contributions from the group's book: shown as history, never posted and never counted again (OPEN-74).

/** `amount` in KES. */
export type PastContribution = {
  id: number;
  /** The first of the month. */
  month: PlainDate;
  amount: number;
  paid_on: PlainDate | null;
  reference: string | null;
};

/** From a sheet in force: `day` is the day of payment, else the first of its month. */
const inForce = sql<{
  id: number;
  member_id: number;
  day: PlainDate;
  month: PlainDate;
  amount_cents: Cents;
  paid_on: PlainDate | null;
  reference: string | null;
}>`(
  SELECT past.id, past.member_id, coalesce(past.paid_on, past.month) AS day, past.month, past.amount_cents, past.paid_on, past.reference
    FROM past_contributions past
    JOIN openings ON openings.id = past.opening_id AND openings.status = 'accepted')`;

/** A member's past contributions, newest first, from `start` to `end`, both included; null is no bound. */
export async function readPastContributions(
  reader: Reader,
  params: { memberId: number; start: PlainDate | null; end: PlainDate | null },
): Promise<PastContribution[]> {
  const { memberId, start, end } = params;
  let rows = reader.selectFrom(inForce.as("past")).where("past.member_id", "=", memberId);
  if (start !== null) rows = rows.where("past.day", ">=", start);
  if (end !== null) rows = rows.where("past.day", "<=", end);
  const found = await rows
    .select(["id", "month", "amount_cents", "paid_on", "reference"])
    .orderBy("day", "desc")
    .orderBy("id", "desc")
    .execute();
  return found.map(({ amount_cents, ...past }) => ({ ...past, amount: toKes(amount_cents) }));
}

/** What the book says was paid in each month, oldest first. */
export async function readPastMonths(
  reader: Reader,
  memberId: number,
): Promise<{ month: PlainDate; cents: Cents }[]> {
  return reader
    .selectFrom(inForce.as("past"))
    .select([
      sql<PlainDate>`date_trunc('month', day::timestamp)::date`.as("month"),
      sql<Cents>`sum(amount_cents)::bigint`.as("cents"),
    ])
    .where("past.member_id", "=", memberId)
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute();
}
