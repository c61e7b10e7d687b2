// Starts and stops the PostgreSQL server process ("postmaster").
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
import { type Cluster, programEnvironment, postmasterArguments } from "./cluster.ts";
import { errorCode } from "./file-errors.ts";
import { archiveSettings } from "./log-archive.ts";
import { isPostmasterOf } from "./liveness.ts";

export type StartedPostmaster = {
  pid: number;
  hasExited: () => boolean;
  /** What it wrote to its log since it was started. */
  report: () => string;
};

const logBytesMax = 5_000_000;

/**
 * Starts PostgreSQL in a session of its own, so that neither Ctrl-C nor the death of this process
 * reaches it, with the settings of `more` besides. Returns as soon as the process is there, before it accepts connections.
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

/** Stops PostgreSQL as `pg_ctl stop -m fast` does: open sessions end, everything is on disk. */
export async function stopPostmaster(directory: string, pid: number): Promise<void> {
  const deadline = Date.now() + 60_000;
  if (isPostmasterOf(directory, pid)) process.kill(pid, "SIGINT");
  while (isPostmasterOf(directory, pid)) {
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL (process ${pid}) has not stopped within 60 seconds.`);
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
