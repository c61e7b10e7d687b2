// Waits until a server that has just started has done what was due.
import type { Client } from "pg";

const QUIET_MS = 2_000;

/** No job is due, nothing waits to be summed or sealed, and no statement takes long, for two seconds. */
export async function untilQuiet(client: Client): Promise<void> {
  let since = performance.now();
  while (performance.now() - since < QUIET_MS) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { rows } = await client.query<{ busy: boolean }>(`
      SELECT EXISTS (SELECT FROM graphile_worker.jobs WHERE run_at <= now() AND attempts < max_attempts)
          OR EXISTS (SELECT FROM postings_to_sum)
          OR EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle'
                        AND (query_start < clock_timestamp() - interval '300 milliseconds'
                             OR application_name = 'akiba sealer')) AS busy`);
    if (rows[0]?.busy !== false) since = performance.now();
  }
}
