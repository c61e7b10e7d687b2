// One process's membership of the database: a connection of its own that holds a shared lock while
// the process uses PostgreSQL. Who can take the lock alone is the last one, and may stop PostgreSQL.
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { type Cluster, socketPort } from "./cluster.ts";
import { connect, isPassing } from "./connect.ts";
import { isPostmasterOf, findPostmaster, removeDeadLocks } from "./liveness.ts";
import { startPostmaster, stopPostmaster, type StartedPostmaster } from "./postmaster.ts";

type Membership = {
  client: Client;
  postmasterPid: number;
  /** PostgreSQL was running already. */
  adopted: boolean;
};

/** "akiba" in ASCII. */
const membershipLock = 0x616b696261;

const patienceMs = 30_000;

/**
 * Connects to the running PostgreSQL or starts it; waits for one that is just starting or stopping,
 * and for sessions of a killed one that still hold its memory. Refuses after 30 seconds.
 */
export async function joinDatabase(cluster: Cluster): Promise<Membership> {
  const deadline = Date.now() + patienceMs;
  let started: StartedPostmaster | null = null;
  for (;;) {
    const attempt = await connect(cluster);
    const isConnected = typeof attempt !== "string";
    if (isConnected) {
      const membership = await enter(cluster, attempt, started !== null && !started.hasExited());
      if (membership) return membership;
    }
    if (Date.now() > deadline) {
      throw notReachable(cluster, isConnected ? "stopping" : attempt, started);
    }

    if (started?.hasExited()) {
      await reconsider(cluster, started);
      started = null;
      await sleep(50);
    } else if (!started && (await findPostmaster(cluster.directory)) === null) {
      started = await startPostmaster(cluster);
    } else {
      await sleep(10);
    }
  }
}

/** True when nobody else uses the database; from then on nobody else can join it. */
async function isLastMember({ client }: Membership): Promise<boolean> {
  await client.query("select pg_advisory_unlock_shared($1)", [membershipLock]);
  return takeLock(client, "pg_try_advisory_lock");
}

async function enter(
  cluster: Cluster,
  client: Client,
  startedHere: boolean,
): Promise<Membership | null> {
  try {
    const pid = await findPostmaster(cluster.directory);
    // A refused lock means that the last member is about to stop PostgreSQL.
    if (pid !== null && (await takeLock(client, "pg_try_advisory_lock_shared"))) {
      return { client, postmasterPid: pid, adopted: !startedHere };
    }
  } catch (error) {
    if (!isPassing(error)) throw error;
  }
  await client.end().catch(() => undefined);
  await sleep(10);
  return null;
}

async function takeLock(
  client: Client,
  how: "pg_try_advisory_lock" | "pg_try_advisory_lock_shared",
): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select ${how}($1) as taken`, [
    membershipLock,
  ]);
  return rows[0]?.taken === true;
}

/** Decides on a PostgreSQL that ended instead of starting: try again, or give up with its reason. */
async function reconsider(cluster: Cluster, started: StartedPostmaster) {
  const report = started.report();
  const lockFile = `${cluster.socketFolder}/.s.PGSQL.${socketPort}.lock`;
  if (report.includes("lock file")) await removeDeadLocks(cluster.directory, lockFile);
  // Another process starts it too, or sessions of a killed PostgreSQL have not ended yet.
  const passes = /lock file|still in use|shut ?down|^$/.test(report);
  if (!passes) throw new Error(`PostgreSQL does not start. It says: ${lastLines(report)}`);
}

function notReachable(cluster: Cluster, state: string, started: StartedPostmaster | null) {
  const report = started ? ` It says: ${lastLines(started.report())}` : "";
  return new Error(
    `PostgreSQL in ${cluster.directory} does not answer (${state}). Its log is ` +
      `${cluster.logFile}.${report}`,
  );
}

function lastLines(text: string) {
  return text.split("\n").slice(-6).join("\n");
}

// Keeps PostgreSQL running while this process uses it.

const checkEveryMs = 250;

/** Watches the postmaster and this process's connection; joins anew (or starts) when either dies. */
export function superviseMembership(
  cluster: Cluster,
  first: Membership,
  log: (line: string) => void,
): { leave: () => Promise<void> } {
  let membership = first;
  let wake = wakeAtEnd(first.client);
  const leaving = new AbortController();
  const watching = watch();
  let left: Promise<void> | null = null;
  return { leave: () => (left ??= leave()) };

  async function watch() {
    while (!leaving.signal.aborted) {
      if (!wake.signal.aborted && isPostmasterOf(cluster.directory, membership.postmasterPid)) {
        await sleep(checkEveryMs, undefined, { signal: wake.signal }).catch(() => undefined);
      } else {
        await rejoin().catch(async (error: unknown) => {
          log(`PostgreSQL cannot be reached, trying again: ${String(error)}`);
          await sleep(1_000);
        });
      }
    }
  }

  async function rejoin() {
    await membership.client.end().catch(() => undefined);
    membership = await joinDatabase(cluster);
    wake = wakeAtEnd(membership.client);
    log(
      `PostgreSQL had gone and is back (${membership.adopted ? "started elsewhere" : "started"})`,
    );
  }

  async function leave() {
    leaving.abort();
    wake.abort();
    await watching;
    const isLast = await isLastMember(membership).catch((error: unknown) => {
      // PostgreSQL ended this very moment, for instance because another process stops it.
      if (isPassing(error)) return false;
      throw error;
    });
    if (isLast) {
      await stopPostmaster(cluster.directory, membership.postmasterPid);
      log("PostgreSQL stopped");
    }
    await membership.client.end().catch(() => undefined);
  }
}

/** Ends the wait between two looks as soon as the connection ends. */
function wakeAtEnd(client: Client): AbortController {
  const wake = new AbortController();
  client.once("end", () => wake.abort());
  return wake;
}
