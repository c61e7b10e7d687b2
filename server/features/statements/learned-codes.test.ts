// A line whose M-PESA code another file prints later (STAT-70).
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { codeInvariants } from "#server/verify/code-invariants.ts";
import { statementInvariants } from "#server/verify/statement-invariants.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { uploadStatement } from "#tests/support/statements.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const CONTRIBUTIONS = "/api/finances/monthly-contribution-approval/";

let group: TestGroup;
let books: Bookkeeping;
let payer: TestMember;
let made = 0;
let accounts = 0;
/** Each test has its own, so no line of one is a twin in another. */
let code: string;

// The group's clock is at 16 March 2026.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  payer = await books.member();
});
afterAll(() => group.close());
beforeEach(() => {
  code = `UC4${++made}AB6C7D`;
});

async function ask(by: TestMember, method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await group.api(method, path, {
    token: by.token,
    ...(body === undefined ? {} : { body }),
  });
  expect(answer.status).toBeLessThan(300);
  return answer.body;
}

const holds = async () => expect((await verifyBooks(group.db)).breaches).toEqual([]);

const addAccount = async (): Promise<number> =>
  (
    await ask(books.treasurer, "POST", "/api/statements/accounts/", {
      name: `Bank ${++accounts}`,
      kind: "bank",
    })
  ).account.id;

/** Money in of `kes` as a bank prints it; with `closing` the statement's last balance. */
const fileWith = (details: string, kes: number, closing = 10_000 + kes) =>
  [
    "Date,Description,Debit,Credit,Balance",
    `03/03/2026,Opening balance,,,"10000.00"`,
    `04/03/2026,${details},,${kes}.00,${10_000 + kes}.00`,
    `05/03/2026,LEDGER FEE,1.00,,${closing - 1}.00`,
  ].join("\n");

async function send(account: number, file: string): Promise<Json> {
  const answer = await uploadStatement(group, {
    token: books.treasurer.token,
    file,
    fields: { account_id: String(account) },
  });
  expect(answer.status).toBeLessThan(202);
  return answer.body;
}

const linesOf = async (account: number, search = ""): Promise<Json[]> =>
  (
    await ask(
      books.secGen,
      "GET",
      `/api/statements/lines/?page=1&account_id=${account}&search=${search}`,
    )
  ).lines;

const moneyIn = async (account: number): Promise<Json> =>
  (await linesOf(account)).find(({ kind }) => kind === "payment_in");

const tells = async (kes: number): Promise<number> =>
  (
    await ask(payer, "POST", "/api/finances/monthly-contribution/", {
      amount_paid: kes,
      contribution_month: "2026-03-01",
      payment_date: "2026-03-04",
      payment_Reference_Code: code,
    })
  ).contribution.contribution_id;

const evidenceOf = async (id: number): Promise<Json> =>
  (await ask(books.treasurer, "GET", CONTRIBUTIONS)).pending_approvals.find(
    ({ contribution_id }: Json) => contribution_id === id,
  ).evidence;

const short = "MPS 254700000111";
const whole = () => `MPS 254700000111 ${code} ACC9 JANE EXAMPLE`;

test("the code of a later file confirms the payment of a line that came without it", async () => {
  const account = await addAccount();
  const claim = await tells(1_000);
  await send(account, fileWith(short, 1_000));
  expect(await evidenceOf(claim)).not.toMatchObject({ state: "confirmed" });
  expect(await moneyIn(account)).toMatchObject({ state: "open" });
  expect(await send(account, fileWith(whole(), 1_000))).toMatchObject({
    counts: { new: 0, known: 2 },
  });
  expect(await moneyIn(account)).toMatchObject({
    details: short,
    state: "matched",
    match: { id: claim, reason: expect.stringContaining("code") },
  });
  expect(await evidenceOf(claim)).toMatchObject({ state: "confirmed" });
  expect(await linesOf(account, code)).toMatchObject([{ details: short }]);
  for (const by of [books.treasurer, books.secGen])
    await ask(by, "POST", `${CONTRIBUTIONS}${claim}/`, { action: "approved" });
  await holds();
});

