// When a group that falls asleep has to be woken: for its next job, and once in a night (GROUP-4).
import type { Pool } from "pg";

/** When the nightly tasks of a group are due: the day begins in Nairobi at 21:00 UTC, and the backup is at 23:00. */
const NIGHT_UTC_HOURS = [21.1, 22.3, 23, 24, 5];

/** The moment of its next waiting job, or of its next nightly tasks if that is earlier. */
export async function nextWaking(pool: Pool, now: Date): Promise<Date> {
  const { rows } = await pool.query<{ at: Date | null }>(
    "SELECT min(run_at) AS at FROM graphile_worker.jobs WHERE locked_at IS NULL AND attempts < max_attempts",
  );
  const night = nextNight(now);
  const job = rows[0]?.at ?? null;
  return job !== null && job < night ? job : night;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

function nextNight(now: Date): Date {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const moments = NIGHT_UTC_HOURS.flatMap((hour) => [hour, hour + 24]).map(
    (hour) => midnight + hour * HOUR_MS,
  );
  return new Date(Math.min(...moments.filter((moment) => moment > now.getTime())));
}
