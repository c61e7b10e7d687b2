// Reads a member's dues: three queries for one member, however long the group's history is.
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import { bookPaidUpTo } from "#server/core/members/brought-forward.ts";
import type { Reader } from "#server/db/connection.ts";

/** The member's standing, what they have paid in, and the price of a month. */
export async function readContributor(reader: Reader, memberId: number) {
  return reader
    .selectFrom("members")
    .crossJoin("group_settings")
    .select([
      "members.status",
      "members.exited_on",
      "members.approved_on",
      "group_settings.monthly_contribution_cents",
      "group_settings.contribution_due_day",
      sql<PlainDate>`coalesce(members.approved_on, (members.created_at AT TIME ZONE 'Africa/Nairobi')::date)`.as(
        "joined_on",
      ),
      bookPaidUpTo.as("book_paid_up_to"),
      // As in `borrowerOf`.
      sql<boolean>`members.status = 'active' AND is_active AND exited_on IS NULL
        AND email_verified_at IS NULL AND NOT is_founder`.as("office_applies"),
      sql<Cents>`(SELECT coalesce(sum(amount_cents), 0)::bigint FROM payments
        WHERE payments.member_id = members.id AND kind = 'contribution' AND payments.status = 'approved')`.as(
        "total_paid_cents",
      ),
    ])
    .where("members.id", "=", memberId)
    .executeTakeFirstOrThrow();
}

/** The loans that a member still has to repay, the first due first. */
export async function readOwedLoans(reader: Reader, memberId: number) {
  return reader
    .selectFrom("loans")
    .select(["id", "number", "loan_type", "balance_cents", "expiry_date"])
    .where("member_id", "=", memberId)
    .where("status", "in", ["active", "default", "written_off"])
    .where("balance_cents", ">", 0n)
    .orderBy("expiry_date")
    .orderBy("id")
    .execute();
}
