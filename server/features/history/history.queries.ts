// A member's savings by month, in one query that answers with as many rows as there are months.
import { sql } from "kysely";
import { addMonths, type PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import type { Reader } from "#server/db/connection.ts";

/**
 * By how much each month changed what the group holds of a member, oldest first. Everything before `from`, the first
 * of a month, stands under the month before it.
 */
export async function readSavingsMovements(
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
