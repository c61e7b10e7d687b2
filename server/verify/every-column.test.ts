// Alters every column of every table, and takes rows away: what no invariant sees is named in tests/support/seen-columns.ts, with the
// reason why not (docs/decisions/052-what-verify-does-not-see.md).
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DB } from "#server/db/tables.ts";
import { alterEach, readTables } from "#tests/support/alter-columns.ts";
import { startLivedInGroup } from "#tests/support/lived-in-group.ts";
import { seenColumns } from "#tests/support/seen-columns.ts";
import { evidenceInvariants } from "./evidence.ts";
import { invariants } from "./verify-books.ts";

let group: Awaited<ReturnType<typeof startLivedInGroup>>;
let client: Client;
let tables: Awaited<ReturnType<typeof readTables>>;
let sqlOf: ReadonlyMap<string, string>;

beforeAll(async () => {
  group = await startLivedInGroup();
  client = new Client(group.connection);
  await client.connect();
  await client.query("SET session_replication_role = replica; SET TimeZone = 'UTC'");
  tables = await readTables(client);
  const evidence = { ...(await group.evidence()), writers: null };
  sqlOf = new Map(
    [...invariants, ...evidenceInvariants(evidence)].map(({ name, sql }) => [name, sql]),
  );
});
afterAll(async () => {
  await client.end();
  await group.close();
});

/** Whether one of the invariants finds something. */
async function isSeen(by: readonly string[]): Promise<boolean> {
  for (const name of by)
    if ((await client.query({ name, text: sqlOf.get(name) ?? "" })).rows.length > 0) return true;
  return false;
}

const checked = Object.entries(seenColumns).flatMap(([table, seen]) =>
  "by" in seen ? [{ table: table as keyof DB, ...seen }] : [],
);

test("every table is in tests/support/seen-columns.ts, with invariants and columns that there are", () => {
  expect(Object.keys(seenColumns).toSorted()).toEqual(
    [...tables.keys()].filter((table) => table !== "accounts" && table !== "migrations").toSorted(),
  );
  expect(checked.flatMap(({ by }) => by).filter((name) => !sqlOf.has(name))).toEqual([]);
});

describe("an invariant sees each altered column and each row taken away, but for those that are named, in", () => {
  test.each(checked)("$table", async ({ table, by, but = {}, where }) => {
    const { rows, unseen } = await alterEach(client, tables.get(table) ?? [], {
      where: where ?? "true",
      sees: () => isSeen(by),
    });
    expect(
      rows,
      "the group that has lived has no such row: give it one in tests/support",
    ).toBeGreaterThan(0);
    const unnamed = unseen.filter(({ column }) => !Object.hasOwn(but, column));
    expect(
      unnamed,
      "no invariant of the table's list sees this: write one, add it to the list, or name the column with the reason in tests/support/seen-columns.ts",
    ).toEqual([]);
  });
});
