import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { chmod, chown, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeDataFolder, removeDataFolder } from "#tests/support/machine.ts";
import { openEmbeddedPostgres, type EmbeddedPostgres } from "./embedded-postgres.ts";
import { isAlive } from "./liveness.ts";

// Each test starts PostgreSQL, some of them many times.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const isRoot = process.getuid?.() === 0;
const lines: string[] = [];
/** What a first start leaves: an idle cluster. The tests of later starts begin with a copy of it. */
let madeBefore: string;
let parent: string;
let dataDir: string;
let opened: EmbeddedPostgres[];
let children: ChildProcess[];

beforeAll(async () => {
  madeBefore = await makeDataFolder("akiba-embedded-");
  await (await openEmbeddedPostgres({ dataDir: madeBefore, log: () => undefined })).close();
});

afterAll(() => removeDataFolder(madeBefore));

beforeEach(async () => {
  parent = await makeDataFolder("akiba-embedded-");
  dataDir = `${parent}/data`;
  opened = [];
  children = [];
  lines.length = 0;
});

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(opened.map((postgres) => postgres.close()));
  await removeDataFolder(parent);
});

describe("the first start", () => {
  it("makes a durable cluster that is reached through a private socket only", async () => {
    const postgres = await open();

    expect(postgres.adopted).toBe(false);
    const settings = ["data_checksums", "fsync", "synchronous_commit", "listen_addresses"];
    const shown = await Promise.all(
      settings.map((name) => ask(postgres, `select current_setting('${name}')`)),
    );
    expect(shown).toEqual(["on", "on", "on", ""]);
    expect(await ask(postgres, "show server_encoding")).toBe("UTF8");
    expect(statSync(postgres.connection.host).mode & 0o777).toBe(0o700);
    expect(lines).toEqual([`PostgreSQL 18 started; the data is in ${dataDir}/postgres`]);
  });

  it("makes one cluster when two processes begin at once, and leaves nothing half-made", async () => {
    const [first, second] = await Promise.all([open(), open()]);

    await ask(first, "create table savings as select 1 as amount");
    expect(await ask(second, "select amount from savings")).toBe(1);
    const left = (await readdir(dataDir)).filter((name) => name.includes(".new-"));
    expect(left).toEqual([]);
  });

  it("uses a shorter folder for the socket if the data folder's path is long", async () => {
    dataDir = `${parent}/${"long".repeat(25)}`;
    const postgres = await open();

    expect(postgres.connection.host.startsWith(dataDir)).toBe(false);
    expect(statSync(postgres.connection.host).mode & 0o777).toBe(0o700);
    await postgres.close();
    await rm(postgres.connection.host, { recursive: true });
  });
});

describe("leaving", () => {
  beforeEach(copyCluster);

  it("leaves PostgreSQL running for other users; the last one stops it cleanly", async () => {
    const [first, second] = [await open(), await open()];
    expect(second.adopted).toBe(true);
    const pid = await postmasterPid();

    await first.close();
    expect(await ask(second, "select 1")).toBe(1);
    await second.close();

    expect(isAlive(pid)).toBe(false);
    expect(existsSync(`${dataDir}/postgres/postmaster.pid`)).toBe(false);
    expect(await readFile(`${dataDir}/postgres.log`, "utf8")).toMatch(
      /database system is shut down\n$/,
    );
  });

  it("lets one process come while the last one leaves", async () => {
    for (let round = 0; round < 5; round += 1) {
      const first = await open();
      const leaving = first.close();
      const second = await open();
      await leaving;
      expect(await ask(second, "select 1")).toBe(1);
      await second.close();
    }
  });
});

describe("surviving", () => {
  beforeEach(copyCluster);

  it("adopts the PostgreSQL that a killed server left running", async () => {
    const server = await openInAnotherProcess();
    const pid = await postmasterPid();
    server.kill("SIGKILL");
    await once(server, "exit");

    const postgres = await open();

    expect(postgres.adopted).toBe(true);
    expect(await postmasterPid()).toBe(pid);
  });

  it("starts PostgreSQL again soon after kill -9, with every committed row", async () => {
    const postgres = await open();
    await ask(postgres, "create table savings (amount int)");
    await ask(postgres, "insert into savings values (1500)");

    for (const kill of [killPostmaster, killAllOfPostgres]) {
      const before = await postmasterPid();
      await kill(before);
      await vi.waitUntil(() => answers(postgres), { interval: 20 });
      expect(await postmasterPid()).not.toBe(before);
      expect(await ask(postgres, "select sum(amount)::int from savings")).toBe(1500);
    }
    await expect.poll(() => lines.at(-1)).toContain("PostgreSQL had gone and is back");
  });

  it("starts although the lock file of a lost PostgreSQL names another live process", async () => {
    await (await open()).close();
    const { uid, gid } = statSync(`${dataDir}/postgres`);
    const stranger = spawn("sleep", ["600"], isRoot ? { uid, gid, cwd: "/" } : { cwd: "/" });
    children.push(stranger);
    await once(stranger, "spawn");
    const lock = `${dataDir}/postgres/postmaster.pid`;
    await writeFile(lock, `${stranger.pid}\n${dataDir}/postgres\n1\n5432\n\n\n`, { mode: 0o600 });
    await chown(lock, uid, gid);

    const postgres = await open();

    expect(await ask(postgres, "select 1")).toBe(1);
    expect(isAlive(Number(stranger.pid))).toBe(true);
  });
});

