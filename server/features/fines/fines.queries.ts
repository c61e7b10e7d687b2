// What is read of fines and of their payments.
import { sql } from "kysely";
import type { FinePayment } from "#contract/fines.ts";
import type { Cents } from "#domain/money.ts";
import type { Page } from "#server/db/paging.ts";
import {
  countOpenPayments,
  openToOffice,
  selectPayments,
  toPaymentFields,
} from "#server/core/approvals/payment-rows.ts";
import type { Reader } from "#server/db/connection.ts";

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

/** One fine payment as its lists show it. */
export async function readFinePayment(
  reader: Reader,
  params: { id: number; callerId: number },
): Promise<FinePayment> {
  const row = await selectPayments(reader, "fine_payment")
    .where("payments.id", "=", params.id)
    .executeTakeFirstOrThrow();
  return toPaymentFields(row, params.callerId);
}

/** Fine payments that an office has still to decide on, newest first. */
export async function readOpenFinePayments(
  reader: Reader,
  params: { office: "Treasurer" | "Sec-Gen"; callerId: number; page: Page | null },
): Promise<{ finePayments: FinePayment[]; count: number | undefined }> {
  let rows = selectPayments(reader, "fine_payment")
    .where(openToOffice(params))
    .orderBy("payments.id", "desc");
  if (params.page !== null) rows = rows.limit(params.page.limit).offset(params.page.offset);
  const count =
    params.page === null
      ? undefined
      : await countOpenPayments(reader, { ...params, kind: "fine_payment" });
  return {
    finePayments: (await rows.execute()).map((row) => toPaymentFields(row, params.callerId)),
    count,
  };
}
