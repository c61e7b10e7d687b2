import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { makeDataFolder, MEMORY, removeDataFolder } from "#tests/support/machine.ts";
import { newBackupKey } from "#server/backup/packed-file.ts";
import {
  openEmbeddedPostgres,
  type EmbeddedPostgres,
} from "#server/db/embedded/embedded-postgres.ts";
import { chooseLocation } from "#server/db/embedded/location.ts";
import { prepareArchive } from "#server/db/embedded/log-archive.ts";
import { listArchive, removeOutlived, isSegment } from "./archive-folder.ts";
import { noArchive, startArchivist, type Archivist } from "./archivist.ts";
import { restoreArchive } from "./restore-archive.ts";
import { storeSegment } from "./store-segment.ts";

// Each test starts PostgreSQL, and waits for its archiver.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const SEGMENT = "000000010000000000000001";
let parent: string;
let backupDir: string;
let ends: (() => Promise<unknown>)[];

beforeEach(async () => {
  parent = await makeDataFolder("akiba-archive-");
  // On another file system than the data.
  const elsewhere = parent.startsWith(MEMORY) ? tmpdir() : MEMORY;
  backupDir = await mkdtemp(join(elsewhere, "akiba-archive-"));
  ends = [];
});
afterEach(async () => {
  for (const end of ends.toReversed()) await end();
  for (const folder of [parent, backupDir]) await removeDataFolder(folder);
});

