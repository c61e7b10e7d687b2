// A member's own sessions: listing them, ending one, signing out (MEM-9).
import type { ReplyOf } from "#contract/endpoint.ts";
import type { listSessions } from "#contract/auth.ts";
import { nairobiIso } from "#domain/calendar.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { auditorIdOf, endAuditorSession } from "#server/core/identity/auditor-sessions.ts";
import { endSession, endSessionsAndPush, isLiving } from "#server/core/identity/sessions.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

/** Live sessions, last used first. */
export async function listOwnSessions(
  reader: Reader,
  { actor, sessionId, now }: SignedInRequest,
): Promise<ReplyOf<typeof listSessions>> {
  const rows = await reader
    .selectFrom("sessions")
    .selectAll()
    .where("member_id", "=", actor.id)
    .orderBy("last_used_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const living = rows.filter((row) => isLiving(row, actor, now));
  return {
    sessions: living.map((row) => ({
      id: row.id,
      created_at: nairobiIso(row.created_at),
      last_used_at: nairobiIso(row.last_used_at),
      address: row.address,
      device: row.device,
      current: row.id === sessionId,
    })),
  };
}

/** Whether the session is the actor's own, so that nobody learns about other people's. */
export async function isOwnSession(reader: Reader, id: number, actor: Actor): Promise<boolean> {
  const row = await reader
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", id)
    .where("member_id", "=", actor.id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function endOwnSession(tx: Tx, request: SignedInRequest): Promise<{ detail: string }> {
  await removeSession(tx, request, request.id);
  return { detail: request.t("done.accounts.sessionEnded") };
}

export async function endOtherOwnSessions(
  tx: Tx,
  { actor, sessionId, now, origin, t }: SignedInRequest,
): Promise<{ detail: string }> {
  const ended = await endSessionsAndPush(tx, { memberId: actor.id, except: sessionId });
  if (ended.sessions === 0 && ended.browsers === 0)
    return { detail: t("done.accounts.noOtherSession") };
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "sessions.end-others",
    subject: "member",
    subjectId: actor.id,
    after: {
      sessions_ended: ended.sessions,
      ...(ended.browsers === 0 ? {} : { push_ended: ended.browsers }),
    },
    address: origin.address,
  });
  return { detail: t("done.accounts.otherSessionsEnded") };
}

export async function signOut(tx: Tx, request: SignedInRequest): Promise<{ detail: string }> {
  if (request.actor.isAuditor) await leaveAsAuditor(tx, request);
  else await removeSession(tx, request, request.sessionId);
  return { detail: request.t("done.accounts.signedOut") };
}

async function leaveAsAuditor(
  tx: Tx,
  { actor, sessionId, now, origin }: SignedInRequest,
): Promise<void> {
  if (!(await endAuditorSession(tx, actor, sessionId))) throw refuse("not-signed-in");
  await recordAudit(tx, {
    now,
    actorId: null,
    action: "auditors.leave",
    subject: "auditor",
    subjectId: auditorIdOf(actor),
    after: { name: actor.username },
    address: origin.address,
  });
}

async function removeSession(
  tx: Tx,
  { actor, now, origin }: SignedInRequest,
  id: number,
): Promise<void> {
  if (!(await endSession(tx, { id, memberId: actor.id }))) throw refuse("not-found");
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "sessions.end",
    subject: "session",
    subjectId: id,
    address: origin.address,
  });
}
