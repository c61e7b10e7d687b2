// The month that a member's next contribution is for, where nobody chose one (STAT-66).
import { sql } from "kysely";
import { addMonths, type PlainDate } from "#domain/calendar.ts";
import { firstMonthToPay, paidUpTo } from "#domain/contributions.ts";
import type { Cents } from "#domain/money.ts";
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import type { Tx } from "#server/db/connection.ts";
import { readBounds } from "./contributions.ts";

/** The one after what is paid or waits for approval, so that several payments take successive months. */
export async function firstUnpaidMonth(tx: Tx, memberId: number): Promise<PlainDate> {
  const { member } = await readBounds(tx, memberId);
  const { cents } = await tx
    .selectFrom("payments")
    .select(sql<Cents>`coalesce(sum(amount_cents), 0)::bigint`.as("cents"))
    .where("member_id", "=", memberId)
    .where("kind", "=", CONTRIBUTION)
    .where("status", "in", ["pending", "pending_approval"])
    .executeTakeFirstOrThrow();
  const last = paidUpTo({ ...member, totalPaidCents: member.totalPaidCents + cents });
  return last === null ? firstMonthToPay(member) : addMonths(last, 1);
}
