// Two officials sign the minutes of a meeting, which then stay as they are for ever (MEET-10).
import { createHash } from "node:crypto";
import type { BodyOf } from "#contract/endpoint.ts";
import type { adoptMinutes } from "#contract/meetings.ts";
import { assert } from "#domain/assert.ts";
import {
  type Adoption,
  isLaterMeeting,
  signaturesThatCount,
  whyNotSigned,
} from "#domain/meetings/adoption.ts";
import { countMarks, quorumOf, whoWasThere } from "#domain/meetings/attendance.ts";
import { whyNotMoved } from "#domain/meetings/resolutions.ts";
import { refuse } from "#domain/refusal.ts";
import { readRoll, toMeeting } from "#server/core/meetings/read-meetings.ts";
import { readSignatures } from "#server/core/meetings/read-minutes.ts";
import { nameOf } from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { SpokenTo } from "#server/platform/request.ts";
import { tellAdopted } from "./notices.ts";
import { growVersion, type LockedMeeting, lockMeeting, recordMeeting } from "./record.ts";

/** Draws the minutes as they are adopted at this moment. */
export type DrawMinutes = (
  reader: Reader,
  params: SpokenTo & { id: number; adopting: Adoption },
) => Promise<Uint8Array>;

type Command = { id: number; body: BodyOf<typeof adoptMinutes> };

/**
 * Signs what the caller has seen; the second signature adopts it. Refuses another version, while a collection waits, a meeting that is no later one with
 * its quorum, movers who were not there, one's own second signature, and one that says otherwise than the first.
 */
export async function adopt(
  tx: Tx,
  by: SpokenTo,
  { id, body }: Command,
  draw: DrawMinutes,
): Promise<{ number: number; isAdopted: boolean }> {
  const meeting = await lockMeeting(tx, id, "adopt");
  const { version } = meeting.row;
  if (body.version_seen !== version) throw refuse("meeting-changed").at("version_seen");
  await requireAllDecided(tx, id);
  const later = await lockLater(tx, meeting, body.at_meeting_id);
  const adoption: Adoption = {
    atMeetingId: later.id,
    proposedBy: body.proposed_by,
    secondedBy: body.seconded_by,
  };
  const counting = signaturesThatCount(await readSignatures(tx, id), version);
  const refusal =
    whyNotMoved(adoption, later.there) ??
    whyNotSigned(counting, { ...adoption, byId: by.actor.id });
  if (refusal !== null) throw refusal;
  await sign(tx, by, { id, version, adoption });
  const facts = {
    number: meeting.number,
    version: String(version),
    at_meeting: `${later.number} (${later.date})`,
    proposed_by: await nameOf(tx, adoption.proposedBy),
    seconded_by: await nameOf(tx, adoption.secondedBy),
  };
  const isAdopted = counting.length > 0;
  if (!isAdopted) await recordMeeting(tx, by, "meetings.sign", id, { after: facts });
  else {
    // Drawn under the meeting's lock, so that it says what was signed; the printer draws in a thread of its own.
    const bytes = Buffer.from(await draw(tx, { ...by, id, adopting: adoption }));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await tx
      .insertInto("meeting_minutes")
      .values({
        meeting_id: id,
        version,
        adopted_at: by.now,
        at_meeting_id: later.id,
        proposed_by: adoption.proposedBy,
        seconded_by: adoption.secondedBy,
        there: later.there.size,
        needed: later.needed,
        bytes,
        sha256,
      })
      .execute();
    await tx.updateTable("meetings").set({ status: "adopted" }).where("id", "=", id).execute();
    await recordMeeting(tx, by, "meetings.adopt", id, { after: { ...facts, sha256 } });
    // The minutes of the later meeting name those that it adopted.
    await growVersion(tx, later.id);
    await recordMeeting(tx, by, "meetings.adopt-there", later.id, {
      after: { number: later.number, minutes_of: `${meeting.number} (${meeting.date})` },
    });
    await tellAdopted(tx, by, meeting);
  }
  return { number: meeting.number, isAdopted };
}

/** What waits for approval would be in no minutes. */
async function requireAllDecided(tx: Tx, meetingId: number): Promise<void> {
  const waits = await tx
    .selectFrom("collections")
    .select("id")
    .where("meeting_id", "=", meetingId)
    .where("status", "in", ["pending", "pending_approval"])
    .executeTakeFirst();
  if (waits !== undefined) throw refuse("collection-undecided");
}

/** The meeting at which they are adopted, with who is there. Its lock follows that of the earlier one. */
async function lockLater(tx: Tx, { id, row: { closed_at: closedAt } }: LockedMeeting, at: number) {
  const row =
    at === id
      ? undefined
      : await tx
          .selectFrom("meetings")
          .selectAll()
          .where("id", "=", at)
          .forUpdate()
          .executeTakeFirst();
  if (row === undefined) throw refuse("adopted-elsewhere").at("at_meeting_id");
  const meeting = toMeeting(row);
  const roll = await readRoll(tx, meeting);
  const { reached: hasQuorum, needed } = quorumOf(meeting.quorum, countMarks(roll));
  const { status } = meeting;
  if (!isLaterMeeting({ status, openedAt: row.opened_at, hasQuorum }, { closedAt }))
    throw refuse("adopted-elsewhere").at("at_meeting_id");
  return { ...meeting, there: whoWasThere(roll), needed };
}

async function sign(
  tx: Tx,
  { actor, now }: SpokenTo,
  { id, version, adoption }: { id: number; version: number; adoption: Adoption },
): Promise<void> {
  assert(actor.office !== null, "an official signs");
  await tx
    .insertInto("meeting_signatures")
    .values({
      meeting_id: id,
      version,
      signed_by: actor.id,
      office: actor.office,
      signed_at: now,
      at_meeting_id: adoption.atMeetingId,
      proposed_by: adoption.proposedBy,
      seconded_by: adoption.secondedBy,
    })
    .execute();
}
