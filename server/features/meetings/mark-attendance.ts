// Marks who is there, from any phone (MEET-4).
import { sql } from "kysely";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { markAttendance } from "#contract/meetings.ts";
import { assert } from "#domain/assert.ts";
import { countMarks, quorumOf, type SentMark, sortMarks } from "#domain/meetings/attendance.ts";
import { Refusal } from "#domain/refusal.ts";
import { type OnRoll, readRoll } from "#server/core/meetings/read-meetings.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import { growVersion, type LockedMeeting, lockMeeting, recordMeeting } from "./record.ts";
import { reckonAgain } from "./resolve.ts";

type Marked = Omit<ReplyOf<typeof markAttendance>, "detail">;

/** Writes the marks that nobody changed meanwhile; returns the others as conflicts, with who made the mark that stands. */
export async function mark(
  tx: Tx,
  by: By,
  { id, marks }: { id: number; marks: readonly SentMark[] },
): Promise<Marked & { written: number }> {
  const meeting = await lockMeeting(tx, id, "mark");
  const roll = await readRoll(tx, meeting);
  const sorted = sortMarks(roll, marks);
  if (sorted instanceof Refusal) throw sorted;
  const { written, conflicts } = sorted;
  const rows = new Map(roll.map((row) => [row.memberId, row]));
  const version =
    written.length === 0
      ? await readVersion(tx, id)
      : await write(tx, by, { meeting, written, rows });
  const marked = new Map(written.map((each) => [each.memberId, each.mark]));
  const counts = countMarks(roll.map((row) => ({ mark: marked.get(row.memberId) ?? row.mark })));
  return {
    written: written.length,
    counts,
    quorum: quorumOf(meeting.quorum, counts),
    version,
    conflicts: conflicts.map(({ memberId, mark: yours }) => {
      const { view } = rowOf(rows, memberId);
      return { member: view.member, yours, theirs: view.attendance, by: view.by, at: view.at };
    }),
  };
}

type Writing = {
  meeting: LockedMeeting;
  written: readonly SentMark[];
  rows: ReadonlyMap<number, OnRoll>;
};

async function write(tx: Tx, by: By, { meeting, written, rows }: Writing): Promise<number> {
  const { id, number } = meeting;
  const ids = written.map(({ memberId }) => memberId);
  const marks = written.map((each) => each.mark);
  await sql`
    UPDATE meeting_roll r SET mark = sent.mark, marked_by = ${by.actor.id}, marked_at = ${by.now}
      FROM unnest(${ids}::int[], ${marks}::text[]) AS sent (member_id, mark)
     WHERE r.meeting_id = ${id} AND r.member_id = sent.member_id`.execute(tx);
  await reckonAgain(tx, meeting);
  const version = await growVersion(tx, id);
  const named = (markOf: (each: SentMark) => string | null) =>
    written
      .map((each) => `${rowOf(rows, each.memberId).view.member.reg_number} ${markOf(each) ?? "-"}`)
      .join(", ");
  await recordMeeting(tx, by, "meetings.mark", id, {
    before: { attendance: named(({ was }) => was) },
    after: { number, attendance: named((each) => each.mark) },
  });
  return version;
}

async function readVersion(tx: Tx, id: number): Promise<number> {
  const { version } = await tx
    .selectFrom("meetings")
    .select("version")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return version;
}

function rowOf(rows: ReadonlyMap<number, OnRoll>, memberId: number): OnRoll {
  const row = rows.get(memberId);
  assert(row !== undefined, `member ${memberId} is on the roll`);
  return row;
}
