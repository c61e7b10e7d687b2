import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import type { Database } from "#server/db/connection.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { type HeldQueries, holdQueries } from "#tests/support/queries.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import {
  startAuditChainWriter,
  startBalanceProjection,
  startLogWatermarks,
} from "./commit-followers.ts";

const SECOND = 1_000;

/**
 * Lets this much time pass on the timers of the process that runs the follower, in steps: while the process cannot
 * run, neither goes on.
 */
async function passTime(ms: number, steps = 50): Promise<"time passed"> {
  for (let step = 0; step < steps; step++) await wait(ms / steps);
  return "time passed";
}

/** Passes queries up to and with the one whose text has `part`, and waits for its answer. */
async function untilSent(queries: HeldQueries, part: string): Promise<void> {
  for (let isLast = false; !isLast;) {
    isLast = (await queries.held()).includes(part);
    await queries.pass();
  }
}

const ends = (number: number) => ({ audit: BigInt(number), entry: number });

describe("a server's audit-chain writer", () => {
  let group: TestGroup;
  let member: TestMember;

  beforeAll(async () => {
    group = await startGroup();
    member = await group.pendingMember();
  });
  afterAll(() => group.close());

  const start = () =>
    startAuditChainWriter({ connection: group.serverConnection, log: pino({ level: "silent" }) });

  async function countUnsealed(seenBy: Database = group.db): Promise<number> {
    const { rows } = await sql<{ n: bigint }>`
    SELECT count(*) AS n FROM audit_entries e
     WHERE NOT EXISTS (SELECT FROM audit_seals s WHERE s.audit_id = e.id)`.execute(seenBy);
    return Number(rows[0]?.n);
  }

  async function expectSealed(): Promise<void> {
    await expect.poll(() => countUnsealed()).toBe(0);
  }

  const hold = () =>
    holdQueries({ database: group.serverConnection.database, name: "akiba sealer" });

  test("seals what was left, beside another one", async () => {
    expect(await countUnsealed()).toBeGreaterThan(0);
    const [one, other] = [start(), start()];
    await expectSealed();
    await group.signIn(member);
    await expectSealed();
    await one.stop();
    await other.stop();
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });

  test("seals each change in the first round after its commit, and a round begins within a second", async () => {
    const chainWriter = start();
    await expectSealed();
    const queries = hold();
    onTestFinished(queries.open);
    // Three times the same question in a row: rounds that find nothing.
    for (let quiet = 0; quiet < 3; await queries.pass())
      quiet = (await queries.held()).includes("FROM audit_entries") ? quiet + 1 : 0;
    for (let change = 0; change < 3; change++) {
      // It asks where the log ends; the change is committed before it hears.
      expect(await queries.held()).toContain("FROM audit_entries");
      await group.signIn(member);
      expect(await countUnsealed()).toBeGreaterThan(0);
      await untilSent(queries, "commit");
      expect(await countUnsealed()).toBe(0);
      expect(await Promise.race([queries.held(), passTime(SECOND)])).toContain(
        "FROM audit_entries",
      );
    }
    queries.open();
    await chainWriter.stop();
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });

  test("seals the last changes before it stops", async () => {
    const chainWriter = start();
    await expectSealed();
    await group.signIn(member);
    await chainWriter.stop();
    expect(await countUnsealed()).toBe(0);
  });

  test("seals an entry that was written first and committed last", async () => {
    const chainWriter = start();
    await expectSealed();
    const slow = await group.db.startTransaction().execute();
    await recordAudit(slow, {
      now: group.clock.now(),
      actorId: null,
      action: "sessions.refuse",
      subject: "books",
      subjectId: null,
      address: null,
    });
    await group.signIn(member);
    await expectSealed();
    // Not visible to anybody else yet.
    expect(await countUnsealed(slow)).toBe(1);
    await slow.commit().execute();
    await expectSealed();
    await chainWriter.stop();
  });

  test("goes on after its connection was broken", async () => {
    const chainWriter = start();
    await expectSealed();
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'akiba sealer' AND datname = current_database()`.execute(group.db);
    await group.signIn(member);
    await expect.poll(() => countUnsealed()).toBe(0);
    await chainWriter.stop();
  });

  test("nothing is known before the first mark", () => {
    expect(startLogWatermarks(1_000).asOf(0)).toBeUndefined();
  });

  test("the ends of a moment are those of the last mark before it", () => {
    const watermarks = startLogWatermarks(1_000);
    watermarks.note(100, ends(10_000));
    watermarks.note(200, ends(10_001));
    watermarks.note(300, ends(10_002));
    expect(watermarks.asOf(99)).toEqual(ends(5_000));
    expect(watermarks.asOf(100)).toEqual(ends(10_000));
    expect(watermarks.asOf(299)).toEqual(ends(10_001));
    expect(watermarks.asOf(9_999)).toEqual(ends(10_002));
  });

  test("a short log is known from its beginning", () => {
    const watermarks = startLogWatermarks(1_000);
    watermarks.note(100, ends(7));
    expect(watermarks.asOf(50)).toEqual(ends(0));
  });

  test("whoever looks back the longest way still finds what was known then", () => {
    const watermarks = startLogWatermarks(1_000);
    for (let at = 0; at <= 5_000; at += 100) watermarks.note(at, ends(10_000 + at));
    expect(watermarks.asOf(4_000)).toEqual(ends(14_000));
    expect(watermarks.asOf(4_050)).toEqual(ends(14_000));
  });
});

describe("a server's balance projection", () => {
  let group: TestGroup;
  let books: Bookkeeping;
  let member: TestMember;

  beforeAll(async () => {
    ({ group, books } = await startFoundedGroup({ members: 1 }));
    member = await books.member();
  });
  afterAll(() => group.close());

  const start = () =>
    startBalanceProjection({ connection: group.serverConnection, log: pino({ level: "silent" }) });

  async function countUnsummed(): Promise<number> {
    const { rows } = await sql<{ n: bigint }>`SELECT count(*) AS n FROM postings_to_sum`.execute(
      group.db,
    );
    return Number(rows[0]?.n);
  }

  test("sums what was left and what follows, beside another one, also after its connection broke", async () => {
    await books.contribute(member, 100);
    expect(await countUnsummed()).toBe(2);
    const [one, other] = [start(), start()];
    await expect.poll(countUnsummed).toBe(0);
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'akiba summer' AND datname = current_database()`.execute(group.db);
    await books.contribute(member, 200);
    await expect.poll(countUnsummed).toBe(0);
    await one.stop();
    await other.stop();
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });

  test("looks once a second while there is nothing to sum", async () => {
    const projection = start();
    await expect.poll(countUnsummed).toBe(0);
    const queries = holdQueries({
      database: group.serverConnection.database,
      name: "akiba summer",
    });
    onTestFinished(queries.open);
    // The last query of a round; the first round may still have found something.
    for (let round = 0; round < 2; round++) await untilSent(queries, "index_statement_lines");
    for (let round = 0; round < 2; round++) {
      const next = queries.held();
      // A timer that began with the product's own and is shorter ends before it, however slow the machine is.
      expect(await Promise.race([next, passTime(0.9 * SECOND, 1)])).toBe("time passed");
      expect(await Promise.race([next, passTime(2 * SECOND)])).not.toBe("time passed");
      await untilSent(queries, "index_statement_lines");
    }
    queries.open();
    await projection.stop();
  });

  test("sums the last postings before it stops", async () => {
    const projection = start();
    await books.contribute(member, 300);
    await projection.stop();
    expect(await countUnsummed()).toBe(0);
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });
});