describe("the archive", () => {
  test("brings back what was committed before PostgreSQL and its disk were lost, and nothing else", async () => {
    const { postgres, archivist, client } = await start("data", { recipient: null });
    await client.query("CREATE TABLE savings AS SELECT 1 AS amount");
    await untilStored(archivist, client, await finishSegment(client));
    await client.query("INSERT INTO savings VALUES (2)");
    const second = await clockOf(client);
    // So that there is a moment between the two.
    const next = new Date(second.getTime() + 1_000);
    await expect.poll(() => clockOf(client)).toSatisfy((at: Date) => at > next);
    await client.query("INSERT INTO savings VALUES (3)");
    await untilStored(archivist, client, await finishSegment(client));
    await client.query("BEGIN");
    await client.query("INSERT INTO savings VALUES (4)");
    await finishSegment(await connect(postgres));
    await killPostgres("data");
    await stopAll();
    // What the killed PostgreSQL started may write for a moment longer.
    await rm(join(parent, "data"), { recursive: true, maxRetries: 50 });

    const whole = await restoreArchive(join(parent, "whole"), restoring());
    expect(await amounts("whole")).toEqual([1, 2, 3]);
    expect(whole).toMatchObject({ brokenAt: null, others: [] });
    expect(whole.lastChange.getTime()).toBeGreaterThan(second.getTime() + 1_000);

    const earlier = await restoreArchive(join(parent, "earlier"), {
      ...restoring(),
      until: new Date(second.getTime() + 500),
    });
    expect(await amounts("earlier")).toEqual([1, 2]);
    expect(earlier.lastChange.getTime()).toBeLessThanOrEqual(second.getTime());

    await restoreArchive(join(parent, "later"), {
      ...restoring(),
      until: new Date(Date.now() + 3_600_000),
    });
    expect(await amounts("later")).toEqual([1, 2, 3]);
    await expect(
      restoreArchive(join(parent, "before"), { ...restoring(), until: new Date("2020-01-01") }),
    ).rejects.toThrow(/The first base backup in .* is of/);
    await expect(restoreArchive(join(parent, "whole"), restoring())).rejects.toThrow(
      /nothing in it is overwritten/,
    );
  });

  test("opens only with its key, and ends at a damaged segment", async () => {
    const { identity, recipient } = await newBackupKey();
    const { archivist, client } = await start("data", { recipient });
    await client.query("CREATE TABLE savings AS SELECT 1 AS amount");
    await untilStored(archivist, client, await finishSegment(client));
    await client.query("INSERT INTO savings VALUES (2)");
    await untilStored(archivist, client, await finishSegment(client));
    await stopAll();

    const folder = await archiveFolder();
    const files = await readdir(folder);
    expect(files.filter((name) => !name.endsWith(".age"))).toEqual([]);
    await expect(restoreArchive(join(parent, "closed"), restoring())).rejects.toThrow(
      /is encrypted: name the file of its key/,
    );
    const open = { ...restoring(), readIdentity: async () => identity };
    await restoreArchive(join(parent, "opened"), open);
    expect(await amounts("opened")).toEqual([1, 2]);

    const segments = (await listArchive(folder)).stored.filter(({ of }) => isSegment(of));
    const damaged = segments.at(-1)!;
    const bytes = await readFile(join(folder, damaged.file));
    bytes[bytes.length - 40]! ^= 1;
    await writeFile(join(folder, damaged.file), bytes);
    const restored = await restoreArchive(join(parent, "damaged"), open);
    expect(restored.brokenAt).toBe(damaged.of);
  });

  test("is off without a folder, and on the data's own file system, which it reports", async () => {
    for (const [folder, failure] of [
      [join(parent, "backups"), expect.stringMatching(/backups is on the same disk as the data/)],
      [null, null],
    ] as const) {
      const postgres = await open("data", { backupDir: folder, recipient: null });
      expect(postgres.archive).toMatchObject({ on: false, failure });
      const client = await connect(postgres);
      expect((await client.query("SHOW archive_mode")).rows).toEqual([{ archive_mode: "off" }]);
      await stopAll();
    }
  });

  test("shows that it cannot begin, and reports it to the officials once", async () => {
    const postgres = await open("data", { backupDir: null, recipient: null });
    const location = await chooseLocation(join(parent, "data"));
    const file = join(backupDir, "file");
    await writeFile(file, "");
    const program = new URL(inject("archiveProgram"));
    const valid = { backupDir, recipient: null, program };
    for (const [params, why] of [
      [{ ...valid, backupDir: join(file, "backups") }, /cannot begin: ENOTDIR/],
      [{ ...valid, program: new URL("missing.mjs", program) }, /cannot begin: .*missing\.mjs/],
    ] as const) {
      const reported: string[] = [];
      let minute = 0;
      /** How often the archivist has looked at the clock, in which minute. */
      const looks: number[] = [];
      const looksIn = (wanted: number) => looks.filter((each) => each === wanted).length;
      const begin = async () =>
        startArchivist({
          dataDir: "/nowhere",
          archive: await prepareArchive(location, params),
          owner: postgres.connection,
          log: pino({ level: "silent" }),
          now: () => {
            looks.push(minute);
            return new Date(Date.UTC(2026, 10, 22, 0, minute));
          },
          tell: async (failure) => void reported.push(failure),
        });
      const archivist = await begin();
      expect(archivist.view()).toEqual({ ...noArchive, failure: expect.stringMatching(why) });
      await expect.poll(() => looksIn(0)).toBeGreaterThan(0);
      minute = 6;
      await expect.poll(() => reported).toEqual([expect.stringMatching(why)]);
      await archivist.stop();
      // The next start does not report it again either.
      const next = await begin();
      minute = 60;
      // The second look begins when the first is over, with its report if there is one.
      await expect.poll(() => looksIn(60)).toBeGreaterThan(1);
      await next.stop();
      expect(reported).toHaveLength(1);
      await rm(join(parent, "data/archive/officials-told"));
    }
  });

  test("reports why it fails, loses no log meanwhile, and catches up", async () => {
    const { archivist, client } = await start("data", { recipient: null });
    const folder = await archiveFolder();
    // PostgreSQL may store a segment meanwhile.
    await rm(folder, { recursive: true, maxRetries: 20 });
    await client.query("CREATE TABLE savings AS SELECT 1 AS amount");
    await finishSegment(client);
    await expect.poll(() => archivist.view().failure).toContain("no such file or directory");
    await expect.poll(() => archivist.view().behind_seconds).toBeGreaterThan(0);

    // PostgreSQL tries again within a minute.
    await mkdir(folder);
    const { uid, gid } = await stat(join(parent, "data/postgres"));
    await chown(folder, uid, gid);
    await expect
      .poll(() => archivist.view())
      .toMatchObject({ on: true, behind_seconds: 0, failure: null });
  });

  test("begins a new folder for restored data", async () => {
    const first = await start("data", { recipient: null });
    await untilStored(first.archivist, first.client, await finishSegment(first.client));
    await stopAll();
    await restoreArchive(join(parent, "restored"), restoring());
    await start("restored", { recipient: null });
    expect((await readdir(backupDir)).filter((name) => name.startsWith("log-"))).toHaveLength(2);
  });
});

describe("a segment", () => {
  test("is stored once, and never replaces other content", async () => {
    const path = join(parent, "segment");
    await writeFile(path, Buffer.alloc(1_000_000, 7));
    const storing = { path, name: SEGMENT, folder: backupDir, recipient: null };
    await storeSegment(storing);
    const [file] = await readdir(backupDir);
    const { mtimeMs } = await stat(join(backupDir, file!));
    await storeSegment(storing);
    expect(await readdir(backupDir)).toEqual([file]);
    expect((await stat(join(backupDir, file!))).mtimeMs).toBe(mtimeMs);

    await writeFile(path, Buffer.alloc(1_000_000, 8));
    await expect(storeSegment(storing)).rejects.toThrow(/holds another log/);
    expect(await readdir(backupDir)).toEqual([file]);
  });

  test("is stored as long as a base backup of the last seven days needs it", async () => {
    for (let day = 1; day <= 9; day++) {
      const name = `base-2026-11-0${day}T23-30-00Z-${segment(day * 10)}.tar.gz`;
      await writeFile(join(backupDir, name), "");
      for (let each = 0; each < 10; each++) {
        const file = `${segment(day * 10 + each)}-${"0".repeat(32)}.gz`;
        await writeFile(join(backupDir, file), "");
      }
    }
    await writeFile(join(backupDir, "notes.txt"), "");
    await removeOutlived(backupDir);
    const { bases, stored } = await listArchive(backupDir);
    expect(bases.map(({ from }) => from)).toEqual(
      [3, 4, 5, 6, 7, 8, 9].map((day) => segment(day * 10)),
    );
    expect(stored[0]?.of).toBe(segment(30));
    expect(stored).toHaveLength(70);
    expect(await readdir(backupDir)).toContain("notes.txt");
  });
});

