// npm start: the server.
import { openMigratedDatabase } from "#server/db/open-database.ts";
import { readConfig } from "#server/platform/config.ts";
import { endWith, openLog, serve } from "#server/serve.ts";

try {
  const config = readConfig(process.env);
  const log = openLog(config);
  const database = await openMigratedDatabase(config, (line) => log.info(line));
  await serve(config, database, { log, photoFolder: "photos" });
} catch (error) {
  endWith(error);
}
