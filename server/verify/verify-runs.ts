// Stores the results of `verify`. Officials see the last one, and are notified if something breaks.
import { sql } from "kysely";
import { witnessRecords } from "#server/core/audit-log/witness-records.ts";
import { brokenBooksLetter } from "#server/core/mail/composed-letters.ts";
import { notifyOfficials, notice } from "#server/core/notices/notify.ts";
import type { Database, Reader, Tx } from "#server/db/connection.ts";
import { inTransaction } from "#server/db/connection.ts";
import type { Evidence } from "./evidence.ts";
import { verifyBooks, type Breach } from "./verify-books.ts";

const RUNS_STORED = 400;

export type VerifyRun = {
  startedAt: Date;
  finishedAt: Date;
  checked: number;
  breaches: readonly Breach[];
  entries: number;
  head: { seq: bigint; hash: Buffer } | null;
  log: { size: bigint; root: Buffer } | null;
};

type Checking = { now: () => Date; evidence: () => Promise<Evidence> };

/** Checks every invariant and reads the extent of the books; writes nothing. */
export async function checkBooks(db: Database, { now, evidence }: Checking): Promise<VerifyRun> {
  const startedAt = now();
  const verdict = await verifyBooks(db, await evidence());
  return { startedAt, finishedAt: now(), ...verdict };
}

/**
 * The nightly check: stores its result with the log's tree head, notifies the officials of what broke, and has the audit log
 * witness what was sent and checked since the last one.
 */
export async function checkBooksAndKeep(db: Database, checking: Checking): Promise<void> {
  const run = await checkBooks(db, checking);
  await inTransaction(db, (tx) => keepVerifyRun(tx, run));
  await witnessRecords(db, checking.now());
}

/**
 * Stores a result, keeping the newest 400. Notifies all officials if an invariant broke that held at the check before.
 */
export async function keepVerifyRun(tx: Tx, run: VerifyRun): Promise<void> {
  const before = await readLastVerifyRun(tx);
  await tx
    .insertInto("verify_runs")
    .values({
      started_at: run.startedAt,
      finished_at: run.finishedAt,
      ok: run.breaches.length === 0,
      checked: run.checked,
      failures: JSON.stringify(run.breaches),
      entries: run.entries,
      audit_seq: run.head?.seq ?? null,
      audit_hash: run.head?.hash ?? null,
      log_size: run.log?.size ?? null,
      log_root: run.log?.root ?? null,
    })
    .execute();
  await sql`
    DELETE FROM verify_runs WHERE id <= (SELECT max(id) FROM verify_runs) - ${RUNS_STORED}`.execute(
    tx,
  );
  const known = new Set(before?.failures.map(({ name }) => name));
  if (run.breaches.some(({ name }) => !known.has(name)))
    await notifyOfficials(tx, {
      letter: brokenBooksLetter(run),
      notice: notice("books_broken", { broken: run.breaches.length, count: run.checked }),
      now: run.finishedAt,
    });
}

/** The last check; null before the first. */
export async function readLastVerifyRun(reader: Reader) {
  const run = await reader
    .selectFrom("verify_runs")
    .select(["finished_at", "ok", "checked", "failures"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return run === undefined ? null : { ...run, failures: run.failures as unknown as Breach[] };
}
