// The groups that this server has open. One sleeps when nobody asks it anything for a minute: it then has no connection and no
// timer here, until a request or its next job wakes it (GROUP-4).
import type { Logger } from "pino";
import { mkdir } from "node:fs/promises";
import { sql } from "kysely";
import { inDatabase } from "#server/db/connection.ts";
import { openGuard, type DatabaseGuard } from "#server/db/seen-database.ts";
import { openGuarded, type OpenDatabase } from "#server/db/open-database.ts";
import { newestMigration } from "#server/db/migrate.ts";
import type { Exchanges } from "#server/http/exchanges.ts";
import { openGroup, type OpenGroup } from "#server/open-group.ts";
import type { Workers } from "#server/workers.ts";
import type { GroupRow } from "./directory-schema.ts";
import { configOfGroup } from "./host-config.ts";
import { openPepper, type Host } from "./host.ts";
import { requireIdentity } from "./identity.ts";
import { nextWaking } from "./next-waking.ts";

const SLEEPS_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 5_000;
const WOKEN_AT_ONCE = 4;
/** After this long another server looks after a group whose server was killed. */
const LEASE_MS = 2 * 60_000;

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS);

export type AwakeParts = {
  host: Host;
  log: Logger;
  now: () => Date;
  webRoot: string;
  workers: Workers;
  exchanges: Exchanges;
  /** How long a group is open without a request, in ms. */
  sleepsAfterMs?: number;
};

type Awake = { opening: Promise<OpenGroup>; busy: number; usedAt: number };

export type AwakeGroups = {
  /** The group's application, for as long as `done` was not called. Throws if its database cannot be opened. */
  use(row: GroupRow): Promise<{ group: OpenGroup; done: () => void }>;
  /** The names of those that are open, or still closing. */
  names(): string[];
  stop(): Promise<void>;
};

export function openAwakeGroups(parts: AwakeParts): AwakeGroups {
  const { host, log, now, sleepsAfterMs = SLEEPS_AFTER_MS } = parts;
  const { db } = host.directory;
  const awake = new Map<string, Awake>();
  const closing = new Set<string>();
  let isStopping = false;

  const wake = (row: GroupRow): Awake => {
    const found = awake.get(row.name);
    if (found !== undefined) return found;
    const made: Awake = { opening: open(parts, row), busy: 0, usedAt: performance.now() };
    awake.set(row.name, made);
    made.opening.catch(() => awake.delete(row.name));
    return made;
  };

  /** Closes the group; a failure of it is logged. */
  const sleep = (name: string, each: Awake): Promise<void> =>
    close(name, each).catch((error: unknown) =>
      log.warn({ err: error, group: name }, "a group could not be put to sleep"),
    );

  const close = async (name: string, { opening }: Awake): Promise<void> => {
    const group = await opening;
    const wakesAt = await nextWaking(group.database.pool, now());
    await group.stop();
    if (awake.has(name)) return;
    await db.updateTable("groups").set({ wakes_at: wakesAt }).where("name", "=", name).execute();
  };

  const lookAround = async () => {
    for (const [name, each] of awake) {
      if (each.busy > 0 || performance.now() - each.usedAt < sleepsAfterMs) continue;
      // From now on a request opens it again.
      awake.delete(name);
      closing.add(name);
      await sleep(name, each);
      closing.delete(name);
    }
    for (const row of await takeDue()) {
      const { opening } = wake(row);
      await opening.catch(() => undefined);
    }
  };

  /** Groups whose next job is due, or whose lease has ended. One server takes each. */
  const takeDue = async (): Promise<GroupRow[]> => {
    const { rows } = await sql<GroupRow>`
      UPDATE groups SET wakes_at = ${leaseEnd(now())}::timestamptz
       WHERE number IN (
         -- None sleeps for a day: one that would was put to sleep by a clock that was ahead.
         SELECT number FROM groups WHERE state = 'active'
            AND (wakes_at <= ${now()}::timestamptz OR wakes_at > ${now()}::timestamptz + interval '25 hours')
          ORDER BY wakes_at LIMIT ${WOKEN_AT_ONCE} FOR UPDATE SKIP LOCKED)
      RETURNING *`.execute(db);
    return rows;
  };

  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(
    () => {
      looking = looking
        .then(() => (isStopping ? undefined : lookAround()))
        .catch((error: unknown) =>
          log.warn({ err: error }, "the groups could not be looked after"),
        );
    },
    Math.min(LOOK_EVERY_MS, sleepsAfterMs),
  ).unref();

  return {
    use: async (row) => {
      const each = wake(row);
      each.busy += 1;
      const done = () => {
        each.busy -= 1;
        each.usedAt = performance.now();
      };
      try {
        return { group: await each.opening, done };
      } catch (error) {
        done();
        throw error;
      }
    },
    names: () => [...awake.keys(), ...closing],
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      await looking;
      const all = [...awake];
      awake.clear();
      await Promise.all(all.map(([name, each]) => sleep(name, each)));
    },
  };
}

async function open(parts: AwakeParts, row: GroupRow): Promise<OpenGroup> {
  const { host, log, now, webRoot, workers, exchanges } = parts;
  const { db } = host.directory;
  const config = configOfGroup(host.settings, {
    name: row.name,
    database: row.database,
    pepper: openPepper(host, row),
  });
  try {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    const database = await openOwnDatabase(host, row, await openGuard(config.dataDir), log);
    const group = { config, database, headsIn: config.dataDir, warnings: [] };
    const opened = await openGroup(group, {
      log: log.child({ group: row.name }),
      now,
      webRoot,
      workers: workers.of(row.name),
      exchanges,
      // What members are written is not the host's to read.
      print: () => undefined,
    }).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    await opened.app.ready();
    await db
      .updateTable("groups")
      .set({
        failing: null,
        schema: newestMigration,
        last_active_at: now(),
        wakes_at: leaseEnd(now()),
      })
      .where("number", "=", row.number)
      .execute();
    return opened;
  } catch (error) {
    const failing = error instanceof Error ? error.message : String(error);
    log.error({ err: error, group: row.name }, "a group could not be opened");
    await db
      .updateTable("groups")
      .set({ failing })
      .where("number", "=", row.number)
      .execute()
      .catch(() => undefined);
    throw error;
  }
}

/** Refuses a database with another identity than the directory's: a copy, or a mix-up (GROUP-5). */
async function openOwnDatabase(
  host: Host,
  { database, identity }: GroupRow,
  guard: DatabaseGuard,
  log: Logger,
): Promise<OpenDatabase> {
  const { postgres } = host.directory;
  const own = {
    ...postgres,
    owner: inDatabase(postgres.owner, database),
    connection: inDatabase(postgres.connection, database),
    // The log is the cluster's, and archived for all of its groups together.
    archive: null,
  };
  await guard.require(own.owner);
  return openGuarded(own, requireIdentity(guard, identity), (line) => log.info(line));
}
