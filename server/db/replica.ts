// A read replica for reports (docs/decisions/045-read-replica.md). Each answer carries its age; when the replica
// cannot answer, the caller reads the primary.
import { setTimeout as wait } from "node:timers/promises";
import { callbackify } from "node:util";
import { sql } from "kysely";
import type { ClientBase, Pool } from "pg";
import type { ReplicaView } from "#contract/health.ts";
import {
  type ConnectionOptions,
  type Database,
  openDatabase,
  openPool,
} from "#server/db/connection.ts";
import { away, isDatabaseAway } from "#server/db/database-away.ts";
import { readHosts } from "#server/db/primary.ts";
import { OperatorError } from "#server/platform/command.ts";
import { lostHeads, presentHead } from "#server/verify/log-invariants.ts";

const LOOK_MS = 1_000;
const LOOK_AGAIN_MS = 5_000;
/** Every look compares log positions; only one look in this many compares the content of the log too. */
const LOOKS_A_HEAD = 5;
/** Short enough that a report's 10 seconds still suffice for the primary's answer. */
const QUERY_MS = 3_000;
const ANSWER_MS = 4_000;
const TOO_FAR_BEHIND =
  "it is more than an hour behind, or was behind already when this server began";

export type Replica = {
  /**
   * Runs `work` on one connection of the replica; `asOf` is the moment up to which the replica holds everything.
   * Returns null when the caller must read the primary: the replica is away, unfit or slow, lacks changes from before
   * `notBefore`, or `work` threw.
   */
  read<T>(
    work: (reader: Database) => Promise<T>,
    options: { notBefore: () => Promise<Date | null>; isHurried: boolean },
  ): Promise<{ answer: T; asOf: Date } | null>;
  /** Why reports do not read the replica (null if they do), and how many seconds it is behind. */
  view(): ReplicaView;
  stop(): Promise<void>;
};

/** Refuses, with a sentence for the operator, an address that names several hosts. */
export function replicaAt(url: string): ConnectionOptions {
  if (readHosts(url).hosts.length === 0) return { connectionString: url };
  throw new OperatorError(
    "DATABASE_READ_URL names several hosts: name one standby, or what spreads to them.",
  );
}

type Parts = {
  connection: ConnectionOptions;
  primary: Pool;
  /** The application's clock. */
  now: () => Date;
  tell: (line: string) => void;
};

