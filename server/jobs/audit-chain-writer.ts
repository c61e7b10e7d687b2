// Seals the audit log while the server runs: within a second of each commit, on whichever server gets to it.
import type { FastifyBaseLogger } from "fastify";
import {
  LOG_START,
  readLogEnds,
  sealAudit,
  type LogEnds,
} from "#server/core/audit-log/audit-chain.ts";
import type { ConnectionOptions, Database } from "#server/db/connection.ts";
import { followCommits, type Follower } from "./commit-follower.ts";

const MINUTE = 60_000;

// How far a round looks back for an entry that was numbered early and committed late: usually longer than an action
// takes, sometimes much further. The first round looks at everything.
const LOOKS: readonly { every: number; backMs: number }[] = [
  { every: 3_000, backMs: 20 * MINUTE },
  { every: 100, backMs: 30_000 },
  { every: 1, backMs: 1_000 },
];

export function startAuditChainWriter(parts: {
  connection: ConnectionOptions;
  log: FastifyBaseLogger;
}): Follower {
  const watermarks = startLogWatermarks(20 * MINUTE);
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
    },
    last: (db) => seal(db, 2 * MINUTE),
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
