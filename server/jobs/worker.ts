// Runs the job queue inside the server: mail right after its commit, the daily sweep and the purge. Jobs that were lost
// or abandoned return to the queue.
import { setTimeout as wait } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import type { FastifyBaseLogger } from "fastify";
import {
  Logger,
  run,
  type Runner,
  type RunnerOptions,
  runOnce,
  type WorkerEvents,
} from "graphile-worker";
import { type Client, Pool, type PoolClient } from "pg";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { isDatabaseAway } from "#server/db/database-away.ts";
import { PrimaryClient } from "#server/db/primary.ts";
import type { Config } from "#server/platform/config.ts";
import { openMailer } from "#server/platform/mailer.ts";
import type { Printer } from "#server/platform/pdf/printer.ts";
import type { Evidence } from "#server/verify/evidence.ts";
import { taskList } from "./task-list.ts";

export type WorkerParts = {
  connection: ConnectionOptions;
  config: Pick<
    Config,
    "smtpUrl" | "mailFrom" | "publicUrl" | "backupDir" | "backupRecipient" | "signingKeyFile"
  >;
  log: FastifyBaseLogger;
  /** The application's clock. */
  now: () => Date;
  /** What the nightly check needs besides the database. */
  evidence: () => Promise<Evidence>;
  /** Prints the statements of the month's page; without it none is attached. */
  printer?: Printer;
  /** Where mail is printed when there is no SMTP server; the console by default. */
  print?: (text: string) => void;
};

const RELEASE_EVERY_MS = 60_000;
const LOOK_FOR_LOST_MS = 5_000;
const RESTART_MS = 5_000;
const STOP_MS = 8_000;

/** Works until stopped; restarts after a failure of its own. */
export async function startWorker(parts: WorkerParts): Promise<{ stop(): Promise<void> }> {
  const { options, name, close } = prepare(parts);
  const lost = openLostJobs();
  const running = { ...options, events: lost.events };
  const stopping = new AbortController();
  let runner: Runner;
  let release: () => Promise<void>;
  try {
    const self = { name, startedAt: await readStartTime(options.pgPool) };
    release = async () => {
      await releaseAbandonedJobs(options.pgPool, self);
      await bringForwardJobs(options.pgPool);
    };
    await release();
    runner = await run(running);
  } catch (error) {
    await close();
    throw error;
  }

  const tell = (what: string) => (error: unknown) => parts.log.error({ err: error }, what);
  const releasing = setInterval(
    () => void release().catch(tell("abandoned jobs could not be released")),
    RELEASE_EVERY_MS,
  ).unref();
  let isLooking = false;
  const looking = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void lost
      .look(options.pgPool)
      .catch((error: unknown) => {
        if (!isDatabaseAway(error)) tell("jobs that were lost could not be looked for")(error);
      })
      .finally(() => (isLooking = false));
  }, LOOK_FOR_LOST_MS).unref();
  void (async () => {
    while (!stopping.signal.aborted) {
      await runner.promise.catch(tell("the job queue failed"));
      if (!stopping.signal.aborted) await wait(RESTART_MS, undefined, { ref: false });
      if (stopping.signal.aborted) return;
      const started = await run(running).catch(tell("the job queue could not start"));
      if (started) runner = started;
    }
  })();

  return {
    stop: async () => {
      stopping.abort();
      clearInterval(releasing);
      clearInterval(looking);
      // Running jobs may end. A database that is away would block this, so it does not wait for it.
      const ended = Promise.allSettled([runner.stop(), runner.promise]);
      await Promise.race([ended, wait(STOP_MS, undefined, { ref: false })]);
      await close();
    },
  };
}

/** Runs everything that is due, then returns. */
export async function runDueJobs(parts: WorkerParts): Promise<void> {
  const { options, close } = prepare(parts);
  const { pgPool, taskList, logger, noHandleSignals } = options;
  await runOnce({ pgPool, taskList, logger, noHandleSignals }).finally(close);
}

function prepare(parts: WorkerParts) {
  const name = newWorkerName();
  const pool = openQueuePool(parts.connection, name);
  const onLost = (error: Error) =>
    parts.log.warn({ err: error }, "the job queue lost a connection");
  pool.on("error", onLost);
  pool.on("connect", (client) => client.on("error", onLost));
  const print = parts.print ?? ((text: string) => void process.stdout.write(text));
  const mailer = openMailer(parts.config, print);
  const tasks = taskList({
    ...parts,
    mailer,
    warn: (error, what) => parts.log.warn({ err: error }, what),
  });
  const options = {
    pgPool: pool,
    taskList: tasks.list,
    crontab: tasks.timetable,
    concurrency: 3,
    noHandleSignals: true,
    logger: loggerOf(parts.log),
  } satisfies RunnerOptions;
  const close = async () => {
    mailer.close();
    await Promise.all([pool.end(), tasks.close()]);
  };
  return { options, name, close };
}

function loggerOf(log: FastifyBaseLogger): Logger {
  const levels = { error: "error", warning: "warn", info: "debug", debug: "trace" } as const;
  return new Logger(() => (level, message, meta) => {
    log[levels[level]]({ err: meta?.["error"] }, message);
  });
}

// The job queue's connections. The queue does not await the query that stores how a job ended, so its failure would
// be unhandled and end the server: while the database is away, that query waits here.

const TRY_AGAIN_MS = 1_000;
/** `cannot_connect_now`: the queue repeats a query that fails with this code on another connection. */
const SENT_AGAIN = "57P03";

