// Updates the sums of the books soon after each posting, on whichever server gets to it. Balances are right without
// it; it keeps short what a reader has to add on top. The open items between books and statements follow too.
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import { sumPostings, vacuumQueue } from "#server/core/ledger/project-balances.ts";
import type { ConnectionOptions, Database } from "#server/db/connection.ts";
import { followCommits, type Follower } from "./commit-follower.ts";

// After this many rows taken out of the queue a vacuum is worth it.
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

// Follows changes between books and statements, so that a reconciliation reads only what is open
// (0087-reconciliation-open-items.sql). The figures are exact without it; it keeps short what a reader has to compute
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
