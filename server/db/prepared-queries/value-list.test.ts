import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { openDatabase, openPool, type Database } from "#server/db/connection.ts";
import { rowTable } from "./row-table.ts";
import { anyOf } from "./value-list.ts";

let db: Database;

beforeAll(async () => {
  // One connection: PostgreSQL keeps plans for each.
  db = openDatabase(openPool(await createTestDatabase(), 1));
});
afterAll(() => db.destroy());

// The planner looks at the values of five runs before it may keep a plan.
const RUNS = 12;

/** How often PostgreSQL has run a statement, named by a part of its text, by the plan that it keeps. */
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
