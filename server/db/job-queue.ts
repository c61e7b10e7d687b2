// Puts work into the job queue, in the transaction it belongs to: it is done if and only if that commits.
import { sql } from "kysely";
import type { Tx } from "./connection.ts";

/** The kinds of work, and the params of each. */
export type JobPayloads = {
  "send-mail": { mailId: number };
  /** `address` is where it was asked from, for the audit log. */
  "mail-reset-link": { email: string; address: string };
  "mail-activation-link": { email: string; address: string };
  sweep: Record<string, never>;
  /** A proposed office whose time comes. */
  "count-office": { proposalId: number };
};

// Waits grow from 3 seconds to some hours; the last attempt is about 15 hours after the first.
const MAX_ATTEMPTS = 12;

type Job<Name extends keyof JobPayloads> = {
  name: Name;
  payload: JobPayloads[Name];
  key?: string;
  /** Not before so many milliseconds have passed. */
  inMs?: number;
};

/** A job whose `key` already waits replaces it. */
export async function addJob<Name extends keyof JobPayloads>(
  tx: Tx,
  job: Job<Name>,
): Promise<void> {
  await addJobs(tx, [job]);
}

/** The same for many jobs at once. */
export async function addJobs<Name extends keyof JobPayloads>(
  tx: Tx,
  jobs: readonly Job<Name>[],
): Promise<void> {
  const specs = jobs.map(({ name, payload, key, inMs }) => ({
    identifier: name,
    payload,
    job_key: key ?? null,
    run_at: inMs === undefined ? null : new Date(Date.now() + inMs).toISOString(),
    max_attempts: MAX_ATTEMPTS,
  }));
  await sql`
    SELECT graphile_worker.add_jobs(array_agg(spec))
      FROM json_populate_recordset(
             NULL::graphile_worker.job_spec, ${JSON.stringify(specs)}::json) spec
     HAVING count(*) > 0`.execute(tx);
}
