// Locking a meeting, and writing what was done with it (MEET-2, MEET-9).
import { sql } from "kysely";
import type { AuditAction } from "#domain/audit-log/audit-actions.ts";
import { type MeetingStep, whyNotStep } from "#domain/meetings/meeting-steps.ts";
import { type AuditFacts, recordAudit } from "#server/core/audit-log/audit.ts";
import { type Meeting, toMeeting } from "#server/core/meetings/read-meetings.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";

/** Nothing else happens with the meeting until the transaction ends. Refuses what cannot be done in its status. */
export async function lockMeeting(tx: Tx, id: number, step: MeetingStep): Promise<LockedMeeting> {
  const row = await tx
    .selectFrom("meetings")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const meeting = { ...toMeeting(row), row };
  const refusal = whyNotStep(step, meeting.status);
  if (refusal !== null) throw refusal;
  return meeting;
}

type Row = Parameters<typeof toMeeting>[0] & {
  chair_id: number | null;
  closed_at: Date | null;
  edits: number;
  held_at: string | null;
  items: unknown;
  place: string;
  secretary_id: number | null;
  version: number;
};

export type LockedMeeting = Meeting & { row: Row };

/** What its minutes say has changed. Returns the new version. */
export async function growVersion(tx: Tx, id: number): Promise<number> {
  const { version } = await tx
    .updateTable("meetings")
    .set({ version: sql<number>`version + 1` })
    .where("id", "=", id)
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}

/** After the rows that it tells of are written. */
export async function recordMeeting(
  tx: Tx,
  by: By,
  action: AuditAction & `meetings.${string}`,
  id: number,
  facts: { before?: AuditFacts; after: AuditFacts },
): Promise<void> {
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action,
    subject: "meeting",
    subjectId: id,
    ...facts,
    address: by.origin.address,
  });
}
