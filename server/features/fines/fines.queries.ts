// What is read of fines and of their payments.
import { sql } from "kysely";
import type { Cents } from "#domain/money.ts";
import { evidenceColumn } from "#server/core/approvals/evidence.ts";
import { readOpenPayments, type OpenParams } from "#server/core/approvals/open-payments.ts";
import {
  readingByIds,
  selectPayments,
  toPaymentFields,
} from "#server/core/approvals/payment-rows.ts";
import type { Reader } from "#server/db/connection.ts";
import { anyOf, preparedQuery } from "#server/db/prepared-queries/prepared-query.ts";

/** What the member's fine payments that nobody has decided yet add up to. */
export async function readWaitingCents(reader: Reader, memberId: number): Promise<Cents> {
  const { cents } = await reader
    .selectFrom("payments")
    .select(sql<Cents>`coalesce(sum(amount_cents), 0)::bigint`.as("cents"))
    .where("kind", "=", "fine_payment")
    .where("member_id", "=", memberId)
    .where("status", "in", ["pending", "pending_approval"])
    .executeTakeFirstOrThrow();
  return cents;
}

/** Fine payments as their lists show them to each caller, in the order asked. */
export const readFinePayments = readingByIds(
  preparedQuery((reader, ids: readonly number[]) =>
    selectPayments(reader, "fine_payment").where("payments.id", "=", anyOf("int", ids)),
  ),
  toPaymentFields,
);

/** Fine payments that an office has still to decide on, newest first, with what the statements say of each. */
export function readOpenFinePayments(reader: Reader, params: OpenParams) {
  return readOpenPayments(
    reader,
    { ...params, kind: "fine_payment" },
    selectPayments(reader, "fine_payment").select(evidenceColumn.as("evidence")),
    (row) => toPaymentFields(row, params),
  );
}
