// What a column leaves open is asked once for an account (STAT-68), and an end of the balances that is not printed is named (STAT-69).
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { uploadStatement } from "#tests/support/statements.ts";
import type { Answer, Json, TestGroup } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let made = 0;

// The group's clock is at 17 March 2026.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
});
afterAll(() => group.close());

const ask = (method: string, path: string, body?: unknown, by = books.treasurer): Promise<Answer> =>
  group.api(method, `/api/statements/${path}`, {
    token: by.token,
    ...(body === undefined ? {} : { body }),
  });

async function addAccount(): Promise<number> {
  const { body } = await ask("POST", "accounts/", { name: `Bank ${++made}`, kind: "bank" });
  return body.account.id;
}

const accountOf = async (id: number): Promise<Json> =>
  (await ask("GET", "accounts/")).body.accounts.find((each: Json) => each.id === id);

const send = (
  account: number,
  file: string,
  {
    path = "",
    readings,
    language = "en" as const,
  }: { path?: string; readings?: unknown; language?: "en" | "sw" } = {},
): Promise<Answer> =>
  uploadStatement(group, {
    token: books.treasurer.token,
    file,
    path: `/api/statements/${path}`,
    language,
    fields: {
      account_id: String(account),
      ...(readings === undefined ? {} : { readings: JSON.stringify(readings) }),
    },
  });

const refunds = (month: string) =>
  [
    "Date,Description,Debit,Credit",
    `01/${month}/2026,ATM WITHDRAWAL,"2,000.00",`,
    `02/${month}/2026,REVERSAL ATM WITHDRAWAL,"-2,000.00",`,
    `03/${month}/2026,LEDGER FEE,50.00,`,
  ].join("\n");
const thousands = (month: string) =>
  [
    "Date,Description,Debit,Credit,Balance",
    `01/${month}/2026,DEPOSIT A,,1.000,11.000`,
    `02/${month}/2026,DEPOSIT B,,2.500,13.500`,
    `03/${month}/2026,PAYMENT C,3.000,,10.500`,
    `04/${month}/2026,PAYMENT D,1.000,,9.500`,
  ].join("\n");

test.each([
  {
    kind: "minus",
    fileOf: refunds,
    choice: "other_way",
    written: ["-2,000.00"],
    amounts: [-2000, 2000, -50],
    first: [
      { choice: "other_way", day: null, amount: 2000 },
      { choice: "same_way", day: null, amount: -2000 },
    ],
  },
  {
    kind: "thousands",
    fileOf: thousands,
    choice: "thousands",
    written: ["1.000", "2.500", "3.000"],
    amounts: [1000, 2500, -3000, -1000],
    first: [
      { choice: "thousands", day: null, amount: 1000 },
      { choice: "decimals", day: null, amount: 1 },
    ],
  },
])("$kind is asked once with three of the file's rows, and never again", async (each) => {
  const { kind, fileOf, choice } = each;
  const account = await addAccount();
  const seen = await send(account, fileOf("02"), { path: "preview/" });
  expect(seen.body.questions).toMatchObject([{ kind }]);
  const [{ examples }] = seen.body.questions;
  expect(examples.map(({ written }: Json) => written)).toEqual(each.written);
  expect(examples[0].readings).toEqual(each.first);
  expect(examples[0].row).toContain(each.written[0]);
  expect((await send(account, fileOf("02"))).status).toBe(400);
  expect((await accountOf(account)).readings).toEqual({});

  const readings = { [kind]: choice };
  const again = await send(account, fileOf("02"), { path: "preview/", readings });
  expect(again.body).toMatchObject({ questions: [], problems: [] });
  expect(again.body.lines.map(({ amount }: Json) => amount)).toEqual(each.amounts);
  expect((await accountOf(account)).readings).toEqual({});
  expect((await send(account, fileOf("02"), { readings })).status).toBe(201);
  expect((await accountOf(account)).readings).toEqual(readings);

  const next = await send(account, fileOf("03"), { path: "preview/" });
  expect(next.body).toMatchObject({ questions: [], problems: [], counts: { error: 0 } });
  expect((await send(account, fileOf("03"))).status).toBe(201);
  // Another account is asked by itself.
  const other = await send(await addAccount(), fileOf("02"), { path: "preview/" });
  expect(other.body.questions).toMatchObject([{ kind }]);
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

test("an answer is changed or asked again in the account, and stands in the audit log", async () => {
  const account = await addAccount();
  await send(account, refunds("02"), { readings: { minus: "other_way" } });
  const change = (body: unknown, by = books.secGen) =>
    ask("POST", `accounts/${account}/readings/`, body, by);
  expect((await change({ minus: "same_way" }, books.chairperson)).status).toBe(403);
  expect((await ask("POST", "accounts/9999/readings/", {})).status).toBe(404);
  expect(await change({ minus: "sideways" })).toMatchObject({
    status: 400,
    body: { errors: { minus: [expect.any(String)] } },
  });
  expect(await change({ minus: "same_way" })).toMatchObject({
    status: 200,
    body: { account: { id: account, readings: { minus: "same_way" } } },
  });
  const seen = await send(account, refunds("03"), { path: "preview/" });
  expect(seen.body.lines.map(({ amount }: Json) => amount)).toEqual([-2000, -2000, -50]);
  expect(await change({})).toMatchObject({ status: 200, body: { account: { readings: {} } } });
  expect((await send(account, refunds("03"), { path: "preview/" })).body.questions).toHaveLength(1);
  const { body } = await group.api("GET", "/api/audit/?page=1&page_size=20", {
    token: books.chairperson.token,
  });
  const written = body.entries
    .filter(({ after }: Json) => after?.readings !== undefined)
    .map(({ action, after }: Json) => [action, after.readings]);
  expect(written.slice(0, 3)).toEqual([
    ["statement-accounts.readings", "-"],
    ["statement-accounts.readings", "minus: same_way"],
    ["statements.import", "minus: other_way"],
  ]);
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

test("readings that are none are refused on their field", async () => {
  const answer = await send(await addAccount(), refunds("02"), { readings: { minus: "maybe" } });
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: { readings: [expect.any(String)] } },
  });
});

test("a file that prints neither opening nor closing balance says so, in the preview and after the import", async () => {
  const account = await addAccount();
  const file = [
    "Date,Description,Debit,Credit,Balance",
    "02/02/2026,PLAIN,,50.00,150.00",
    "03/02/2026,DEPOSIT,,25.00,175.00",
  ].join("\n");
  const seen = await send(account, file, { path: "preview/" });
  expect(seen.body).toMatchObject({
    opening: 100,
    opening_printed: false,
    closing_printed: false,
    unprinted: ["Begins with 100.00, not printed.", "Ends with 175.00, not printed."],
  });
  const swahili = await send(account, file, { path: "preview/", language: "sw" });
  expect(swahili.body.unprinted).toEqual([
    "Inaanza na 100.00, haijachapishwa.",
    "Inaisha na 175.00, haijachapishwa.",
  ]);
  const imported = await send(account, file);
  expect(imported.body.detail).toContain("Begins with 100.00, not printed.");
  expect(imported.body.statement).toMatchObject({ opening_printed: false, closing_printed: false });

  const printed = [
    "Date,Description,Debit,Credit,Balance",
    ",BALANCE B/F,,,175.00",
    "04/02/2026,PLAIN,,50.00,225.00",
    ",Closing Balance,,,225.00",
  ].join("\n");
  expect((await send(account, printed, { path: "preview/" })).body).toMatchObject({
    opening_printed: true,
    closing_printed: true,
    unprinted: [],
  });
});
