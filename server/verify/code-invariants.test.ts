// Tampers with twins, lines set aside, payments of one receipt and whose money a line is, as somebody with the database's password could.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { codeInvariants } from "./code-invariants.ts";
import { paymentInvariants } from "./payment-invariants.ts";
import { statementInvariants } from "./statement-invariants.ts";
import { verifyBooks } from "./verify-books.ts";

const LIST = "/api/finances/monthly-contribution-approval/";
const REASON = "The paybill's own";

let group: TestGroup;
let books: Bookkeeping;

// A receipt on two accounts, one line of it set aside and its payment approved; another of which a line is back; one payment
// for two things; and a contested one.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  const [jane, mary] = [await member("R/004", "Jane"), await member("R/005", "Mary")];
  await books.fine(jane, 5_000);
  const twin = await contribution(jane, "UC31AAAAAA", 700);
  await contribution(jane, "UC31CCCCCC", 600);
  await ask(jane, "/api/finances/pay-fine/", {
    amount_paid: 400,
    payment_Reference_Code: "UC31CCCCCC",
  });
  await contribution(mary, "UC31DDDDDD", 800);
  await send("Paybill", [
    paidIn("UC31AAAAAA", "2026-03-03 09:00:00", 700, "R/004"),
    paidIn("UC31BBBBBB", "2026-03-03 09:10:00", 50, "R/004"),
    paidIn("UC31CCCCCC", "2026-03-03 09:20:00", 1_000, "R/004"),
    paidIn("UC31DDDDDD", "2026-03-03 09:30:00", 800, "R/004"),
  ]);
  await send("Till", [
    paidIn("UC31AAAAAA", "2026-03-03 09:00:00", 700, "R/004"),
    paidIn("UC31BBBBBB", "2026-03-03 09:10:00", 50, "R/004"),
  ]);
  await contribution(jane, "UC31DDDDDD", 800);
  const { body } = await group.api("GET", "/api/statements/lines/", {
    token: books.treasurer.token,
  });
  const [first, second] = ["UC31AAAAAA", "UC31BBBBBB"].map((code) =>
    body.lines.find((line: Json) => line.reference === code && line.state === "open"),
  );
  await ask(books.treasurer, `/api/statements/lines/${first.id}/set-aside/`, { reason: REASON });
  await ask(books.secGen, `/api/statements/lines/${second.id}/set-aside/`, { reason: REASON });
  await ask(books.secGen, `/api/statements/lines/${second.id}/unmatch/`);
  for (const by of [books.treasurer, books.secGen])
    await ask(by, `${LIST}${twin}/`, { action: "approved" });
});
afterAll(() => group.close());

const member = (RegNo: string, first_name: string) =>
  group.activeMember(books.chairperson, { RegNo, first_name });

async function ask(by: TestMember, path: string, body?: unknown): Promise<Json> {
  const answer = await group.api("POST", path, {
    token: by.token,
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const contribution = async (by: TestMember, code: string, kes: number): Promise<number> =>
  (
    await ask(by, "/api/finances/monthly-contribution/", {
      amount_paid: kes,
      contribution_month: "2026-03-01",
      payment_date: "2026-03-03",
      payment_Reference_Code: code,
    })
  ).contribution.contribution_id;

async function send(name: string, movements: Parameters<typeof paybillStatement>[0]["movements"]) {
  const { account } = await ask(books.treasurer, "/api/statements/accounts/", {
    name,
    kind: "mpesa_paybill",
  });
  const file = paybillStatement({ opening: 0n, from: "2026-03-01", to: "2026-03-10", movements });
  const answer = await uploadStatement(group, {
    token: books.treasurer.token,
    file,
    fields: { account_id: String(account.id) },
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
}

const checked = [...codeInvariants, ...statementInvariants, ...paymentInvariants];

test("twins, parts and a contest keep every invariant", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

const approvedOf = (code: string) => `UPDATE payments SET
  treasurer_verdict = 'approved', treasurer_id = 2, treasurer_at = now(), treasurer_evidence = 'confirmed',
  sec_gen_verdict = 'approved', sec_gen_id = 3, sec_gen_at = now() + interval '1 second', sec_gen_evidence = 'confirmed'
  WHERE reference = '${code}'`;

test.each([
  ["twins-as-derived", "DELETE FROM statement_twins"],
  ["twins-as-derived", "DELETE FROM statement_twins WHERE line_id < twin_id"],
  [
    "twins-as-derived",
    "INSERT INTO statement_twins SELECT min(id), max(id) FROM statement_lines WHERE reference IN ('UC31CCCCCC', 'UC31DDDDDD')",
  ],
  [
    "twins-as-derived",
    "UPDATE statement_lines SET reference = 'UC31ZZZZZ9' WHERE state = 'ignored'",
  ],
  ["set-asides-are-audited", "DELETE FROM statement_set_asides"],
  ["set-asides-are-audited", "UPDATE statement_set_asides SET reason = 'x'"],
  ["set-asides-are-audited", "UPDATE statement_set_asides SET set_by = 1"],
  ["set-asides-are-audited", "UPDATE statement_set_asides SET office = 'Sec-Gen'"],
  [
    "set-asides-are-audited",
    "UPDATE statement_set_asides SET undone_at = now(), undone_by = 1 WHERE undone_at IS NULL",
  ],
  [
    "line-states-as-derived",
    "UPDATE statement_set_asides SET undone_at = NULL, undone_by = NULL WHERE undone_at IS NOT NULL",
  ],
  [
    "set-asides-are-audited",
    `INSERT INTO statement_set_asides (line_id, office, set_by, set_at, reason)
     SELECT id, 'Treasurer', 2, now(), 'x' FROM statement_lines WHERE reference = 'UC31CCCCCC'`,
  ],
  [
    "line-states-as-derived",
    "UPDATE statement_set_asides SET undone_at = now(), undone_by = 1 WHERE undone_at IS NULL",
  ],
  [
    "codes-come-to-one-line",
    "UPDATE payments SET amount_cents = amount_cents + 1 WHERE reference = 'UC31AAAAAA'",
  ],
  [
    "codes-come-to-one-line",
    `${approvedOf("UC31CCCCCC")}; UPDATE payments SET amount_cents = amount_cents + 1 WHERE reference = 'UC31CCCCCC'`,
  ],
  [
    "confirmed-for-whom-the-line-names",
    "UPDATE members SET approved_on = '2020-01-01' WHERE reg_number = 'R/005'; UPDATE statement_lines SET account_typed = 'r-005' WHERE reference = 'UC31AAAAAA'",
  ],
  [
    "line-is-one-thing",
    "UPDATE payments SET reference = 'ANOTHER1' WHERE kind = 'fine_payment' AND reference = 'UC31CCCCCC'",
  ],
  [
    "line-is-one-thing",
    "UPDATE payments SET amount_cents = amount_cents + 1 WHERE kind = 'fine_payment' AND reference = 'UC31CCCCCC'",
  ],
  [
    "matches-agree",
    "UPDATE payments SET amount_cents = amount_cents - 1 WHERE kind = 'fine_payment' AND reference = 'UC31CCCCCC'",
  ],
  [
    "references-wait-for-approval",
    "DELETE FROM payment_references WHERE reference_key = 'UC31DDDDDD'",
  ],
  [
    "references-stand-once",
    "DROP INDEX payments_reference_key; UPDATE payments SET reference_standing = 'holds' WHERE reference_standing = 'contests'",
  ],
])("%s breaks by %s", async (name, statement) => {
  expect(await brokenBy(group.db, checked, statement)).toContain(name);
});
