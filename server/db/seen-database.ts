// Never two truths (SAFE-25): the server stores in DATA_DIR what it has seen of its database. At the start and on every new
// connection it refuses a database that is behind: an old primary that came back, a restored older copy, a clone.
import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { callbackify } from "node:util";
import type { ClientBase } from "pg";
import * as z from "zod";
import { OperatorError } from "#server/platform/command.ts";
import { lostHeads, presentHead } from "#server/verify/log-invariants.ts";
import type { ConnectionOptions } from "./connection.ts";
import { away, isBehind } from "./database-away.ts";
import { withClient } from "./primary.ts";
import { noteAcceptance, noteHead } from "./seen-heads.ts";

const FILE = "seen-database.json";

const seenSchema = z.object({
  database: z.string(),
  /** The cluster's system identifier and timeline; null if the role may not read them. */
  system: z.nullable(z.string()),
  timeline: z.nullable(z.number()),
  /** The tree head of the log: the count of its entries, and the root of their tree in hexadecimal. */
  size: z.number(),
  root: z.nullable(z.string()),
  /** When an operator last accepted the database (ISO 8601); null if never. */
  accepted: z.nullable(z.string()),
});

/** What distinguishes one state of a group's database from another. */
export type Seen = z.output<typeof seenSchema>;

/**
 * The present state of a database. `isLogRead` is false when the role may not read the log, as before it gets its rights; `size`
 * and `root` are then 0 and null.
 */
export type Found = Omit<Seen, "accepted"> & { isLogRead: boolean };

/** Returns what was stored last; null if nothing was. */
export async function readSeen(dataDir: string): Promise<Seen | null> {
  const text = await readFile(join(dataDir, FILE), "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : seenSchema.parse(JSON.parse(text));
}

/** Stores `seen` durably: it is on disk when the promise resolves. */
export async function noteSeen(dataDir: string, seen: Seen): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const draft = join(dataDir, `${FILE}.new-${randomBytes(4).toString("hex")}`);
  try {
    const file = await open(draft, "wx", 0o600);
    await file.writeFile(`${JSON.stringify(seen)}\n`);
    await file.sync();
    await file.close();
    await rename(draft, join(dataDir, FILE));
  } finally {
    await rm(draft, { force: true });
  }
}

/** Stores the database as the right one, even if it is behind. `accept-database`, `restore` and `move` call it. */
export async function acceptDatabase(
  dataDir: string,
  connection: ConnectionOptions,
  now: Date,
): Promise<Seen> {
  const { isLogRead: _, ...found } = await withClient(connection, readIdentity);
  const seen = { ...found, accepted: now.toISOString() };
  const { database, size } = found;
  await noteAcceptance(dataDir, { at: seen.accepted, database, size });
  await noteSeen(dataDir, seen);
  return seen;
}

/** Reads the present state of the database. Throws as if the database were away when it is a standby. */
export async function readIdentity(client: ClientBase): Promise<Found> {
  const standing = await client.query<{
    is_standby: boolean;
    has_log: boolean;
    may_read: boolean | null;
    name: string;
  }>(
    `SELECT pg_is_in_recovery() AS is_standby, to_regclass('log_leaves') IS NOT NULL AS has_log,
            has_table_privilege(to_regclass('log_leaves')::oid, 'SELECT') AS may_read, current_database() AS name`,
  );
  if (standing.rows[0]?.is_standby !== false)
    throw Object.assign(
      away("The database is a standby, which takes no writes: name the primary in DATABASE_URL."),
      { isForOperator: true },
    );
  const cluster = await client
    .query<{ system: string; timeline: string }>(
      `SELECT system_identifier::text AS system, left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline
         FROM pg_control_system()`,
    )
    .catch((error: unknown) => {
      // A managed database may forbid reading these.
      if (error instanceof Error && "code" in error && error.code === "42501") return { rows: [] };
      throw error;
    });
  const [row] = cluster.rows;
  const isLogRead = !standing.rows[0].has_log || standing.rows[0].may_read === true;
  const log =
    standing.rows[0].has_log && isLogRead
      ? await client.query<{ size: string; root: string | null }>(
          `SELECT size::text AS size, encode(root, 'hex') AS root FROM (${presentHead}) head`,
        )
      : { rows: [] };
  return {
    database: standing.rows[0].name,
    system: row?.system ?? null,
    timeline: row === undefined ? null : Number.parseInt(row.timeline, 16),
    size: Number(log.rows[0]?.size ?? 0),
    root: log.rows[0]?.root ?? null,
    isLogRead,
  };
}

