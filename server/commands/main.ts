// npm start: runs the server.
import { openGuard } from "#server/db/seen-database.ts";
import { openMigratedDatabase } from "#server/db/open-database.ts";
import { storeHeadsIn } from "#server/db/seen-heads.ts";
import { readConfig } from "#server/platform/config.ts";
import { openLog } from "#server/platform/logger.ts";
import { endWith, serve } from "#server/serve.ts";

// The built file is in dist/server, beside dist/web. Node 22.18 and newer also run this source, with the same build.
const home = new URL(
  import.meta.url.endsWith(".ts") ? "../../dist/server/" : "./",
  import.meta.url,
);
const archiveProgram = new URL("../archive/store-segment.mjs", home);
const built = {
  webRoot: new URL("../web", home),
  printWorker: new URL("workers/print-report.js", home),
  readWorker: new URL("workers/read-file.js", home),
};

try {
  const config = readConfig(process.env);
  const log = openLog(config);
  const database = await openMigratedDatabase(config, (line) => log.info(line), {
    archive: {
      backupDir: config.backupDir,
      recipient: config.backupRecipient,
      program: archiveProgram,
    },
    guard: await openGuard(config.dataDir),
  });
  storeHeadsIn(config.dataDir);
  await serve(config, database, { log, built });
} catch (error) {
  endWith(error);
}
