// npm run restore -- --from DIR: restores the archive into an empty data folder, proves it, and reports.
import { rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { nairobiIso } from "#domain/calendar.ts";
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import { madeAtOf } from "#server/backup/backup-folder.ts";
import { leftOut } from "#server/backup/manifest.ts";
import { readingIdentity } from "#server/backup/packed-file.ts";
import { describeBreaches, describeUnsent, secondsSince } from "#server/backup/print-proof.ts";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { askIn, leaveUnsent, type LeftUnsent } from "#server/core/notices/settle-message.ts";
import { openDatabase, openPool, type ConnectionOptions } from "#server/db/connection.ts";
import { openMigratedDatabase, type OpenDatabase } from "#server/db/open-database.ts";
import { acceptDatabase } from "#server/db/seen-database.ts";
import { BackupError, UsageError } from "#server/platform/command.ts";
import type { Config } from "#server/platform/config.ts";
import { readEvidence } from "#server/verify/evidence.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { restoreArchive } from "./restore-archive.ts";

/** Refuses books that break invariants, unless `acceptBroken`, and then leaves nothing behind. */
export async function bringBack(
  config: Pick<Config, "dataDir" | "databaseUrl">,
  params: { from: string; keyFile: string | null; until: Date | null; acceptBroken: boolean },
): Promise<void> {
  const { from, keyFile, until, acceptBroken } = params;
  if (config.databaseUrl !== null)
    throw new BackupError(
      "An archive is brought back into a data folder: unset DATABASE_URL and name an empty folder by DATA_DIR.",
    );
  const begin = performance.now();
  const readIdentity = readingIdentity(keyFile);
  const restored = await restoreArchive(config.dataDir, { from, until, readIdentity });
  const database = await openMigratedDatabase(config, () => undefined, null, { takesOlder: true });
  let unsent: LeftUnsent;
  let proof: Awaited<ReturnType<typeof prove>>;
  try {
    unsent = await signEverybodyOut(database.owner);
    proof = await prove(database, { from, until });
    if (proof.breaches.length === 0 || acceptBroken)
      await acceptDatabase(config.dataDir, database.owner, new Date());
  } finally {
    await database.close();
  }
  for (const line of describeBreaches(proof)) console.error(line);
  if (proof.breaches.length > 0 && !acceptBroken) {
    await rm(restored.directory, { recursive: true, force: true });
    throw new BackupError(
      "The books in this archive break what must hold of them; nothing was restored.",
    );
  }
  console.log(`Restored ${restored.folder}:`);
  console.log(
    `  the base backup of ${inSeconds(restored.baseAt)} and ${restored.segments} segments of the log`,
  );
  if (restored.brokenAt !== null)
    console.log(
      `  THE LOG IS NOT WHOLE: ${restored.brokenAt} is missing or damaged, and what came after it is not restored`,
    );
  for (const other of restored.others)
    console.log(`  not taken: ${other}, which --from can name instead`);
  console.log(`  ${proof.checked - proof.breaches.length} of ${proof.checked} invariants hold`);
  if (proof.log !== null)
    console.log(
      `  log: ${proof.log.size} entries, fingerprint ${writeFingerprint(proof.log.root.toString("hex"))}; ${proof.heads} noted heads compared`,
    );
  console.log("  nobody is signed in, and links that were mailed before open nothing");
  for (const line of describeUnsent(unsent)) console.log(line);
  console.log(`  last change: ${inSeconds(restored.lastChange)}`);
  console.log(`Done in ${secondsSince(begin)}.`);
  if (proof.breaches.length > 0) process.exitCode = 1;
}

/** Checks every invariant, and the log against the tree heads that were noted up to `until`. */
async function prove(
  { db, connection, owner }: Pick<OpenDatabase, "db" | "connection" | "owner">,
  { from, until }: { from: string; until: Date | null },
) {
  // Seals what was committed last, as a server would within a second.
  await sealAudit(db);
  const backupDir = basename(from).startsWith("log-") ? dirname(from) : from;
  const evidence = await readEvidence({
    server: connection,
    owner,
    isEmbedded: true,
    // What this machine's server saw later than the moment brought back is no fault.
    dataDir: null,
    backupDir,
  });
  const heads = evidence.heads.filter(({ whence }) => {
    const madeAt = madeAtOf(whence);
    return until === null || madeAt === null || madeAt <= until;
  });
  return { ...(await verifyBooks(db, { ...evidence, heads })), heads: heads.length };
}

const STAYS = new Set(["migrations", "mails"]);

/** Does as the restore of a backup (SAFE-12). Waiting mail is still sent, except that of notices (NOTE-4). */
async function signEverybodyOut(owner: ConnectionOptions): Promise<LeftUnsent> {
  const pool = openPool(owner, 1);
  const db = openDatabase(pool);
  try {
    return await db.transaction().execute(async (tx) => {
      for (const table of Object.keys(leftOut).filter((name) => !STAYS.has(name)))
        await tx.deleteFrom(table as "sessions").execute();
      return leaveUnsent(askIn(tx), new Date());
    });
  } finally {
    await pool.end();
  }
}

/** `2026-11-22T18:30:05+03:00`. */
function inSeconds(moment: Date): string {
  return nairobiIso(moment).replace(/\.\d+/, "");
}

// The moment to go back to, as an option of the command.

const MOMENT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(Z|[+-]\d\d:\d\d)?$/;

/** Parses `2026-11-22T18:30`, also with seconds and an offset; without an offset it is Nairobi's time. */
export function readTimeTarget(text: string): Date {
  const [, minutes, seconds = ":00", offset = "+03:00"] = MOMENT.exec(text) ?? [];
  const moment = new Date(`${minutes}${seconds}${offset}`);
  // JavaScript reads 30 February as a day of March.
  const isReal =
    !Number.isNaN(moment.getTime()) &&
    new Date(`${minutes}${seconds}Z`).toISOString().startsWith(`${minutes}${seconds}`);
  if (minutes === undefined || !isReal)
    throw new UsageError(
      `--to-time takes a moment such as 2026-11-22T18:30 (in Nairobi), also with seconds or an offset, not "${text}".`,
    );
  return moment;
}
