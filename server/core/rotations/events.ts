// What happens in a merry-go-round, one event after the other (ROT-4). The caller holds its lock.
import { assert } from "#domain/assert.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { type Cents, most, sumOf } from "#domain/money.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import { type FoundRotation, lockRotations, standingOn } from "./read-rotations.ts";

type NewEvent = {
  rotationId: number;
  kind: "settled" | "direct" | "paid_out" | "swapped" | "left";
  memberId: number;
  amountCents?: Cents;
  retainedCents?: Cents;
  turnId?: number;
  receiverId?: number;
  requestId?: number;
  swapId?: number;
  doneBy: number;
  at: Date;
};

/** Returns its id. */
export async function insertRotationEvent(tx: Tx, event: NewEvent): Promise<number> {
  const { id } = await tx
    .insertInto("rotation_events")
    .values({
      rotation_id: event.rotationId,
      kind: event.kind,
      member_id: event.memberId,
      amount_cents: event.amountCents ?? 0n,
      retained_cents: event.retainedCents ?? 0n,
      turn_id: event.turnId ?? null,
      receiver_id: event.receiverId ?? null,
      request_id: event.requestId ?? null,
      swap_id: event.swapId ?? null,
      done_by: event.doneBy,
      at: event.at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

type NewRequest = {
  rotationId: number;
  /** Of a turn, or of a member with a reason. */
  turnId?: number;
  memberId?: number;
  reason?: string;
  office: string;
  by: By;
};

/** The first of two offices. */
export async function insertRotationRequest(tx: Tx, request: NewRequest): Promise<void> {
  await tx
    .insertInto("rotation_requests")
    .values({
      rotation_id: request.rotationId,
      turn_id: request.turnId ?? null,
      member_id: request.memberId ?? null,
      reason: request.reason ?? null,
      office: request.office,
      asked_by: request.by.actor.id,
      asked_at: request.by.now,
    })
    .execute();
}

type PaymentOfTurns = {
  rotationId: number;
  memberId: number;
  amountCents: Cents;
  paymentId: number;
  doneBy: number;
  at: Date;
};

/** Locks the merry-go-rounds of payments that are approved. Add the payments one after the other, then save all at once. */
export async function openRotationPayments(tx: Tx, rotationIds: readonly number[]) {
  const found = new Map((await lockRotations(tx, rotationIds)).map((each) => [each.row.id, each]));
  const added: PaymentOfTurns[] = [];
  return {
    /** Returns the name of the merry-go-round. */
    add(payment: PaymentOfTurns): string {
      const rotation = found.get(payment.rotationId);
      assert(rotation !== undefined, `merry-go-round ${payment.rotationId} is locked`);
      added.push(payment);
      return rotation.row.name;
    },
    /** What its member has left to pay after it, for turns to come too. */
    leftCents(paymentId: number): Cents | null {
      const payment = added.find((each) => each.paymentId === paymentId);
      const rotation = found.get(payment?.rotationId ?? 0);
      if (payment === undefined || rotation === undefined) return null;
      return leftOf(rotation, payment, added);
    },
    async save(): Promise<void> {
      if (added.length === 0) return;
      await tx
        .insertInto("rotation_events")
        .values(
          added.map((payment) => ({
            rotation_id: payment.rotationId,
            kind: "paid",
            member_id: payment.memberId,
            amount_cents: payment.amountCents,
            payment_id: payment.paymentId,
            done_by: payment.doneBy,
            at: payment.at,
          })),
        )
        .execute();
    },
  };
}

function leftOf(
  rotation: FoundRotation,
  payment: PaymentOfTurns,
  added: readonly PaymentOfTurns[],
): Cents | null {
  const standing = standingOn(rotation, nairobiDate(payment.at));
  const member = standing?.members.find(({ memberId }) => memberId === payment.memberId);
  if (member === undefined) return null;
  const upTo = added.slice(0, added.indexOf(payment) + 1);
  const own = upTo.filter(
    (each) => each.rotationId === payment.rotationId && each.memberId === payment.memberId,
  );
  const paidCents = sumOf(own, ({ amountCents }) => amountCents);
  return most(0n, member.leftCents - paidCents);
}
