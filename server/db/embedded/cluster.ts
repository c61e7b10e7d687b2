// Makes the folder of PostgreSQL's data ("cluster") once, completely or not at all, and has PostgreSQL's settings.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { OperatorError } from "#server/platform/command.ts";
import type { Binaries } from "./binaries.ts";
import { errorCode, explainFileError } from "./file-errors.ts";
import { isAlive } from "./liveness.ts";
import type { Account, Location } from "./location.ts";

export type Cluster = {
  /** The folder that contains the cluster's folder. */
  home: string;
  directory: string;
  socketFolder: string;
  logFile: string;
  account: Account | null;
  binaries: Binaries;
};

/**
 * Returns the cluster's folder, and makes the cluster if there is none. Two processes may do this at once and get the
 * same one. Refuses a cluster of another PostgreSQL release.
 */
export async function ensureCluster(location: Location, binaries: Binaries): Promise<string> {
  const directory = `${location.home}/postgres`;
  const version = await readVersion(directory);
  if (version === null) {
    await removeUnfinished(location.home);
    await makeCluster(location, binaries, directory);
  } else if (version !== binaries.majorVersion) {
    throw new OperatorError(
      `The database in ${directory} was made by PostgreSQL ${version}, this is PostgreSQL ` +
        `${binaries.majorVersion}. Start it with the release of Akiba it was made by, dump it ` +
        "there and load the dump here.",
    );
  }
  return directory;
}

async function readVersion(directory: string): Promise<string | null> {
  try {
    return (await readFile(`${directory}/PG_VERSION`, "utf8")).trim();
  } catch (error) {
    if (errorCode(error) !== "ENOENT") {
      throw explainFileError(error, `The database in ${directory} cannot be opened`);
    }
    return null;
  }
}

async function makeCluster(location: Location, binaries: Binaries, directory: string) {
  const draft = `${directory}.new-${process.pid}-${randomBytes(4).toString("hex")}`;
  try {
    await mkdir(draft, { mode: 0o700 });
    if (location.account) await chown(draft, location.account.uid, location.account.gid);
    await runInitdb(location, binaries, draft);
    await writeDurably(`${draft}/pg_hba.conf`, accessRules);
    await rename(draft, directory);
    await syncFolder(location.home);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process was first, and its cluster is used.
    if (errorCode(error) === "ENOTEMPTY" || errorCode(error) === "EEXIST") {
      if ((await readVersion(directory)) !== null) return;
      throw new OperatorError(
        `${directory} is there already, but it is not a PostgreSQL cluster.`,
        {
          cause: error,
        },
      );
    }
    if (errorCode(error) === undefined) throw error;
    throw explainFileError(error, `The database cannot be made in ${location.home}`);
  }
}

async function runInitdb(location: Location, binaries: Binaries, directory: string) {
  const run = promisify(execFile)(`${binaries.folder}/bin/initdb`, initdbArguments(directory), {
    cwd: "/",
    env: programEnvironment(binaries),
    ...location.account,
  });
  await run.catch((error: Error & { stderr?: string }) => {
    throw new OperatorError(
      `PostgreSQL's initdb failed: ${(error.stderr || error.message).trim()}`,
      {
        cause: error,
      },
    );
  });
}

/** Removes unfinished clusters of processes that were killed while making one. */
async function removeUnfinished(home: string) {
  for (const name of await readdir(home)) {
    const maker = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (maker === undefined || isAlive(Number(maker))) continue;
    await rm(`${home}/${name}`, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function writeDurably(path: string, text: string) {
  const file = await open(path, "w");
  await file.writeFile(text);
  await file.sync();
  await file.close();
}

/** Flushes to the disk what was made or renamed in the folder. */
export async function syncFolder(path: string) {
  const folder = await open(path, "r");
  await folder.sync();
  await folder.close();
}

// PostgreSQL's settings: durable rather than fast, and small when idle.

export const databaseUser = "akiba";
export const databaseName = "akiba";

/** Only a part of the socket's file name: no TCP port is opened. */
export const socketPort = 5432;

const settings = {
  listen_addresses: "",
  port: String(socketPort),
  unix_socket_permissions: "0700",
  max_connections: "100",

  // An acknowledged change survives a power cut.
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",

  // A community group's books need little memory.
  shared_buffers: "64MB",
  huge_pages: "off",
  io_method: "sync",
  jit: "off",
  max_parallel_workers_per_gather: "0",
  // The data is on flash or in memory, not on a spinning disk, so random reads by an index are cheap.
  random_page_cost: "1.1",
  max_worker_processes: "4",
  max_logical_replication_workers: "0",
  max_wal_senders: "4",
  min_wal_size: "64MB",
  max_wal_size: "512MB",
  autovacuum_max_workers: "2",

  // Two officials who act on the same item at once wait a moment, not a second.
  deadlock_timeout: "200ms",

  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] ",
  log_checkpoints: "off",
  // Keeps what members wrote out of the log: refused SQL, and values that broke a constraint. The client still gets all
  // details.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

/** The arguments of `postgres`. Settings are on the command line, so that a new release can change them. */
export function postmasterArguments(
  cluster: { directory: string; socketFolder: string },
  more: Readonly<Record<string, string>>,
) {
  const options = Object.entries({
    ...settings,
    unix_socket_directories: cluster.socketFolder,
    ...more,
  });
  return [
    "-D",
    cluster.directory,
    ...options.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
}

/** The arguments of `initdb`. The builtin locale sorts equally on every machine and in every release. */
function initdbArguments(directory: string) {
  return [
    "-D",
    directory,
    `--username=${databaseUser}`,
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
    "--auth=trust",
    "--no-instructions",
    "--set=listen_addresses=",
  ];
}

/** pg_hba.conf: only those who may enter the socket's folder (mode 0700) can connect. */
const accessRules = "# TYPE  DATABASE  USER  METHOD\nlocal   all       all   trust\n";

/** What moves this process's clock (libfaketime) moves PostgreSQL's too: one that differs would run jobs on other days. */
const MOVED_CLOCK = ["LD_PRELOAD", "FAKETIME", "FAKETIME_DONT_FAKE_MONOTONIC"];

/** PostgreSQL's programs do not get this process's variables, so that a stray PGDATA changes nothing. */
export function programEnvironment(binaries: Binaries): Record<string, string> {
  const moved =
    process.env["FAKETIME"] === undefined
      ? []
      : MOVED_CLOCK.map((name) => [name, process.env[name] ?? ""] as const);
  return {
    ...Object.fromEntries(moved),
    PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    LC_ALL: "C",
    TZ: "UTC",
    LD_LIBRARY_PATH: `${binaries.folder}/lib`,
  };
}
