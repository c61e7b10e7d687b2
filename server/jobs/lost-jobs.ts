// Returns jobs that the queue took for this server while the server never got the answer: the connection broke
// between commit and answer, as when the primary is lost. Nobody works on such a job, and nobody else may.
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import type { WorkerEvents } from "graphile-worker";
import type { Pool } from "pg";

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
export function newWorkerName(): string {
  return `${WORKER} ${randomUUID().slice(0, 8)}`;
}

/** The database's time, which tells the jobs that were taken before this worker started. */
export async function readStartTime(pool: Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>("SELECT now()");
  return rows[0]?.now ?? new Date();
}

/**
 * A job locked for five minutes is abandoned: only the check and the backup of a long history take longer. So is one
 * locked before this worker started, while no other is connected, as when the only server restarts after it was
 * killed.
 */
export async function releaseAbandonedJobs(
  pool: Pool,
  self: { name: string; startedAt: Date },
): Promise<void> {
  await pool.query(
    `SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by))
       FROM graphile_worker.jobs
      WHERE (locked_at < now() - interval '5 minutes' AND task_identifier NOT IN ('verify', 'backup'))
         OR (locked_at < $3
             AND NOT EXISTS (
                   SELECT FROM pg_stat_activity
                    WHERE application_name LIKE $1 AND application_name <> $2
                      AND datname = current_database()))
     HAVING count(*) > 0`,
    [`${WORKER} %`, self.name, self.startedAt],
  );
}
