// Puts work into the job queue, in the transaction it belongs to: it is done if and only if that commits.
import { sql } from "kysely";
import type { Tx } from "#server/db/connection.ts";

/** The kinds of work, and what each is told. */
export type JobPayloads = {
  "send-mail": { mailId: number };
  "mail-reset-link": { email: string };
  "mail-activation-link": { email: string };
};

// Waits grow from 3 seconds to some hours; the last attempt is about 15 hours after the first.
const MAX_ATTEMPTS = 12;

/** A job whose `key` already waits replaces it. */
export async function addJob<Name extends keyof JobPayloads>(
  tx: Tx,
  job: { name: Name; payload: JobPayloads[Name]; key?: string },
): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job(
      ${job.name}::text,
      payload => ${JSON.stringify(job.payload)}::json,
      job_key => ${job.key ?? null}::text,
      max_attempts => ${MAX_ATTEMPTS}::int
    )`.execute(tx);
}
