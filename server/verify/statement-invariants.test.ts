// Tampers with statements, their lines and matches, as somebody with the database's password could.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/db/connection.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import {
  charged,
  paidIn,
  paidOut,
  paybillStatement,
  uploadStatement,
} from "#tests/support/statements.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { amountInvariants } from "./witness-invariants.ts";
import { statementInvariants } from "./statement-invariants.ts";
import { verifyBooks } from "./verify-books.ts";

let group: TestGroup;
let books: Bookkeeping;

// The group has a whole statement with a confirmed, a recorded, a hand-matched and a booked line and a line whose match
// was undone; a transfer; a broken statement that both offices accepted; and a withdrawn one.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 1 }));
  const member = await books.member();
  await books.contribute(member, 20_000);
  const [paybill, bank] = [await addAccount("Paybill"), await addAccount("Bank")];
  await tell(member, "UB11AAAAAA", 1_000);
  const claimed = await tell(member, "UB22AAAAAA", 900);
  const month = { opening: 900_000n, from: "2026-03-01", to: "2026-03-17" };
  await send(paybill, {
    ...month,
    movements: [
      paidIn("UB11AAAAAA", "2026-03-15 08:00:00", 1_000),
      charged("UB11AAAAAA", "2026-03-15 08:00:00", 5),
      paidIn("UB22AAAAAA", "2026-03-15 09:00:00", 1_000),
      paidIn("UB33AAAAAA", "2026-03-15 10:00:00", 700),
      paidOut("UB44AAAAAA", "2026-03-15 11:00:00", 2_345),
      paidIn("UB55AAAAAA", "2026-03-15 12:00:00", 50),
    ],
  });
  await send(bank, {
    ...month,
    movements: [paidIn("UB44AAAAAB", "2026-03-15 15:00:00", 2_345, "float")],
  });
  const line = await lines();
  await ask(books.treasurer, `/api/statements/lines/${line("UB22AAAAAA")}/match/`, {
    kind: "contribution",
    id: claimed,
    reason: "Tea",
  });
  await ask(books.treasurer, `/api/statements/lines/${line("UB33AAAAAA")}/record/`, {
    member_id: member.id,
    kind: "contribution",
  });
  await ask(books.treasurer, `/api/statements/lines/${line("UB55AAAAAA")}/record/`, {
    member_id: member.id,
    kind: "contribution",
  });
  await ask(books.secGen, `/api/statements/lines/${line("UB55AAAAAA")}/unmatch/`);
  await ask(books.treasurer, "/api/statements/lines/book/", {
    line_ids: [line("UB11AAAAAA", "charge")],
    type: "expense",
    category: "transaction_cost",
    description: "Charges",
    date: "2026-03-16",
  });
  const broken = paybillStatement({
    ...month,
    opening: 0n,
    movements: [paidIn("UB66AAAAAA", "2026-03-10 08:00:00", 10)],
  });
  const accepted = await send(bank, broken.replace("10.00,TRUE", "11.00,TRUE"));
  for (const by of [books.treasurer, books.secGen])
    await ask(by, `/api/statements/${accepted}/accept/`, { reason: "A misprint" });
  const withdrawn = await send(bank, {
    ...month,
    movements: [paidIn("UB77AAAAAA", "2026-03-11 08:00:00", 10)],
  });
  await ask(books.treasurer, `/api/statements/${withdrawn}/withdraw/`, {
    reason: "Of another group",
  });
});
afterAll(() => group.close());

