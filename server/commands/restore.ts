// npm run restore -- --from FILE [--identity FILE]: restores a backup into an empty database, and proves it equal to
// its manifest. From a folder it restores the archive of the log, up to its end or to a moment.
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { bringBack, readTimeTarget } from "#server/archive/bring-back.ts";
import { readBackup } from "#server/backup/backup-folder.ts";
import { BrokenBooks, loadDatabase } from "#server/backup/load-database.ts";
import { readingIdentity } from "#server/backup/packed-file.ts";
import {
  describeBreaches,
  describeOrigin,
  describeRestored,
  secondsSince,
} from "#server/backup/print-proof.ts";
import { findSigningKey } from "#server/backup/signature.ts";
import { acceptDatabase } from "#server/db/seen-database.ts";
import { openPostgres } from "#server/db/open-database.ts";
import { BackupError, readOptions, runCommand, UsageError } from "#server/platform/command.ts";
import { readConfig } from "#server/platform/config.ts";

const USAGE = `Usage: npm run restore -- --from FILE [--identity FILE] [--signer FINGERPRINT] [--accept-unsigned] [--accept-broken]
       npm run restore -- --from DIR [--identity FILE] [--to-time 2026-11-22T18:30] [--accept-broken]
Into the database that DATABASE_URL or DATA_DIR names, which must be empty. --identity names the file of the secret
key of an encrypted backup. --signer names the key that must have signed it, as a backup and Admin show it.
--accept-unsigned restores a backup that nobody signed, or whose signature does not fit. --accept-broken restores books that break invariants, as they are. DIR is BACKUP_DIR, or a folder log-… of it: its newest base
backup and the log that followed, into an empty DATA_DIR, up to --to-time (in Nairobi, or with an offset) or to the end.`;

await runCommand(async () => {
  const options = {
    from: { type: "string" },
    identity: { type: "string" },
    signer: { type: "string" },
    "accept-unsigned": { type: "boolean" },
    "accept-broken": { type: "boolean" },
    "to-time": { type: "string" },
  } as const;
  const command = readOptions(USAGE, () => parseArgs({ options }).values);
  if (command.from === undefined) throw new UsageError(USAGE);
  const file = requireFile(command.from);
  const keyFile = command.identity === undefined ? null : requireFile(command.identity);
  const until = command["to-time"] === undefined ? null : readTimeTarget(command["to-time"]);
  const acceptBroken = command["accept-broken"] === true;
  if (statSync(file).isDirectory())
    return bringBack(readConfig(process.env), { from: file, keyFile, until, acceptBroken });
  if (until !== null) throw new UsageError(`--to-time goes with a folder.\n${USAGE}`);

  const begin = performance.now();
  const config = readConfig(process.env);
  const own = await findSigningKey(config.signingKeyFile);
  const postgres = await openPostgres(config, () => undefined);
  try {
    const restored = await loadDatabase(
      postgres.owner,
      readBackup(file, readingIdentity(keyFile)),
      {
        acceptBroken,
        acceptUnsigned: command["accept-unsigned"] === true,
        signer: command.signer ?? null,
      },
    );
    await acceptDatabase(config.dataDir, postgres.owner, new Date());
    for (const line of describeBreaches(restored.verdict)) console.error(line);
    console.log(`Restored the backup of ${restored.manifest.made_at}:`);
    for (const line of describeOrigin(restored.origin, own?.fingerprint ?? null)) console.log(line);
    for (const line of describeRestored(restored)) console.log(line);
    console.log(`Done in ${secondsSince(begin)}.`);
    if (restored.verdict.breaches.length > 0) process.exitCode = 1;
  } catch (error) {
    if (error instanceof BrokenBooks)
      for (const line of describeBreaches(error.verdict)) console.error(line);
    throw error;
  } finally {
    await postgres.leave();
  }
});

function requireFile(path: string): string {
  const file = resolve(path);
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  return file;
}