describe("refusing", () => {
  it("says so when the cluster is of another PostgreSQL release", async () => {
    await copyCluster();
    await writeFile(`${dataDir}/postgres/PG_VERSION`, "19\n");

    await expect(open()).rejects.toThrow("was made by PostgreSQL 19, this is PostgreSQL 18");
  });

  it("says so when the folder in the way is no cluster", async () => {
    await mkdir(`${dataDir}/postgres/photos`, { recursive: true });
    if (isRoot) await chown(`${dataDir}/postgres`, 65534, 65534);

    await expect(open()).rejects.toThrow("is there already, but it is not a PostgreSQL cluster");
  });

  it.skipIf(isRoot)("says so when the data folder may not be made (root may)", async () => {
    dataDir = "/akiba-data";

    await expect(open()).rejects.toThrow("/akiba-data cannot be used: this user has no permission");
  });
});

describe.runIf(isRoot)("as root (an ordinary user has no closed folder to open)", () => {
  it("runs PostgreSQL as an unprivileged account", async () => {
    await open();

    const { uid } = statSync(`/proc/${await postmasterPid()}`);
    expect(uid).not.toBe(0);
    expect(statSync(`${dataDir}/postgres`).uid).toBe(uid);
  });

  it("stores the database elsewhere if the data folder is closed, and finds it again", async () => {
    await chmod(parent, 0o700);
    const [first, second] = await Promise.all([open(), open()]);
    const home = (await readFile(`${dataDir}/location`, "utf8")).trim();
    await ask(first, "create table savings as select 7 as amount");
    await Promise.all([first.close(), second.close()]);

    expect(home).toMatch(/^\/var\/lib\/akiba\/[0-9a-f]{16}$/);
    const again = await open();
    expect(await ask(again, "select amount from savings")).toBe(7);
    expect(lines.at(-1)).toBe(`PostgreSQL 18 started; the data is in ${home}/postgres`);

    await again.close();
    await rm(home, { recursive: true });
    await expect(open()).rejects.toThrow("but that folder is gone");
  });
});

async function copyCluster() {
  await mkdir(dataDir);
  await promisify(execFile)("cp", ["-a", `${madeBefore}/postgres`, dataDir]);
}

async function open() {
  const postgres = await openEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
  opened.push(postgres);
  return postgres;
}

async function openInAnotherProcess() {
  const script = `
    import { runnerImport } from "vite";
    const { module } = await runnerImport(process.argv[1], { configFile: false });
    await module.openEmbeddedPostgres({ dataDir: process.argv[2], log: () => {} });
    console.log("open");`;
  const file = new URL("./embedded-postgres.ts", import.meta.url).pathname;
  const args = ["--input-type=module", "--eval", script, file, dataDir];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  await once(child.stdout, "data");
  return child;
}

/** Returns the first column of the first row. */
async function ask(postgres: EmbeddedPostgres, sql: string): Promise<unknown> {
  const client = new Client(postgres.connection);
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: "array" });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

async function answers(postgres: EmbeddedPostgres) {
  return ask(postgres, "select 1").then(
    () => true,
    () => false,
  );
}

async function postmasterPid() {
  return Number.parseInt(await readFile(`${dataDir}/postgres/postmaster.pid`, "utf8"), 10);
}

async function killPostmaster(pid: number) {
  process.kill(pid, "SIGKILL");
}

/** The postmaster and all its processes, which share its session. */
async function killAllOfPostgres(pid: number) {
  const list = spawn("ps", ["-e", "-o", "pid=,ppid="], { stdio: ["ignore", "pipe", "inherit"] });
  const output = await list.stdout.toArray();
  for (const line of Buffer.concat(output).toString().trim().split("\n")) {
    const [child, owner] = line.trim().split(/\s+/).map(Number);
    if (child !== undefined && owner === pid) killIfThere(child);
  }
  process.kill(pid, "SIGKILL");
}

/** Kills a process, which may have ended by itself since it was listed. */
function killIfThere(pid: number) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
