// Resolutions of a meeting: written, changed and taken away until its minutes are adopted (MEET-8).
import { sql } from "kysely";
import type { BodyOf } from "#contract/endpoint.ts";
import type { changeResolution, writeResolution } from "#contract/meetings.ts";
import { countMarks, quorumOf, whoWasThere } from "#domain/meetings/attendance.ts";
import { isCarried, type Majority, whyNotResolved } from "#domain/meetings/resolutions.ts";
import { refuse } from "#domain/refusal.ts";
import { readRoll } from "#server/core/meetings/read-meetings.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import { growVersion, type LockedMeeting, lockMeeting, recordMeeting } from "./record.ts";

type Columns = {
  text: string;
  in_favour: number;
  against: number;
  abstained: number;
  majority: Majority;
  proposed_by: number | null;
  seconded_by: number | null;
  corrects: number | null;
};

export async function write(
  tx: Tx,
  by: By,
  { id: meetingId, body }: { id: number; body: BodyOf<typeof writeResolution> },
): Promise<number> {
  const meeting = await lockMeeting(tx, meetingId, "resolve");
  const columns: Columns = {
    text: body.text,
    in_favour: body.in_favour,
    against: body.against,
    abstained: body.abstained,
    majority: body.majority ?? "simple",
    proposed_by: body.proposed_by ?? null,
    seconded_by: body.seconded_by ?? null,
    corrects: body.corrects ?? null,
  };
  const carried = await reckon(tx, meeting, columns);
  const newest = await tx
    .selectFrom("meeting_resolutions")
    .select("number")
    .where("meeting_id", "=", meetingId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  const { id, number } = await tx
    .insertInto("meeting_resolutions")
    .values({ ...columns, meeting_id: meetingId, number: (newest?.number ?? 0) + 1, carried })
    .returning(["id", "number"])
    .executeTakeFirstOrThrow();
  await growVersion(tx, meetingId);
  await recordMeeting(tx, by, "meetings.resolve", meetingId, {
    after: factsOf({ ...columns, number, carried }),
  });
  return id;
}

export async function change(
  tx: Tx,
  by: By,
  { id, body }: { id: number; body: BodyOf<typeof changeResolution> },
): Promise<void> {
  const { meeting, row } = await lockResolution(tx, id);
  const columns: Columns = {
    text: body.text ?? row.text,
    in_favour: body.in_favour ?? row.in_favour,
    against: body.against ?? row.against,
    abstained: body.abstained ?? row.abstained,
    // The database admits no other words (meeting_resolutions_majority).
    majority: body.majority ?? (row.majority as Majority),
    proposed_by: body.proposed_by ?? row.proposed_by,
    seconded_by: body.seconded_by ?? row.seconded_by,
    corrects: body.corrects ?? row.corrects,
  };
  const carried = await reckon(tx, meeting, columns);
  await tx
    .updateTable("meeting_resolutions")
    .set({ ...columns, carried })
    .where("id", "=", id)
    .execute();
  await growVersion(tx, meeting.id);
  await recordMeeting(tx, by, "meetings.change-resolution", meeting.id, {
    before: factsOf(row),
    after: factsOf({ ...columns, number: row.number, carried }),
  });
}

export async function remove(tx: Tx, by: By, id: number): Promise<void> {
  const { meeting, row } = await lockResolution(tx, id);
  await tx.deleteFrom("meeting_resolutions").where("id", "=", id).execute();
  await growVersion(tx, meeting.id);
  await recordMeeting(tx, by, "meetings.remove-resolution", meeting.id, {
    before: factsOf(row),
    after: { number: row.number },
  });
}

/** Marks have changed: so has perhaps the quorum, on which all of them depend. */
export async function reckonAgain(tx: Tx, meeting: LockedMeeting): Promise<void> {
  const { reached: hasQuorum } = quorumOf(meeting.quorum, countMarks(await readRoll(tx, meeting)));
  const rows = await tx
    .selectFrom("meeting_resolutions")
    .select(["id", "in_favour", "against", "abstained", "majority", "carried"])
    .where("meeting_id", "=", meeting.id)
    .forUpdate()
    .execute();
  const turned = rows.flatMap(({ id, carried, majority, in_favour: inFavour, ...votes }) =>
    isCarried({ ...votes, inFavour, majority: majority as Majority }, hasQuorum) === carried
      ? []
      : [id],
  );
  if (turned.length === 0) return;
  await requireUnnamed(tx, turned);
  await tx
    .updateTable("meeting_resolutions")
    .set({ carried: sql<boolean>`NOT carried` })
    .where("id", "in", turned)
    .execute();
}

/** Locks its meeting first. The route has seen that it is there. */
async function lockResolution(tx: Tx, id: number) {
  const { meeting_id: meetingId } = await tx
    .selectFrom("meeting_resolutions")
    .select("meeting_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const meeting = await lockMeeting(tx, meetingId, "resolve");
  const row = await tx
    .selectFrom("meeting_resolutions")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  // Another phone took it away meanwhile.
  if (row === undefined) throw refuse("not-found");
  await requireUnnamed(tx, [id]);
  return { meeting, row };
}

/** What names a resolution keeps it as it is, in the books too. */
async function requireUnnamed(tx: Tx, ids: readonly number[]): Promise<void> {
  const named = await tx
    .selectFrom("entry_resolutions")
    .select("entry_id")
    .where("resolution_id", "in", ids)
    .limit(1)
    .executeTakeFirst();
  if (named !== undefined) throw refuse("resolution-named");
}

/** Whether it is carried. Refuses votes and movers that cannot be, and a correction of minutes that are not adopted. */
async function reckon(tx: Tx, meeting: LockedMeeting, columns: Columns): Promise<boolean> {
  const roll = await readRoll(tx, meeting);
  const there = whoWasThere(roll);
  const votes = {
    inFavour: columns.in_favour,
    against: columns.against,
    abstained: columns.abstained,
  };
  const movers = { proposedBy: columns.proposed_by, secondedBy: columns.seconded_by };
  const refusal = whyNotResolved({ ...votes, ...movers }, there);
  if (refusal !== null) throw refusal;
  if (columns.corrects !== null) await requireAdopted(tx, columns.corrects);
  const { reached } = quorumOf(meeting.quorum, countMarks(roll));
  return isCarried({ ...votes, majority: columns.majority }, reached);
}

async function requireAdopted(tx: Tx, id: number): Promise<void> {
  const adopted = await tx
    .selectFrom("meetings")
    .select("id")
    .where("id", "=", id)
    .where("status", "=", "adopted")
    .executeTakeFirst();
  if (adopted === undefined) throw refuse("corrects-draft").at("corrects");
}

function factsOf(
  row: Omit<Columns, "majority"> & { majority: string; number: number; carried: boolean },
) {
  return {
    number: row.number,
    resolution: row.text,
    votes: `${row.in_favour} / ${row.against} / ${row.abstained}`,
    carried: row.carried,
  };
}
