// Stores what members paid in cash at a meeting, all payments of one sheet at once (CASH-5): each in its member's name, with a
// reference of the application, so that no other claims it and no line of a statement is it.
import { sql } from "kysely";
import { assert } from "#domain/assert.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { EarlyWay } from "#domain/lending/pay-loan.ts";
import { cashReference } from "#domain/meetings/collection.ts";
import { type Cents, toKes } from "#domain/money.ts";
import { referenceKey } from "#domain/payments/pay-to.ts";
import { type CollectedKind, factsOfKinds } from "#domain/payments/payment-kinds.ts";
import type { Refusal } from "#domain/refusal.ts";
import type { Message } from "#messages/message.ts";
import { recordAudits } from "#server/core/audit-log/audit.ts";
import { nameOf } from "#server/core/members/member-directory.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import type { Tx } from "#server/db/connection.ts";
import {
  preparedQuery,
  type RowsOf,
  rowTable,
} from "#server/db/prepared-queries/prepared-query.ts";
import type { By } from "#server/platform/request.ts";
import { insertClaims } from "./payments.ts";

/** What stands beside a name on a sheet. */
export type Figure = {
  memberId: number;
  amountCents: Cents;
  /** First of the month, of a contribution. */
  month: PlainDate | null;
  /** Of a loan payment. */
  loanId: number | null;
  /** Of a payment into a fund. */
  fundId: number | null;
};

/** A figure that the rules of its kind admit. */
export type CollectedPayment = {
  kind: CollectedKind;
  memberId: number;
  amountCents: Cents;
  contributionMonth: PlainDate | null;
  loan: { id: number; name: Message } | null;
  early: EarlyWay | null;
  fund: { id: number; name: string } | null;
};

/**
 * Checks all figures of a kind against its rules, in their order, each on top of those before it, with as many queries as for one. The
 * members are locked already.
 */
export type ValidateFigures = (
  tx: Tx,
  by: { now: Date; paidAt: Date },
  figures: readonly Figure[],
) => Promise<readonly (CollectedPayment | Refusal)[]>;

type Sheet = {
  collectionId: number;
  paidAt: Date;
  payments: readonly CollectedPayment[];
};

/** Stores the payments with their audit rows, and notifies each member. The caller has stored the collection. */
export async function enterCollected(tx: Tx, by: By, sheet: Sheet): Promise<void> {
  const { collectionId, paidAt } = sheet;
  const { actor, now, origin } = by;
  const rows = sheet.payments.map((payment, index) => ({
    ...payment,
    reference: cashReference({ collectionId, number: index + 1 }),
  }));
  const claimed = await insertClaims(
    tx,
    rows.map(({ reference, memberId }) => ({ referenceKey: referenceKey(reference), memberId })),
  );
  assert(
    claimed.size === rows.length,
    `no payment has the references of collection ${collectionId}`,
  );
  const stored = await insertPayments(
    tx,
    rows.map((row) => ({
      kind: row.kind,
      member_id: row.memberId,
      amount_cents: row.amountCents,
      reference: row.reference,
      paid_at: paidAt,
      submitted_at: now,
      contribution_month: row.contributionMonth,
      loan_id: row.loan?.id ?? null,
      fund_id: row.fund?.id ?? null,
      early: row.early,
      entered_by: actor.id,
      collection_id: collectionId,
    })),
  );
  const ids = new Map(stored.map(({ id, reference }) => [reference, id]));
  const idOf = (reference: string): number => {
    const id = ids.get(reference);
    assert(id !== undefined, `payment ${reference} was stored`);
    return id;
  };
  const official = await nameOf(tx, actor.id);
  // Each finds its channels after the commit, as receipts do: the sender does not wait while hundreds of mails are written.
  const notices = rows.map(({ memberId, kind, reference, amountCents: amount }) => {
    const id = idOf(reference);
    const to = { memberId, about: { kind, id }, occasion: `payment_entered:${id}` };
    return noticeOf("payment_entered", to, { kind, amount, official });
  });
  await writeNotices(tx, { notices, now });
  await recordAudits(
    tx,
    rows.map((row) => ({
      now,
      actorId: actor.id,
      action: factsOfKinds[row.kind].paidAction,
      subject: row.kind,
      subjectId: idOf(row.reference),
      after: {
        ...(row.loan === null ? {} : { loan: row.loan.name }),
        ...(row.fund === null ? {} : { fund: row.fund.name }),
        amount_paid: toKes(row.amountCents),
        payment_Reference_Code: row.reference,
        ...(row.early === null ? {} : { early: row.early }),
        status: "pending",
        member_id: row.memberId,
      },
      address: origin.address,
    })),
  );
}

const columns = {
  kind: "text",
  member_id: "int",
  amount_cents: "bigint",
  reference: "text",
  paid_at: "timestamptz",
  submitted_at: "timestamptz",
  contribution_month: "date",
  loan_id: "int",
  fund_id: "int",
  early: "text",
  entered_by: "int",
  collection_id: "int",
} as const;

const insertPayments = preparedQuery<[RowsOf<typeof columns>], { id: number; reference: string }>(
  (_tx, rows: RowsOf<typeof columns>) => {
    const names = sql.join(Object.keys(columns).map((column) => sql.ref(column)));
    return sql<{ id: number; reference: string }>`
      INSERT INTO payments (${names})
      SELECT ${names} FROM ${rowTable("collected", columns, rows)} ORDER BY place RETURNING id, reference`;
  },
);
