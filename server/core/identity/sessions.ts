// Sessions: opaque tokens that live at most 12 hours, and 60 minutes without use (30 for officials) (MEM-9).
import { sql } from "kysely";
import { aheadFrom } from "#domain/wrong-clock.ts";
import { type Actor, whyNot, type MemberStatus, type Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { type Database, inTransaction, type Reader, type Tx } from "#server/db/connection.ts";
import { anyOf, preparedQuery, valueList } from "#server/db/prepared-queries/prepared-query.ts";
import type { Origin } from "#server/platform/request.ts";
import { batch } from "#server/platform/batching/batch.ts";
import { hashToken, newToken } from "#server/platform/secrets.ts";
import { countDueOffices } from "#server/core/offices/office-proposals.ts";
import { nextOfficeAt } from "#server/core/offices/waiting-offices.ts";
import {
  isLivingSession,
  isUseToStore,
  readAuditorActor,
  resumeAuditor,
  usedAtAnother,
} from "./auditor-sessions.ts";
import { lacksTwoStep } from "./two-step.ts";
import { findMember } from "#server/core/members/member-directory.ts";

const PARALLEL_SESSIONS = 5;

export type LiveSession = { sessionId: number; actor: Actor };

/**
 * Opens a session and returns its token, and how many of the oldest beyond five it ended (MEM-9). Their numbers say which
 * are the oldest: a clock that was ahead and is put right ends no new session.
 */
export async function openSession(
  tx: Tx,
  params: { memberId: number; now: Date; origin: Origin },
): Promise<{ token: string; sessionsEnded: number }> {
  const token = newToken();
  await tx
    .insertInto("sessions")
    .values({
      token_hash: hashToken(token),
      member_id: params.memberId,
      created_at: params.now,
      last_used_at: params.now,
      address: params.origin.address,
      device: params.origin.device,
    })
    .execute();
  const { numDeletedRows } = await tx
    .deleteFrom("sessions")
    .where("member_id", "=", params.memberId)
    .where("id", "not in", (stored) =>
      stored
        .selectFrom("sessions")
        .select("id")
        .where("member_id", "=", params.memberId)
        .orderBy("id", "desc")
        .limit(PARALLEL_SESSIONS),
    )
    .executeTakeFirstOrThrow();
  return { token, sessionsEnded: Number(numDeletedRows) };
}

const selectSessions = preparedQuery((db, tokenHashes: readonly Buffer[]) =>
  db
    .selectFrom("sessions")
    .innerJoin("members", "members.id", "sessions.member_id")
    .select(["token_hash", "sessions.id as session_id"])
    .select(["sessions.created_at", "sessions.last_used_at"])
    .select(nextOfficeAt)
    .select(actorColumns)
    .where("token_hash", "=", anyOf("bytea", tokenHashes)),
);

/** Returns a function that finds sessions; look-ups of the same moment share one query. */
function findingSessions(db: Database) {
  return batch(
    async (hashes: readonly Buffer[]) => {
      const rows = await selectSessions(db, hashes);
      return hashes.map((hash) => rows.find(({ token_hash }) => token_hash.equals(hash)));
    },
    { most: 50, atOnce: 2 },
  );
}

/**
 * Returns a function that finds the live session of a token, with the member as they are now, and refuses with
 * `not-signed-in`. Offices whose time has come are applied before rights are read.
 */
export function resumingSessions(db: Database) {
  const find = findingSessions(db);
  return async (token: string | null, now: Date): Promise<LiveSession> => {
    if (token === null) throw refuse("not-signed-in");
    const hash = hashToken(token);
    let row = await find(hash);
    if (row !== undefined && row.next_office_at !== null && row.next_office_at <= now) {
      await countDueOffices(db, now);
      row = await find(hash);
    }
    if (row === undefined) return resumeAuditor(db, hash, now);
    if (!row.is_active) throw refuse("not-signed-in");
    const actor = toActor(row);
    if (!isLiving(row, actor, now)) throw refuse("not-signed-in");
    if (isUseToStore(row, now)) await touchSession(db, row.session_id, now);
    return { sessionId: row.session_id, actor };
  };
}

/** MEM-9: at most 12 hours, and 60 minutes without use (30 for an official). */
export function isLiving(
  session: { created_at: Date; last_used_at: Date },
  owner: Actor,
  now: Date,
): boolean {
  return isLivingSession(session, { ofOfficial: owner.office !== null, now });
}

async function touchSession(db: Database, sessionId: number, now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ last_used_at: now })
    .where("id", "=", sessionId)
    .where(usedAtAnother(now))
    .execute();
}

const holdMembers = preparedQuery(
  (_tx, ids: readonly number[]) => sql<ActorRow>`
    SELECT members.id, username, office, status, is_active, exited_on, ${lacksTwoStep}
      FROM unnest(${valueList("int", ids)}) asked (id), hold_membership_and_read(asked.id) members`,
);

