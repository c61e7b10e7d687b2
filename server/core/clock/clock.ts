// What the group has seen of the time, and whether the application's clock can be right by it (SAFE-29, SAFE-30). All moments are of the
// application's clock, never of the database's.
import { sql } from "kysely";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { clockState, type ClockState, type SeenMoments } from "#domain/clock.ts";
import { clockBehind, recordAudit } from "#server/core/audit-log/audit.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { addJob } from "#server/db/job-queue.ts";

export type ClockReading = {
  state: ClockState;
  /** The day of the clock. */
  day: PlainDate;
  /** The day that it is compared with: of the log's newest moment if it is behind, else of the last moment at which a server ran. */
  seenDay: PlainDate | null;
};

/** The columns of `SeenMoments`, where `group_clock` is joined. */
export const seenMoments = [
  sql<Date | null>`newest_logged()`.as("newestAt"),
  sql<Date | null>`group_clock.alive_at`.as("aliveAt"),
  sql<Date | null>`coalesce(group_clock.accepted_at, group_clock.first_started_at)`.as("sureAt"),
] as const;

async function readSeen(reader: Reader): Promise<SeenMoments> {
  return reader
    .selectFrom("group_settings")
    .leftJoin("group_clock", (on) => on.onTrue())
    .select(seenMoments)
    .executeTakeFirstOrThrow();
}

export async function readClock(reader: Reader, now: Date): Promise<ClockReading> {
  return readingOf(now, await readSeen(reader));
}

export function readingOf(now: Date, seen: SeenMoments): ClockReading {
  const state = clockState(now, seen);
  const compared = state === "behind" ? seen.newestAt : seen.aliveAt;
  return {
    state,
    day: nairobiDate(now),
    seenDay: compared === null ? null : nairobiDate(compared),
  };
}

/** Whether anything may happen because its time has come: the clock is neither behind nor ahead. */
export async function isDaySure(reader: Reader, now: Date): Promise<boolean> {
  return (await readClock(reader, now)).state === "ok";
}

/** What was read is used for this long; a clock that seems wrong is read again at once. */
const READ_AGAIN_MS = 1_000;

/** The clock for whoever needs it at every request. */
export type Clock = {
  state(now: Date): Promise<ClockState>;
  /** Refuses what posts or decides while the clock is behind the log. */
  requireNotBehind(now: Date): Promise<void>;
};

export function openClock(reader: Reader): Clock {
  let seen: SeenMoments | null = null;
  let readAt = 0;
  const current = async (now: Date): Promise<SeenMoments> => {
    const isFresh = performance.now() - readAt < READ_AGAIN_MS;
    if (seen !== null && isFresh && clockState(now, seen) === "ok") return seen;
    seen = await readSeen(reader);
    readAt = performance.now();
    return seen;
  };
  return {
    state: async (now) => clockState(now, await current(now)),
    requireNotBehind: async (now) => {
      const found = await current(now);
      if (found.newestAt !== null && clockState(now, found) === "behind")
        throw clockBehind({ now, newestAt: found.newestAt });
    },
  };
}

// What is stored.

/** At the first start of a server: takes from the log what happened before, however long it is. */
export async function beginClock(tx: Tx, now: Date): Promise<void> {
  if ((await tx.selectFrom("group_clock").select("only_row").executeTakeFirst()) !== undefined)
    return;
  await sql`SET LOCAL statement_timeout = '5min'`.execute(tx);
  await sql`
    INSERT INTO group_clock (first_started_at, alive_at, newest_at, logged_to)
    SELECT coalesce((SELECT at FROM audit_entries ORDER BY id LIMIT 1), ${now}::timestamptz),
           coalesce(max(at), ${now}::timestamptz), max(at), coalesce(max(id), 0)
      FROM audit_entries
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`SET LOCAL statement_timeout = '10s'`.execute(tx);
}

/** A server runs, and its clock can be right. */
export async function beat(reader: Reader, now: Date): Promise<void> {
  await reader.updateTable("group_clock").set({ alive_at: now }).execute();
}

/**
 * Stores the newest moment of what was logged since, whatever the clock says. What an acceptance has passed over meanwhile stays
 * passed over.
 */
export async function noteLog(reader: Reader): Promise<void> {
  await sql`
    UPDATE group_clock SET newest_at = greatest(group_clock.newest_at, logged.at), logged_to = logged.id
      FROM (SELECT max(at) AS at, max(id) AS id FROM audit_entries
             WHERE id > (SELECT logged_to FROM group_clock)) logged
     WHERE logged.id > group_clock.logged_to`.execute(reader);
}

/** What the days without a right clock have left to do; each is one job, however often it is queued. */
export async function catchUp(tx: Tx): Promise<void> {
  for (const name of ["sweep", "month-page", "digest"] as const)
    await addJob(tx, { name, payload: {}, key: name });
}

/**
 * Says that the day of the clock is the right one, also if it is behind the log: from now on only what is logged after it counts as seen.
 * `actorId` is null for the operator.
 */
export async function acceptClock(
  tx: Tx,
  { now, actorId, address }: { now: Date; actorId: number | null; address: string | null },
): Promise<ClockReading> {
  await beginClock(tx, now);
  await tx.selectFrom("group_clock").select("alive_at").forUpdate().execute();
  const before = await readClock(tx, now);
  if (before.state === "ok") return before;
  await recordAudit(tx, {
    now,
    actorId,
    action: "clock.accept",
    subject: "books",
    subjectId: null,
    before: { date: before.seenDay },
    after: { date: before.day },
    address,
  });
  await sql`
    UPDATE group_clock SET (alive_at, newest_at, accepted_at, logged_to) = (
      SELECT at, at, at, id FROM audit_entries WHERE action = 'clock.accept' ORDER BY id DESC LIMIT 1)`.execute(
    tx,
  );
  await catchUp(tx);
  return before;
}
