// npm run accept-database: accepts a database that is older than what the server has seen (SAFE-25).
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import { acceptOlder } from "#server/backup/change-database.ts";
import { describeUnsent } from "#server/backup/print-proof.ts";
import { openPostgres } from "#server/db/open-database.ts";
import { refuseOptions, runCommand } from "#server/platform/command.ts";
import { readConfig } from "#server/platform/config.ts";

await runCommand(async () => {
  refuseOptions("Usage: npm run accept-database, without options.");
  const config = readConfig(process.env);
  const postgres = await openPostgres(config, () => undefined);
  try {
    const { seen, wasBehind, unsent } = await acceptOlder(
      config.dataDir,
      postgres.owner,
      new Date(),
    );
    const { size, root } = seen;
    console.log(
      root === null
        ? "Accepted a database whose log has no entry yet."
        : `Accepted the database whose log has ${size} entries, fingerprint ${writeFingerprint(root)}.`,
    );
    console.log(
      wasBehind
        ? "What was seen of a newer one is forgotten: members' proofs made on it no longer hold."
        : "Nothing newer was seen, so that there was nothing to accept.",
    );
    for (const line of describeUnsent(unsent)) console.log(line.trim());
  } finally {
    await postgres.leave();
  }
});
