// npm run move -- --to DATABASE_URL: moves the group to another, empty database, and proves the two equal.
import { parseArgs } from "node:util";
import { BrokenBooks } from "#server/backup/load-database.ts";
import { moveDatabase } from "#server/backup/change-database.ts";
import {
  describeBreaches,
  describeOrigin,
  describeRestored,
  secondsSince,
} from "#server/backup/print-proof.ts";
import { openSigningKey } from "#server/backup/signature.ts";
import { acceptDatabase, openGuard } from "#server/db/seen-database.ts";
import { connectionTo, openPostgres } from "#server/db/open-database.ts";
import { readOptions, runCommand, UsageError } from "#server/platform/command.ts";
import { readConfig } from "#server/platform/config.ts";

const USAGE = `Usage: npm run move -- --to postgres://user:password@host:5432/database
From the database that DATABASE_URL or DATA_DIR names to the one of --to, which must be empty. Stop the server first.`;

await runCommand(async () => {
  const command = readOptions(
    USAGE,
    () => parseArgs({ options: { to: { type: "string" } } }).values,
  );
  if (command.to === undefined || !/^postgres(ql)?:\/\//.test(command.to))
    throw new UsageError(USAGE);
  const begin = performance.now();
  const config = readConfig(process.env);
  const key = await openSigningKey(config.signingKeyFile);
  const postgres = await openPostgres(config, () => undefined, {
    guard: await openGuard(config.dataDir),
  });
  try {
    const target = connectionTo(command.to);
    const moved = await moveDatabase(postgres.owner, target, key);
    await acceptDatabase(config.dataDir, target, new Date());
    console.log("Moved:");
    for (const line of describeOrigin(moved.origin, key.fingerprint)) console.log(line);
    for (const line of describeRestored(moved)) console.log(line);
    if (moved.unsentMails > 0)
      console.log(`  ${moved.unsentMails} mails that waited to be sent stay behind`);
    console.log(
      `Done in ${secondsSince(begin)}. Start the server with DATABASE_URL set to it. In the old database nothing was changed, but that it sends no message that waited.`,
    );
  } catch (error) {
    if (error instanceof BrokenBooks)
      for (const line of describeBreaches(error.verdict)) console.error(line);
    throw error;
  } finally {
    await postgres.leave();
  }
});