function segment(index: number): string {
  return `0000000100000000${index.toString(16).toUpperCase().padStart(8, "0")}`;
}

async function open(
  name: string,
  params: { backupDir: string | null; recipient: string | null },
): Promise<EmbeddedPostgres> {
  const program = new URL(inject("archiveProgram"));
  const dataDir = join(parent, name);
  const postgres = await openEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    archive: { ...params, program },
  });
  ends.push(() => postgres.close());
  return postgres;
}

/** Returns once the first base backup is made. The archivist tries again a minute after one that failed. */
async function start(name: string, { recipient }: { recipient: string | null }) {
  const postgres = await open(name, { backupDir, recipient });
  const before = await countBases();
  const archivist = startArchivist({
    dataDir: join(parent, name),
    archive: postgres.archive,
    owner: postgres.connection,
    log: pino({ level: "silent" }),
    now: () => new Date(),
    tell: async () => undefined,
  });
  ends.push(() => archivist.stop());
  await expect
    .poll(async () => ({ bases: await countBases(), failure: archivist.view().failure }))
    .toEqual({ bases: before + 1, failure: null });
  return { postgres, archivist, client: await connect(postgres) };
}

async function connect(postgres: EmbeddedPostgres): Promise<Client> {
  const client = new Client(postgres.connection);
  client.on("error", () => undefined);
  await client.connect();
  ends.push(() => client.end().catch(() => undefined));
  return client;
}

async function stopAll(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end();
}

/** Finishes the segment, as archive_timeout would within a minute, and returns its name. */
async function finishSegment(client: Client): Promise<string> {
  // PostgreSQL finishes no segment without a change.
  await client.query("SELECT pg_logical_emit_message(false, 'test', 'something')");
  const { rows } = await client.query<{ name: string }>(
    "SELECT pg_walfile_name(pg_switch_wal()) AS name",
  );
  return rows[0]!.name;
}

/**
 * Waits until PostgreSQL has archived the segment, and the archivist, which looks every two seconds, finds no failure.
 */
async function untilStored(archivist: Archivist, client: Client, name: string): Promise<void> {
  const newest = async () => {
    const { rows } = await client.query<{ last: string | null }>(
      "SELECT last_archived_wal AS last FROM pg_stat_archiver",
    );
    return rows[0]?.last ?? "";
  };
  await expect.poll(async () => (await newest()) >= name).toBe(true);
  await expect
    .poll(() => archivist.view())
    .toMatchObject({ on: true, last_at: expect.any(String), behind_seconds: 0, failure: null });
}

async function killPostgres(name: string): Promise<void> {
  const file = await readFile(join(parent, name, "postgres/postmaster.pid"), "utf8");
  process.kill(Number(file.split("\n")[0]), "SIGKILL");
}

async function logFolders(): Promise<string[]> {
  const names = await readdir(backupDir);
  return names.filter((name) => name.startsWith("log-")).map((name) => join(backupDir, name));
}

async function countBases(): Promise<number> {
  const archives = await Promise.all((await logFolders()).map(listArchive));
  return archives.flatMap(({ bases }) => bases).length;
}

async function archiveFolder(): Promise<string> {
  const [folder, ...others] = await logFolders();
  expect(others).toEqual([]);
  return folder!;
}

const restoring = () => ({ from: backupDir, until: null, readIdentity: async () => null });

/** By PostgreSQL's own clock, which its commits have. */
async function clockOf(client: Client): Promise<Date> {
  const { rows } = await client.query<{ at: Date }>("SELECT clock_timestamp() AS at");
  return rows[0]!.at;
}

async function amounts(name: string): Promise<number[]> {
  const postgres = await openEmbeddedPostgres({
    dataDir: join(parent, name),
    log: () => undefined,
  });
  try {
    const client = await connect(postgres);
    const { rows } = await client.query<{ amount: number }>(
      "SELECT amount FROM savings ORDER BY amount",
    );
    await client.end();
    return rows.map(({ amount }) => amount);
  } finally {
    await postgres.close();
  }
}
