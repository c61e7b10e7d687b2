// Decides whether a replica belongs to our primary (SAFE-27): it takes no writes, is part of the same cluster, is on the same
// timeline, and holds nothing that the primary does not hold.
import type { ClientBase, Pool } from "pg";
import { lostHeads, presentHead } from "#server/verify/log-invariants.ts";

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
export async function readLogPosition(client: Client): Promise<LogPosition> {
  const { rows } = await client.query<{ database: string; is_standby: boolean; lsn: string }>(
    `SELECT current_database() AS database, pg_is_in_recovery() AS is_standby,
            (CASE WHEN pg_is_in_recovery() THEN coalesce(pg_last_wal_replay_lsn(), '0/0')
                  ELSE pg_current_wal_flush_lsn() END - '0/0'::pg_lsn)::text AS lsn`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the database does not say where it stands");
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
export function whyUnfit(replica: LogPosition, primary: LogPosition): string | null {
  if (!replica.isStandby) return "it takes writes, so it is no replica";
  if (replica.database !== primary.database)
    return `its database is ${replica.database}, and the primary's is ${primary.database}`;
  if (replica.system !== primary.system)
    return "it belongs to another database cluster, by its system identifier";
  if (replica.timeline !== primary.timeline)
    return `it is on timeline ${replica.timeline}, and the primary is on ${primary.timeline}`;
  return null;
}

/** Returns why the replica's content is not the primary's; null if it is. `positions.primary` must be read after the replica's. */
export async function whyAstray(
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

// How far a replica is behind, by the primary's clock. The replica's clock and the time of its last transaction say nothing while
// nobody writes, so the primary's log position is sampled every second and compared with what the replica has replayed.

/** A replica that is further behind is not read: nobody expects a report that old. */
const REMEMBERED_MS = 60 * 60 * 1000;

type Sample = { at: Date; lsn: bigint };

type ReplicaLag = {
  /** Stores a sample of the primary; `at` is from before `lsn` was read. A new timeline drops the older samples. */
  note(sample: Sample & { timeline: number | null }): void;
  /** The moment up to which a replica that has replayed `lsn` holds every acknowledged change; null if over an hour ago, or unknown. */
  asOf(lsn: bigint): Date | null;
};

export function openReplicaLag(): ReplicaLag {
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
