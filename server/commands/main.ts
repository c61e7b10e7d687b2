// npm start: the server.
import { openGuard } from "#server/db/database-guard.ts";
import { openMigratedDatabase } from "#server/db/open-database.ts";
import { readConfig } from "#server/platform/config.ts";
import { openLog } from "#server/platform/logger.ts";
import { endWith, serve } from "#server/serve.ts";

// Built, this file lies in dist/server beside dist/web.
const archiveProgram = new URL("../archive/store-segment.mjs", import.meta.url);
const built = {
  webRoot: new URL("../web", import.meta.url),
  printWorker: new URL("workers/print-report.js", import.meta.url),
  readWorker: new URL("workers/read-file.js", import.meta.url),
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
  await serve(config, database, { log, built });
} catch (error) {
  endWith(error);
}
