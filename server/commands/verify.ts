// npm run verify: checks every invariant of the books; exits with 1 and prints the offending ids if one is broken.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import { openMigratedDatabase } from "#server/db/open-database.ts";
import { groupOption, readOwnConfig } from "#server/host/own-config.ts";
import { readOptions, runCommand } from "#server/platform/command.ts";
import { notCompared, readEvidence } from "#server/verify/evidence.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";

await runCommand(async () => {
  const { group } = readOptions("Usage: npm run verify [-- --group NAME]", () =>
    parseArgs({ options: groupOption }),
  ).values;
  const config = await readOwnConfig(group);
  const database = await openMigratedDatabase(config, () => undefined, null, { takesOlder: true });
  try {
    const evidence = await readEvidence({
      server: database.connection,
      owner: database.owner,
      isEmbedded: config.databaseUrl === null,
      dataDir: config.dataDir,
      backupDir: config.backupDir ?? join(config.dataDir, "backups"),
    });
    const { checked, breaches, log } = await verifyBooks(database.db, evidence);
    for (const breach of breaches) {
      console.error(`BROKEN ${breach.name}: ${breach.holds}`);
      for (const { id, found } of breach.offenders) console.error(`  ${id}: ${found}`);
    }
    console.log(`${checked - breaches.length} of ${checked} invariants hold.`);
    for (const line of notCompared(evidence)) console.log(`Not compared: ${line}`);
    // Somebody who notes the fingerprint elsewhere can later prove that nobody has rewritten the log up to here.
    if (log !== null)
      console.log(
        `Log: ${log.size} entries, fingerprint ${writeFingerprint(log.root.toString("hex"))}`,
      );
    process.exitCode = breaches.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
});
