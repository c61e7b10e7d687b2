// Serves an open database: the application on its port, and a clean stop.
import type { ServerWarning } from "#contract/health.ts";
import type { FastifyInstance } from "fastify";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { openSigningKey } from "./backup/signature.ts";
import { makeSetupLink } from "#server/core/members/setup-links.ts";
import type { OpenDatabase } from "./db/open-database.ts";
import { openGroup } from "./open-group.ts";
import { explain } from "./platform/command.ts";
import { collectGarbageSparingly } from "./platform/low-priority/low-priority.ts";
import { ConfigError } from "./platform/config-error.ts";
import type { Config } from "./platform/config.ts";
import { openWorkers } from "./workers.ts";

const now = () => new Date();

/** What was built beside the command that serves. */
export type Built = { webRoot: URL; printWorker: URL; readWorker: URL };

type ServeParams = {
  log: Logger;
  built: Built;
  /** As in `openGroup`. */
  headsIn: string | null;
};

/** Listens until SIGTERM or SIGINT; then finishes what is running, and leaves the database. */
export async function serve(
  config: Config,
  database: OpenDatabase,
  { log, built, headsIn }: ServeParams,
): Promise<void> {
  collectGarbageSparingly();
  const warnings = warningsOf(config, database);
  for (const warning of warnings) log.warn(warningTexts[warning]);
  if (config.backupDir !== null) {
    const { fingerprint } = await openSigningKey(config.signingKeyFile);
    log.info(`backups are signed with ${config.signingKeyFile}, fingerprint ${fingerprint}`);
  }
  const workers = openWorkers(built);
  const group = await openGroup(
    { config, database, headsIn, warnings },
    { log, now, webRoot: fileURLToPath(built.webRoot), workers: workers.of("") },
  );
  const { app } = group;
  const stop = async () => {
    log.info("stopping");
    await group.stop();
    await workers.stop();
  };
  stopOnSignal(stop);
  try {
    await listen(app, config);
  } catch (error) {
    // The last one to leave the database stops PostgreSQL.
    await stop();
    throw error;
  }
  log.info(`Akiba is ready at ${config.publicUrl}`);
  const { publicUrl } = config;
  const link = await makeSetupLink(database.db, { publicUrl, endsEarlier: false, now: now() });
  if (link !== null) log.info(`Set up your group: ${link}`);
}

const warningTexts: Record<ServerWarning, string> = {
  "server-owns-database":
    "The server signs in to the database as the owner of its tables: give it a role of its own, with MIGRATE_URL for the owner (docs/operations.md).",
  "no-smtp":
    "SMTP_URL is not set: mail stays in the database and reaches nobody but who runs npm run mail.",
};

function warningsOf(config: Config, database: OpenDatabase): ServerWarning[] {
  return [
    ...(database.ownsTables ? (["server-owns-database"] as const) : []),
    ...(config.isProduction && config.smtpUrl === null ? (["no-smtp"] as const) : []),
  ];
}

/** Connections that may wait to be accepted. Beyond it a client tries again only after a second. */
const BACKLOG = 4_096;

export async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host, backlog: BACKLOG });
  } catch (error) {
    const why = cannotListen[String((error as NodeJS.ErrnoException).code)];
    if (why === undefined) throw error;
    throw new ConfigError(why({ port, host }));
  }
}

type Listening = Pick<Config, "port" | "host">;

const notOurs = ({ host }: Listening) =>
  `HOST must be an address of this machine, such as 127.0.0.1 or 0.0.0.0 for all of them, not "${host}".`;

/** By the system's codes. */
const cannotListen: Readonly<Record<string, (at: Listening) => string>> = {
  EADDRINUSE: ({ port, host }) =>
    `Port ${port} of ${host} is in use. Stop what listens there, or choose another with PORT.`,
  EACCES: ({ port }) =>
    `This user may not listen on port ${port}: choose one from 1024 up with PORT.`,
  EADDRNOTAVAIL: notOurs,
  EINVAL: notOurs,
  ENOTFOUND: notOurs,
  EAI_AGAIN: notOurs,
};

// One Ctrl-C may arrive twice, from the terminal and from npm.
const SAME_SIGNAL_MS = 1_000;

/** The first signal stops cleanly; another one, meant as such, ends at once. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stoppingSince: number | null = null;
  const onSignal = () => {
    if (stoppingSince !== null) {
      if (Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    stop().then(
      () => process.exit(0),
      (error: unknown) => endWith(error),
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}

/** Ends the process; a wrong setting or a database that cannot be opened is reported in its one sentence. */
export function endWith(error: unknown): never {
  console.error(explain(error) ?? error);
  process.exit(1);
}
