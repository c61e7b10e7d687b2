// Serves an open database: the job queue, the application on its port, and a clean stop.
import type { ServerWarning } from "#contract/health.ts";
import type { FastifyInstance } from "fastify";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { buildApp } from "./app.ts";
import { startArchivist } from "./archive/archivist.ts";
import { openSigningKey } from "./backup/signature.ts";
import { addJob } from "#server/db/job-queue.ts";
import { readPushKeys } from "#server/core/notices/push/push-service.ts";
import { letter } from "#server/core/mail/letters.ts";
import { notifyOfficials, notice } from "#server/core/mail/notify.ts";
import { makeSetupLink } from "#server/core/members/setup-links.ts";
import { openThrottle } from "#server/core/requests/throttle.ts";
import { inTransaction } from "./db/connection.ts";
import type { OpenDatabase } from "./db/open-database.ts";
import { openReplica, replicaAt } from "./db/replica.ts";
import { startAuditChainWriter, startBalanceProjection } from "./jobs/commit-followers.ts";
import { startNoticeSender } from "./jobs/notice-sender.ts";
import { startWorker } from "./jobs/worker.ts";
import { isForOperator } from "./platform/command.ts";
import { collectGarbageSparingly } from "./platform/low-priority/low-priority.ts";
import { ConfigError, type Config } from "./platform/config.ts";
import { openSecretBox } from "./platform/secrets.ts";
import { readEvidence } from "./verify/evidence.ts";

const now = () => new Date();

/** What was built beside the command that serves. */
export type Built = { webRoot: URL; printWorker: URL; readWorker: URL };

/** Listens until SIGTERM or SIGINT; then finishes what is running, and leaves the database. */
export async function serve(
  config: Config,
  database: OpenDatabase,
  params: { log: Logger; built: Built },
): Promise<void> {
  const { log } = params;
  collectGarbageSparingly();
  const warnings = warningsOf(config, database);
  const standby = config.databaseReadUrl === null ? null : replicaAt(config.databaseReadUrl);
  for (const warning of warnings) log.warn(warningTexts[warning]);
  if (config.backupDir !== null) {
    const { fingerprint } = await openSigningKey(config.signingKeyFile);
    log.info(`backups are signed with ${config.signingKeyFile}, fingerprint ${fingerprint}`);
  }
  const evidence = () =>
    readEvidence({
      server: database.connection,
      owner: database.owner,
      isEmbedded: config.databaseUrl === null,
      dataDir: config.dataDir,
      backupDir: config.backupDir ?? join(config.dataDir, "backups"),
    });
  const worker = await startWorker({
    connection: database.connection,
    config,
    log,
    now,
    evidence,
    printWorker: params.built.printWorker,
  });
  // What the sweeps of the days without a server would have done; queued, so that nobody waits for it.
  await inTransaction(database.db, (tx) =>
    addJob(tx, { name: "sweep", payload: {}, key: "sweep" }),
  );
  const followers = [startAuditChainWriter, startBalanceProjection].map((start) =>
    start({ connection: database.connection, log }),
  );
  await readPushKeys(database.db, openSecretBox(config.pepper));
  const noticeSender = startNoticeSender({ connection: database.connection, config, log, now });
  const archivist = startArchivist({
    archive: database.archive,
    dataDir: config.dataDir,
    owner: database.owner,
    log,
    now,
    tell: (failure) =>
      inTransaction(database.db, (tx) =>
        notifyOfficials(tx, {
          letter: letter("archiveFailed", { failure }),
          notice: notice("archive_failed", { failure }),
          now: now(),
        }),
      ),
  });
  const replica =
    standby === null
      ? undefined
      : openReplica({
          connection: standby,
          primary: database.pool,
          now,
          tell: (line) => log.warn(line),
        });
  const app = await buildApp({
    config,
    db: database.db,
    replica,
    throttle: openThrottle(database.pool, config.rateLimit),
    log,
    now,
    evidence,
    webRoot: fileURLToPath(params.built.webRoot),
    printWorker: params.built.printWorker,
    readWorker: params.built.readWorker,
    archive: archivist.view,
    warnings,
  });
  const stop = async () => {
    log.info("stopping");
    await app.close();
    await Promise.all([worker.stop(), noticeSender.stop()]);
    await Promise.all([archivist, ...followers].map((follower) => follower.stop()));
    await replica?.stop();
    await database.close();
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

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host, backlog: BACKLOG });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new ConfigError(
      `Port ${port} of ${host} is in use. Stop what listens there, or choose another with PORT.`,
    );
  }
}

// One Ctrl-C may arrive twice, from the terminal and from npm.
const SAME_SIGNAL_MS = 1_000;

/** The first signal stops cleanly; another one, meant as such, ends at once. */
function stopOnSignal(stop: () => Promise<void>): void {
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
  console.error(isForOperator(error) ? error.message : error);
  process.exit(1);
}
