// Payments for the turns of a merry-go-round (ROT-4): core/approvals decides on them.
import type { RotationPayment } from "#contract/rotations.ts";
import { single } from "#domain/assert.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { type Cents, most } from "#domain/money.ts";
import { ROTATION_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { refuse } from "#domain/refusal.ts";
import { contestedBy } from "#server/core/approvals/contested.ts";
import { evidenceColumn } from "#server/core/approvals/evidence.ts";
import {
  type OpenParams,
  type PaymentRow,
  readingByIds,
  readOpenPayments,
  selectPayments,
  toPaymentFields,
} from "#server/core/approvals/payment-rows.ts";
import { ownPayer, type Payer, submitPayment } from "#server/core/approvals/payments.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import {
  lockRotations,
  standingOn,
  waitingCentsOf,
} from "#server/core/rotations/read-rotations.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { anyOf, preparedQuery } from "#server/db/prepared-queries/prepared-query.ts";
import type { SpokenTo, Viewer } from "#server/platform/request.ts";

type Paid = {
  rotationId: number;
  amountCents: Cents;
  reference: string;
  payer?: Payer;
  paidAt?: Date;
};

/**
 * Submits a payment, dated now; or an official's entry for a member, dated as on the statement (STAT-16). Refuses with
 * `forbidden` who is not in it, before the draw, and more than they have left to pay: what waits counts as paid.
 */
export async function payRotation(tx: Tx, by: SpokenTo, paid: Paid): Promise<RotationPayment> {
  const payer = paid.payer ?? ownPayer(by.actor);
  const { memberId } = payer;
  await lockMember(tx, memberId);
  const [found] = await lockRotations(tx, [paid.rotationId]);
  if (found === undefined) throw refuse("not-found");
  if (!found.members.some(({ member_id: id }) => id === memberId)) throw refuse("forbidden");
  const standing = standingOn(found, nairobiDate(by.now));
  if (standing === null) throw refuse("rotation-not-drawn");
  const owedCents = standing.members.find((each) => each.memberId === memberId)?.leftCents ?? 0n;
  const left = most(0n, owedCents - waitingCentsOf(found, memberId));
  if (paid.amountCents > left) throw refuse("rotation-left-to-pay", { left }).at("amount_paid");
  const { id: rotationId, name } = found.row;
  const id = await submitPayment(tx, by, {
    kind: ROTATION_PAYMENT,
    payer,
    amountCents: paid.amountCents,
    reference: paid.reference,
    paidAt: paid.paidAt ?? by.now,
    contributionMonth: null,
    loan: null,
    rotation: { id: rotationId, name },
  });
  return single(await readRotationPayments(tx, [{ id, callerId: by.actor.id, t: by.t }]));
}

/** As their lists show them to each caller, in the order of the ids. */
export const readRotationPayments = readingByIds(
  preparedQuery((reader, ids: readonly number[]) =>
    selectRotationPayments(reader).where("payments.id", "=", anyOf("int", ids)),
  ),
  toRotationPayment,
);

/** Those that an office still has to decide on, newest first, with the statements' evidence. */
export function readOpenRotationPayments(reader: Reader, params: OpenParams) {
  return readOpenPayments(
    reader,
    { ...params, kind: ROTATION_PAYMENT },
    selectRotationPayments(reader).select([
      evidenceColumn.as("evidence"),
      contestedBy.as("contested"),
    ]),
    (row) => toRotationPayment(row, params),
  );
}

function selectRotationPayments(reader: Reader) {
  return selectPayments(reader, ROTATION_PAYMENT)
    .innerJoin("rotations", "rotations.id", "payments.rotation_id")
    .select(["rotations.id as rotation_id", "rotations.name as rotation_name"]);
}

function toRotationPayment(
  row: PaymentRow & { rotation_id: number; rotation_name: string },
  viewer: Viewer,
): RotationPayment {
  return {
    ...toPaymentFields(row, viewer),
    rotation: { id: row.rotation_id, name: row.rotation_name },
  };
}
