// Adds jobs to the queue within the caller's transaction: a job runs if and only if that transaction commits.
import { sql } from "kysely";
import type { Tx } from "./connection.ts";

/** The kinds of jobs, and the params of each. */
export type JobPayloads = {
  "send-mail": { mailId: number };
  /** `address` is the caller's network address, for the audit log. */
  "mail-reset-link": { email: string; address: string };
  "mail-activation-link": { email: string; address: string };
  sweep: Record<string, never>;
  /** The month's page, on the first day of a month. */
  "month-page": Record<string, never>;
  /** What waits for each member, once a day. */
  digest: Record<string, never>;
  /** Puts a proposed office into effect when its delay ends. */
  "count-office": { proposalId: number };
  /** An ask that a line, or without one a code that its member typed, may have decided. */
  "settle-ask": { askId: number; lineId: number | null };
  /** A payment that M-PESA confirmed, where the group records such by the account that was typed. */
  "record-by-account": { lineId: number };
};

// The wait before a retry grows from 3 seconds to some hours; the last attempt is about 15 hours after the first.
const MAX_ATTEMPTS = 12;

type Job<Name extends keyof JobPayloads> = {
  name: Name;
  payload: JobPayloads[Name];
  key?: string;
  /** The delay before the first attempt, in milliseconds. */
  inMs?: number;
};

/** Adds one job. It replaces a waiting job with the same `key`. */
export async function addJob<Name extends keyof JobPayloads>(
  tx: Tx,
  job: Job<Name>,
): Promise<void> {
  await addJobs(tx, [job]);
}

/** Adds many jobs in one query. */
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