/** Checks the replica every second until `stop`. The replica may be away at the start. */
export function openReplica({ connection, primary, now, tell }: Parts): Replica {
  const lag = openReplicaLag();
  const stopping = new AbortController();
  let failure: string | null = "it was not looked at yet";
  let position: Awaited<ReturnType<typeof readLogPosition>> | null = null;
  let { pool, db } = open();
  let looks = 0;
  /** The moment up to which the replica held everything at the last look. */
  let heldAll: Date | null = null;

  function open() {
    const options = { ...connection, query_timeout: QUERY_MS, verify: callbackify(verify) };
    const opened = openPool(options, 10, "akiba reports");
    return { pool: opened, db: openDatabase(opened) };
  }

  async function verify(client: ClientBase): Promise<void> {
    position ??= await samplePrimary();
    const reason = whyUnfit(await readLogPosition(client), position);
    if (reason !== null) throw away(reason);
  }

  async function samplePrimary() {
    const at = now();
    const found = await readLogPosition(primary).catch((error: unknown) => {
      throw away(`the primary does not report its position: ${sayOf(error)}`);
    });
    if (!found.isStandby) lag.note({ at, lsn: found.lsn, timeline: found.timeline });
    return found;
  }

  async function look(): Promise<string | null> {
    const found = await readLogPosition(pool);
    const primaryPosition = (position = await samplePrimary());
    const reason = whyUnfit(found, primaryPosition);
    if (reason !== null) return reason;
    const isCompared = failure !== null || looks++ % LOOKS_A_HEAD === 0;
    const positions = { replica: found, primary: primaryPosition };
    const astray = isCompared ? await whyAstray({ replica: pool, primary }, positions) : null;
    heldAll = lag.asOf(found.lsn);
    return astray ?? (heldAll === null ? TOO_FAR_BEHIND : null);
  }

  function setFailure(reason: string | null): void {
    if (reason !== failure)
      tell(
        reason === null
          ? "the replica is read for reports"
          : `the replica is not read, and reports read the primary: ${reason}`,
      );
    failure = reason;
  }

  /** Stops reading the replica. Closes its pool, so queries that still run there fail. */
  function leave(reason: string): void {
    setFailure(reason);
    const left = pool;
    ({ pool, db } = open());
    void left.end().catch(() => undefined);
  }

  const pause = (ms: number) =>
    wait(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
  const follow = async () => {
    while (!stopping.signal.aborted) {
      try {
        const reason = await look();
        if (reason === null) setFailure(null);
        else leave(reason);
      } catch (error) {
        if (!stopping.signal.aborted) leave(sayOf(error));
        // Keep sampling the primary, so that a replica that comes back far behind can still be dated.
        for (
          let waited = 0;
          waited < LOOK_AGAIN_MS && !stopping.signal.aborted;
          waited += LOOK_MS
        ) {
          await pause(LOOK_MS);
          await samplePrimary().catch(() => undefined);
        }
      }
      await pause(LOOK_MS);
    }
  };
  const following = follow();

  return {
    async read(work, { notBefore, isHurried }) {
      if (failure !== null) return null;
      const since = await notBefore();
      const reading = pool;
      try {
        const answering = db.connection().execute(async (reader) => {
          const asOf = lag.asOf(await readReplayed(reader));
          if (asOf === null || (since !== null && asOf < since)) return null;
          return { answer: await work(reader), asOf };
        });
        return await (isHurried ? inTime(answering) : answering);
      } catch (error) {
        if (reading === pool && isAway(error)) leave(sayOf(error));
        return null;
      }
    },
    view: () => ({
      failure,
      behind_seconds:
        failure !== null || heldAll === null
          ? null
          : Math.max(0, Math.floor((now().getTime() - heldAll.getTime()) / 1000)),
    }),
    stop: async () => {
      stopping.abort();
      await following;
      await Promise.race([pool.end(), wait(QUERY_MS, undefined, { ref: false })]);
    },
  };
}

/**
 * Returns the log position that the replica has replayed. Call it before the work reads, so the work sees at least
 * that much.
 */
async function readReplayed(reader: Database): Promise<bigint> {
  const { rows } = await sql<{ lsn: string | null }>`
    SELECT (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text AS lsn`.execute(reader);
  const lsn = rows[0]?.lsn;
  if (lsn === null || lsn === undefined) throw away("it takes writes, so it is no replica");
  return BigInt(lsn);
}

class TooSlow extends Error {}

async function inTime<T>(answering: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = wait(ANSWER_MS, undefined, { ref: false, signal: over.signal }).then(() => {
    throw new TooSlow("it takes too long to answer");
  });
  late.catch(() => undefined);
  // Nobody awaits an answer that comes too late, so its failure must not go unhandled.
  answering.catch(() => undefined);
  return Promise.race([answering, late]).finally(() => over.abort());
}

/** Whether the error is about the replica itself rather than about the query. */
function isAway(error: unknown): boolean {
  if (isDatabaseAway(error) || error instanceof TooSlow) return true;
  return error instanceof Error && error.message === "Query read timeout";
}

function sayOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

// Whether a replica belongs to our primary (SAFE-27): it takes no writes, is part of the same cluster, is on the same
// timeline, and holds nothing that the primary does not hold.

type Client = Pick<ClientBase, "query"> | Pick<Pool, "query">;

type LogPosition = {
  database: string;
  isStandby: boolean;
  /** The cluster's system identifier and timeline; null if the role may not read them. */
  system: string | null;
  timeline: number | null;
  /** Position in the write-ahead log, in bytes: what a standby has replayed, or a primary has flushed to disk. */
  lsn: bigint;
};

/** Reads a database's position in the log. Also works when `client` is a former primary that is now a standby. */
async function readLogPosition(client: Client): Promise<LogPosition> {
  const { rows } = await client.query<{ database: string; is_standby: boolean; lsn: string }>(
    `SELECT current_database() AS database, pg_is_in_recovery() AS is_standby,
            (CASE WHEN pg_is_in_recovery() THEN coalesce(pg_last_wal_replay_lsn(), '0/0')
                  ELSE pg_current_wal_flush_lsn() END - '0/0'::pg_lsn)::text AS lsn`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the database does not report its position");
  const cluster = await readCluster(client, row.is_standby);
  return {
    database: row.database,
    isStandby: row.is_standby,
    lsn: BigInt(row.lsn),
    system: cluster?.system ?? null,
    timeline: cluster === undefined ? null : Number(cluster.timeline),
  };
}

async function readCluster(client: Client, isStandby: boolean) {
  // PostgreSQL refuses pg_walfile_name on a standby, so the timeline comes from what the standby has made durable.
  const timeline = isStandby
    ? `greatest((SELECT timeline_id FROM pg_control_checkpoint()),
                (SELECT min_recovery_end_timeline FROM pg_control_recovery()))`
    : "('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int";
  try {
    const { rows } = await client.query<{ system: string; timeline: string }>(
      `SELECT system_identifier::text AS system, (${timeline})::text AS timeline FROM pg_control_system()`,
    );
    return rows[0];
  } catch (error) {
    // A managed database may forbid reading these.
    if (error instanceof Error && "code" in error && error.code === "42501") return undefined;
    throw error;
  }
}

/** Returns why the replica must not be read, by the two log positions; null if it may be. */
function whyUnfit(replica: LogPosition, primary: LogPosition): string | null {
  if (!replica.isStandby) return "it takes writes, so it is no replica";
  if (replica.database !== primary.database)
    return `its database is ${replica.database}, and the primary's is ${primary.database}`;
  if (replica.system !== primary.system)
    return "it belongs to another database cluster, by its system identifier";
  if (replica.timeline !== primary.timeline)
    return `it is on timeline ${replica.timeline}, and the primary is on ${primary.timeline}`;
  return null;
}

/**
 * Returns why the replica's content is not the primary's; null if it is. `positions.primary` must be read after the
 * replica's.
 */
async function whyAstray(
  clients: { replica: Client; primary: Client },
  positions: { replica: LogPosition; primary: LogPosition },
): Promise<string | null> {
  if (positions.replica.lsn > positions.primary.lsn) return "it is ahead of the primary";
  const head = await clients.replica.query<{ size: string; root: string | null }>(
    `SELECT size::text AS size, encode(root, 'hex') AS root FROM (${presentHead}) head`,
  );
  const [{ size, root } = { size: "0", root: null }] = head.rows;
  if (root === null) return null;
  const lost = await clients.primary.query(
    lostHeads(
      `SELECT 0 AS id, '' AS whence, ${BigInt(size)}::bigint AS size, '\\x${root}'::bytea AS root`,
    ),
  );
  return lost.rows.length === 0
    ? null
    : `the ${size} entries of its log are not those that the primary's begins with`;
}

// How far a replica is behind, by the primary's clock. The replica's clock and the time of its last transaction say
// nothing while nobody writes, so the primary's log position is sampled every second and compared with what the
// replica has replayed.

/** A replica that is further behind is not read: nobody expects a report that old. */
const REMEMBERED_MS = 60 * 60 * 1000;

type Sample = { at: Date; lsn: bigint };

type ReplicaLag = {
  /** Stores a sample of the primary; `at` is from before `lsn` was read. A new timeline drops the older samples. */
  note(sample: Sample & { timeline: number | null }): void;
  /**
   * The moment up to which a replica that has replayed `lsn` holds every acknowledged change; null if over an hour
   * ago, or unknown.
   */
  asOf(lsn: bigint): Date | null;
};

function openReplicaLag(): ReplicaLag {
  let samples: Sample[] = [];
  let timeline: number | null = null;
  return {
    note({ at, lsn, timeline: present }) {
      if (present !== timeline) samples = [];
      timeline = present;
      const last = samples.at(-1);
      // Nothing was written since, so this position holds for the later moment too.
      if (last?.lsn === lsn) last.at = at;
      else samples.push({ at, lsn });
      const oldest = at.getTime() - REMEMBERED_MS;
      const stored = samples.findIndex((each) => each.at.getTime() >= oldest);
      if (stored > 0) samples.splice(0, stored);
    },
    asOf: (lsn) => samples.findLast((each) => each.lsn <= lsn)?.at ?? null,
  };
}
