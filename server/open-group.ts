// Opens one group on its open database: its jobs, its followers of commits, its senders, and its application, which answers
// requests. What serves every group of a process, such as the listener and the workers, is not here (serve.ts).
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { ServerWarning } from "#contract/health.ts";
import { letter } from "#server/core/mail/letters.ts";
import { notifyOfficials, notice } from "#server/core/notices/notify.ts";
import { readPushKeys } from "#server/core/notices/push/push-service.ts";
import { openThrottle } from "#server/core/requests/throttle.ts";
import { storeHeadsIn } from "#server/db/seen-heads.ts";
import { buildApp } from "./app.ts";
import { startArchivist } from "./archive/archivist.ts";
import { inTransaction } from "./db/connection.ts";
import type { OpenDatabase } from "./db/open-database.ts";
import { openReplica, replicaAt } from "./db/replica.ts";
import type { Exchanges } from "./http/exchanges.ts";
import { startAuditChainWriter, startBalanceProjection } from "./jobs/commit-followers.ts";
import { startClockWatch } from "./jobs/clock-watch.ts";
import { startMpesa } from "./jobs/mpesa.ts";
import { startNoticeSender } from "./jobs/notice-sender.ts";
import { queueSweepOfStart } from "./jobs/sweep.ts";
import { startWorker } from "./jobs/worker.ts";
import type { Config } from "./platform/config.ts";
import { openSecretBox } from "./platform/secrets.ts";
import { readEvidence } from "./verify/evidence.ts";
import type { GroupWorkers } from "./workers.ts";

/** What belongs to one group. */
export type GroupParts = {
  config: Config;
  /** Closed with the group. */
  database: OpenDatabase;
  /** Where the tree heads that it shows are stored; null for a demo. */
  headsIn: string | null;
  warnings: readonly ServerWarning[];
};

/** What the process has for every group. */
export type Shared = {
  log: Logger;
  now: () => Date;
  /** The folder of the built web application. */
  webRoot: string;
  workers: GroupWorkers;
  /** Where mail goes that no SMTP server takes; the console by default. */
  print?: (text: string) => void;
  /** Of the listener in front of several groups; without it the group's application listens itself. */
  exchanges?: Exchanges | undefined;
};

export type OpenGroup = {
  app: FastifyInstance;
  database: OpenDatabase;
  /** Finishes what is running, and leaves the database. */
  stop(): Promise<void>;
};

export async function openGroup(group: GroupParts, shared: Shared): Promise<OpenGroup> {
  const { config, database } = group;
  const { connection, db } = database;
  const { log, now } = shared;
  const standby = config.databaseReadUrl === null ? null : replicaAt(config.databaseReadUrl);
  const { rows } = await database.pool.query<{ name: string }>("SELECT current_database() AS name");
  const name = rows[0]?.name ?? "";
  storeHeadsIn(group.headsIn, name);
  const evidence = () =>
    readEvidence({
      server: connection,
      owner: database.owner,
      isEmbedded: config.databaseUrl === null,
      dataDir: config.dataDir,
      backupDir: config.backupDir ?? join(config.dataDir, "backups"),
    });
  // What may fail comes before what runs until it is stopped.
  await readPushKeys(db, openSecretBox(config.pepper));
  const clockWatch = await startClockWatch({ db, log, now });
  await queueSweepOfStart(db);
  const { printer } = shared.workers;
  const { print } = shared;
  const worker = await startWorker({
    connection,
    config,
    log,
    now,
    evidence,
    printer,
    ...(print === undefined ? {} : { print }),
  });
  const followers = [startAuditChainWriter, startBalanceProjection].map((start) =>
    start({ connection, log }),
  );
  const noticeSender = startNoticeSender({ connection, config, log, now });
  const { daraja: settings, dataDir } = config;
  const mpesa = settings === null ? null : startMpesa({ connection, settings, dataDir, log, now });
  const archivist = startArchivist({
    archive: database.archive,
    dataDir,
    owner: database.owner,
    log,
    now,
    tell: (failure) =>
      inTransaction(db, (tx) =>
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
    db,
    replica,
    callbacks: mpesa?.callbacks,
    throttle: openThrottle(database.pool, config.rateLimit),
    log,
    now,
    evidence,
    webRoot: shared.webRoot,
    workers: shared.workers,
    exchanges: shared.exchanges,
    archive: archivist.view,
    warnings: group.warnings,
    ...(database.folder === null ? {} : { diskFolder: database.folder }),
  });
  return {
    app,
    database,
    stop: async () => {
      await app.close();
      await Promise.all([worker.stop(), noticeSender.stop(), mpesa?.stop(), clockWatch.stop()]);
      await Promise.all([archivist, ...followers].map((follower) => follower.stop()));
      await replica?.stop();
      storeHeadsIn(null, name);
      await database.close();
    },
  };
}
