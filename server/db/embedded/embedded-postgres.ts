// The application's own PostgreSQL. It is stored with the application's data and started when needed. Every process
// that opens the same data folder shares it, and the last one to leave stops it.
// docs/decisions/002-embedded-postgresql.md says why.
import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { OperatorError } from "#server/platform/command.ts";
import { prepareBinaries } from "./binaries.ts";
import { type Cluster, databaseName, databaseUser, ensureCluster, socketPort } from "./cluster.ts";
import { errorCode, explainFileError } from "./file-errors.ts";
import { findPostmaster, isPostmasterOf, readPostmasterFile, removeDeadLocks } from "./liveness.ts";
import { chooseLocation, type Location } from "./location.ts";
import { type ArchiveParams, type LogArchive, prepareArchive } from "./log-archive.ts";
import {
  connect,
  isPassing,
  type StartedPostmaster,
  startPostmaster,
  stopPostmaster,
} from "./postmaster.ts";

export type EmbeddedPostgres = {
  /** The options for Pool and Client of `pg`; the host is the socket's folder. */
  connection: { host: string; port: number; user: string; database: string };
  /** True if this process found a running postmaster instead of starting one. */
  adopted: boolean;
  /** Where the log is archived; null if the caller passed no `archive`, which leaves the archiving unchanged. */
  archive: LogArchive | null;
  /** Where PostgreSQL stores the data. */
  folder: string;
  /** Leaves the database. The last process to leave shuts PostgreSQL down cleanly. */
  close(): Promise<void>;
};

/**
 * Opens the database stored in `dataDir`, and makes it the first time. While it is open, it restarts PostgreSQL within
 * about a second after it dies. Refuses, with a sentence for the operator, somebody else's folder, a cluster of another
 * PostgreSQL release, and Windows.
 */
export async function openEmbeddedPostgres(options: {
  dataDir: string;
  log: (line: string) => void;
  /** Turns the archiving of the log on or off. If left out, it stays unchanged. */
  archive?: ArchiveParams | undefined;
}): Promise<EmbeddedPostgres> {
  const { log } = options;
  const location = await chooseLocation(options.dataDir);
  const binaries = await prepareBinaries(location);
  const directory = await ensureCluster(location, binaries);
  const archive =
    options.archive === undefined ? null : await prepareArchive(location, options.archive);
  const cluster: Cluster = {
    home: location.home,
    directory,
    socketFolder: await prepareSocketFolder(location, directory),
    logFile: `${location.home}/postgres.log`,
    account: location.account,
    binaries,
  };

  const membership = await joinDatabase(cluster);
  log(
    `PostgreSQL ${binaries.majorVersion} ${membership.adopted ? "was already running" : "started"}; ` +
      `the data is in ${directory}`,
  );
  const supervision = superviseMembership(cluster, membership, log);

  return {
    connection: {
      host: cluster.socketFolder,
      port: socketPort,
      user: databaseUser,
      database: databaseName,
    },
    adopted: membership.adopted,
    archive,
    folder: directory,
    close: supervision.leave,
  };
}

// The private folder of the database's Unix socket. Everybody who may enter it may use the database.

/** The length of sun_path on Linux (108) or macOS (104), without the closing zero. */
const longestSocketPath = process.platform === "linux" ? 107 : 103;

/** Makes the folder (mode 0700, owned by PostgreSQL's account) and returns it. Refuses somebody else's folder. */
export async function prepareSocketFolder(location: Location, directory: string): Promise<string> {
  // A running PostgreSQL has chosen its folder already, perhaps with another TMPDIR.
  const chosen = await readPostmasterFile(directory);
  const folder = chosen?.socketFolder || preferredFolder(location.home);
  try {
    await makePrivate(location, folder);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw explainFileError(error, `The socket folder ${folder} cannot be used`);
  }
  return folder;
}

function preferredFolder(home: string) {
  const folder = `${home}/socket`;
  const path = `${folder}/.s.PGSQL.${socketPort}`;
  if (Buffer.byteLength(path) <= longestSocketPath) return folder;
  return `${tmpdir()}/akiba-${createHash("sha256").update(home).digest("hex").slice(0, 16)}`;
}

async function makePrivate(location: Location, folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const self = process.getuid?.();
  const owner = location.account?.uid ?? self;
  const found = await lstat(folder);
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== self)) {
    throw new OperatorError(
      `The socket folder ${folder} belongs to somebody else (uid ${found.uid}). Remove it, or set ` +
        "DATA_DIR to a shorter path.",
    );
  }
  if (location.account && found.uid !== owner) {
    await chown(folder, location.account.uid, location.account.gid);
  }
  if ((found.mode & 0o777) !== 0o700) await chmod(folder, 0o700);
}

// One process's membership of the database: a connection that has a shared lock while the process uses PostgreSQL. A
// process that can take the lock exclusively is the last one, and may stop PostgreSQL.

type Membership = {
  client: Client;
  postmasterPid: number;
  /** Whether PostgreSQL was running already. */
  adopted: boolean;
};

/** "akiba" in ASCII. */
const membershipLock = 0x616b696261;

const patienceMs = 30_000;

/**
 * Connects to the running PostgreSQL, or starts it. Waits for one that is starting or stopping, and for sessions of a
 * killed one that still use its shared memory. Refuses after 30 seconds.
 */
async function joinDatabase(cluster: Cluster): Promise<Membership> {
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

/** Whether nobody else uses the database. If true, nobody else can join it from then on. */
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

/** After a PostgreSQL that ended instead of starting: returns to try again, or throws with PostgreSQL's reason. */
async function reconsider(cluster: Cluster, started: StartedPostmaster) {
  const report = started.report();
  const lockFile = `${cluster.socketFolder}/.s.PGSQL.${socketPort}.lock`;
  if (report.includes("lock file")) await removeDeadLocks(cluster.directory, lockFile);
  // Another process is starting it too, or sessions of a killed PostgreSQL have not ended yet.
  const passes = /lock file|still in use|shut ?down|^$/.test(report);
  if (!passes) throw new OperatorError(`PostgreSQL does not start. It says: ${lastLines(report)}`);
}

function notReachable(cluster: Cluster, state: string, started: StartedPostmaster | null) {
  const report = started ? ` It says: ${lastLines(started.report())}` : "";
  return new OperatorError(
    `PostgreSQL in ${cluster.directory} does not answer (${state}). Its log is ` +
      `${cluster.logFile}.${report}`,
  );
}

function lastLines(text: string) {
  return text.split("\n").slice(-6).join("\n");
}

// Keeps PostgreSQL running while this process uses it.

const checkEveryMs = 250;

/** Watches the postmaster and this process's connection. If either ends, it joins again, or starts PostgreSQL. */
function superviseMembership(
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
      // PostgreSQL has just ended, for instance because another process stopped it.
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

/** Ends the wait between two checks as soon as the connection ends. */
function wakeAtEnd(client: Client): AbortController {
  const wake = new AbortController();
  client.once("end", () => wake.abort());
  return wake;
}
