// Merry-go-rounds as stored, and where everybody stands in them: all of it follows from the draw and the events (ROT-4).
import type { PlainDate } from "#domain/calendar.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { assert } from "#domain/assert.ts";
import { type Cents, most, sumOf } from "#domain/money.ts";
import {
  type RotationEvent,
  type RotationStanding,
  standingOfRotation,
} from "#domain/rotation/positions.ts";
import type { RotationStep } from "#domain/rotation/turn-days.ts";
import { personColumns } from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";

export type FoundRotation = Awaited<ReturnType<typeof readRotations>>[number];
export type RotationStatus = "joining" | "running" | "ended";

/** In the order of the ids; those that exist. */
export async function readRotations(reader: Reader, ids: readonly number[]) {
  const rows = await reader
    .selectFrom("rotations")
    .selectAll()
    .where("id", "=", anyOf("int", ids))
    .execute();
  if (rows.length === 0) return [];
  const members = await readMembers(reader, ids);
  const turns = await reader
    .selectFrom("rotation_turns")
    .selectAll()
    .where("rotation_id", "=", anyOf("int", ids))
    .orderBy("number")
    .execute();
  const swaps = await reader
    .selectFrom("rotation_swaps")
    .selectAll()
    .where("rotation_id", "=", anyOf("int", ids))
    .orderBy("id")
    .execute();
  const events = await reader
    .selectFrom("rotation_events")
    .selectAll()
    .where("rotation_id", "=", anyOf("int", ids))
    .orderBy("id")
    .execute();
  const requests = await reader
    .selectFrom("rotation_requests")
    .selectAll()
    .where("rotation_id", "=", anyOf("int", ids))
    .where("id", "not in", (done) =>
      done
        .selectFrom("rotation_events")
        .select((row) => row.fn.coalesce("request_id", row.val(0)).as("id"))
        .where("rotation_id", "=", anyOf("int", ids)),
    )
    .execute();
  const waiting = await readWaiting(reader, ids);
  return ids.flatMap((id) => {
    const of = <Row extends { rotation_id: number | null }>(all: Row[]) =>
      all.filter((each) => each.rotation_id === id);
    return rows
      .filter((row) => row.id === id)
      .map((row) => ({
        row: { ...row, every: row.every as RotationStep },
        members: of(members),
        turns: of(turns),
        swaps: of(swaps),
        events: of(events),
        /** Of one office, for which the other one has still to act. */
        requests: of(requests),
        /** Payments that wait for the offices, by member. */
        waiting: of(waiting),
      }));
  });
}

function readMembers(reader: Reader, ids: readonly number[]) {
  return reader
    .selectFrom("rotation_members")
    .innerJoin("members", "members.id", "rotation_members.member_id")
    .select(personColumns)
    .select(["rotation_id", "word", "left_at"])
    .where("rotation_id", "=", anyOf("int", ids))
    .orderBy("rotation_members.member_id")
    .execute();
}

function readWaiting(reader: Reader, ids: readonly number[]) {
  return reader
    .selectFrom("payments")
    .select(["rotation_id", "member_id", "amount_cents"])
    .where("rotation_id", "is not", null)
    .where("rotation_id", "=", anyOf("int", ids))
    .where("status", "in", ["pending", "pending_approval"])
    .execute();
}

/** Those with this member, who may have left, oldest first. */
export async function readRotationsOf(reader: Reader, memberId: number): Promise<FoundRotation[]> {
  const rows = await reader
    .selectFrom("rotation_members")
    .select("rotation_id")
    .where("member_id", "=", memberId)
    .orderBy("rotation_id")
    .execute();
  if (rows.length === 0) return [];
  return readRotations(
    reader,
    rows.map((row) => row.rotation_id),
  );
}

/** The ids of those in which the member has something left to pay. */
export async function readOwedRotations(reader: Reader, memberId: number): Promise<number[]> {
  const found = await readRotationsOf(reader, memberId);
  return found.flatMap((each) => {
    // What is left to pay is the same on any day.
    const members = standingOn(each, each.row.first_on)?.members ?? [];
    return members.some((one) => one.memberId === memberId && one.leftCents > 0n)
      ? [each.row.id]
      : [];
  });
}

/** Locks each, so that nothing else happens in it; in the order of the ids (SAFE-2). */
export async function lockRotations(tx: Tx, ids: readonly number[]): Promise<FoundRotation[]> {
  const inOrder = [...new Set(ids)].toSorted((one, other) => one - other);
  await tx
    .selectFrom("rotations")
    .select("id")
    .where("id", "=", anyOf("int", inOrder))
    .orderBy("id")
    .forUpdate()
    .execute();
  return readRotations(tx, inOrder);
}

