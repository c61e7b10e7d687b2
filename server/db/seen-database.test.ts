import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { buildApp } from "#server/app.ts";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { openThrottle } from "#server/core/requests/throttle.ts";
import { readConfig } from "#server/platform/config.ts";
import { createEmptyDatabase } from "#tests/support/test-database.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { openTestWorkers } from "#tests/support/workers.ts";
import { openDatabase, openPool } from "./connection.ts";
import { openGuard, acceptDatabase, noteSeen, readSeen, type Seen } from "./seen-database.ts";
import { openMigratedDatabase } from "./open-database.ts";

let group: TestGroup;
let dataDir: string;
/** The present state of the group's database. */
let stands: Seen;

beforeAll(async () => {
  group = await startGroup();
  await group.official("Chairperson");
  await sealAudit(group.db);
});
afterAll(() => group.close());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "akiba-seen-"));
  stands = await acceptDatabase(dataDir, group.serverConnection, new Date());
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const require = async () => (await openGuard(dataDir)).require(group.serverConnection);

test("a database that holds all that was seen is accepted, also when it went on since", async () => {
  expect(stands.system).toMatch(/^\d+$/);
  expect(stands.timeline).toBe(1);
  expect(stands.size).toBeGreaterThan(0);
  await require();
  await group.signUp();
  await sealAudit(group.db);
  await require();
});

test.each([
  ["a shorter log", (seen: Seen) => ({ ...seen, size: seen.size + 1 }), /log has \d+ entries/],
  ["another log", (seen: Seen) => ({ ...seen, root: "00".repeat(32) }), /not those seen/],
  ["an older timeline", (seen: Seen) => ({ ...seen, timeline: 2 }), /an old primary/],
])("a database with %s is refused with the command to say yes", async (_what, newer, why) => {
  await noteSeen(dataDir, newer(stands));
  await expect(require()).rejects.toThrow(why);
  await expect(require()).rejects.toThrow(/npm run accept-database$/);
  await acceptDatabase(dataDir, group.serverConnection, new Date());
  await require();
});

test("a role that may not read the log yet is reported by the timeline alone, and nothing is noted by it", async () => {
  await sql`REVOKE SELECT ON log_leaves FROM akiba_server`.execute(group.db);
  try {
    await require();
    const newer = { ...stands, timeline: 2 };
    await noteSeen(dataDir, newer);
    await expect(require()).rejects.toThrow(/an old primary/);
    await noteSeen(dataDir, stands);
    const follower = (await openGuard(dataDir)).follow(group.serverConnection, () => undefined);
    await follower.stop();
    expect(await readSeen(dataDir)).toEqual(stands);
  } finally {
    await sql`GRANT SELECT ON log_leaves TO akiba_server`.execute(group.db);
  }
});

test("a command that writes refuses it too, and one that looks at it does not", async () => {
  const { host, port, database, user } = group.connection;
  const databaseUrl = `postgres://${user}@localhost/${database}?host=${host}&port=${port}`;
  const open = (takesOlder: boolean) =>
    openMigratedDatabase({ databaseUrl, dataDir }, () => undefined, null, { takesOlder });
  await noteSeen(dataDir, { ...stands, size: stands.size + 1_000_000 });
  await expect(open(false)).rejects.toThrow(/npm run accept-database$/);
  await (await open(true)).close();
});

test("a new database of another name, with nothing in it, is no older copy", async () => {
  await noteSeen(dataDir, { ...stands, database: "another" });
  const empty = await createEmptyDatabase();
  await (await openGuard(dataDir)).require(empty);
  await noteSeen(dataDir, { ...stands, database: empty.database });
  await expect((await openGuard(dataDir)).require(empty)).rejects.toThrow(/log has 0 entries/);
});

test("a running server answers 503 and writes nothing, until an operator accepts the database", async () => {
  await noteSeen(dataDir, { ...stands, size: stands.size + 1_000_000 });
  const guard = await openGuard(dataDir);
  const pool = openPool({ ...group.serverConnection, verify: guard.verify }, 2);
  const app = await buildApp({
    config: readConfig({}),
    db: openDatabase(pool),
    throttle: openThrottle(pool, false),
    log: pino({ level: "silent" }),
    now: group.clock.now,
    evidence: group.evidence,
    webRoot: "/nowhere",
    workers: openTestWorkers().of("chama"),
  });
  try {
    const health = () => app.inject({ method: "GET", url: "/api/health" });
    const refused = await health();
    expect(refused.statusCode).toBe(503);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    await expect(pool.query("DELETE FROM members")).rejects.toMatchObject({ code: "57P03" });

    await acceptDatabase(dataDir, group.serverConnection, new Date());
    expect((await health()).statusCode).toBe(200);
  } finally {
    await app.close();
    await pool.end();
  }
});

test("a running server notes what it sees", async () => {
  const guard = await openGuard(dataDir);
  await group.signUp();
  const follower = guard.follow(group.serverConnection, () => undefined);
  await sealAudit(group.db);
  const noted = async () =>
    JSON.parse(await readFile(join(dataDir, "seen-database.json"), "utf8")) as Seen;
  await expect.poll(async () => (await noted()).size).toBeGreaterThan(stands.size);
  await follower.stop();
});
