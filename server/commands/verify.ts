// npm run verify: checks every invariant of the books; exits with 1 and prints the offending ids if one is broken.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openMigratedDatabase } from "#server/db/open-database.ts";
import { groupOption, readOwnConfig } from "#server/host/own-config.ts";
import { readOptions, runCommand } from "#server/platform/command.ts";
import { readEvidence } from "#server/verify/evidence.ts";
import { reportOf } from "#server/verify/report-of.ts";
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
    const { broken, printed, exitCode } = reportOf(
      await verifyBooks(database.db, evidence),
      evidence,
    );
    for (const line of broken) console.error(line);
    for (const line of printed) console.log(line);
    process.exitCode = exitCode;
  } finally {
    await database.close();
  }
});
