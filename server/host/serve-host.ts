// Serves a host of many groups: one listener, its groups, and a clean stop.
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { collectGarbageSparingly } from "#server/platform/low-priority/low-priority.ts";
import { openWorkers } from "#server/workers.ts";
import { listen, stopOnSignal, type Built } from "#server/serve.ts";
import { openAwakeGroups } from "./awake-groups.ts";
import { openFrontDoor } from "./front-door.ts";
import type { HostConfig } from "./host-config.ts";
import { openHost } from "./host.ts";

const now = () => new Date();

/** Listens until SIGTERM or SIGINT; then finishes what is running in every group. */
export async function serveHost(
  settings: HostConfig,
  { log, built }: { log: Logger; built: Built },
): Promise<void> {
  collectGarbageSparingly();
  const { config } = settings;
  const host = await openHost(settings, (line) => log.info(line));
  const workers = openWorkers(built);
  const webRoot = fileURLToPath(built.webRoot);
  const { app, groups } = await openFrontDoor({
    config,
    directory: host.directory,
    log,
    webRoot,
    groups: (exchanges) => openAwakeGroups({ host, log, now, webRoot, workers, exchanges }),
  });
  const stop = async () => {
    log.info("stopping");
    await app.close();
    await groups.stop();
    await workers.stop();
    await host.close();
  };
  stopOnSignal(stop);
  try {
    await listen(app, config);
  } catch (error) {
    await stop();
    throw error;
  }
  log.info(`Akiba is ready for many groups at ${config.publicUrl}`);
}
