// Checks every invariant of docs/invariants.md on one snapshot of the database, each by plain SQL that returns the
// offenders. It uses no code that writes or reports the figures, so that one mistake cannot hide in both.
import { sql } from "kysely";
import type { Database } from "#server/db/connection.ts";
import { actorInvariants } from "./actor-invariants.ts";
import { askInvariants } from "./ask-invariants.ts";
import { collectionInvariants } from "./collection-invariants.ts";
import { causeInvariants } from "./cause-invariants.ts";
import { cashInvariants } from "./cash-invariants.ts";
import { clockInvariants } from "./clock-invariants.ts";
import { codeInvariants } from "./code-invariants.ts";
import {
  databaseInvariants,
  evidenceInvariants,
  sinceNewestHead,
  type Evidence,
} from "./evidence.ts";
import { fundInvariants } from "./fund-invariants.ts";
import { distributionInvariants } from "./distribution-invariants.ts";
import { rotationInvariants } from "./rotation-invariants.ts";
import { meetingInvariants } from "./meeting-invariants.ts";
import { fineInvariants, loanInvariants } from "./debt-invariants.ts";
import { guaranteeInvariants } from "./guarantee-invariants.ts";
import { loanChangeInvariants } from "./loan-change-invariants.ts";
import { lendingInvariants } from "./lending-invariants.ts";
import type { Invariant } from "./invariant.ts";
import { recordInvariants } from "./record-invariants.ts";
import { countInvariants, ledgerInvariants, sumInvariants } from "./ledger-invariants.ts";
import { payoutInvariants } from "./payout-invariants.ts";
import { liveInvariants } from "./live-invariants.ts";
import { ledgerItemInvariants } from "./ledger-item-invariants.ts";
import { auditInvariants, logInvariants, presentHead } from "./log-invariants.ts";
import {
  auditorInvariants,
  joiningInvariants,
  peopleInvariants,
  signInInvariants,
} from "./member-invariants.ts";
import { noticeInvariants } from "./notice-invariants.ts";
import { openingInvariants } from "./opening-invariants.ts";
import { approvalEvidenceInvariants, paymentInvariants } from "./payment-invariants.ts";
import { officeInvariants } from "./office-invariants.ts";
import { proposalInvariants } from "./proposal-invariants.ts";
import { settlementInvariants } from "./settlement-invariants.ts";
import { reconciliationInvariants } from "./reconciliation-invariants.ts";
import { statementInvariants } from "./statement-invariants.ts";
import { amountInvariants, witnessInvariants } from "./witness-invariants.ts";

export const invariants: readonly Invariant[] = [
  ...ledgerInvariants,
  ...sumInvariants,
  ...causeInvariants,
  ...paymentInvariants,
  ...approvalEvidenceInvariants,
  ...reconciliationInvariants,
  ...peopleInvariants,
  ...fineInvariants,
  ...loanInvariants,
  ...distributionInvariants,
  ...rotationInvariants,
  ...meetingInvariants,
  ...cashInvariants,
  ...collectionInvariants,
  ...fundInvariants,
  ...lendingInvariants,
  ...guaranteeInvariants,
  ...loanChangeInvariants,
  ...ledgerItemInvariants,
  ...settlementInvariants,
  ...openingInvariants,
  ...officeInvariants,
  ...joiningInvariants,
  ...proposalInvariants,
  ...signInInvariants,
  ...clockInvariants,
  ...auditInvariants,
  ...actorInvariants,
  ...logInvariants,
  ...countInvariants,
  ...amountInvariants,
  ...witnessInvariants,
  ...auditorInvariants,
  ...statementInvariants,
  ...codeInvariants,
  ...askInvariants,
  ...liveInvariants,
  ...payoutInvariants,
  ...noticeInvariants,
  ...recordInvariants,
  ...databaseInvariants,
];

export type Breach = { name: string; holds: string; offenders: { id: number; found: string }[] };
export type Verdict = { checked: number; breaches: Breach[] };

const SHOWN = 20;

/** The extent of the books: the number of journal entries, the last seal of the audit log, and the log's tree head. */
type Stand = {
  entries: number;
  head: { seq: bigint; hash: Buffer } | null;
  log: { size: bigint; root: Buffer } | null;
  /** How many audit entries are newer than the newest head stored outside of the database; null if nothing outside was read. */
  newer: { entries: number; hasHead: boolean } | null;
};

/**
 * Returns the invariants that do not hold, each with its first 20 offenders; only reads. `evidence` comes from outside
 * of the database; null, in tests, skips the invariants that need it.
 */
export async function verifyBooks(
  db: Database,
  evidence: Evidence | null = null,
): Promise<Verdict & Stand> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await sql`SET LOCAL statement_timeout = '10min'`.execute(tx);
      // Lets PostgreSQL compare millions of rows in memory instead of in files.
      await sql`SET LOCAL work_mem = '64MB'`.execute(tx);
      // A second process helps with large tables. Passing rows on is free, since there are no offenders to pass.
      await sql`SET LOCAL max_parallel_workers_per_gather = 1`.execute(tx);
      await sql`SET LOCAL parallel_tuple_cost = 0`.execute(tx);
      const verdict = await checkBooks(
        async (text) => (await sql.raw<Offender>(text).execute(tx)).rows,
        evidence,
      );
      const counted = await sql<{ entries: number }>`
        SELECT count(*)::int AS entries FROM entries`.execute(tx);
      const last = await sql<{ seq: bigint; hash: Buffer }>`
        SELECT seq, hash FROM audit_seals ORDER BY seq DESC LIMIT 1`.execute(tx);
      const tree = await sql.raw<{ size: bigint; root: Buffer | null }>(presentHead).execute(tx);
      const { size, root } = tree.rows[0] ?? { size: 0n, root: null };
      const newest = evidence === null ? null : sinceNewestHead(evidence);
      const newer =
        newest === null
          ? null
          : {
              entries:
                (await sql.raw<{ entries: number }>(newest.sql).execute(tx)).rows[0]?.entries ?? 0,
              hasHead: newest.size > 0,
            };
      return {
        ...verdict,
        entries: counted.rows[0]?.entries ?? 0,
        head: last.rows[0] ?? null,
        log: root === null ? null : { size, root },
        newer,
      };
    });
}

type Offender = { id: number | bigint | string; found: string };

/**
 * As `verifyBooks` with any function that queries the database. The caller must ensure that all queries see one state.
 */
export async function checkBooks(
  ask: (text: string) => Promise<readonly Offender[]>,
  evidence: Evidence | null = null,
): Promise<Verdict> {
  const breaches: Breach[] = [];
  const requested = [...invariants, ...(evidence === null ? [] : evidenceInvariants(evidence))];
  // PostgreSQL writes moments in JSON in the session's zone, and hashes are made of this JSON.
  await ask("SELECT 0 AS id, set_config('TimeZone', 'UTC', true) AS found");
  for (const { name, holds, sql: text } of requested) {
    // OFFSET 0 makes PostgreSQL plan for all rows. With LIMIT it would plan for the first of many, and there are none.
    const rows = await ask(
      `SELECT id, found FROM (SELECT * FROM (${text}) wanted OFFSET 0) offenders ORDER BY id LIMIT ${SHOWN}`,
    );
    const offenders = rows.map(({ id, found }) => ({ id: Number(id), found }));
    if (offenders.length > 0) breaches.push({ name, holds, offenders });
  }
  return { checked: requested.length, breaches };
}
