import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { openDatabase, openPool, type Database } from "#server/db/connection.ts";
import { rowTable, type RowsOf } from "./row-table.ts";
import { statement } from "./prepared-query.ts";

let db: Database;

beforeAll(async () => {
  db = openDatabase(openPool(await createTestDatabase(), 1));
});
afterAll(() => db.destroy());

describe("a statement", () => {
  test("is built once and puts each value where it belongs, however often", async () => {
    let built = 0;
    const difference = statement((reader, from: number, less: number) => {
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
    const differences = statement((_reader, rows: RowsOf<typeof columns>, less: bigint) => {
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
    const forgetful = statement((reader, stored: number, _forgotten: number) =>
      reader.selectNoFrom(sql<number>`${stored}::int`.as("kept")),
    );
    await expect(forgetful(db, 1, 2)).rejects.toThrow("each value of a statement has a place");
  });
});
