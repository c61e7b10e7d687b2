// Keeps the audit log sealed while the server runs: within a second of each commit, whichever server gets to it.
import type { FastifyBaseLogger } from "fastify";
import { sealAudit } from "#server/core/audit-chain.ts";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { followCommits, type Follower } from "./commit-follower.ts";

// At the start, after a failure, and then now and again, for what nothing recent leads to.
const WHOLE_LOG_MS = 10 * 60_000;

export function startAuditSealer(parts: {
  connection: ConnectionOptions;
  log: FastifyBaseLogger;
}): Follower {
  let wholeLogDue = 0;
  return followCommits(parts, {
    // By this name `verify` knows that a sealer is at work.
    name: "akiba sealer",
    failing: "the audit log could not be sealed",
    round: async (db, after) => {
      const recent = Date.now() < wholeLogDue && !after.failure;
      await sealAudit(db, { recent });
      if (!recent) wholeLogDue = Date.now() + WHOLE_LOG_MS;
    },
    last: (db) => sealAudit(db),
  });
}
