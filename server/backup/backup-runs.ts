// How the backups went: kept in the database, so that officials see when the last one was made, from whichever server.
import { sql } from "kysely";
import type { Reader, Tx } from "#server/db/connection.ts";

const RUNS_KEPT = 100;

type Outcome = { file: string; bytes: number } | { failure: string };

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
        : { file: run.file, bytes: BigInt(run.bytes) }),
    })
    .execute();
  await sql`
    DELETE FROM backup_runs WHERE id <= (SELECT max(id) FROM backup_runs) - ${RUNS_KEPT}`.execute(
    tx,
  );
}

/** A database of an older release keeps no account of its backups. */
export async function keepsBackupRuns(reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT to_regclass('backup_runs') IS NOT NULL AS exists`.execute(reader);
  return rows[0]?.exists === true;
}
