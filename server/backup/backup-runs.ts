// How the backups went: stored in the database, so that officials see when the last one was made, from whichever server.
import { sql } from "kysely";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { Origin } from "./signature.ts";

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

/** A database of an older release keeps no account of its backups, or another one. */
export async function keepsBackupRuns(reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT EXISTS (
      SELECT FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = 'backup_runs' AND column_name = 'signer') AS exists`.execute(
    reader,
  );
  return rows[0]?.exists === true;
}
