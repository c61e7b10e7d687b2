// Makes the nightly backup, and stores the result of each backup in the database, so that officials see the last one,
// whichever server made it.
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { letter } from "#server/core/mail/letters.ts";
import { notifyOfficials, notice } from "#server/core/notices/notify.ts";
import {
  type Reader,
  type Tx,
  inTransaction,
  type ConnectionOptions,
  type Database,
} from "#server/db/connection.ts";
import { type Origin, openSigningKey } from "./signature.ts";
import { backupName, findOutlived, listHead, writeBackup } from "./backup-folder.ts";

type Destination = { folder: string; recipient: string | null; signingKeyFile: string };

/**
 * Backs up into a folder, and removes backups that are no longer needed. Stores a failure and mails it to the
 * officials; the next night tries again.
 */
export async function backUpNightly(
  { db, connection }: { db: Database; connection: ConnectionOptions },
  { folder, recipient, signingKeyFile }: Destination,
  now: () => Date,
): Promise<void> {
  const startedAt = now();
  const isEncrypted = recipient !== null;
  const name = backupName(startedAt, isEncrypted);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, name);
    const key = await openSigningKey(signingKeyFile);
    const written = await writeBackup(connection, { file, recipient, madeAt: startedAt, key });
    const { bytes, origin, manifest } = written;
    await listHead(folder, { file: name, head: manifest.log_head ?? null });
    await inTransaction(db, (tx) =>
      keepBackupRun(tx, { startedAt, finishedAt: now(), isEncrypted, file: name, bytes, origin }),
    );
    for (const outlived of findOutlived(await readdir(folder))) await rm(join(folder, outlived));
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    await inTransaction(db, async (tx) => {
      await keepBackupRun(tx, { startedAt, finishedAt: now(), isEncrypted, failure });
      await notifyOfficials(tx, {
        letter: letter("backupFailed", { failure }),
        notice: notice("backup_failed", { failure }),
        now: startedAt,
      });
    });
  }
}

/** The last backup that was made and signed; null before the first. */
export async function readLastSigned(
  reader: Reader,
): Promise<{ finishedAt: Date; digest: string; signer: string } | null> {
  const run = await reader
    .selectFrom("backup_runs")
    .select(["finished_at as finishedAt", "manifest_sha256", "signer"])
    .where("signer", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (run === undefined || run.manifest_sha256 === null || run.signer === null) return null;
  return {
    finishedAt: run.finishedAt,
    digest: run.manifest_sha256.toString("hex"),
    signer: run.signer,
  };
}

const RUNS_STORED = 100;

type Outcome = { file: string; bytes: number; origin: Origin } | { failure: string };

export async function keepBackupRun(
  tx: Tx,
  run: { startedAt: Date; finishedAt: Date; isEncrypted: boolean } & Outcome,
): Promise<void> {
  await tx
    .insertInto("backup_runs")
    .values({
      started_at: run.startedAt,
      finished_at: run.finishedAt,
      is_encrypted: run.isEncrypted,
      ...("failure" in run
        ? { failure: run.failure }
        : {
            file: run.file,
            bytes: BigInt(run.bytes),
            manifest_sha256: Buffer.from(run.origin.digest, "hex"),
            signer: run.origin.signer,
          }),
    })
    .execute();
  await sql`
    DELETE FROM backup_runs WHERE id <= (SELECT max(id) FROM backup_runs) - ${RUNS_STORED}`.execute(
    tx,
  );
}

/**
 * Whether the database stores backup runs as this release does. False for an older release's, which has another table
 * or none.
 */
export async function keepsBackupRuns(reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT EXISTS (
      SELECT FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = 'backup_runs' AND column_name = 'signer') AS exists`.execute(
    reader,
  );
  return rows[0]?.exists === true;
}