/** Returns how the database is behind `seen`, in words; null if it has everything. */
export async function findBehind(
  client: ClientBase,
  found: Found,
  seen: Seen,
): Promise<string | null> {
  const { system, timeline } = found;
  // An empty database with another name is a new one.
  if (found.isLogRead && found.size === 0 && found.database !== seen.database) return null;
  if (
    system !== null &&
    system === seen.system &&
    timeline !== null &&
    seen.timeline !== null &&
    timeline < seen.timeline
  )
    return `it is on timeline ${timeline}, and timeline ${seen.timeline} was seen: an old primary that came back`;
  // A role that may not read the log may not write either. It gets its rights from the owner's connection, which is checked first.
  if (!found.isLogRead) return null;
  if (found.size < seen.size)
    return `its log has ${found.size} entries, and ${seen.size} were seen`;
  if (seen.root === null || seen.size === 0 || found.root === seen.root) return null;
  const { rowCount } = await client.query(
    lostHeads(
      `SELECT 0 AS id, '' AS whence, ${seen.size}::bigint AS size, '\\x${seen.root}'::bytea AS root`,
    ),
  );
  return rowCount === 0 ? null : `the first ${seen.size} entries of its log are not those seen`;
}

// The guard that checks each new connection of a server against the stored state, and stores what it sees.

const LOOK_MS = 2_000;

export type DatabaseGuard = {
  /** Throws an `OperatorError` when the database is behind; call it before the first write. */
  require(connection: ConnectionOptions): Promise<void>;
  /** Reads the present state; throws as if the database were away when it is a standby or behind. */
  examine: (client: ClientBase) => Promise<Found>;
  /** A pool's check of a new connection; fails like `examine`. */
  verify: NonNullable<ConnectionOptions["verify"]>;
  /** Stores the state every 2 s until `stop`. */
  follow(connection: ConnectionOptions, tell: (line: string) => void): { stop(): Promise<void> };
};

export async function openGuard(dataDir: string): Promise<DatabaseGuard> {
  let seen = await readSeen(dataDir);

  /** Reads the state and how it is behind, after checking whether an operator has accepted the database in the meantime. */
  const look = async (client: ClientBase): Promise<{ found: Found; behind: string | null }> => {
    const found = await readIdentity(client);
    const before = seen;
    let behind = before === null ? null : await findBehind(client, found, before);
    if (behind === null || before === null) return { found, behind };
    const noted = await readSeen(dataDir);
    if (noted !== null && noted.accepted !== before.accepted) {
      seen = noted;
      behind = await findBehind(client, found, noted);
    }
    return { found, behind };
  };

  const examine = async (client: ClientBase): Promise<Found> => {
    const { found, behind } = await look(client);
    if (behind !== null) throw refused(behind);
    return found;
  };

  const note = async (client: ClientBase): Promise<void> => keep(await examine(client));

  const keep = async (found: Found): Promise<void> => {
    const { isLogRead, ...standing } = found;
    if (!isLogRead) return;
    const sight: Seen = { ...standing, accepted: seen?.accepted ?? null };
    if (JSON.stringify(sight) === JSON.stringify(seen)) return;
    const { database, size, root } = sight;
    if (root !== null) await noteHead(dataDir, { database, size, root });
    await noteSeen(dataDir, sight);
    seen = sight;
  };

  return {
    async require(connection) {
      await withClient(guarding(connection), examine).catch((error: unknown) => {
        if (!isBehind(error)) throw error;
        throw new OperatorError(
          `${error.message} Find the newer one; if this one is meant, say so with: npm run accept-database`,
        );
      });
    },
    examine,
    verify: callbackify(async (client: ClientBase) => {
      const found = await examine(client);
      // Store a promotion before the first write after it, so that the old primary is refused from then on.
      if (found.system !== seen?.system || found.timeline !== seen.timeline) await keep(found);
    }),
    follow(connection, tell) {
      const stopping = new AbortController();
      const pause = () =>
        wait(LOOK_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      let reported = "";
      const follow = async () => {
        for (; !stopping.signal.aborted; await pause())
          await withClient(guarding(connection), async (client) => {
            for (; !stopping.signal.aborted; await pause()) {
              await note(client);
              reported = "";
            }
          }).catch((error: unknown) => {
            const line = error instanceof Error ? error.message : String(error);
            if (line !== reported) tell(`what the database holds could not be noted: ${line}`);
            reported = line;
          });
      };
      const following = follow();
      return {
        stop: async () => {
          stopping.abort();
          await following;
          await withClient(guarding(connection), note).catch(() => undefined);
        },
      };
    },
  };
}

function refused(behind: string): Error {
  return Object.assign(away(`The database is behind what this server has seen: ${behind}.`), {
    isBehind: true,
  });
}

const guarding = (connection: ConnectionOptions) => ({
  ...connection,
  connectionTimeoutMillis: 5_000,
  query_timeout: 10_000,
  application_name: "akiba guard",
});