/**
 * Reads the callers of actions again inside the transaction, in their order, after waiting for any change of office
 * or status in progress; none can follow until it commits. Refuses with `not-signed-in` a member who is no longer
 * active.
 */
export async function holdCallers(
  tx: Tx,
  callers: readonly { actor: Actor; now: Date }[],
): Promise<Actor[]> {
  const ids = new Set(callers.flatMap(({ actor }) => (actor.isAuditor ? [] : [actor.id])));
  const rows = ids.size === 0 ? [] : await holdMembers(tx, [...ids]);
  if (rows.length < ids.size) throw refuse("not-signed-in");
  const members = new Map(rows.map((row) => [row.id, activeActor(row)]));
  return Promise.all(
    callers.map(async (caller) => members.get(caller.actor.id) ?? readAuditorActor(tx, caller)),
  );
}

/** A member as they are now, under the lock of office and status changes (`lockMembership`). */
export async function readActor(reader: Reader, memberId: number): Promise<Actor> {
  const row = await reader
    .selectFrom("members")
    .select(actorColumns)
    .where("members.id", "=", memberId)
    .executeTakeFirst();
  return activeActor(row);
}

function activeActor(row: ActorRow | undefined): Actor {
  if (row === undefined || !row.is_active) throw refuse("not-signed-in");
  return toActor(row);
}

/**
 * Ends all sessions of a member, or all but one; returns how many ended. Each takes its push subscription with it
 * (NOTE-19), and so do those that only time has ended.
 */
export async function endSessions(
  tx: Tx,
  params: { memberId: number; except?: number },
): Promise<number> {
  return (await endSessionsAndPush(tx, params)).sessions;
}

/** `endSessions`, which also counts the browsers whose push ended. */
export async function endSessionsAndPush(
  tx: Tx,
  params: { memberId: number; except?: number },
): Promise<{ sessions: number; browsers: number }> {
  const countBrowsers = async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM push_subscriptions WHERE member_id = ${params.memberId}`.execute(
      tx,
    );
    return rows[0]?.count ?? 0;
  };
  const before = await countBrowsers();
  let query = tx.deleteFrom("sessions").where("member_id", "=", params.memberId);
  if (params.except !== undefined) query = query.where("id", "<>", params.except);
  const { numDeletedRows } = await query.executeTakeFirstOrThrow();
  await sql`
    DELETE FROM push_subscriptions WHERE member_id = ${params.memberId}
       AND session_id IS DISTINCT FROM ${params.except ?? null}::int`.execute(tx);
  return { sessions: Number(numDeletedRows), browsers: before - (await countBrowsers()) };
}

/** Ends one session of a member; false if they have none with that id. */
export async function endSession(
  tx: Tx,
  { id, memberId }: { id: number; memberId: number },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/**
 * Removes the sessions that time has ended: 12 hours after they began, or an hour after their last use (MEM-9). One that
 * began in the future, by a clock that has been put right, would have more than its 12 hours, and ends too.
 */
export async function removeExpiredSessions(db: Database, now: Date): Promise<void> {
  const before = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1000);
  await inTransaction(db, async (tx) => {
    // Only time ends these, so their browsers still get messages (NOTE-19).
    await sql`SELECT set_config('akiba.sessions_expire', 'on', true)`.execute(tx);
    await tx
      .deleteFrom("sessions")
      .where((session) =>
        session.or([
          session("created_at", "<", before(12)),
          session("last_used_at", "<", before(1)),
          session("created_at", ">", aheadFrom(now)),
        ]),
      )
      .execute();
  });
}

// A member row as the actor whose permissions are checked, and which account that actor may read.

export const actorColumns = [
  "members.id",
  "members.username",
  "members.office",
  "members.status",
  "members.is_active",
  "members.exited_on",
  lacksTwoStep,
] as const;

export type ActorRow = {
  id: number;
  username: string;
  office: string | null;
  status: string;
  is_active: boolean;
  exited_on: string | null;
  lacks_two_step: boolean;
};

export function toActor(row: ActorRow): Actor {
  return {
    id: row.id,
    username: row.username,
    // The database admits only these words (members_office, members_status).
    office: row.office as Office | null,
    status: row.status as MemberStatus,
    isActive: row.is_active,
    exited: row.exited_on !== null,
    isAuditor: false,
    lacksTwoStep: row.lacks_two_step,
  };
}

// Whose account is read: the caller's own, or with `?member=` another member's, by an official (API-18).

/** Refuses a caller who may not read that account, then an unknown id with `not-found`. */
export async function accountOwner(
  reader: Reader,
  actor: Actor,
  requested: number | undefined,
): Promise<number> {
  // An auditor has no account of their own.
  if (requested === undefined && actor.isAuditor) throw refuse("forbidden");
  if (requested === undefined || requested === actor.id) return actor.id;
  const reason = whyNot(actor, "members.read-accounts");
  if (reason !== null) throw refuse(reason);
  if ((await findMember(reader, requested)) === undefined) throw refuse("not-found");
  return requested;
}
