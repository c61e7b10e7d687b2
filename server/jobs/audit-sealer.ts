// Keeps the audit log sealed while the server runs: within a second of each commit, whichever server gets to it.
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { sealAudit } from "#server/core/audit-chain.ts";
import { openDatabase, openPool, type ConnectionOptions } from "#server/db/connection.ts";

/** By this name `verify` knows that a sealer is at work. */
const NAME = "akiba sealer";
const ROUND_MS = 400;
const AFTER_FAILURE_MS = 2_000;
// At the start, and then now and again, for what nothing recent leads to.
const WHOLE_LOG_MS = 10 * 60_000;

export function startAuditSealer(parts: {
  connection: ConnectionOptions;
  log: FastifyBaseLogger;
}): { stop(): Promise<void> } {
  const pool = openPool(parts.connection, 1, NAME);
  const db = openDatabase(pool);
  const stopping = new AbortController();
  const pause = (ms: number) =>
    wait(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);

  const work = async () => {
    let wholeLogDue = 0;
    while (!stopping.signal.aborted) {
      const recent = Date.now() < wholeLogDue;
      try {
        await sealAudit(db, { recent });
        if (!recent) wholeLogDue = Date.now() + WHOLE_LOG_MS;
        await pause(ROUND_MS);
      } catch (error) {
        parts.log.warn({ err: error }, "the audit log could not be sealed; trying again");
        wholeLogDue = 0;
        await pause(AFTER_FAILURE_MS);
      }
    }
  };
  const working = work();

  return {
    /** Call when nothing is written any more: what is left is sealed before it ends. */
    stop: async () => {
      stopping.abort();
      await working;
      await sealAudit(db).catch((error: unknown) =>
        parts.log.warn({ err: error }, "the audit log could not be sealed at the end"),
      );
      await pool.end();
    },
  };
}
