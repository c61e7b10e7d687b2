// Background work that follows the commits, each on a connection of its own (docs/decisions/017-out-of-the-way.md): the
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
import { sumPostings, vacuumQueue } from "#server/core/ledger/balances.ts";
import {
  openDatabase,
  openPool,
  type ConnectionOptions,
  type Database,
} from "#server/db/connection.ts";
import { LowPriorityClient } from "#server/platform/low-priority/low-priority.ts";

const ROUND_MS = 200;
/** For work that nobody waits for, after a round that found none. */
const IDLE_ROUND_MS = 1_000;
const AFTER_FAILURE_MS = 2_000;

export type Follower = { stop(): Promise<void> };

/**
 * Runs `round` repeatedly until stopped, then `last`. A round returns how many milliseconds to wait for the next. Logs a failed
 * round as `failing` and tries again. `name` is the connection's name in PostgreSQL.
 */
export function followCommits(
  parts: { connection: ConnectionOptions; log: FastifyBaseLogger },
  work: {
    name: string;
    failing: string;
    round: (db: Database) => Promise<number>;
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
        await pause(await work.round(db));
      } catch (error) {
        parts.log.warn({ err: error }, `${work.failing}; trying again`);
        await pause(AFTER_FAILURE_MS);
      }
    }
  };
  const following = follow();

  return {
    /** Call when nothing writes any more: finishes what is left. */
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

// How far a round looks back for an entry that was numbered early and committed late: usually longer than an action
// takes, sometimes much further. The first round looks at everything.
const LOOKS: readonly { every: number; backMs: number }[] = [
  { every: 3_000, backMs: 20 * MINUTE_MS },
  { every: 100, backMs: 30_000 },
  { every: 1, backMs: 1_000 },
];

/** Seals the audit log: within a second of each commit, on whichever server gets to it. */
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
    // `verify` recognises a running audit-chain writer by this name.
    name: "akiba sealer",
    failing: "the audit log could not be sealed",
    round: async (db) => {
      const look = LOOKS.find(({ every }) => rounds % every === 0);
      await seal(db, look?.backMs ?? 0);
      rounds++;
      return ROUND_MS;
    },
    last: (db) => seal(db, 2 * MINUTE_MS),
  });
}

// Where audit log and journal ended at which moment, as far back as a round may look.

type Watermark = { at: number; ends: LogEnds };

// Before the first note, entries in progress are at most this many numbers behind.
const BEFORE_FIRST = 5_000;

/** Moments are milliseconds; `backMs` is the longest look back. */
export function startLogWatermarks(backMs: number) {
  let watermarks: Watermark[] = [];
  return {
    /** Everything up to `ends` that was committed before `at` is processed. */
    note(at: number, ends: LogEnds): void {
      const last = watermarks.at(-1)?.ends;
      if (last?.audit === ends.audit && last.entry === ends.entry) return;
      if (last === undefined) watermarks = [{ at: -Infinity, ends: before(ends) }];
      const oldest = watermarks.findLastIndex((watermark) => watermark.at <= at - backMs);
      watermarks = [...watermarks.slice(Math.max(oldest, 0)), { at, ends }];
    },
    /** Where they ended then, or further back; undefined before the first note. */
    asOf(moment: number): LogEnds | undefined {
      return watermarks.findLast(({ at }) => at <= moment)?.ends;
    },
  };
}

function before({ audit, entry }: LogEnds): LogEnds {
  const back = BigInt(BEFORE_FIRST);
  return { audit: audit > back ? audit - back : 0n, entry: Math.max(0, entry - BEFORE_FIRST) };
}

// After this many rows taken out of the queue a vacuum is worth it.
const TIDY_AFTER = 2_000;

/**
 * Updates the sums of the books soon after each posting, on whichever server gets to it. Balances are right without it; it keeps short
 * what a reader has to add on top. The open items between books and statements follow too.
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
      const summed = await sumPostings(db);
      const settled = await settleOpenItems(db);
      const indexed = await indexNewLines(db);
      const done = summed + settled + indexed;
      untidied += done;
      if (untidied >= TIDY_AFTER) {
        await vacuumQueue(db);
        untidied = 0;
      }
      return done > 0 ? ROUND_MS : IDLE_ROUND_MS;
    },
    last: async (db: Database) => {
      await sumPostings(db);
      await settleOpenItems(db);
      await indexNewLines(db);
    },
  });
}

// Follows changes between books and statements, so that a reconciliation reads only what is open
// (server/db/functions/reconciliation.sql). The figures are exact without it; it keeps short what a reader has to compute
// on top.

const BATCH = 2_000;
const INDEXED = 500;

/**
 * Computes the days on which each changed line and entry is open; returns how many changes that were, 0 also while
 * another server does it.
 */
export async function settleOpenItems(db: Database): Promise<number> {
  for (let total = 0; ;) {
    const { rows } = await sql<{ settled: number }>`
      SELECT settle_reconciliation(${BATCH}) AS settled`.execute(db);
    const settled = rows[0]?.settled ?? 0;
    total += settled;
    if (settled < BATCH) return total;
  }
}

/** Indexes the words of new lines; returns how many. */
export async function indexNewLines(db: Database): Promise<number> {
  for (let total = 0; ;) {
    const { rows } = await sql<{ indexed: number }>`
      SELECT index_statement_lines(${INDEXED}) AS indexed`.execute(db);
    const indexed = rows[0]?.indexed ?? 0;
    total += indexed;
    if (indexed < INDEXED) return total;
  }
}
