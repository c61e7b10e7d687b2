// Background work that follows the commits, on a connection of its own (docs/decisions/017-out-of-the-way.md).
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
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
 * Runs `round` repeatedly until stopped, then `last`. Logs a failed round as `failing` and tries again. `name` is the
 * connection's name in PostgreSQL.
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
