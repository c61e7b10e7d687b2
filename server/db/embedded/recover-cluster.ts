// Makes a cluster of a base backup and the log that followed, by PostgreSQL's own recovery, in a data folder that has
// none.
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
  /** The last change that was taken from the log; null when the log brought none. */
  lastChange: Date | null;
};

/**
 * What puts the backup into the new folder `directory` and the log's files, unpacked, into `log`; both belong to
 * `account`.
 */
export type FillCluster = (folders: {
  directory: string;
  log: string;
  account: Account | null;
}) => Promise<void>;

/**
 * Refuses a data folder that holds a cluster. `until` is the moment to go back to; null for the end. Whole or not at
 * all.
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
  // By this name the next start removes what is left of a maker that was killed.
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
      // The log ends before that moment: its end is what there is.
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

/** Null when the log ends before `until`. */
async function recover(
  cluster: Cluster,
  log: string,
  until: Date | null,
): Promise<{ at: Date | null } | null> {
  const from = `'${log.replaceAll("'", `'\\''`).replaceAll("%", "%%")}'/%f`;
  const started = await startPostmaster(cluster, {
    archive_mode: "off",
    // Nobody reads before the end.
    hot_standby: "off",
    restore_command: `test -e ${from} && cp ${from} "%p"`,
    // The unpacked files are brought to the disk at once, not one after the other.
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

/** Null as long as it recovers. */
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
