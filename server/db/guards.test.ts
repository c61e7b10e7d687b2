import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startLivedInGroup } from "#tests/support/lived-in-group.ts";

let group: Awaited<ReturnType<typeof startLivedInGroup>>;
let client: Client;

beforeAll(async () => {
  group = await startLivedInGroup();
  client = new Client(group.connection);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await group.close();
});

/** Changes the first row of a table that meets `where`, after `first`; returns the refusal with `#` for the row's id. */
async function change(table: string, set: string, where = "true", first = ""): Promise<string> {
  await client.query("BEGIN");
  const { rows } = await client.query<{ id: number }>(
    `SELECT id FROM ${table} WHERE ${where} ORDER BY id LIMIT 1`,
  );
  const id = rows[0]?.id ?? 0;
  const update = (columns: string) =>
    client.query(`UPDATE ${table} SET ${columns} WHERE id = ${id}`);
  if (first !== "") await update(first);
  const outcome = await update(set).then(
    ({ rowCount }) => `${rowCount} changed`,
    (error: unknown) => (error instanceof Error ? error.message : "").replace(` ${id} `, " # "),
  );
  await client.query("ROLLBACK");
  return outcome;
}

const posted = [
  "dividend_declarations",
  "dividend_payments",
  "fixed_deposits",
  "fixed_deposit_redemptions",
];

test.each([
  ["entries", "description = 'x'", "entries is append-only: UPDATE is refused"],
  ["fines", "amount_cents = amount_cents + 1", "fine # cannot be changed so"],
  ["fines", "paid_cents = paid_cents - 1", "fine # cannot be changed so"],
  ["bad_debts", "amount_cents = amount_cents + 1", "bad debt # cannot be changed so"],
  ["bad_debts", "recovered_cents = recovered_cents - 1", "bad debt # cannot be changed so"],
  ["auditors", "name = 'x'", "the seat of auditor # cannot be changed so"],
  ["openings", "cut_over_on = cut_over_on - 1", "opening # cannot be changed so"],
  ["openings", "reason = 'x'", "opening # cannot be changed so", "outcome IS NOT NULL"],
  ["loans", "entered_by = member_id", "who entered loan # is not changed", "entered_by IS NULL"],
  ["payments", "part = part + 1", "what payment # is for is not changed", "status = 'pending'"],
  ["notices", "occasion = 'x'", "notice # is kept as it was written"],
  ["words", "text = 'x'", "word # is kept as it was written"],
  ["statement_lines", "on_day = on_day + 1", "statement_lines # stays as it was written"],
  [
    "statements",
    "accepted_at = now()",
    "statements # is withdrawn or undone for good",
    "true",
    "withdrawn_at = now(), withdrawn_by = 1, withdrawn_reason = 'Twice'",
  ],
  [
    "statement_matches",
    "undone_by = 1",
    "statement_matches # is withdrawn or undone for good",
    "undone_at IS NULL",
    "undone_at = now(), undone_why = 'apart'",
  ],
  ["fixed_deposits", "is_reversed = false", "fixed_deposits # cannot be changed so", "is_reversed"],
  ...posted.map((table) => [table, "description = 'x'", `${table} # cannot be changed so`]),
])("%s refuses %s", async (table, set, sentence, where, first) => {
  expect(await change(table, set, where, first)).toBe(sentence);
});

test.each<[string, string, string?]>([
  ["fines", "paid_cents = paid_cents"],
  ["bad_debts", "recovered_cents = recovered_cents"],
  ["auditors", "last_entered_at = now()", "ended_at IS NULL"],
  ["notices", "read_at = now()"],
  ["fixed_deposits", "redeemed_cents = redeemed_cents", "NOT is_reversed"],
])("%s takes %s", async (table, set, where) => {
  expect(await change(table, set, where)).toBe("1 changed");
});
