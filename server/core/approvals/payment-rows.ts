// The columns that every list of payments shows, and the payments that an office still has to decide on (PAY-17).
import { sql, type SqlBool } from "kysely";
import { assert } from "#domain/assert.ts";
import { nairobiIso, type PlainDate } from "#domain/calendar.ts";
import type { ItemStatus } from "#domain/approvals/two-officials.ts";
import { toKes } from "#domain/money.ts";
import type { Translate } from "#messages/translator.ts";
import type { Viewer } from "#server/platform/request.ts";
import type { Reader } from "#server/db/connection.ts";
import { personColumns, personIn, toPerson } from "#server/core/members/member-directory.ts";
import type { PaymentKind } from "./payments.ts";
import { toApproval, verdictColumns } from "./verdicts.ts";

type ReferenceUse = { kind: PaymentKind; id: number; amount_cents: string };

/** All payments of a kind with their member and verdicts; the caller narrows, adds columns and orders. */
export function selectPayments(reader: Reader, kind: PaymentKind) {
  return reader
    .selectFrom("payments")
    .innerJoin("members", "members.id", "payments.member_id")
    .where("payments.kind", "=", kind)
    .select([
      "payments.id",
      "payments.amount_cents",
      "payments.reference",
      "payments.paid_at",
      "payments.status",
      "payments.rejected_by_rule",
    ])
    .select(personColumns)
    .select(verdictColumns.map((column) => `payments.${column}` as const))
    .select(["payments.treasurer_approve_reason", "payments.sec_gen_approve_reason"])
    .select(personIn("payments.entered_by").as("entered_by"))
    .select(
      // Amounts as text: JSON numbers would lose cents.
      sql<ReferenceUse[]>`coalesce((SELECT json_agg(json_build_object(
          'kind', other.kind, 'id', other.id, 'amount_cents', other.amount_cents::text) ORDER BY other.id)
        FROM payments other
        WHERE other.reference_key = payments.reference_key AND other.member_id = payments.member_id
          AND other.kind <> payments.kind AND other.status <> 'rejected' AND other.reference_standing <> 'carried'), '[]'::json)`.as(
        "reference_uses",
      ),
    );
}

export type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectPayments>["execute"]>>[number];

/** `paymentFields` of contract/payments.ts. */
export function toPaymentFields(row: PaymentRow, { callerId, t }: Viewer) {
  return {
    payment_id: row.id,
    user: row.username,
    amount_paid: toKes(row.amount_cents),
    payment_date: nairobiIso(row.paid_at),
    payment_Reference_Code: row.reference,
    // The database admits no other (payments.status).
    status: row.status as ItemStatus,
    ...toApproval(withReason(row, t)),
    member: toPerson(row),
    own_item: row.member_id === callerId,
    reference_also_on: row.reference_uses.map((use) => ({
      kind: use.kind,
      id: use.id,
      amount: toKes(BigInt(use.amount_cents)),
    })),
  };
}

/** Returns a function that reads payments by their ids, in that order, as lists show them to this reader. */
export function readingByIds<Row extends { id: number }, Item>(
  select: (reader: Reader, ids: readonly number[]) => Promise<Row[]>,
  toItem: (row: Row, viewer: Viewer) => Item,
) {
  return async (reader: Reader, params: readonly ({ id: number } & Viewer)[]): Promise<Item[]> => {
    const ids = params.map(({ id }) => id);
    const rows = new Map((await select(reader, ids)).map((row) => [row.id, row]));
    return params.map(({ id, ...viewer }) => {
      const row = rows.get(id);
      assert(row !== undefined, `payment ${id} is there`);
      return toItem(row, viewer);
    });
  };
}

/** A rule's reason in the reader's language; an official's own reason as they wrote it. */
function withReason(row: PaymentRow, t: Translate): PaymentRow {
  if (row.rejected_by_rule === null) return row;
  const inWords = (reason: string | null) => reason && t("descriptions.referenceHeld");
  return {
    ...row,
    treasurer_reason: inWords(row.treasurer_reason),
    sec_gen_reason: inWords(row.sec_gen_reason),
  };
}

/** Still open to the office, and not decided by the caller for the other office. */
export function openToOffice(params: { office: "Treasurer" | "Sec-Gen"; callerId: number }) {
  const isTreasurer = params.office === "Treasurer";
  const own = sql.ref(isTreasurer ? "payments.treasurer_verdict" : "payments.sec_gen_verdict");
  const other = sql.ref(isTreasurer ? "payments.sec_gen_id" : "payments.treasurer_id");
  return sql<SqlBool>`payments.status IN ('pending', 'pending_approval')
    AND ${own} = 'pending_approval' AND ${other} IS DISTINCT FROM ${params.callerId}::int`;
}

export type Period = { start_date?: PlainDate | undefined; end_date?: PlainDate | undefined };

/** Paid on a Nairobi day of the period, both ends inclusive. */
export function paidInPeriod(period: Period) {
  const start = period.start_date ?? null;
  const end = period.end_date ?? null;
  return sql<SqlBool>`payments.paid_on >= coalesce(${start}::date, '-infinity')
    AND payments.paid_on <= coalesce(${end}::date, 'infinity')`;
}