test("with its code the line is known in either file, and under another code it is another line", async () => {
  const account = await addAccount();
  await send(account, fileWith(short, 1_100));
  await send(account, fileWith(whole(), 1_100));
  for (const again of [`${short} `, `${whole()} VIA APP`])
    expect(await send(account, fileWith(again, 1_100))).toMatchObject({
      counts: { new: 0, known: 2 },
    });
  const other = whole().replace("AB6C7D", "ZZ6C7D");
  expect(await send(account, fileWith(other, 1_100))).toMatchObject({ counts: { new: 1 } });
  await holds();
});

test("a claim that comes after the code is matched at once", async () => {
  const account = await addAccount();
  await send(account, fileWith(short, 1_200));
  await send(account, fileWith(whole(), 1_200));
  const claim = await tells(1_200);
  expect(await evidenceOf(claim)).toMatchObject({ state: "confirmed" });
  await holds();
});

test("a line that learns the code of a line elsewhere is its twin, and what waits comes apart", async () => {
  const [one, other] = [await addAccount(), await addAccount()];
  const claim = await tells(1_300);
  await send(one, fileWith(short, 1_300));
  await send(other, fileWith(whole(), 1_300));
  expect(await evidenceOf(claim)).toMatchObject({ state: "confirmed" });
  await send(one, fileWith(whole(), 1_300));
  expect(await evidenceOf(claim)).toMatchObject({
    state: "differs",
    reason: expect.stringContaining("two lines"),
  });
  const [mine, twin] = [await moneyIn(one), await moneyIn(other)];
  expect(mine).toMatchObject({ state: "open", twins: [twin.id] });
  expect(twin).toMatchObject({ state: "open", twins: [mine.id] });
  await holds();
});

test("a file that does not add up teaches nothing until both offices accept it, and what was learned stays", async () => {
  const account = await addAccount();
  const claim = await tells(1_400);
  await send(account, fileWith(short, 1_400));
  const { statement } = await send(account, fileWith(whole(), 1_400, 11_500));
  expect(statement.state).toBe("broken");
  expect(await moneyIn(account)).toMatchObject({ state: "open" });
  await holds();
  for (const by of [books.treasurer, books.secGen])
    await ask(by, "POST", `/api/statements/${statement.id}/accept/`, { reason: "A misprint" });
  expect(await moneyIn(account)).toMatchObject({ state: "matched", match: { id: claim } });
  await holds();
  // The line stands in the first file, with what is known of it.
  await ask(books.treasurer, "POST", `/api/statements/${statement.id}/withdraw/`, {
    reason: "Old",
  });
  expect(await moneyIn(account)).toMatchObject({ state: "matched", match: { id: claim } });
  await holds();
});

const checked = [...codeInvariants, ...statementInvariants];

test.each([
  [
    "codes-are-learned",
    "UPDATE statement_lines SET learned_code = 'UC99AB6C7D' WHERE learned_code IS NOT NULL",
  ],
  ["codes-are-learned", "UPDATE statement_lines SET learned_code = NULL"],
  [
    "codes-are-learned",
    "UPDATE statement_lines SET learned_code = 'UC99AB6C7D' WHERE code IS NULL AND learned_code IS NULL",
  ],
  [
    "codes-are-learned",
    "UPDATE statement_lines SET code = learned_code, learned_code = NULL WHERE learned_code IS NOT NULL",
  ],
  ["matches-agree", "UPDATE statement_lines SET learned_code = NULL"],
  ["twins-as-derived", "UPDATE statement_lines SET learned_code = NULL"],
  [
    "statements-as-witnessed",
    "UPDATE statement_line_sources SET code = 'UC99AB6C7D' WHERE code IS NOT NULL",
  ],
  [
    "statements-as-witnessed",
    "UPDATE statement_line_sources SET code = NULL WHERE code IS NOT NULL",
  ],
  [
    "statements-are-guarded",
    "ALTER TABLE statement_lines DISABLE TRIGGER statement_lines_learned_once",
  ],
])("%s breaks by %s", async (name, statement) => {
  expect(await brokenBy(group.db, checked, statement)).toContain(name);
});
