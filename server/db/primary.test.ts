import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { describe, expect, test, afterAll, beforeAll, inject } from "vitest";
import { buildApp } from "#server/app.ts";
import { openThrottle } from "#server/core/requests/throttle.ts";
import { startAuditChainWriter, type Follower } from "#server/jobs/commit-followers.ts";
import { readConfig } from "#server/platform/config.ts";
import {
  openReplicated,
  waitForStandby,
  type Node,
  type Replicated,
} from "#tests/support/replicated-postgres.ts";
import { openTestWorkers } from "#tests/support/workers.ts";
import { connectionTo, openMigratedDatabase, type OpenDatabase } from "./open-database.ts";
import { nameOf, readHosts } from "./primary.ts";
import { openGuard, readSeen } from "./seen-database.ts";

describe("an address of several hosts", () => {
  test.each([
    ["postgres://u:p@a:5433,b/akiba", ["a:5433", "b:5432"]],
    ["postgresql://a,b:6000,c/akiba?sslmode=disable", ["a:5432", "b:6000", "c:5432"]],
    ["postgres://u@[::1]:5433,[fe80::2]/akiba", ["[::1]:5433", "[fe80::2]:5432"]],
    ["postgres://u@%2Frun%2Fone,%2Frun%2Ftwo:5433/akiba", ["/run/one:5432", "/run/two:5433"]],
    ["postgres://u@/akiba?host=/run/one,b&port=5433,5434", ["/run/one:5433", "b:5434"]],
    ["postgres://u@/akiba?host=a,b&port=5433", ["a:5433", "b:5433"]],
  ])("%s", (url, names) => {
    expect(readHosts(url).hosts.map(nameOf)).toEqual(names);
  });

  test("yields the user, the database, the options and the wanted kind of host", () => {
    const { url, wanted } = readHosts(
      "postgres://u%40x:p%2F@a,b:5433/akiba?target_session_attrs=read-write&sslmode=disable",
    );
    expect(wanted).toBe("read-write");
    expect(url).toBe("postgres://u%40x:p%2F@localhost/akiba?sslmode=disable&host=a&port=5432");
  });

  test.each([
    ["postgres://u:secret@a,b:x/akiba", /b has no port/],
    ["postgres://u:secret@a,b:70000/akiba", /b has no port/],
    ["postgres://u:secret@a,,b/akiba", /no name/],
    ["postgres://u:secret@/akiba?host=a,b,c&port=1,2", /3 hosts and 2 ports/],
    ["postgres://u:secret@a,b/akiba?target_session_attrs=best", /none of any, read-write/],
  ])("%s is refused without its password", (url, why) => {
    expect(() => readHosts(url)).toThrow(why);
    expect(() => readHosts(url)).not.toThrow(/secret/);
  });

  test("that asks for a standby is refused as the primary database", () => {
    const url = "postgres://u@a,b/akiba?target_session_attrs=standby";
    expect(() => connectionTo(url)).toThrow(/takes no writes/);
  });
});

test.each([
  "postgres://u:p@a:5432/akiba",
  "postgres://akiba@localhost/akiba?host=%2Frun%2Fpostgresql&port=5433",
  "socket:/run/postgresql?db=akiba",
  "/run/postgresql akiba",
])("%s is left as it is", (url) => {
  expect(readHosts(url)).toEqual({ hosts: [], wanted: "any", url });
  expect(connectionTo(url)).toEqual({ connectionString: url });
});

const urlOf = (nodes: Node[], user: string) =>
  `postgres://${user}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")}/akiba?target_session_attrs=read-write`;

