// npm start: runs the server.
import { openGuard } from "#server/db/seen-database.ts";
import { openMigratedDatabase } from "#server/db/open-database.ts";
import { refuseOptions } from "#server/platform/command.ts";
import { isHost, readConfig } from "#server/platform/config.ts";
import { openLog } from "#server/platform/logger.ts";
import { readHostConfig } from "#server/host/host-config.ts";
import { serveHost } from "#server/host/serve-host.ts";
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
  refuseOptions(
    "Usage: npm start, without options: docs/settings.md lists the environment variables.",
  );
  if (isHost(process.env)) {
    const settings = readHostConfig(process.env);
    await serveHost(settings, { log: openLog(settings.config), built });
  } else {
    await serveOneGroup();
  }
} catch (error) {
  endWith(error);
}

async function serveOneGroup(): Promise<void> {
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
  await serve(config, database, { log, built, headsIn: config.dataDir });
}
