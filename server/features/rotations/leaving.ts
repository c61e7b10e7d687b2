// Leaving after the draw, and what a member owes then or later (ROT-8).
import { otherOffice } from "#domain/approvals/two-officials.ts";
import { single } from "#domain/assert.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { rotationSettled } from "#domain/ledger/rotation-postings.ts";
import { type Cents, least, most, toKes } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { inEnglish } from "#messages/translator.ts";
import { describeRotation } from "#server/core/ledger/journal-rows.ts";
import { readSettlingDay } from "#server/core/ledger/days-of-causes.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import { readSavings } from "#server/core/lending/guarantees.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import { insertRotationEvent, insertRotationRequest } from "#server/core/rotations/events.ts";
import {
  type FoundRotation,
  lockRotations,
  standingOn,
  waitingCentsOf,
} from "#server/core/rotations/read-rotations.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import { recordRotation } from "./record.ts";
import { earlierRequest, type PayingOffice, payingOfficeOf } from "./turns.ts";

/** The member stays in the list, with that day: later turns owe them nothing, or all that they owe is due at once. */
export async function leaveAfterDraw(tx: Tx, by: By, { row }: FoundRotation): Promise<void> {
  await tx
    .updateTable("rotation_members")
    .set({ left_at: by.now })
    .where("rotation_id", "=", row.id)
    .where("member_id", "=", by.actor.id)
    .execute();
  await insertRotationEvent(tx, {
    rotationId: row.id,
    kind: "left",
    memberId: by.actor.id,
    doneBy: by.actor.id,
    at: by.now,
  });
  await recordRotation(tx, by, "rotations.leave", row.id, { name: row.name });
}

/**
 * One office's word; with the second, what the member owes now and no payment that waits will pay is taken from their
 * free savings, as far as these go. Refuses when nothing is owed, or nothing free. Returns that sum, and the
 * office that it waits for, null once it is taken.
 */
export async function settleFromSavings(
  tx: Tx,
  by: By,
  { rotationId, memberId, reason }: { rotationId: number; memberId: number; reason: string },
): Promise<{ found: FoundRotation; takenCents: Cents; office: PayingOffice | null }> {
  const office = payingOfficeOf(by);
  await lockMember(tx, memberId);
  const found = single(await lockRotations(tx, [rotationId]));
  const today = nairobiDate(by.now);
  const member = standingOn(found, today)?.members.find((each) => each.memberId === memberId);
  if (member === undefined) throw refuse("forbidden");
  const owedCents = most(0n, member.owesNowCents - waitingCentsOf(found, memberId));
  if (owedCents === 0n) throw refuse("rotation-nothing-owed").at("member_id");
  const { freeCents } = await readSavings(tx, { memberId });
  const takenCents = least(owedCents, freeCents);
  if (takenCents === 0n) throw refuse("rotation-no-free-savings").at("member_id");
  const requests = found.requests.filter((each) => each.member_id === memberId);
  const earlier = earlierRequest(requests, by, office);
  const { name } = found.row;
  const facts = { name, member_id: memberId, amount: toKes(takenCents), reason, office };
  if (earlier === null) {
    await insertRotationRequest(tx, { rotationId, memberId, reason, office, by });
    await recordRotation(tx, by, "rotations.settle", rotationId, facts);
    return { found, takenCents, office: otherOffice(office) };
  }
  const eventId = await insertRotationEvent(tx, {
    rotationId,
    kind: "settled",
    memberId,
    amountCents: takenCents,
    requestId: earlier.id,
    doneBy: by.actor.id,
    at: by.now,
  });
  await writeEntry(
    tx,
    rotationSettled({
      eventId,
      memberId,
      amountCents: takenCents,
      businessDate: await readSettlingDay(tx, {
        accounts: ["monthly_contribution"],
        memberIds: [memberId],
        today,
      }),
      description: inEnglish(describeRotation("settlement", name)),
    }),
    { authorId: by.actor.id, now: by.now },
  );
  await recordRotation(tx, by, "rotations.settle", rotationId, facts);
  return { found, takenCents, office: null };
}
