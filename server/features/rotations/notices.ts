// What members of a merry-go-round, and the two offices, are notified of as it happens (ROT-9).
import { nairobiDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import { type FoundRotation, standingOn } from "#server/core/rotations/read-rotations.ts";
import { type NewNotice, noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import { nameIn, type PayingOffice } from "./turns.ts";

/** To each member their turn. `found` is as it stands after the draw. */
export async function tellDrawn(tx: Tx, { now }: By, found: FoundRotation): Promise<void> {
  const { id, name } = found.row;
  const turns = standingOn(found, nairobiDate(now))?.turns ?? [];
  const notices = turns.map(({ receiverId: memberId, number, dueOn }) =>
    noticeOf(
      "rotation_drawn",
      { memberId, occasion: `rotation_drawn:${id}` },
      { name, turn: number, turns: turns.length, day: { day: dueOn } },
    ),
  );
  await writeNotices(tx, { notices, now });
}

/** The other member that they are asked, or both that they have swapped, or the one who asked that it was refused. */
export async function tellSwap(
  tx: Tx,
  { now }: By,
  swap: { found: FoundRotation; id: number; askedBy: number; other: number },
  answer: "yes" | "no" | null,
): Promise<void> {
  const { found, id, askedBy, other } = swap;
  const about = (memberId: number, event: string) => ({ memberId, occasion: `${event}:${id}` });
  const notices: NewNotice[] = [];
  if (answer === null)
    notices.push(
      noticeOf("rotation_swap_asked", about(other, "rotation_swap_asked"), {
        member: nameIn(found, askedBy),
      }),
    );
  if (answer === "no")
    notices.push(
      noticeOf("rotation_swap_refused", about(askedBy, "rotation_swap_refused"), {
        member: nameIn(found, other),
      }),
    );
  if (answer === "yes") {
    const turns = standingOn(found, nairobiDate(now))?.turns ?? [];
    for (const [memberId, partner] of [
      [askedBy, other],
      [other, askedBy],
    ] as const) {
      // They have just exchanged their turns.
      const turn = turns.find(({ receiverId }) => receiverId === partner);
      notices.push(
        noticeOf("rotation_swapped", about(memberId, "rotation_swapped"), {
          member: nameIn(found, partner),
          turn: turn?.number ?? 0,
          day: { day: turn?.dueOn ?? found.row.first_on },
        }),
      );
    }
  }
  await writeNotices(tx, { notices, now });
}

type Moved = { found: FoundRotation; memberId: number; amount: Cents };

/** The receiver of a turn, or whose savings were taken; before the second office, everybody who holds it. */
export async function tellMoved(
  tx: Tx,
  { now, actor }: By,
  {
    found,
    memberId,
    amount,
    ...moved
  }: Moved & {
    what: "paid_out" | "settled";
    waitsFor: PayingOffice | null;
  },
): Promise<void> {
  const { name } = found.row;
  if (moved.waitsFor === null) {
    const event = moved.what === "paid_out" ? "rotation_paid_out" : "rotation_settled";
    // Of a turn of which all was retained nothing was paid.
    const notices = amount === 0n ? [] : [noticeOf(event, { memberId }, { name, amount })];
    await writeNotices(tx, { notices, now });
    return;
  }
  const holders = await tx
    .selectFrom("members")
    .select("id")
    .where("office", "=", moved.waitsFor)
    .execute();
  const event = moved.what === "paid_out" ? "rotation_pay_out_waits" : "rotation_settling_waits";
  const facts = { by: actor.username, member: nameIn(found, memberId), amount };
  const notices = holders.map((holder) => noticeOf(event, { memberId: holder.id }, facts));
  await writeNotices(tx, { notices, now });
}

/** Who paid, that the receiver has confirmed it. */
export async function tellConfirmed(
  tx: Tx,
  { now, actor }: By,
  { found, memberId, amount }: Moved,
): Promise<void> {
  const facts = { member: nameIn(found, actor.id), amount };
  const notices = [noticeOf("rotation_confirmed", { memberId }, facts)];
  await writeNotices(tx, { notices, now });
}
