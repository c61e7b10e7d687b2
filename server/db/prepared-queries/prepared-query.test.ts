import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestDatabase } from "#tests/support/test-database.ts";
import type { Database } from "#server/db/connection.ts";
import { anyOf, preparedQuery, type RowsOf, rowTable } from "./prepared-query.ts";

let db: Database;

beforeAll(async () => {
  // A process prepares at most 500 queries, and earlier tests may have used them up: this file imports the module again.
  vi.resetModules();
  const { openDatabase, openPool } = await import("#server/db/connection.ts");
  // One connection, since PostgreSQL caches plans per connection.
  db = openDatabase(openPool(await createTestDatabase(), 1));
});
afterAll(() => db.destroy());

describe("a prepared query", () => {
  test("is built once and puts each value where it belongs, however often", async () => {
    let built = 0;
    const difference = preparedQuery((reader, from: number, less: number) => {
      built += 1;
      return reader.selectNoFrom(
        sql<number>`${from}::int - ${less}::int + ${1000}::int - ${less}::int`.as("left"),
      );
    });
    expect(await difference(db, 10, 4)).toEqual([{ left: 1002 }]);
    expect(await difference(db, 4, 10)).toEqual([{ left: 984 }]);
    expect(built).toBe(1);
  });

  test("takes rows by their columns, however many", async () => {
    const columns = { code: "text", cents: "bigint" } as const;
    let built = 0;
    const differences = preparedQuery((_reader, rows: RowsOf<typeof columns>, less: bigint) => {
      built += 1;
      return sql<{ code: string; left: bigint }>`
        SELECT code, cents - ${less}::bigint AS left FROM ${rowTable("given", columns, rows)} ORDER BY place`;
    });
    const rows = [
      { cents: 500n, code: "bank" },
      { cents: 70n, code: "tax" },
    ];
    expect(await differences(db, rows, 30n)).toEqual([
      { code: "bank", left: 470n },
      { code: "tax", left: 40n },
    ]);
    expect(await differences(db, rows.slice(1), 10n)).toEqual([{ code: "tax", left: 60n }]);
    expect(await differences(db, [], 10n)).toEqual([]);
    expect(built).toBe(1);
  });

  test("refuses to be built when a value would be forgotten", async () => {
    const forgetful = preparedQuery((reader, stored: number, _forgotten: number) =>
      reader.selectNoFrom(sql<number>`${stored}::int`.as("kept")),
    );
    await expect(forgetful(db, 1, 2)).rejects.toThrow("each value of a prepared query has a place");
  });
});

// PostgreSQL plans the first five runs for their values before it may cache a generic plan.
const RUNS = 12;

/** How often PostgreSQL ran the prepared query whose text contains `part` by its cached plan. */
async function runsByCachedPlan(part: string): Promise<number> {
  const { rows } = await sql<{ runs: bigint }>`
    SELECT generic_plans AS runs FROM pg_prepared_statements
     WHERE statement LIKE ${`%${part}%`} AND statement NOT LIKE '%pg_prepared_statements%'`.execute(
    db,
  );
  expect(rows).toHaveLength(1);
  return Number(rows[0]?.runs);
}

const accounts = (codes: readonly string[]) =>
  db.selectFrom("accounts").select("code").where("code", "=", anyOf("text", codes)).execute();

describe("values of ours in a statement", () => {
  test("select by any of them, and none selects nothing", async () => {
    expect(await accounts(["bank", "nobody"])).toMatchObject([{ code: "bank" }]);
    expect(await accounts([])).toEqual([]);
  });

  test("are planned once, also where they are always few", async () => {
    for (let run = 0; run < RUNS; run++) {
      await db
        .selectFrom("payments")
        .select("id")
        .where("id", "=", anyOf("int", [run]))
        .execute();
      await sql`
        SELECT payments.id FROM ${rowTable("asked", { id: "int" }, [{ id: run }])}
          JOIN payments ON payments.id = asked.id`.execute(db);
    }
    expect(await runsByCachedPlan(`select "id" from "payments"`)).toBeGreaterThan(0);
    expect(await runsByCachedPlan("SELECT payments.id FROM unnest")).toBeGreaterThan(0);
  });
});
