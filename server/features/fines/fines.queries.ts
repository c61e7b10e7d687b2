// Reads fines and their payments.
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

/** The sum of the member's undecided fine payments, in cents. */
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

/** Fine payments as their lists show them to each caller, in the order of the ids. */
export const readFinePayments = readingByIds(
  preparedQuery((reader, ids: readonly number[]) =>
    selectPayments(reader, "fine_payment").where("payments.id", "=", anyOf("int", ids)),
  ),
  toPaymentFields,
);

/** Fine payments that an office still has to decide on, newest first, with the statements' evidence. */
export function readOpenFinePayments(reader: Reader, params: OpenParams) {
  return readOpenPayments(
    reader,
    { ...params, kind: "fine_payment" },
    selectPayments(reader, "fine_payment").select(evidenceColumn.as("evidence")),
    (row) => toPaymentFields(row, params),
  );
}
