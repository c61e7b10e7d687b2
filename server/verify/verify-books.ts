// Runs every invariant on one snapshot of the database: what must hold after every storm (docs/invariants.md), each as plain SQL that
// returns the offenders. Nothing in it uses the code that writes or reports the figures, so that one mistake cannot hide in both.
import { sql } from "kysely";
import type { Database } from "#server/db/connection.ts";
import { databaseInvariants, evidenceInvariants, type Evidence } from "./evidence.ts";
import { fineInvariants, loanInvariants } from "./debt-invariants.ts";
import type { Invariant } from "./invariant.ts";
import { countInvariants, ledgerInvariants, sumInvariants } from "./ledger-invariants.ts";
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
import { officeInvariants, proposalInvariants } from "./proposal-invariants.ts";
import { settlementInvariants } from "./settlement-invariants.ts";
import { reconciliationInvariants, statementInvariants } from "./statement-invariants.ts";
import { amountInvariants, witnessInvariants } from "./witness-invariants.ts";

export const invariants: readonly Invariant[] = [
  ...ledgerInvariants,
  ...sumInvariants,
  ...paymentInvariants,
  ...approvalEvidenceInvariants,
  ...reconciliationInvariants,
  ...peopleInvariants,
  ...fineInvariants,
  ...loanInvariants,
  ...ledgerItemInvariants,
  ...settlementInvariants,
  ...openingInvariants,
  ...officeInvariants,
  ...joiningInvariants,
  ...proposalInvariants,
  ...signInInvariants,
  ...auditInvariants,
  ...logInvariants,
  ...countInvariants,
  ...amountInvariants,
  ...witnessInvariants,
  ...auditorInvariants,
  ...statementInvariants,
  ...noticeInvariants,
  ...databaseInvariants,
];

export type Breach = { name: string; holds: string; offenders: { id: number; found: string }[] };
export type Verdict = { checked: number; breaches: Breach[] };

const SHOWN = 20;

/** How much stood in the books: entries of the journal, the end of the sealed audit log, and the head of the log's tree. */
type Stand = {
  entries: number;
  head: { seq: bigint; hash: Buffer } | null;
  log: { size: bigint; root: Buffer } | null;
};

/**
 * The invariants that do not hold, each with its first offenders; reads only. `evidence` is what is known besides the
 * database, null in a test that is about nothing of it.
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
      // Millions of rows are compared in memory instead of in files.
      await sql`SET LOCAL work_mem = '64MB'`.execute(tx);
      // A second processor shares the questions about large tables. It hands over offenders, of which there are none.
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
      return {
        ...verdict,
        entries: counted.rows[0]?.entries ?? 0,
        head: last.rows[0] ?? null,
        log: root === null ? null : { size, root },
      };
    });
}

type Offender = { id: number | bigint | string; found: string };

/** The same by any way to ask the database, which sees to it that all questions see one state. */
export async function checkBooks(
  ask: (text: string) => Promise<readonly Offender[]>,
  evidence: Evidence | null = null,
): Promise<Verdict> {
  const breaches: Breach[] = [];
  const requested = [...invariants, ...(evidence === null ? [] : evidenceInvariants(evidence))];
  // A moment in JSON, of which hashes are made, is written in the session's zone.
  await ask("SELECT 0 AS id, set_config('TimeZone', 'UTC', true) AS found");
  for (const { name, holds, sql: text } of requested) {
    // OFFSET 0: planned to find every offender, of which there are none, and not the first few of an expected many.
    const rows = await ask(
      `SELECT id, found FROM (SELECT * FROM (${text}) wanted OFFSET 0) offenders ORDER BY id LIMIT ${SHOWN}`,
    );
    const offenders = rows.map(({ id, found }) => ({ id: Number(id), found }));
    if (offenders.length > 0) breaches.push({ name, holds, offenders });
  }
  return { checked: requested.length, breaches };
}
