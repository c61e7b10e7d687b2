// Starts and stops the PostgreSQL server process ("postmaster"), and tries once to connect to its database.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  fchownSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
} from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { OperatorError } from "#server/platform/command.ts";
import {
  type Cluster,
  databaseName,
  databaseUser,
  postmasterArguments,
  programEnvironment,
  socketPort,
} from "./cluster.ts";
import { errorCode, explainFileError } from "./file-errors.ts";
import { archiveSettings } from "./log-archive.ts";
import { isPostmasterOf } from "./liveness.ts";

export type StartedPostmaster = {
  pid: number;
  hasExited: () => boolean;
  /** Returns what it wrote to its log since it was started. */
  report: () => string;
};

const logBytesMax = 5_000_000;

/**
 * Starts PostgreSQL in its own session, so that Ctrl-C and the end of this process do not reach it. `more` adds
 * settings. Returns as soon as the process exists, before it accepts connections.
 */
export async function startPostmaster(
  cluster: Cluster,
  more: Readonly<Record<string, string>> = archiveSettings(cluster.home),
): Promise<StartedPostmaster> {
  turnOverLog(cluster.logFile);
  const log = openSync(cluster.logFile, "a", 0o600);
  const { size: from } = fstatSync(log);
  if (cluster.account) fchownSync(log, cluster.account.uid, cluster.account.gid);
  const child = spawn(
    `${cluster.binaries.folder}/bin/postgres`,
    postmasterArguments(cluster, more),
    {
      cwd: "/",
      detached: true,
      env: programEnvironment(cluster.binaries),
      stdio: ["ignore", log, log],
      ...cluster.account,
    },
  );
  let exited = false;
  child.once("exit", () => (exited = true));
  child.unref();
  try {
    await once(child, "spawn");
  } finally {
    closeSync(log);
  }
  return {
    pid: child.pid ?? 0,
    hasExited: () => exited,
    report: () => readFileSync(cluster.logFile).subarray(from).toString("utf8").trim(),
  };
}

/** Stops PostgreSQL as `pg_ctl stop -m fast` does: open sessions end, and everything is on disk. Refuses after 60 s. */
export async function stopPostmaster(directory: string, pid: number): Promise<void> {
  const deadline = Date.now() + 60_000;
  if (isPostmasterOf(directory, pid)) process.kill(pid, "SIGINT");
  while (isPostmasterOf(directory, pid)) {
    if (Date.now() > deadline) {
      throw new OperatorError(`PostgreSQL (process ${pid}) has not stopped within 60 seconds.`);
    }
    await sleep(10);
  }
}

function turnOverLog(file: string) {
  try {
    if (statSync(file).size > logBytesMax) renameSync(file, `${file}.1`);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

/** Why there is no connection yet, although there may be one soon. */
type NotYet = "not running" | "starting or stopping" | "too many connections";

const notYet: Record<string, NotYet> = {
  ENOENT: "not running",
  ECONNREFUSED: "not running",
  ECONNRESET: "starting or stopping",
  EPIPE: "starting or stopping",
  EAGAIN: "starting or stopping",
  // PostgreSQL's codes: cancelled while connecting, shutting down, crashed, starting up, too many connections.
  "57014": "starting or stopping",
  "57P01": "starting or stopping",
  "57P02": "starting or stopping",
  "57P03": "starting or stopping",
  "53300": "too many connections",
};

const databaseIsMissing = "3D000";
const existsAlready = new Set(["42P04", "23505"]);

/** Returns a client connected to the database `akiba`, and makes that database the first time. */
export async function connect(cluster: Cluster): Promise<Client | NotYet> {
  const client = await connectTo(cluster, databaseName);
  if (client !== databaseIsMissing) return client;

  const first = await connectTo(cluster, "postgres");
  if (typeof first === "string") return first === databaseIsMissing ? "not running" : first;
  try {
    await first.query(`create database ${databaseName}`);
  } catch (error) {
    if (!existsAlready.has(errorCode(error) ?? "")) throw error;
  } finally {
    await first.end();
  }
  return connect(cluster);
}

async function connectTo(
  cluster: Cluster,
  database: string,
): Promise<Client | NotYet | typeof databaseIsMissing> {
  const client = new Client({
    host: cluster.socketFolder,
    port: socketPort,
    user: databaseUser,
    database,
    ssl: false,
    connectionTimeoutMillis: 5_000,
    application_name: "akiba: keeps PostgreSQL running",
  });
  // The "end" event tells of a lost connection. Without this listener, an "error" event would end this process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await refuseOtherCluster(client, cluster);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    return decide(error, cluster);
  }
}

/** Whether the error only says that PostgreSQL is starting, stopping or gone. */
export function isPassing(error: unknown): boolean {
  return reasonToWait(error) !== null;
}

function decide(error: unknown, cluster: Cluster) {
  const code = errorCode(error);
  if (code === databaseIsMissing) return databaseIsMissing;
  if (code === "EACCES") {
    throw explainFileError(error, `The socket folder ${cluster.socketFolder} cannot be used`);
  }
  const reason = reasonToWait(error);
  if (reason) return reason;
  throw error;
}

function reasonToWait(error: unknown): NotYet | null {
  const reason = notYet[errorCode(error) ?? ""];
  if (reason) return reason;
  // pg reports a lost connection without a code.
  const isLost = error instanceof Error && /terminated|timeout|not queryable/i.test(error.message);
  return isLost ? "starting or stopping" : null;
}

async function refuseOtherCluster(client: Client, cluster: Cluster) {
  const { rows } = await client.query<{ directory: string }>(
    "select current_setting('data_directory') as directory",
  );
  const directory = rows[0]?.directory;
  if (directory === cluster.directory) return;
  throw new OperatorError(
    `The socket folder ${cluster.socketFolder} is in use by the PostgreSQL of ${directory}, not of ` +
      `${cluster.directory}.`,
  );
}
