import { sql } from "kysely";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appointBookkeepers, type Bookkeeping } from "#tests/support/bookkeeping.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { startBalanceProjection } from "./balance-projection.ts";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;

beforeAll(async () => {
  group = await startGroup();
  books = await appointBookkeepers(group);
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

describe("a server's balance projection", () => {
  test("sums what was left and what follows, beside another one, also after its connection broke", async () => {
    await books.contribute(member, 100);
    expect(await countUnsummed()).toBe(2);
    const [one, other] = [start(), start()];
    await expect.poll(countUnsummed, { timeout: 30_000 }).toBe(0);
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'akiba summer' AND datname = current_database()`.execute(group.db);
    await books.contribute(member, 200);
    await expect.poll(countUnsummed, { timeout: 30_000 }).toBe(0);
    await one.stop();
    await other.stop();
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });

  test("sums the last postings before it stops", async () => {
    const projection = start();
    await books.contribute(member, 300);
    await projection.stop();
    expect(await countUnsummed()).toBe(0);
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });
});
