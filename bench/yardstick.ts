// How busy the machine is while something is measured: what PostgreSQL works for it, and how long a query takes at that moment whose
// work never changes.
import type { Client } from "pg";
import { quantile } from "./results.ts";
import { postgresProcesses, processorTime } from "./server-process.ts";

const TIMES = 20;
// About 5 ms of a processor, so that it waits for its turn as a list does; health is answered between two turns.
const FIXED = "SELECT count(*) FROM generate_series(1, 50000)";

/** The 95th percentile of a fixed query, in ms, beside what was just measured. */
export async function yardstick(
  client: Client,
): Promise<{ "yardstick p50": number; "yardstick p95": number }> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const startedAt = performance.now();
    await client.query(FIXED);
    times.push(performance.now() - startedAt);
  }
  return { "yardstick p50": quantile(times, 0.5), "yardstick p95": quantile(times, 0.95) };
}

/** Runs `work`, and returns what PostgreSQL worked meanwhile for each of so many answers, in ms of a processor. */
export async function worked<T>(
  client: Client,
  times: number,
  work: () => Promise<T>,
): Promise<{ result: T; PostgreSQL: number }> {
  const before = new Map<number, number>();
  for (const pid of await postgresProcesses(client)) before.set(pid, processorTime([pid]));
  const result = await work();
  // A process that has ended meanwhile counts for nothing.
  const each = [...before].map(([pid, ms]) => Math.max(0, processorTime([pid]) - ms));
  return { result, PostgreSQL: each.reduce((sum, ms) => sum + ms, 0) / times };
}
