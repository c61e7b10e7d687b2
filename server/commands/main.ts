// npm start: the server.
import { openMigratedDatabase } from "#server/db/open-database.ts";
import { readConfig } from "#server/platform/config.ts";
import { openLog } from "#server/platform/logger.ts";
import { endWith, serve } from "#server/serve.ts";

// Built, this file lies in dist/server beside dist/web.
const built = {
  webRoot: new URL("../web", import.meta.url),
  printWorker: new URL("workers/print-report.js", import.meta.url),
};

try {
  const config = readConfig(process.env);
  const log = openLog(config);
  const database = await openMigratedDatabase(config, (line) => log.info(line));
  await serve(config, database, { log, built });
} catch (error) {
  endWith(error);
}