class QueueClient extends PrimaryClient {
  override query = ((...params: unknown[]) => {
    const send = super.query.bind(this) as (...params: unknown[]) => unknown;
    const sent = send(...params);
    return sent instanceof Promise ? sent.catch(described) : sent;
  }) as typeof Client.prototype.query;
}

function described(error: unknown): never {
  if (!isDatabaseAway(error)) throw error;
  throw Object.assign(new Error(String(error), { cause: error }), { code: SENT_AGAIN });
}

class QueuePool extends Pool {
  override connect = ((...params: []) =>
    params.length > 0
      ? super.connect(...params)
      : this.#connect()) as typeof Pool.prototype.connect;

  /** Waits for a database that is away, and for ever once the queue is closed: the next server takes its jobs. */
  async #connect(): Promise<PoolClient> {
    while (!this.ending) {
      try {
        return await super.connect();
      } catch (error) {
        if (!this.ending && !isDatabaseAway(error)) throw error;
        await wait(TRY_AGAIN_MS, undefined, { ref: false });
      }
    }
    return new Promise(() => undefined);
  }
}

/** Connections of the job queue. Its library parses rows itself, so they have none of our type parsers. */
function openQueuePool(connection: ConnectionOptions, name: string): Pool {
  return new QueuePool({
    ...connection,
    Client: QueueClient,
    max: 5,
    connectionTimeoutMillis: 5_000,
    application_name: name,
  });
}

// Jobs that the queue took for this server while the server never got the answer: the connection broke between commit
// and answer, as when the primary is lost. Nobody works on such a job, and nobody else may.

/** A job that ended has reported it to the database by then, or never will. */
const ENDED_MS = 10 * 60_000;

type Taken = { id: string; attempts: number };
const keyOf = ({ id, attempts }: Taken) => `${id} ${attempts}`;

type LostJobs = {
  /** For the queue: its reports on the jobs that it works on. */
  events: WorkerEvents;
  /** Returns the jobs that were lost both now and at the last check, so that an answer on its way can arrive. */
  look(pool: Pool): Promise<void>;
};

export function openLostJobs(): LostJobs {
  const events = new EventEmitter() as WorkerEvents;
  const takers = new Set<string>();
  /** Known jobs, and when each ended (milliseconds); null while it runs. */
  const heard = new Map<string, number | null>();
  let lostBefore = new Set<string>();
  events.on("pool:create", ({ workerPool }) => void takers.add(workerPool.id));
  events.on("job:start", ({ job }) => void heard.set(keyOf(job), null));
  events.on("job:complete", ({ job }) => void heard.set(keyOf(job), Date.now()));

  return {
    events,
    async look(pool) {
      const { rows } = await pool.query<Taken>(
        "SELECT id::text AS id, attempts::int AS attempts FROM graphile_worker.jobs WHERE locked_by = ANY($1)",
        [[...takers]],
      );
      const lost = rows.filter((job) => !heard.has(keyOf(job)));
      const isLostAgain = (job: Taken) => lostBefore.has(keyOf(job));
      const returned = lost.filter(isLostAgain);
      lostBefore = new Set(lost.map(keyOf));
      for (const [key, endedAt] of heard)
        if (endedAt !== null && Date.now() - endedAt > ENDED_MS) heard.delete(key);
      if (returned.length === 0) return;
      await pool.query(
        `UPDATE graphile_worker._private_jobs job SET locked_at = NULL, locked_by = NULL
           FROM unnest($1::bigint[], $2::int[]) AS lost(id, attempts)
          WHERE job.id = lost.id AND job.attempts = lost.attempts AND job.locked_by = ANY($3)`,
        [returned.map(({ id }) => id), returned.map(({ attempts }) => attempts), [...takers]],
      );
    },
  };
}

// Returns the jobs of a server that died while working on them; the queue itself would wait four hours.

const WORKER = "akiba jobs";

/** The name of one worker's connections in PostgreSQL's list of activity. */
function newWorkerName(): string {
  return `${WORKER} ${randomUUID().slice(0, 8)}`;
}

/** The database's time, which tells the jobs that were taken before this worker started. */
async function readStartTime(pool: Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>("SELECT now()");
  return rows[0]?.now ?? new Date();
}

/**
 * A job locked for five minutes is abandoned: only the check and the backup of a long history take longer. So is one
 * locked before this worker started, while no other is connected, as when the only server restarts after it was
 * killed; and one locked in the future, by a clock that has been put right.
 */
async function releaseAbandonedJobs(
  pool: Pool,
  self: { name: string; startedAt: Date },
): Promise<void> {
  await pool.query(
    `SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by))
       FROM graphile_worker.jobs
      WHERE (locked_at < now() - interval '5 minutes' AND task_identifier NOT IN ('verify', 'backup'))
         OR locked_at > now() + interval '5 minutes'
         OR (locked_at < $3
             AND NOT EXISTS (
                   SELECT FROM pg_stat_activity
                    WHERE application_name LIKE $1 AND application_name <> $2
                      AND datname = current_database()))
     HAVING count(*) > 0`,
    [`${WORKER} %`, self.name, self.startedAt],
  );
}

/**
 * What was queued or put off in the future, by a clock that has been put right, is due now; a daily job that ran then runs
 * again on its next day.
 */
export async function bringForwardJobs(pool: Pool): Promise<void> {
  await pool.query(`
    SELECT graphile_worker.reschedule_jobs(array_agg(id), now()) FROM graphile_worker.jobs
     WHERE locked_at IS NULL AND run_at > now() AND updated_at > now() + interval '5 minutes' HAVING count(*) > 0`);
  await pool.query(`
    UPDATE graphile_worker._private_known_crontabs SET last_execution = now()
     WHERE last_execution > now() + interval '5 minutes'`);
}
