// npm run accept-database: says yes to a database that is behind what the server has seen (SAFE-25).
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import { openPostgres } from "#server/db/open-database.ts";
import { acceptDatabase } from "#server/db/seen-database.ts";
import { runCommand } from "#server/platform/command.ts";
import { readConfig } from "#server/platform/config.ts";

await runCommand(async () => {
  const config = readConfig(process.env);
  const postgres = await openPostgres(config, () => undefined);
  try {
    const { size, root } = await acceptDatabase(config.dataDir, postgres.owner, new Date());
    console.log(
      root === null
        ? "Accepted a database whose log has no entry yet."
        : `Accepted the database whose log has ${size} entries, fingerprint ${writeFingerprint(root)}.`,
    );
    console.log(
      "What was seen of a newer one is forgotten: members' proofs made on it no longer hold.",
    );
  } finally {
    await postgres.leave();
  }
});
