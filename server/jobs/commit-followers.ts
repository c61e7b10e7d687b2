// Work that follows the commits while the server runs, each on a connection of its own (docs/decisions/017-out-of-the-way.md): the
// audit-chain writer and the balance projection.
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import {
  LOG_START,
  readLogEnds,
  sealAudit,
  type LogEnds,
} from "#server/core/audit-log/audit-chain.ts";
import { sumPostings, vacuumQueue } from "#server/core/ledger/project-balances.ts";
import {
  openDatabase,
  openPool,
  type ConnectionOptions,
  type Database,
} from "#server/db/connection.ts";
import { LowPriorityClient } from "#server/platform/low-priority/low-priority.ts";

const ROUND_MS = 200;
const AFTER_FAILURE_MS = 2_000;

export type Follower = { stop(): Promise<void> };

/**
 * Runs `round` again and again until it is stopped, and then `last`. A failed round is logged as `failing` and
 * tried again. `name` is what PostgreSQL calls the connection.
 */
export function followCommits(
  parts: { connection: ConnectionOptions; log: FastifyBaseLogger },
  work: {
    name: string;
    failing: string;
    round: (db: Database) => Promise<unknown>;
    last: (db: Database) => Promise<unknown>;
  },
): Follower {
  const pool = openPool(parts.connection, 1, work.name, LowPriorityClient);
  const db = openDatabase(pool);
  const stopping = new AbortController();
  const pause = (ms: number) =>
    wait(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);

  const follow = async () => {
    while (!stopping.signal.aborted) {
      try {
        await work.round(db);
        await pause(ROUND_MS);
      } catch (error) {
        parts.log.warn({ err: error }, `${work.failing}; trying again`);
        await pause(AFTER_FAILURE_MS);
      }
    }
  };
  const following = follow();

  return {
    /** Call when nothing is written any more: what is left is done before it ends. */
    stop: async () => {
      stopping.abort();
      await following;
      await work
        .last(db)
        .catch((error: unknown) => parts.log.warn({ err: error }, `${work.failing} at the end`));
      await pool.end();
    },
  };
}

const MINUTE_MS = 60_000;

// How far a round looks behind the newest entry for one that was numbered early and committed late: most rounds longer than
// an action takes, and now and again further, for what nobody expects. The first round looks at everything.
const LOOKS: readonly { every: number; backMs: number }[] = [
  { every: 3_000, backMs: 20 * MINUTE_MS },
  { every: 100, backMs: 30_000 },
  { every: 1, backMs: 1_000 },
];

/** Keeps the audit log sealed: within a second of each commit, whichever server gets to it. */
export function startAuditChainWriter(parts: {
  connection: ConnectionOptions;
  log: FastifyBaseLogger;
}): Follower {
  const watermarks = startLogWatermarks(20 * MINUTE_MS);
  let rounds = 0;
  const seal = async (db: Database, backMs: number) => {
    const ends = await readLogEnds(db);
    const after = watermarks.asOf(Date.now() - backMs) ?? LOG_START;
    if (after.audit === ends.audit && after.entry === ends.entry) return;
    const sealed = await sealAudit(db, { after });
    if (sealed !== null) watermarks.note(Date.now(), ends);
  };
  return followCommits(parts, {
    // By this name `verify` knows that an audit-chain writer is at work.
    name: "akiba sealer",
    failing: "the audit log could not be sealed",
    round: async (db) => {
      const look = LOOKS.find(({ every }) => rounds % every === 0);
      await seal(db, look?.backMs ?? 0);
      rounds++;
    },
    last: (db) => seal(db, 2 * MINUTE_MS),
  });
}

// Where audit log and journal ended at which moment, as far back as somebody wants to look behind their newest entries.

type Watermark = { at: number; ends: LogEnds };

// What was being written when the first watermark was noted is not so many numbers behind it.
const BEFORE_FIRST = 5_000;

/** Moments are milliseconds; `backMs` is the longest way that is looked back. */
export function startLogWatermarks(backMs: number) {
  let watermarks: Watermark[] = [];
  return {
    /** Everything up to `ends` that was committed before `at` has been seen to. */
    note(at: number, ends: LogEnds): void {
      const last = watermarks.at(-1)?.ends;
      if (last?.audit === ends.audit && last.entry === ends.entry) return;
      if (last === undefined) watermarks = [{ at: -Infinity, ends: before(ends) }];
      const oldest = watermarks.findLastIndex((watermark) => watermark.at <= at - backMs);
      watermarks = [...watermarks.slice(Math.max(oldest, 0)), { at, ends }];
    },
    /** Where they ended then, or further back; undefined before the first watermark. */
    asOf(moment: number): LogEnds | undefined {
      return watermarks.findLast(({ at }) => at <= moment)?.ends;
    },
  };
}

function before({ audit, entry }: LogEnds): LogEnds {
  const back = BigInt(BEFORE_FIRST);
  return { audit: audit > back ? audit - back : 0n, entry: Math.max(0, entry - BEFORE_FIRST) };
}

// So many rows taken out of the queue make it worth tidying.
const TIDY_AFTER = 2_000;

/**
 * Keeps the sums of the books close behind the postings, whichever server gets to them, and behind them what is open between books and
 * statements. Balances are right without it; it keeps short what is added on top of the sums.
 */
export function startBalanceProjection(parts: {
  connection: ConnectionOptions;
  log: FastifyBaseLogger;
}): Follower {
  let untidied = 0;
  return followCommits(parts, {
    name: "akiba summer",
    failing: "new postings could not be summed",
    round: async (db) => {
      untidied += await sumPostings(db);
      untidied += await settleOpenItems(db);
      untidied += await indexNewLines(db);
      if (untidied < TIDY_AFTER) return;
      await vacuumQueue(db);
      untidied = 0;
    },
    last: async (db: Database) => {
      await sumPostings(db);
      await settleOpenItems(db);
      await indexNewLines(db);
    },
  });
}

// Follows what changed between books and statements, so that a reconciliation looks at what is open alone
// (0087-reconciliation-open-items.sql). The figures are exact without it; it keeps short what they look at on top.

const BATCH = 2_000;
const INDEXED = 500;

/** Works out the days on which each changed line and entry is open; gives how many changes that were, 0 also while another server does it. */
export async function settleOpenItems(db: Database): Promise<number> {
  for (let total = 0; ;) {
    const { rows } = await sql<{ settled: number }>`
      SELECT settle_reconciliation(${BATCH}) AS settled`.execute(db);
    const settled = rows[0]?.settled ?? 0;
    total += settled;
    if (settled < BATCH) return total;
  }
}

/** Makes new lines found by their words; gives how many that were. */
export async function indexNewLines(db: Database): Promise<number> {
  for (let total = 0; ;) {
    const { rows } = await sql<{ indexed: number }>`
      SELECT index_statement_lines(${INDEXED}) AS indexed`.execute(db);
    const indexed = rows[0]?.indexed ?? 0;
    total += indexed;
    if (indexed < INDEXED) return total;
  }
}
