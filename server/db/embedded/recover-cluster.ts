// Makes a cluster from a base backup and the log after it, by PostgreSQL's own recovery, in a data folder without one.
import { randomBytes } from "node:crypto";
import { chown, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { chooseLocation, type Account } from "./location.ts";
import { OperatorError } from "#server/platform/command.ts";
import { prepareBinaries } from "./binaries.ts";
import { databaseUser, socketPort, syncFolder, type Cluster } from "./cluster.ts";
import { isPassing, startPostmaster, stopPostmaster } from "./postmaster.ts";

export type Recovered = {
  directory: string;
  /** The moment of the last change that the log had; null if it had none. */
  lastChange: Date | null;
};

/**
 * Puts the backup into the new folder `directory`, and the log's unpacked files into `log`. Both belong to `account`.
 */
export type FillCluster = (folders: {
  directory: string;
  log: string;
  account: Account | null;
}) => Promise<void>;

/**
 * Recovers a cluster completely or not at all. `until` is the moment to go back to; null for the end of the log.
 * Refuses a data folder that has a cluster.
 */
export async function recoverCluster(
  dataDir: string,
  { until, fill }: { until: Date | null; fill: FillCluster },
): Promise<Recovered> {
  const location = await chooseLocation(dataDir);
  const { home, account } = location;
  const directory = join(home, "postgres");
  if (existsSync(directory))
    throw new OperatorError(
      `There is a database in ${directory} already, and nothing in it is overwritten. Name a new folder by DATA_DIR.`,
    );
  const binaries = await prepareBinaries(location);
  // If this process is killed, the next start finds the unfinished cluster by this name and removes it.
  const draft = `${directory}.new-${process.pid}-${randomBytes(4).toString("hex")}`;
  const log = `${draft}-log`;
  const socketFolder = await mkdtemp(join(tmpdir(), "akiba-restore-"));
  try {
    for (const folder of [draft, log]) await mkdir(folder, { mode: 0o700 });
    for (const folder of [draft, log, socketFolder])
      if (account !== null) await chown(folder, account.uid, account.gid);
    await fill({ directory: draft, log, account });
    await writeFile(join(draft, "recovery.signal"), "");
    if (account !== null) await chown(join(draft, "recovery.signal"), account.uid, account.gid);
    const cluster: Cluster = {
      home,
      directory: draft,
      socketFolder,
      logFile: join(home, "postgres.log"),
      account,
      binaries,
    };
    const lastChange =
      (await recover(cluster, log, until)) ??
      // The log ends before that moment, so it is recovered up to its end.
      (await recover(cluster, log, null));
    if (lastChange === null) throw new Error("PostgreSQL found no end of its log");
    await rename(draft, directory);
    await syncFolder(home);
    return { directory, lastChange: lastChange.at };
  } finally {
    for (const folder of [draft, log, socketFolder])
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The last change that was recovered; null if the log ends before `until`. */
async function recover(
  cluster: Cluster,
  log: string,
  until: Date | null,
): Promise<{ at: Date | null } | null> {
  const from = `'${log.replaceAll("'", `'\\''`).replaceAll("%", "%%")}'/%f`;
  const started = await startPostmaster(cluster, {
    archive_mode: "off",
    // Nobody reads before the recovery has ended.
    hot_standby: "off",
    restore_command: `test -e ${from} && cp ${from} "%p"`,
    // Flushes all unpacked files at once, not one after the other.
    ...(process.platform === "linux" ? { recovery_init_sync_method: "syncfs" } : {}),
    recovery_target_action: "promote",
    recovery_target_timeline: "current",
    ...(until === null
      ? {}
      : { recovery_target_time: until.toISOString().replace("T", " ").replace("Z", "+00") }),
  });
  try {
    for (;;) {
      if (started.hasExited()) {
        if (started.report().includes("recovery ended before configured recovery target"))
          return null;
        const text = started.report().split("\n").slice(-8).join("\n");
        throw new OperatorError(`PostgreSQL cannot recover the backup. It says: ${text}`);
      }
      const found = await readLastChange(cluster);
      if (found !== null) return found;
      await sleep(250);
    }
  } finally {
    await stopPostmaster(cluster.directory, started.pid);
  }
}

/** The last recovered change; null while PostgreSQL still recovers. */
async function readLastChange(cluster: Cluster): Promise<{ at: Date | null } | null> {
  const client = new Client({
    host: cluster.socketFolder,
    port: socketPort,
    user: databaseUser,
    database: "postgres",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ recovers: boolean; at: Date | null }>(
      "SELECT pg_is_in_recovery() AS recovers, pg_last_xact_replay_timestamp() AS at",
    );
    const row = rows[0];
    return row === undefined || row.recovers ? null : { at: row.at };
  } catch (error) {
    if (isPassing(error)) return null;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