describe("a primary that dies and a standby that takes over", () => {
  const log = pino({ level: "silent" });
  const HELD_MS = 2_000;
  const reported: string[] = [];
  let replicated: Replicated;
  let dataDir: string;
  let first: Node;
  let second: Node;
  let database: OpenDatabase;
  let writer: Follower;
  let app: FastifyInstance;

  const open = async () =>
    openMigratedDatabase(
      {
        databaseUrl: urlOf([first, second], "akiba_server"),
        migrateUrl: urlOf([first, second], "akiba"),
        dataDir,
      },
      (line) => reported.push(line),
      {
        archive: { backupDir: null, recipient: null, program: new URL(inject("archiveProgram")) },
        guard: await openGuard(dataDir),
      },
    );

  beforeAll(async () => {
    replicated = await openReplicated();
    dataDir = await mkdtemp(join(tmpdir(), "akiba-hosts-"));
    first = await replicated.primary();
    await first.query("CREATE DATABASE akiba");
    await first.query("CREATE ROLE akiba_server LOGIN");
    second = await replicated.standby(first);
    await waitForStandby(first, second);
    database = await open();
    writer = startAuditChainWriter({ connection: database.connection, log });
    app = await buildApp({
      config: readConfig({ DATA_DIR: dataDir }),
      db: database.db,
      throttle: openThrottle(database.pool, false),
      log,
      now: () => new Date(),
      evidence: async () => ({
        schema: { objects: [], settings: {} },
        heads: [],
        seen: null,
        writers: null,
      }),
      webRoot: "/nowhere",
      workers: openTestWorkers().of("chama"),
    });
  });

  afterAll(async () => {
    await app?.close();
    await writer?.stop();
    await database?.close();
    await replicated?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const health = () => app.inject({ method: "GET", url: "/api/health" });
  let people = 0;
  const signUp = () => {
    const number = ++people;
    return app.inject({
      method: "POST",
      url: "/api/user/signup/",
      payload: {
        first_name: "Wanjiku",
        last_name: "Kamau",
        username: `wanjiku${number}`,
        email: `wanjiku${number}@example.com`,
        RegNo: `REG/${number}`,
        phone: `07${10_000_000 + number}`,
        password: "mti wa matunda 27",
        confirm_password: "mti wa matunda 27",
      },
    });
  };
  const standing = async (node: Node) => {
    const { rows } = await database.pool.query<{ members: string; unsealed: string; port: number }>(
      `SELECT (SELECT count(*) FROM members)::text AS members, inet_server_port() AS port,
            (SELECT count(*) FROM audit_entries a WHERE NOT EXISTS (SELECT FROM audit_seals s WHERE s.audit_id = a.id))::text AS unsealed`,
    );
    return { ...rows[0], isHere: rows[0]?.port === node.port };
  };

  /** Returns why the database cannot be opened. Retries, since the hosts may answer too late on a busy machine. */
  async function refusal(): Promise<string> {
    for (let tries = 1; ; tries++) {
      const why = await open().then(
        () => "it was opened",
        (error: Error) => error.message,
      );
      if (tries === 5 || !/none answers|no answer came/.test(why)) return why;
    }
  }

  test("the server follows a promotion: it loses no acknowledged change, and requests meanwhile wait or get a 503", async () => {
    expect((await health()).statusCode).toBe(200);
    expect((await signUp()).statusCode).toBe(201);
    expect(await standing(first)).toMatchObject({ members: "1", isHere: true });

    await first.kill();
    // A request on a connection that has just broken gets a 503 at once; one that needs a new connection waits.
    const waits: number[] = [];
    while (Math.max(0, ...waits) < HELD_MS && waits.length < 30) {
      const begin = Date.now();
      const { statusCode, headers } = await (waits.length % 2 === 0 ? health() : signUp());
      waits.push(Date.now() - begin);
      expect(statusCode).toBe(503);
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    }
    expect(Math.max(...waits)).toBeGreaterThan(HELD_MS);

    // This request starts to wait before the promotion.
    const held = signUp();
    await second.promote();
    expect([201, 503]).toContain((await held).statusCode);
    await expect.poll(async () => (await health()).statusCode).toBe(200);
    people = 100;
    await expect.poll(async () => (people++, (await signUp()).statusCode)).toBe(201);
    // The new timeline is stored before the first write on it.
    expect(await readSeen(dataDir)).toMatchObject({ timeline: 2 });
    await expect.poll(() => standing(second)).toMatchObject({ unsealed: "0", isHere: true });
  });

  test("an old primary that comes back is skipped, and refused while it is the only host", async () => {
    await first.start();
    const another = await open();
    const { rows } = await another.pool.query<{ port: number }>(
      "SELECT inet_server_port() AS port",
    );
    expect(rows).toEqual([{ port: second.port }]);
    await another.close();
    expect(await standing(second)).toMatchObject({ isHere: true });

    await second.kill();
    const refused = await signUp();
    expect(refused.statusCode).toBe(503);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(await refusal()).toMatch(
      /: The database is behind what this server has seen: .* npm run accept-database$/,
    );
    const written = await first.query<{ members: number }>(
      "SELECT count(*)::int AS members FROM members",
      "akiba",
    );
    expect(written).toEqual([{ members: 1 }]);

    await second.start();
    await expect.poll(async () => (await health()).statusCode).toBe(200);
    expect(await standing(second)).toMatchObject({ isHere: true });
  });
});
