// npm run backup [-- --to FILE] [--recipient age1…]: writes the whole database into one file. It changes nothing in the
// books.
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { backupName, listHead, writeBackup } from "#server/backup/backup-folder.ts";
import { keepBackupRun, keepsBackupRuns } from "#server/backup/backup-runs.ts";
import { newBackupKey } from "#server/backup/packed-file.ts";
import { openSigningKey, type Origin } from "#server/backup/signature.ts";
import { describeBooks, describeOrigin, secondsSince } from "#server/backup/print-proof.ts";
import {
  inTransaction,
  openDatabase,
  openPool,
  type ConnectionOptions,
} from "#server/db/connection.ts";
import { openGuard } from "#server/db/seen-database.ts";
import { openPostgres } from "#server/db/open-database.ts";
import { groupOption, readOwnConfig } from "#server/host/own-config.ts";
import type { Config } from "#server/platform/config.ts";
import { BackupError, readOptions, runCommand } from "#server/platform/command.ts";

const USAGE = `Usage: npm run backup [-- --to FILE] [--recipient age1…] [--group NAME]
       npm run backup -- --new-key FILE
Without --to it goes to BACKUP_DIR, or to the folder backups of DATA_DIR. It is encrypted for --recipient or
BACKUP_RECIPIENT, a public key. --new-key makes a pair of keys: keep the file it writes away from this machine.`;

await runCommand(async () => {
  const options = {
    ...groupOption,
    to: { type: "string" },
    recipient: { type: "string" },
    "new-key": { type: "string" },
  } as const;
  const command = readOptions(USAGE, () => parseArgs({ options }).values);
  const keyFile = command["new-key"];
  if (keyFile !== undefined) await writeNewKey(resolve(keyFile));
  else await backUp(await readOwnConfig(command.group), command);
});

async function writeNewKey(file: string): Promise<void> {
  if (existsSync(file)) throw new BackupError(`${file} is there already and is not overwritten.`);
  const { identity, recipient } = await newBackupKey();
  await writeFile(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: "wx" });
  console.log(
    `The secret key is in ${file}. Keep it where this server cannot read it, and keep a copy.`,
  );
  console.log(`Backups are encrypted for it with BACKUP_RECIPIENT=${recipient}`);
}

async function backUp(
  config: Config,
  command: { to?: string | undefined; recipient?: string | undefined },
) {
  const begin = performance.now();
  const madeAt = new Date();
  const recipient = command.recipient ?? config.backupRecipient;
  const folder = config.backupDir ?? join(config.dataDir, "backups");
  const file =
    command.to === undefined
      ? join(folder, backupName(madeAt, recipient !== null))
      : resolve(command.to);
  if (existsSync(file)) throw new BackupError(`${file} is there already and is not overwritten.`);
  const postgres = await openPostgres(config, () => undefined, {
    guard: await openGuard(config.dataDir),
  });
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const key = await openSigningKey(config.signingKeyFile);
    const written = await writeBackup(postgres.owner, { file, recipient, madeAt, key });
    if (command.to === undefined)
      await listHead(folder, { file: basename(file), head: written.manifest.log_head ?? null });
    await remember(postgres.owner, {
      startedAt: madeAt,
      isEncrypted: recipient !== null,
      ...written,
    });
    console.log(
      `${file}: ${written.bytes} bytes, ${recipient === null ? "not encrypted" : "encrypted"}`,
    );
    for (const line of describeOrigin(written.origin, key.fingerprint)) console.log(line);
    for (const line of describeBooks(written.manifest)) console.log(line);
    console.log(`Written in ${secondsSince(begin)}.`);
  } finally {
    await postgres.leave();
  }
}

async function remember(
  connection: ConnectionOptions,
  run: { startedAt: Date; isEncrypted: boolean; file: string; bytes: number; origin: Origin },
): Promise<void> {
  const pool = openPool(connection, 1);
  const db = openDatabase(pool);
  const file = run.file.slice(run.file.lastIndexOf("/") + 1);
  if (await keepsBackupRuns(db))
    await inTransaction(db, (tx) => keepBackupRun(tx, { ...run, file, finishedAt: new Date() }));
  await pool.end();
}
