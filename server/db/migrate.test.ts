import { Client } from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { migrate } from "./migrate.ts";

test("five servers starting at once on an empty database apply each migration once", async () => {
  const connection = await createTestDatabase();
  const database = `${connection.database}_empty`;
  const admin = new Client(connection);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${database} TEMPLATE template0`);
  await admin.end();

  const applied = await Promise.all(
    Array.from({ length: 5 }, () => migrate({ ...connection, database })),
  );

  const [first, ...others] = applied.toSorted((one, other) => other.length - one.length);
  expect(first).toContain("0001-members.sql");
  expect(others).toEqual([[], [], [], []]);
});
