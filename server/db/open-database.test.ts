import { readFile, mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import pino from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { startAuditChainWriter, startBalanceProjection } from "#server/jobs/commit-followers.ts";
import { startWorker } from "#server/jobs/worker.ts";
import { readConfig } from "#server/platform/config.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { appointBookkeepers } from "#tests/support/founded-group.ts";
import {
  pgbouncerMissing,
  startPgbouncer,
  type PoolMode,
} from "#tests/support/database-proxies.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { startGroup } from "#tests/support/test-group.ts";
import { openMigratedDatabase, requireSessions } from "./open-database.ts";
import { openPool } from "./connection.ts";
import { openGuard } from "./seen-database.ts";

type Connection = Awaited<ReturnType<typeof createTestDatabase>>;

async function run(connection: Connection, ...statements: string[]) {
  const client = new Client(connection);
  await client.connect();
  const answers = [];
  for (const text of statements)
    answers.push(await client.query(text).catch((error: unknown) => error));
  await client.end();
  return answers;
}

test("a database that may lose what it has acknowledged is refused in one sentence", async () => {
  const connection = await createTestDatabase();
  const { host, user, database } = connection;
  const databaseUrl = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  const location = { databaseUrl, dataDir: "/nowhere" };
  await run(connection, `ALTER DATABASE ${database} SET synchronous_commit = off`);
  await expect(openMigratedDatabase(location, () => undefined)).rejects.toMatchObject({
    message:
      "The database has synchronous_commit off, so that a power cut could lose payments that were acknowledged: switch it on and start again.",
    isForOperator: true,
  });
  await run(connection, `ALTER DATABASE ${database} SET synchronous_commit = local`);
  await (await openMigratedDatabase(location, () => undefined)).close();
});

test("PostgreSQL's own log has neither values nor SQL of what it refused", async () => {
  const connection = await createTestDatabase();
  const insert = `INSERT INTO members (first_name, last_name, username, email, reg_number, phone, password_hash, created_at)
    VALUES ('Zuhura', 'Siri', 'zuhura.siri', 'zuhura.siri@example.com', 'REG/ZS', '0712345678', 'x', now())`;
  const answers = await run(
    connection,
    insert,
    insert,
    "SELECT 'zuhura.siri@example.com'::int",
    "SELECT directory FROM (SELECT current_setting('data_directory') AS directory) place",
  );
  const reported = answers.map((answer) => (answer instanceof Error ? answer.message : "done"));
  expect(reported.slice(0, 3).join("\n")).toContain("zuhura.siri@example.com");
  const [{ directory }] = (answers[3] as { rows: [{ directory: string }] }).rows;
  const log = await readFile(join(dirname(directory), "postgres.log"), "utf8");
  expect(log).not.toMatch(/zuhura|REG\/ZS|0712345678|INSERT INTO members/i);
});

/** Returns the names of the startup parameters that a connection sends; PgBouncer refuses those that it does not know. */
async function startedWith(work: (url: string) => Promise<unknown>): Promise<string[]> {
  const database = await createTestDatabase();
  const names = new Set<string>();
  const server = createServer((near) => {
    near.once("data", (first: Buffer) => {
      // A startup message: length and version, then names and values, each ending in a zero byte.
      const words = first.subarray(8).toString().split("\0");
      for (let index = 0; index + 1 < words.length && words[index] !== ""; index += 2)
        names.add(words[index]!);
      const far: Socket = connect(`${database.host}/.s.PGSQL.${database.port}`);
      far.write(first);
      near.pipe(far).pipe(near);
      for (const socket of [near, far]) socket.on("error", () => undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await work(`postgres://${database.user}@127.0.0.1:${port}/${database.database}`);
  } finally {
    server.close();
  }
  return [...names].toSorted();
}

async function expectLimits(connectionString: string): Promise<void> {
  const pool = openPool({ connectionString }, 1);
  const { rows } = await pool.query(
    `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
            current_setting('idle_in_transaction_session_timeout') AS idle`,
  );
  expect(rows).toEqual([{ statement: "10s", lock: "3s", idle: "15s" }]);
  await pool.end();
}

test("a connection sends only startup parameters that PgBouncer knows, and still has its time limits", async () => {
  expect(await startedWith(expectLimits)).toEqual([
    "application_name",
    "client_encoding",
    "database",
    "user",
  ]);
});

test("a direct connection, with its own session, is accepted", async () => {
  await expect(requireSessions(await createTestDatabase())).resolves.toBeUndefined();
});

// Behind a real PgBouncer with its default settings.
const log = pino({ level: "silent" });
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Starts PgBouncer in front of the database, and returns the settings that an operator would write. */
async function pooled(mode: PoolMode) {
  const bouncer = await startPgbouncer(await createTestDatabase(), mode);
  ends.push(() => bouncer.stop());
  const { port, database } = bouncer.connection;
  const address = (user: string) => `postgres://${user}@127.0.0.1:${port}/${database}`;
  const dataDir = await mkdtemp(join(tmpdir(), "akiba-pooled-"));
  ends.push(() => rm(dataDir, { recursive: true }));
  const open = async () =>
    openMigratedDatabase(
      { databaseUrl: address("akiba_server"), migrateUrl: address("akiba"), dataDir },
      () => undefined,
      {
        guard: await openGuard(dataDir),
        archive: { backupDir: null, recipient: null, program: new URL("file:///nowhere") },
      },
    );
  return { connection: bouncer.connection, open };
}

const reason = pgbouncerMissing === null ? "" : ` (skipped: ${pgbouncerMissing})`;

describe.skipIf(pgbouncerMissing !== null)(`behind PgBouncer${reason}`, () => {
  test("in session mode members sign in, pay and approve, jobs run, and the audit-chain writer works", async () => {
    const { connection, open } = await pooled("session");
    const database = await open();
    ends.push(() => database.close());
    const group = await startGroup({ connection });
    ends.push(() => group.close());
    const printed: string[] = [];
    const worker = await startWorker({
      connection: database.connection,
      config: { ...readConfig({}), backupDir: null },
      log,
      now: group.clock.now,
      evidence: group.evidence,
      print: (text) => printed.push(text),
    });
    ends.push(() => worker.stop());
    const followers = [startAuditChainWriter, startBalanceProjection].map((start) =>
      start({ connection: database.connection, log }),
    );
    ends.push(() => Promise.all(followers.map((follower) => follower.stop())));

    const books = await appointBookkeepers(group);
    const member = await books.member();
    for (let month = 0; month < 5; month++) await books.contribute(member, 1_000);
    const loanId = await books.lend(member, 2_000);
    await Promise.all([100, 200, 300].map((kes) => books.repay(member, loanId, kes)));

    await expect.poll(() => printed.join("\n")).toContain(member.email);
    const token = books.treasurer.token;
    const head = () => group.api("GET", "/api/audit/head/", { token });
    const written = await sql<{ count: number }>`
      SELECT (SELECT count(*) FROM audit_entries)::int + (SELECT count(*) FROM entries)::int AS count`.execute(
      group.db,
    );
    await expect
      .poll(async () => (await head()).body.entries as number)
      .toBe(written.rows[0]?.count);
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });

  test.each(["transaction", "statement"] as const)(
    "%s mode is refused by its name, in one sentence",
    async (mode) => {
      const { open } = await pooled(mode);
      await expect(open()).rejects.toMatchObject({
        message: `The pooler in front of the database works in ${mode} mode, in which sessions are shared: set pool_mode = session, or connect without it.`,
        isForOperator: true,
      });
    },
  );
});
