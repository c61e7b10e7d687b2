// Gives back the jobs of a server that died over them; the queue itself would wait four hours.
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";

const WORKER = "akiba jobs";

/** The name under which one worker's connections stand in PostgreSQL's list of activity. */
export function newWorkerName(): string {
  return `${WORKER} ${randomUUID().slice(0, 8)}`;
}

/** The database's time, by which it is known which jobs were taken before this worker began. */
export async function readStartTime(pool: Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>("SELECT now()");
  return rows[0]?.now ?? new Date();
}

/**
 * Jobs locked for five minutes belong to nobody any more, for none takes that long but the check and the backup of a
 * long history. Nor do those locked before this
 * worker began, while no other is connected, as when the only server starts again after it was killed.
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
