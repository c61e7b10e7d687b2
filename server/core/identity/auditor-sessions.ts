// Sessions of auditors, who are no members: like member sessions, but they end with the seat (MEM-40).
import { sql, type SqlBool } from "kysely";
import type { Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import type { Database, Reader, Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { newToken, hashToken } from "#server/platform/secrets.ts";

const PARALLEL_SESSIONS = 5;

/** Opens a session and returns its token; ends the oldest beyond five, by their numbers. */
export async function openAuditorSession(
  tx: Tx,
  params: { auditorId: number; now: Date; origin: Origin },
): Promise<string> {
  const { auditorId, now, origin } = params;
  const token = newToken();
  await tx
    .insertInto("auditor_sessions")
    .values({
      token_hash: hashToken(token),
      auditor_id: auditorId,
      created_at: now,
      last_used_at: now,
      address: origin.address,
      device: origin.device,
    })
    .execute();
  await tx
    .deleteFrom("auditor_sessions")
    .where("auditor_id", "=", auditorId)
    .where("id", "not in", (stored) =>
      stored
        .selectFrom("auditor_sessions")
        .select("id")
        .where("auditor_id", "=", auditorId)
        .orderBy("id", "desc")
        .limit(PARALLEL_SESSIONS),
    )
    .execute();
  return token;
}

/** The live session of that token; refuses with `not-signed-in`. */
export async function resumeAuditor(
  db: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<{ sessionId: number; actor: Actor }> {
  const row = await db
    .selectFrom("auditor_sessions")
    .innerJoin("auditors", "auditors.id", "auditor_sessions.auditor_id")
    .select(["auditor_sessions.id", "auditor_id", "name"])
    .select(["auditor_sessions.created_at", "last_used_at", "expires_at", "ended_at"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  if (row === undefined || !seatLasts(row, now)) throw refuse("not-signed-in");
  if (!isLivingSession(row, { ofOfficial: true, now })) throw refuse("not-signed-in");
  if (isUseToStore(row, now))
    await db
      .updateTable("auditor_sessions")
      .set({ last_used_at: now })
      .where("id", "=", row.id)
      .where(usedAtAnother(now))
      .execute();
  return { sessionId: row.id, actor: auditorActor({ id: row.auditor_id, name: row.name }) };
}

/**
 * Reads the auditor behind a change again inside its transaction. Refuses a seat that has ended with `not-signed-in`.
 */
export async function readAuditorActor(
  reader: Reader,
  { actor, now }: { actor: Actor; now: Date },
): Promise<Actor> {
  const seat = await reader
    .selectFrom("auditors")
    .select(["id", "name", "expires_at", "ended_at"])
    .where("id", "=", auditorIdOf(actor))
    .executeTakeFirst();
  if (seat === undefined || !seatLasts(seat, now)) throw refuse("not-signed-in");
  return auditorActor(seat);
}

/** Whether the session existed. */
export async function endAuditorSession(tx: Tx, actor: Actor, sessionId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("auditor_sessions")
    .where("id", "=", sessionId)
    .where("auditor_id", "=", auditorIdOf(actor))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Ends every session of a seat. */
export async function endAuditorSessions(tx: Tx, auditorId: number): Promise<void> {
  await tx.deleteFrom("auditor_sessions").where("auditor_id", "=", auditorId).execute();
}

export function seatLasts(seat: { expires_at: Date; ended_at: Date | null }, now: Date): boolean {
  return seat.ended_at === null && now < seat.expires_at;
}

/** Negative, so that it is no member's id: queries for this actor's own rows find nothing. */
function auditorActor({ id, name }: { id: number; name: string }): Actor {
  return {
    id: -id,
    username: name,
    office: null,
    status: "active",
    isActive: true,
    exited: false,
    isAuditor: true,
    lacksTwoStep: false,
  };
}

/** The id of the auditor's seat. */
export function auditorIdOf({ id }: Actor): number {
  return -id;
}

// How long a session lives (MEM-9): at most 12 hours, and 60 minutes without use (30 for officials and auditors). A
// last use in the future counts as now.
const MINUTE_MS = 60_000;
const LIFETIME_MS = 12 * 60 * MINUTE_MS;
const IDLE_MEMBER_MS = 60 * MINUTE_MS;
const IDLE_OFFICIAL_MS = 30 * MINUTE_MS;

/** Stores the last use at most once a minute, so that not every read writes. */
const TOUCH_MS = MINUTE_MS;
/** Whether this use is to be stored: the last was a minute ago, or is in the future, by a clock that has been put right. */
export function isUseToStore(session: { last_used_at: Date }, now: Date): boolean {
  return Math.abs(now.getTime() - session.last_used_at.getTime()) > TOUCH_MS;
}

/** For a query on sessions: the last use is before `now` (another request may have stored a later one), or in the future. */
export function usedAtAnother(now: Date) {
  return sql<SqlBool>`(last_used_at < ${now} OR last_used_at > ${new Date(now.getTime() + TOUCH_MS)})`;
}

export function isLivingSession(
  session: { created_at: Date; last_used_at: Date },
  { ofOfficial, now }: { ofOfficial: boolean; now: Date },
): boolean {
  const idleMax = ofOfficial ? IDLE_OFFICIAL_MS : IDLE_MEMBER_MS;
  const idle = now.getTime() - session.last_used_at.getTime();
  return idle <= idleMax && now.getTime() - session.created_at.getTime() <= LIFETIME_MS;
}
