// What the group's book brought forward for each member (OPEN-70), while its sheet is in force.
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
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
