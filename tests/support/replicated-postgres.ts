// PostgreSQL on its own ports, as an operator would run it on two machines: a primary, and standbys that follow it.
import { createReadStream } from "node:fs";
import { chown, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { Client } from "pg";
import { unpackBase } from "#server/archive/restore-archive.ts";
import { writeBaseBackup } from "#server/archive/base-backup.ts";
import { prepareBinaries } from "#server/db/embedded/binaries.ts";
import { ensureCluster, type Cluster } from "#server/db/embedded/cluster.ts";
import { isPostmasterOf } from "#server/db/embedded/liveness.ts";
import { chooseLocation, type Location } from "#server/db/embedded/location.ts";
import { startPostmaster, stopPostmaster } from "#server/db/embedded/postmaster.ts";
import { prepareSocketFolder } from "#server/db/embedded/embedded-postgres.ts";
import { freePort, makeDataFolder, removeDataFolder } from "./machine.ts";

const HOST = "127.0.0.1";
const USER = "akiba";
const PATIENCE_MS = 30_000;
const rules = ["all", "replication"].map((database) => `host ${database} all ${HOST}/32 trust\n`);

export type Node = {
  /** The name by which a primary knows it as its synchronous standby. */
  name: string;
  port: number;
  connection: { host: string; port: number; user: string; database: string };
  /** Runs one query, in the default database or in another. */
  query<Row extends object>(text: string, database?: string): Promise<Row[]>;
  start(): Promise<void>;
  /** Kills all of its processes at once, as when the machine is lost. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** Makes it the primary. */
  promote(): Promise<void>;
};

export type Replicated = {
  /** A new, empty primary. */
  primary(): Promise<Node>;
  /** A copy of `of` that follows it, replacing `instead`, whose port it takes. */
  standby(of: Node, instead?: Node): Promise<Node>;
  close(): Promise<void>;
};

export async function openReplicated(): Promise<Replicated> {
  const folder = await makeDataFolder("akiba-replicated-");
  const made = new Map<Node, string>();
  let count = 0;
  const locate = async () => {
    const name = `node${++count}`;
    return { name, location: await chooseLocation(join(folder, name)) };
  };
  const add = async (name: string, port: number, location: Location, directory: string) => {
    const node = openNode({ name, port }, await clusterOf(location, directory));
    made.set(node, location.home);
    await node.start();
    return node;
  };
  return {
    async primary() {
      const { name, location } = await locate();
      const directory = await ensureCluster(location, await prepareBinaries(location));
      await writeFile(join(directory, "pg_hba.conf"), `local all all trust\n${rules.join("")}`);
      return add(name, await freePort(HOST), location, directory);
    },
    async standby(of, instead) {
      const { name, location } = await locate();
      const directory = join(location.home, "postgres");
      await mkdir(directory, { mode: 0o700 });
      const params = { folder: location.home, recipient: null, now: () => new Date() };
      const { file } = await writeBaseBackup({ ...of.connection, database: "postgres" }, params);
      const packed = join(location.home, file);
      await unpackBase(createReadStream(packed).pipe(createGunzip()), directory, location.account);
      await rm(packed);
      // Only the primary waits for standbys.
      const settings = `primary_conninfo = 'host=${HOST} port=${of.port} user=${USER} application_name=${name}'\n`;
      await writeFile(join(directory, "postgresql.auto.conf"), settings);
      await writeFile(join(directory, "standby.signal"), "");
      if (location.account !== null)
        for (const path of [directory, join(directory, "standby.signal")])
          await chown(path, location.account.uid, location.account.gid);
      if (instead !== undefined) {
        await instead.kill();
        const home = made.get(instead);
        made.delete(instead);
        if (home !== undefined) await removeDataFolder(home);
      }
      const node = await add(name, instead?.port ?? (await freePort(HOST)), location, directory);
      await until(`${name} follows`, async () => {
        const rows = await of.query(
          `SELECT FROM pg_stat_replication WHERE application_name = '${name}' AND state = 'streaming'`,
        );
        return rows.length === 1;
      });
      return node;
    },
    async close() {
      for (const node of made.keys()) await node.kill();
      await removeDataFolder(folder);
      for (const home of made.values()) await removeDataFolder(home);
    },
  };
}

/** From now on `primary` acknowledges only what `standby` has on disk too; null for no standby. */
export async function waitForStandby(primary: Node, standby: Node | null): Promise<void> {
  const names = standby === null ? "" : `FIRST 1 (${standby.name})`;
  await primary.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
  await primary.query("SELECT pg_reload_conf()");
  if (standby === null) return;
  await until(`${standby.name} is synchronous`, async () => {
    const rows = await primary.query(
      `SELECT FROM pg_stat_replication WHERE application_name = '${standby.name}' AND sync_state = 'sync'`,
    );
    return rows.length === 1;
  });
}

function openNode({ name, port }: { name: string; port: number }, cluster: Cluster): Node {
  const connection = { host: HOST, port, user: USER, database: USER };
  let pid = 0;
  const query = async <Row extends object>(text: string, database = "postgres"): Promise<Row[]> => {
    const client = new Client({ ...connection, database });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    name,
    port,
    connection,
    query,
    async start() {
      const settings = { listen_addresses: HOST, port: String(port) };
      const postmaster = await startPostmaster(cluster, settings);
      ({ pid } = postmaster);
      await until(`${name} answers`, async () => {
        if (postmaster.hasExited()) throw new Error(`${name} ended: ${postmaster.report()}`);
        return (await query("SELECT 1").catch(() => [])).length === 1;
      });
    },
    async kill() {
      if (!isPostmasterOf(cluster.directory, pid)) return;
      for (const each of [pid, ...(await childrenOf(pid))]) signal(each);
      await until(`${name} is gone`, async () => !isPostmasterOf(cluster.directory, pid));
    },
    stop: () => stopPostmaster(cluster.directory, pid),
    async promote() {
      await query("SELECT pg_promote(true, 30)");
    },
  };
}

async function clusterOf(location: Location, directory: string): Promise<Cluster> {
  return {
    home: location.home,
    directory,
    socketFolder: await prepareSocketFolder(location, directory),
    logFile: join(location.home, "postgres.log"),
    account: location.account,
    binaries: await prepareBinaries(location),
  };
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return text.split(" ").filter(Boolean).map(Number);
}

function signal(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(50))
    if (await isSo()) return;
  throw new Error(`it was waited for too long until ${what}`);
}