/** Null before the draw. */
export function standingOn(found: FoundRotation, day: PlainDate): RotationStanding | null {
  const { row, turns, events } = found;
  if (row.drawn_at === null) return null;
  return standingOfRotation(
    {
      amountCents: row.amount_cents,
      members: turns.map((turn) => ({ memberId: turn.member_id })),
      dueOn: turns.map((turn) => turn.due_on),
    },
    eventsOf(found, events),
    day,
  );
}

function eventsOf(found: FoundRotation, events: FoundRotation["events"]): RotationEvent[] {
  const numbers = new Map(found.turns.map(({ id, number }) => [id, number]));
  const numberOf = (id: number | null): number => {
    const number = numbers.get(id ?? 0);
    assert(number !== undefined, `turn ${id} is of merry-go-round ${found.row.id}`);
    return number;
  };
  // A swap is stored as two people, whose turns earlier swaps may have changed.
  const turnOf = new Map(found.turns.map((turn) => [turn.member_id, turn.number]));
  return events.map((event): RotationEvent => {
    const { member_id: memberId, amount_cents: cents } = event;
    switch (event.kind) {
      case "paid":
      case "settled":
        return { kind: "paid", memberId, cents };
      case "direct":
        return { kind: "direct", memberId, turn: numberOf(event.turn_id), cents };
      case "paid_out":
        return { kind: "paid_out", turn: numberOf(event.turn_id) };
      case "left":
        return { kind: "left", memberId, on: nairobiDate(event.at) };
    }
    assert(event.kind === "swapped", `${event.kind} is an event of a merry-go-round`);
    const swap = found.swaps.find(({ id }) => id === event.swap_id);
    assert(swap !== undefined, `swap ${event.swap_id} is there`);
    const [one, other] = [turnOf.get(swap.asked_by) ?? 0, turnOf.get(swap.with_member) ?? 0];
    turnOf.set(swap.asked_by, other).set(swap.with_member, one);
    return { kind: "swapped", turns: [one, other] };
  });
}

/** It ends when every turn has come, nobody owes, and nothing is left in the account. */
export function statusOf(standing: RotationStanding | null, today: PlainDate): RotationStatus {
  if (standing === null) return "joining";
  const isOver = standing.turns.every(
    (turn) => turn.receivedCents >= turn.dueCents && (turn.hasBegun || turn.dueOn <= today),
  );
  const isSettled = standing.members.every(
    ({ leftCents, positionCents }) => leftCents === 0n && positionCents === 0n,
  );
  return isOver && isSettled ? "ended" : "running";
}

/** KES of a member's payments that wait for the offices. */
export function waitingCentsOf({ waiting }: FoundRotation, memberId: number): Cents {
  return waiting.reduce(
    (sum, each) => (each.member_id === memberId ? sum + each.amount_cents : sum),
    0n,
  );
}

/** Whether the member is in a merry-go-round that has not ended, and what they owe in all of them, for leaving the group. */
export async function readRotationFacts(
  reader: Reader,
  { memberId, today }: { memberId: number; today: PlainDate },
): Promise<{ isInRotation: boolean; owedInRotationsCents: Cents }> {
  const found = await readRotationsOf(reader, memberId);
  const of = found.map((each) => {
    const standing = standingOn(each, today);
    const isIn = each.members.some((one) => one.member_id === memberId && one.left_at === null);
    return {
      isGoingOn: isIn && statusOf(standing, today) !== "ended",
      owedCents: standing?.members.find((one) => one.memberId === memberId)?.owesNowCents ?? 0n,
    };
  });
  return {
    isInRotation: of.some(({ isGoingOn }) => isGoingOn),
    owedInRotationsCents: sumOf(of, ({ owedCents }) => owedCents),
  };
}

/** What the member owes now in each that they are in or owe in, less what waits for the offices; oldest first. */
export async function readRotationDues(
  reader: Reader,
  { memberId, today }: { memberId: number; today: PlainDate },
): Promise<{ id: number; name: string; owesNowCents: Cents }[]> {
  const found = await readRotationsOf(reader, memberId);
  return found.flatMap((each) => {
    const standing = standingOn(each, today);
    const member = standing?.members.find((one) => one.memberId === memberId);
    if (member === undefined || statusOf(standing, today) === "ended") return [];
    if (member.leftOn !== null && member.owesNowCents === 0n) return [];
    const owesNowCents = most(0n, member.owesNowCents - waitingCentsOf(each, memberId));
    return [{ id: each.row.id, name: each.row.name, owesNowCents }];
  });
}
