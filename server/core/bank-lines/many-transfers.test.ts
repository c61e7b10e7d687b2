// The two sides of transfers among thousands of lines that were just imported (STAT-8): whatever PostgreSQL knows of the table, each line
// costs a few index lookups.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "#server/db/connection.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import { addStatementAccount } from "#tests/support/statements.ts";
import type { TestGroup } from "#tests/support/test-group.ts";

const LINES = 3_000;

let group: TestGroup;
let accounts: [number, number];

beforeAll(async () => {
  const founded = await startFoundedGroup();
  group = founded.group;
  const by = founded.books.treasurer.id;
  accounts = [await addStatementAccount(group.db, by), await addStatementAccount(group.db, by)];
});
afterAll(() => group.close());

/** Lines in of one day, all open, and the other side of the last of them in another account. */
async function addLines(tx: Tx, day: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO statement_lines (account_id, identity, on_day, details, kind, amount_cents, state, is_proved)
    SELECT ${accounts[0]}::int, sha256((${day} || n)::bytea), ${day}::date, 'Moved', 'payment_in', 100000 + n, 'open', true
      FROM generate_series(1, ${LINES}::int) n
    UNION ALL
    SELECT ${accounts[1]}::int, sha256(${day}::bytea), ${day}::date, 'Moved', 'payment_out', -100000 - ${LINES}::int, 'open', true
    RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

// 8 KiB each; by an index of open lines it was a hundred and more.
const PAGES_FOR_EACH = 40;

test.each([
  { day: "2025-12-05", knows: "that there were none", statement: "ANALYZE statement_lines" },
  {
    day: "2025-12-06",
    knows: "nothing",
    statement: "SELECT pg_clear_relation_stats('public', 'statement_lines')",
  },
])("each line costs a few lookups when PostgreSQL knows $knows", async ({ day, statement }) => {
  const pages = await group.db.transaction().execute(async (tx) => {
    await sql.raw(statement).execute(tx);
    const ids = await addLines(tx, day);
    const { rows } = await sql<{ "QUERY PLAN": [{ Plan: { "Shared Hit Blocks": number } }] }>`
      EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT pair_transfers(${ids}::int[])`.execute(tx);
    return rows[0]!["QUERY PLAN"][0].Plan["Shared Hit Blocks"];
  });
  expect(pages).toBeLessThan(LINES * PAGES_FOR_EACH);
  const paired = await group.db
    .selectFrom("statement_lines")
    .select("amount_cents")
    .where("pair_id", "is not", null)
    .where("on_day", "=", day)
    .orderBy("amount_cents")
    .execute();
  const moved = 100_000n + BigInt(LINES);
  expect(paired.map(({ amount_cents }) => amount_cents)).toEqual([-moved, moved]);
});
