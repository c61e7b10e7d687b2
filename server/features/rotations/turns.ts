// Turns: both offices pay one out (ROT-5), and their receiver confirms what was paid straight to them (ROT-6).
import { otherOffice } from "#domain/approvals/two-officials.ts";
import { whyNotAlso } from "#domain/approvals/both-offices.ts";
import { single } from "#domain/assert.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { rotationPaidDirectly, rotationTurnPaidOut } from "#domain/ledger/rotation-postings.ts";
import { type Cents, least, most, toKes } from "#domain/money.ts";
import { officeOf } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import type { RotationStanding } from "#domain/rotation/positions.ts";
import { inEnglish } from "#messages/translator.ts";
import { describeRotation } from "#server/core/ledger/journal-rows.ts";
import { readSettlingDay } from "#server/core/ledger/days-of-causes.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import { insertRotationEvent, insertRotationRequest } from "#server/core/rotations/events.ts";
import {
  type FoundRotation,
  lockRotations,
  standingOn,
  waitingCentsOf,
} from "#server/core/rotations/read-rotations.ts";
import { toPerson } from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import { recordRotation } from "./record.ts";

/** The two offices that pay a turn out, and take what a member owes from their savings. */
export type PayingOffice = "Treasurer" | "Sec-Gen";

/** Of the caller, whom the endpoint admits only with one of the two. */
export function payingOfficeOf({ actor }: By): PayingOffice {
  const office = officeOf(actor);
  if (office === "Treasurer" || office === "Sec-Gen") return office;
  throw refuse("forbidden");
}

/** Whether the other office has acted before; null after the first of them. Refuses the same office or person twice. */
export function earlierRequest(
  requests: FoundRotation["requests"],
  by: By,
  office: PayingOffice,
): FoundRotation["requests"][number] | null {
  const refusal = whyNotAlso(
    // The database admits only these offices (rotation_requests_office).
    requests.map((each) => ({ office: each.office as PayingOffice, byId: each.asked_by })),
    { office, id: by.actor.id },
  );
  if (refusal !== null) throw refusal;
  return requests[0] ?? null;
}

export async function rotationOfTurn(reader: Reader, turnId: number): Promise<number | null> {
  const row = await reader
    .selectFrom("rotation_turns")
    .select("rotation_id")
    .where("id", "=", turnId)
    .executeTakeFirst();
  return row?.rotation_id ?? null;
}

type FoundTurn = {
  found: FoundRotation;
  standing: RotationStanding;
  turn: RotationStanding["turns"][number];
};

async function lockTurn(tx: Tx, by: By, turnId: number): Promise<FoundTurn> {
  const rotationId = await rotationOfTurn(tx, turnId);
  const found = single(await lockRotations(tx, rotationId === null ? [] : [rotationId]));
  const standing = standingOn(found, nairobiDate(by.now));
  const row = found.turns.find(({ id }) => id === turnId);
  const turn = standing?.turns.find(({ number }) => number === row?.number);
  if (standing === null || turn === undefined) throw refuse("not-found");
  return { found, standing, turn };
}

/**
 * One office's word; with the second it is paid out. Refuses before its day, when nothing is there for it, and an amount
 * that is no longer the one seen. It takes no money of the group, so that the bank needs no lock: what its account
 * holds goes down as the bank does. Returns the office that it waits for, null once it is
 * paid.
 */
export async function payOutTurn(
  tx: Tx,
  by: By,
  { turnId, amountSeenCents }: { turnId: number; amountSeenCents: Cents },
): Promise<{ found: FoundRotation; receiverId: number; office: PayingOffice | null }> {
  const office = payingOfficeOf(by);
  const { found, standing, turn } = await lockTurn(tx, by, turnId);
  const today = nairobiDate(by.now);
  const { paysCents, retainedCents, receiverId } = turn;
  if (turn.dueOn > today) throw refuse("rotation-turn-to-come", { day: { day: turn.dueOn } });
  if (paysCents + retainedCents === 0n) throw refuse("rotation-nothing-paid-in");
  if (paysCents !== amountSeenCents) throw refuse("figures-changed").at("amount_seen");
  const requests = found.requests.filter((each) => each.turn_id === turnId);
  const earlier = earlierRequest(requests, by, office);
  const { id: rotationId, name } = found.row;
  const facts = {
    name,
    turn: String(turn.number),
    member_id: receiverId,
    amount: toKes(paysCents),
    kept_back: toKes(retainedCents),
    office,
  };
  if (earlier === null) {
    await insertRotationRequest(tx, { rotationId, turnId, office, by });
    await recordRotation(tx, by, "rotations.pay-out", rotationId, facts);
    return { found, receiverId, office: otherOffice(office) };
  }
  const eventId = await insertRotationEvent(tx, {
    rotationId,
    kind: "paid_out",
    memberId: receiverId,
    turnId,
    amountCents: paysCents,
    retainedCents,
    requestId: earlier.id,
    doneBy: by.actor.id,
    at: by.now,
  });
  const memberIds = standing.members.map(({ memberId }) => memberId);
  const paidInBy = { accounts: ["merry_go_round"], memberIds, today } as const;
  // A turn of which all is retained moves nothing in the books.
  if (paysCents > 0n)
    await writeEntry(
      tx,
      rotationTurnPaidOut({
        eventId,
        receiverId,
        amountCents: paysCents,
        businessDate: await readSettlingDay(tx, paidInBy),
        description: inEnglish(describeRotation("pay_out", name)),
      }),
      { authorId: by.actor.id, now: by.now },
    );
  await recordRotation(tx, by, "rotations.pay-out", rotationId, facts);
  return { found, receiverId, office: null };
}

/**
 * What a member paid straight to the caller, whose turn it is. Refuses with `forbidden` everybody else and who is not in
 * it, and more than that member has left to pay for the turn.
 */
export async function confirmDirect(
  tx: Tx,
  by: By,
  { turnId, memberId, amountCents }: { turnId: number; memberId: number; amountCents: Cents },
): Promise<FoundRotation> {
  const { found, standing, turn } = await lockTurn(tx, by, turnId);
  const { id: rotationId, name } = found.row;
  if (turn.receiverId !== by.actor.id) throw refuse("forbidden");
  const payer = standing.members.find((each) => each.memberId === memberId);
  if (payer === undefined) throw refuse("forbidden");
  const left = least(
    payer.leftForTurns[turn.number - 1] ?? 0n,
    most(0n, payer.leftCents - waitingCentsOf(found, memberId)),
  );
  if (amountCents > left) throw refuse("rotation-left-for-turn", { left }).at("amount");
  const eventId = await insertRotationEvent(tx, {
    rotationId,
    kind: "direct",
    memberId,
    turnId,
    receiverId: turn.receiverId,
    amountCents,
    doneBy: by.actor.id,
    at: by.now,
  });
  await writeEntry(
    tx,
    rotationPaidDirectly({
      eventId,
      receiverId: turn.receiverId,
      payerId: memberId,
      amountCents,
      businessDate: nairobiDate(by.now),
      description: inEnglish(describeRotation("direct", name)),
    }),
    { authorId: by.actor.id, now: by.now },
  );
  await recordRotation(tx, by, "rotations.confirm-direct", rotationId, {
    name,
    turn: String(turn.number),
    member_id: memberId,
    amount: toKes(amountCents),
  });
  return found;
}

/** Of a member of it. */
export function nameIn({ members }: FoundRotation, memberId: number): string {
  return toPerson(single(members.filter((each) => each.member_id === memberId))).full_name;
}
