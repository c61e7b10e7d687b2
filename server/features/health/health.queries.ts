// How the last check of the books and the last backup went.
import type { BackupView, VerifyView } from "#contract/health.ts";
import { nairobiIso } from "#domain/calendar.ts";
import type { Reader } from "#server/db/connection.ts";
import { readLastVerifyRun } from "#server/verify/verify-runs.ts";

export async function readHealthDetails(
  reader: Reader,
): Promise<{ verify: VerifyView | null; backup: BackupView | null }> {
  return { verify: await readVerify(reader), backup: await readBackup(reader) };
}

/** The last check; null before the first. */
export async function readVerify(reader: Reader): Promise<VerifyView | null> {
  const run = await readLastVerifyRun(reader);
  if (run === null) return null;
  const { finished_at: at, ...verdict } = run;
  return { at: nairobiIso(at), ...verdict };
}

async function readBackup(reader: Reader): Promise<BackupView | null> {
  const run = await reader
    .selectFrom("backup_runs")
    .select(["finished_at", "bytes", "is_encrypted", "failure", "signer", "manifest_sha256"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (run === undefined) return null;
  return {
    at: nairobiIso(run.finished_at),
    ok: run.failure === null,
    bytes: run.bytes === null ? null : Number(run.bytes),
    encrypted: run.is_encrypted,
    failure: run.failure,
    signer: run.signer,
    digest: run.manifest_sha256?.toString("hex") ?? null,
  };
}
