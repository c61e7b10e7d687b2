// Two members swap their turns, of which nothing was received yet: one asks, the other answers (ROT-7).
import { nairobiDate } from "#domain/calendar.ts";
import { single } from "#domain/assert.ts";
import { refuse } from "#domain/refusal.ts";
import { insertRotationEvent } from "#server/core/rotations/events.ts";
import {
  type FoundRotation,
  lockRotations,
  standingOn,
} from "#server/core/rotations/read-rotations.ts";
import { type Reader, type Tx, violatedConstraint } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import { recordRotation } from "./record.ts";

/** Refuses with `forbidden` whoever is not in it. Returns the id of the swap. */
export async function askSwap(
  tx: Tx,
  by: By,
  { found, withMemberId }: { found: FoundRotation; withMemberId: number },
): Promise<number> {
  const { id: rotationId, name } = found.row;
  const askerId = by.actor.id;
  if (withMemberId === askerId) throw refuse("rotation-swap-with-other").at("with_member_id");
  requireSwappable(found, by, [askerId, withMemberId]);
  const { id } = await tx
    .insertInto("rotation_swaps")
    .values({
      rotation_id: rotationId,
      asked_by: askerId,
      with_member: withMemberId,
      asked_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (violatedConstraint(error) === "rotation_swaps_one_waits")
        throw refuse("rotation-swap-asked").at("with_member_id");
      throw error;
    });
  await recordRotation(tx, by, "rotations.swap", rotationId, { name, member_id: withMemberId });
  return id;
}

export async function rotationOfSwap(reader: Reader, swapId: number): Promise<number | null> {
  const row = await reader
    .selectFrom("rotation_swaps")
    .select("rotation_id")
    .where("id", "=", swapId)
    .executeTakeFirst();
  return row?.rotation_id ?? null;
}

/** Refuses with `forbidden` everybody but the one who was asked, a second answer, and turns that have begun meanwhile. */
export async function answerSwap(
  tx: Tx,
  by: By,
  { swapId, answer }: { swapId: number; answer: "yes" | "no" },
): Promise<{ found: FoundRotation; askedBy: number }> {
  const rotationId = await rotationOfSwap(tx, swapId);
  const found = single(await lockRotations(tx, rotationId === null ? [] : [rotationId]));
  const swap = single(found.swaps.filter(({ id }) => id === swapId));
  if (swap.with_member !== by.actor.id) throw refuse("forbidden");
  if (swap.answer !== null) throw refuse("guarantee-answered");
  if (answer === "yes") requireSwappable(found, by, [swap.asked_by, swap.with_member]);
  await tx
    .updateTable("rotation_swaps")
    .set({ answer, answered_at: by.now })
    .where("id", "=", swapId)
    .execute();
  if (answer === "yes")
    await insertRotationEvent(tx, {
      rotationId: found.row.id,
      kind: "swapped",
      memberId: swap.asked_by,
      swapId,
      doneBy: by.actor.id,
      at: by.now,
    });
  await recordRotation(tx, by, "rotations.answer-swap", found.row.id, {
    name: found.row.name,
    member_id: swap.asked_by,
    agrees: answer === "yes",
  });
  return { found, askedBy: swap.asked_by };
}

/** Both are in it, and nobody has received anything of their turns, nor has an office begun to pay one out. */
function requireSwappable(found: FoundRotation, by: By, memberIds: readonly number[]): void {
  const standing = standingOn(found, nairobiDate(by.now));
  if (standing === null) throw refuse("rotation-not-drawn");
  for (const memberId of memberIds) {
    const member = standing.members.find((each) => each.memberId === memberId);
    if (member === undefined || member.leftOn !== null) throw refuse("forbidden");
    const turn = standing.turns[member.turn - 1];
    const row = found.turns.find(({ number }) => number === member.turn);
    const isBeingPaid = found.requests.some((each) => each.turn_id === row?.id);
    if (turn === undefined || turn.hasBegun || isBeingPaid) throw refuse("rotation-turn-paid-out");
  }
}
