import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { inTransaction, type Database } from "#server/db/connection.ts";

let db: Database;

beforeAll(async () => {
  // A process prepares at most 500 queries, and earlier tests may have used them up: this file imports the module again.
  vi.resetModules();
  const { openDatabase, openPool } = await import("#server/db/connection.ts");
  db = openDatabase(openPool(await createTestDatabase(), 1));
});
afterAll(() => db.destroy());

async function prepared(): Promise<{ name: string; statement: string }[]> {
  const { rows } = await sql<{ name: string; statement: string }>`
    SELECT name, statement FROM pg_prepared_statements`.execute(db);
  return rows;
}

describe("a connection", () => {
  test("prepares a query with parameters once, whatever their values, and no query without parameters", async () => {
    for (const number of [1, 2, 3]) {
      const { rows } = await sql<{ sum: number }>`SELECT ${number}::int + 1 AS sum`.execute(db);
      expect(rows).toEqual([{ sum: number + 1 }]);
    }
    await sql`SELECT 40 + 2`.execute(db);
    const many = Array.from({ length: 41 }, (_, index) => sql`${index}::int`);
    await sql`SELECT ${sql.join(many)}`.execute(db);
    expect((await prepared()).map(({ statement }) => statement)).toEqual([
      "SELECT $1::int + 1 AS sum",
    ]);
  });

  test("prepares a query again after a migration changed its columns, when the transaction is retried", async () => {
    await sql`CREATE TABLE shelf (id int)`.execute(db);
    await sql`INSERT INTO shelf VALUES (1)`.execute(db);
    const read = () =>
      inTransaction(db, async (tx) => {
        const { rows } = await sql`SELECT * FROM shelf WHERE id = ${1}`.execute(tx);
        return rows;
      });
    expect(await read()).toEqual([{ id: 1 }]);
    await sql`ALTER TABLE shelf ADD COLUMN label text DEFAULT 'red'`.execute(db);
    expect(await read()).toEqual([{ id: 1, label: "red" }]);
  });
});
