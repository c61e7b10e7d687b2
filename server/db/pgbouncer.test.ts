// Behind a real PgBouncer with its defaults: what it is asked at the start is what it knows, and a session is one's own.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { startAuditChainWriter } from "#server/jobs/audit-chain-writer.ts";
import { startBalanceProjection } from "#server/jobs/balance-projection.ts";
import { startWorker } from "#server/jobs/worker.ts";
import { readConfig } from "#server/platform/config.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { appointBookkeepers } from "#tests/support/bookkeeping.ts";
import { pgbouncerMissing, startPgbouncer, type PoolMode } from "#tests/support/pgbouncer.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { startGroup } from "#tests/support/test-group.ts";
import { openGuard } from "./database-guard.ts";
import { openMigratedDatabase } from "./open-database.ts";

const log = pino({ level: "silent" });
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A server's way into the database, as the settings of an operator name it. */
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
  test("in session mode people sign in, pay and approve, jobs run, and the log is sealed", async () => {
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
