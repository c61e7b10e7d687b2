// The nightly backup into a folder; removes those past their days, weeks and months.
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeBackup } from "#server/backup/backup-file.ts";
import { backupName, findOutlived } from "#server/backup/backup-name.ts";
import { keepBackupRun } from "#server/backup/backup-runs.ts";
import { openSigningKey } from "#server/backup/signature.ts";
import { listHead } from "#server/backup/stored-heads.ts";
import { letter } from "#server/core/mail/letters.ts";
import { notifyOfficials, notice } from "#server/core/mail/notify.ts";
import { inTransaction, type ConnectionOptions, type Database } from "#server/db/connection.ts";

type Destination = { folder: string; recipient: string | null; signingKeyFile: string };

/** A failure is stored and mailed to the officials; the next night tries again. */
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