async function ask(by: TestMember, path: string, body?: unknown): Promise<Json> {
  const answer = await group.api("POST", path, {
    token: by.token,
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const addAccount = async (name: string): Promise<number> =>
  (await ask(books.treasurer, "/api/statements/accounts/", { name, kind: "mpesa_paybill" })).account
    .id;

async function tell(member: TestMember, reference: string, kes: number): Promise<number> {
  const { contribution } = await ask(member, "/api/finances/monthly-contribution/", {
    amount_paid: kes,
    contribution_month: "2026-03-01",
    payment_date: group.clock.now().toISOString(),
    payment_Reference_Code: reference,
  });
  return contribution.contribution_id;
}

async function send(
  account: number,
  written: Parameters<typeof paybillStatement>[0] | string,
): Promise<number> {
  const file = typeof written === "string" ? written : paybillStatement(written);
  const answer = await uploadStatement(group, {
    token: books.treasurer.token,
    file,
    fields: { account_id: String(account) },
  });
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body.statement.id;
}

async function lines() {
  const { body } = await group.api("GET", "/api/statements/lines/", {
    token: books.treasurer.token,
  });
  return (reference: string, kind = "payment_in"): number =>
    body.lines.find((each: Json) => each.reference === reference && each.kind === kind).id;
}

const rolledBack = new Error("rolled back");

/** Runs `statement` without the database's guards, and returns the names of the broken invariants. */
async function brokenBy(statement: string): Promise<string[]> {
  const broken: string[] = [];
  await inTransaction(group.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`SET LOCAL TimeZone = 'UTC'`.execute(tx);
    await sql.raw(statement).execute(tx);
    for (const { name, sql: text } of [...statementInvariants, ...amountInvariants]) {
      const { rows } = await sql.raw(text).execute(tx);
      if (rows.length > 0) broken.push(name);
    }
    throw rolledBack;
  }).catch((error: unknown) => {
    if (error !== rolledBack) throw error;
  });
  return broken;
}

test("importing, matching, recording, booking, accepting and withdrawing keep every invariant", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

const live = "undone_at IS NULL";
const paymentOf = (reference: string) =>
  `(SELECT id FROM payments WHERE reference = '${reference}')`;
const withoutUnique =
  "DROP INDEX statement_matches_line_once, statement_matches_payment_once; ALTER TABLE statement_matches DROP CONSTRAINT statement_matches_by;";

test.each([
  [
    "line-is-one-thing",
    `${withoutUnique} UPDATE statement_matches SET line_id = (SELECT line_id FROM statement_matches WHERE reason = 'booked') WHERE reason = 'recorded'`,
  ],
  [
    "line-is-one-thing",
    `${withoutUnique} UPDATE statement_matches SET payment_id = ${paymentOf("UB22AAAAAA")} WHERE reason = 'recorded' AND ${live}`,
  ],
  [
    "line-is-one-thing",
    `UPDATE payments SET treasurer_verdict = 'rejected', treasurer_id = 1, treasurer_at = now(), treasurer_reason = 'x' WHERE reference = 'UB33AAAAAA'`,
  ],
  [
    "matches-agree",
    "UPDATE statement_matches SET explanation = NULL WHERE explanation IS NOT NULL",
  ],
  [
    "matches-agree",
    `UPDATE statement_lines SET amount_cents = amount_cents + 1 WHERE reference = 'UB33AAAAAA'`,
  ],
  ["matches-agree", `UPDATE payments SET reference = 'ANOTHER1' WHERE reference = 'UB11AAAAAA'`],
  [
    "matches-agree",
    "UPDATE postings SET amount_cents = -1 WHERE amount_cents = -500 AND account = 'bank'",
  ],
  [
    "matched-lines-are-proved",
    `UPDATE statements SET breaks = '[{"line": 1, "expected": 1, "printed": 2}]' WHERE breaks = '[]'`,
  ],
  ["matched-lines-are-proved", "DELETE FROM statement_line_sources"],
  ["line-states-as-derived", "UPDATE statement_lines SET state = 'open' WHERE state = 'matched'"],
  [
    "line-states-as-derived",
    "UPDATE statement_lines SET is_proved = false WHERE state = 'matched'",
  ],
  [
    "line-states-as-derived",
    "UPDATE statement_lines SET pair_id = NULL WHERE reference = 'UB44AAAAAA'",
  ],
  [
    "line-states-as-derived",
    "UPDATE statement_lines SET state = 'open' WHERE reference = 'UB77AAAAAA'",
  ],
  ["statements-as-witnessed", "UPDATE statement_files SET content = content || '\\x20'::bytea"],
  ["statements-as-witnessed", "UPDATE statements SET closing_cents = closing_cents + 1"],
  [
    "statements-as-witnessed",
    "UPDATE statement_lines SET details = 'Pay Bill from nobody' WHERE reference = 'UB33AAAAAA'",
  ],
  [
    "statements-as-witnessed",
    "UPDATE statement_lines SET on_day = on_day - 1 WHERE at IS NOT NULL".replace(
      "on_day = on_day - 1",
      "party = 'BRIAN'",
    ),
  ],
  ["statements-as-witnessed", "UPDATE statements SET period_source = 'uploader'"],
  ["statements-as-witnessed", "UPDATE statements SET period_source = NULL"],
  ["statements-as-witnessed", "UPDATE statements SET period_to = period_to + 1"],
  ["statements-as-witnessed", "UPDATE statement_acceptances SET reason = 'x'"],
  [
    "statements-as-witnessed",
    "UPDATE statements SET withdrawn_reason = 'x' WHERE withdrawn_at IS NOT NULL",
  ],
  [
    "statements-as-witnessed",
    "UPDATE statements SET withdrawn_at = NULL, withdrawn_by = NULL, withdrawn_reason = NULL",
  ],
  ["statements-as-witnessed", "DELETE FROM audit_entries WHERE action = 'statements.import'"],
  ["statements-as-witnessed", "DELETE FROM statements WHERE withdrawn_at IS NOT NULL"],
  ["statements-add-up", "DELETE FROM statement_line_sources WHERE line = 12"],
  ["statements-add-up", "DELETE FROM statement_acceptances WHERE office = 'Treasurer'"],
  [
    "matches-by-hand-are-audited",
    "UPDATE statement_matches SET matched_by = 1 WHERE reason = 'by_hand'",
  ],
  ["matches-by-hand-are-audited", "DELETE FROM statement_matches WHERE reason = 'booked'"],
  [
    "matches-by-hand-are-audited",
    `UPDATE statement_matches SET undone_at = now(), undone_why = 'unmatched', undone_by = 1 WHERE ${live}`,
  ],
  [
    "matches-by-hand-are-audited",
    `UPDATE statement_matches SET undone_at = now(), undone_why = 'rejected' WHERE reason = 'recorded' AND ${live}`,
  ],
  [
    "matches-by-hand-are-audited",
    "DELETE FROM audit_entries WHERE action = 'statement-lines.unmatch'",
  ],
  [
    "entered-payments-are-recorded",
    `UPDATE payments SET entered_by = 1 WHERE reference = 'UB11AAAAAA'`,
  ],
  ["payments-as-audited", `UPDATE payments SET entered_by = NULL WHERE reference = 'UB33AAAAAA'`],
  ["lines-are-summed", "UPDATE statement_line_days SET lines = lines + 1 WHERE state = 'open'"],
  ["lines-are-summed", "DELETE FROM statement_line_days WHERE state = 'matched'"],
  ["statements-are-guarded", "ALTER TABLE statement_lines DISABLE TRIGGER statement_lines_keep"],
])("%s breaks by %s", async (name, statement) => {
  expect(await brokenBy(statement)).toContain(name);
});

test("the database refuses what would change a statement, or match what does not agree", async () => {
  for (const statement of [
    "UPDATE statement_lines SET amount_cents = 1",
    "UPDATE statements SET closing_cents = 1",
    "UPDATE statements SET withdrawn_reason = 'x' WHERE withdrawn_at IS NOT NULL",
    "UPDATE statement_matches SET undone_why = 'rejected' WHERE undone_at IS NOT NULL",
    "UPDATE statement_matches SET payment_id = 1",
    "DELETE FROM statement_lines",
    "DELETE FROM statement_matches",
    "DELETE FROM statement_files",
    "TRUNCATE statement_acceptances",
    `INSERT INTO statement_matches (line_id, payment_id, matched_at, reason)
     SELECT l.id, p.id, now(), 'reference' FROM statement_lines l, payments p WHERE l.reference = 'UB55AAAAAA' AND p.reference = 'REF000001'`,
  ])
    await expect(sql.raw(statement).execute(group.db)).rejects.toThrow(
      /stays as it was|for good|append-only|does not agree|permission denied/,
    );
});
