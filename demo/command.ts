// npm run demo: the application on a database of its own, filled the first time with a believable group.
import { requireDurable } from "#server/db/durability.ts";
import { openMigrated, openPostgres } from "#server/db/open-database.ts";
import { prepareDemoDatabase } from "./demo-database.ts";
import { fillDemoGroup } from "./fill-demo-group.ts";
import { demoPassword, demoPeople, demoPerson, demoSituations } from "./people.ts";
import { runDueJobs } from "#server/jobs/worker.ts";
import { gatherEvidence } from "#server/verify/gather-evidence.ts";
import { readConfig } from "#server/platform/config.ts";
import { openLog } from "#server/platform/logger.ts";
import { endWith, serve } from "#server/serve.ts";

// Built, this file lies in dist/server beside dist/web.
const built = {
  webRoot: new URL("../web", import.meta.url),
  printWorker: new URL("workers/print-report.js", import.meta.url),
};

const now = () => new Date();

try {
  // Nobody needs a backup of it, least of all among those of the real group.
  const config = { ...readConfig(process.env), backupDir: null };
  const log = openLog(config);
  const say = (line: string) => log.info(line);
  const postgres = await openPostgres(config, say);
  const demo = await prepareDemoDatabase(postgres, async (unfinished) => {
    say("filling the demo group; this takes some seconds");
    const database = await openMigrated(
      { connection: unfinished, owner: unfinished },
      () => undefined,
    );
    await fillDemoGroup(database, now());
    // Its mail is kept to be read, not printed or sent: nobody lives at those addresses.
    await runDueJobs({
      connection: unfinished,
      config: { ...config, smtpUrl: null },
      log,
      now,
      evidence: () => gatherEvidence({ owner: unfinished, backupDir: null }),
      print: () => undefined,
    });
    await database.close();
  });
  await requireDurable(demo.owner);
  const database = await openMigrated(demo, say);
  const close = async () => {
    await database.close();
    await postgres.leave();
  };
  await serve(config, { ...database, close }, { log, built });
  console.log(`\nSign in at ${config.publicUrl} with the password ${demoPassword} as`);
  for (const { username, is } of demoSituations)
    console.log(`  ${demoPerson(username).email.padEnd(34)} ${is}`);
  console.log(`  …or as anybody else in the group of ${demoPeople.length}.\n`);
} catch (error) {
  endWith(error);
}
