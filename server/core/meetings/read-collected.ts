// What was collected at meetings and approved, by kind (CASH-6).
import { sql } from "kysely";
import type { MeetingSummary } from "#contract/meetings.ts";
import { type Cents, toKes } from "#domain/money.ts";
import {
  CONTRIBUTION,
  FINE_PAYMENT,
  FUND_PAYMENT,
  LOAN_PAYMENT,
} from "#domain/payments/payment-kinds.ts";
import type { Reader } from "#server/db/connection.ts";

type Collected = MeetingSummary["collected"];

const nothingCollected: Collected = {
  contributions: 0,
  loans: 0,
  fines: 0,
  funds: 0,
  total: 0,
  counted: 0,
  difference: 0,
};

/** What approved collections of each meeting come to, in KES. */
export async function readCollected(
  reader: Reader,
  meetingIds: readonly number[],
): Promise<(meetingId: number) => Collected> {
  const { rows } = await sql<{
    meeting_id: number;
    contributions: Cents;
    loans: Cents;
    fines: Cents;
    funds: Cents;
    total: Cents;
    counted: Cents;
  }>`
    SELECT c.meeting_id, sum(paid.contributions)::bigint AS contributions, sum(paid.loans)::bigint AS loans,
           sum(paid.fines)::bigint AS fines, sum(paid.funds)::bigint AS funds, sum(c.total_cents)::bigint AS total, sum(c.counted_cents)::bigint AS counted
      FROM collections c
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(p.amount_cents) FILTER (WHERE p.kind = ${sql.lit(CONTRIBUTION)}), 0) AS contributions,
               coalesce(sum(p.amount_cents) FILTER (WHERE p.kind = ${sql.lit(LOAN_PAYMENT)}), 0) AS loans,
               coalesce(sum(p.amount_cents) FILTER (WHERE p.kind = ${sql.lit(FINE_PAYMENT)}), 0) AS fines,
               coalesce(sum(p.amount_cents) FILTER (WHERE p.kind = ${sql.lit(FUND_PAYMENT)}), 0) AS funds
          FROM payments p WHERE p.collection_id = c.id) paid
     WHERE c.status = 'approved' AND c.meeting_id = ANY (${[...meetingIds]}::int[]) GROUP BY c.meeting_id`.execute(
    reader,
  );
  const byMeeting = new Map(
    rows.map((row) => [
      row.meeting_id,
      {
        contributions: toKes(row.contributions),
        loans: toKes(row.loans),
        fines: toKes(row.fines),
        funds: toKes(row.funds),
        total: toKes(row.total),
        counted: toKes(row.counted),
        difference: toKes(row.counted - row.total),
      },
    ]),
  );
  return (meetingId) => byMeeting.get(meetingId) ?? nothingCollected;
}
