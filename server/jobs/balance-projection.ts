// Keeps the sums of the books close behind the postings, whichever server gets to them. Balances are right without it;
// it only keeps what is added on top of the sums short. What is open between books and statements follows behind.
import type { FastifyBaseLogger } from "fastify";
import { sumPostings, vacuumQueue } from "#server/core/ledger/project-balances.ts";
import { indexNewLines, settleOpenItems } from "#server/core/statements/settle-open-items.ts";
import type { ConnectionOptions, Database } from "#server/db/connection.ts";
import { followCommits, type Follower } from "./commit-follower.ts";

// So many rows taken out of the queue make it worth tidying.
const TIDY_AFTER = 2_000;

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
