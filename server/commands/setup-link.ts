// npm run setup-link: makes a link to set up the group; earlier links end (MEM-32).
import { parseArgs } from "node:util";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { makeSetupLink } from "#server/core/members/setup-links.ts";
import { openMigratedDatabase } from "#server/db/open-database.ts";
import { groupOption, readOwnConfig } from "#server/host/own-config.ts";
import { readOptions, runCommand, UsageError } from "#server/platform/command.ts";

await runCommand(async () => {
  const { group } = readOptions("Usage: npm run setup-link [-- --group NAME]", () =>
    parseArgs({ options: groupOption }),
  ).values;
  const config = await readOwnConfig(group);
  const database = await openMigratedDatabase(config, () => undefined);
  try {
    const { publicUrl } = config;
    const link = await makeSetupLink(database.db, {
      publicUrl,
      endsEarlier: true,
      now: new Date(),
    });
    if (link === null)
      throw new UsageError(
        "The group has a Chairperson already. Offices are given under Admin, or by npm run appoint.",
      );
    await sealAudit(database.db);
    console.log(`Set up your group: ${link}`);
  } finally {
    await database.close();
  }
});
