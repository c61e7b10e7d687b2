// Money that went back, files of another account or in other money, and references that a bank writes on many days.
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import { csvOf, type Movement, type Rows } from "#tests/support/statement-files.ts";
import type { Answer, Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const LINES = "/api/statements/lines/";
const CONTRIBUTIONS = "/api/finances/monthly-contribution-approval/";

let group: TestGroup;
let books: Bookkeeping;
let payer: TestMember;

// The group's clock is at 16 March 2026.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  payer = await group.activeMember(books.chairperson, {
    RegNo: "0042",
    first_name: "Mary Ann",
    last_name: "Wambui",
  });
  await books.contribute(payer, 50_000);
});
afterAll(() => group.close());

const ask = (by: TestMember, method: string, path: string, body?: unknown) =>
  group.api(method, path, { token: by.token, ...(body === undefined ? {} : { body }) });
const holds = async () => expect((await verifyBooks(group.db)).breaches).toEqual([]);

async function addAccount(name: string, kind: string, number?: string): Promise<number> {
  const answer = await ask(books.treasurer, "POST", "/api/statements/accounts/", {
    name,
    kind,
    ...(number === undefined ? {} : { number }),
  });
  expect(answer.status).toBe(201);
  return answer.body.account.id;
}

const send = (
  file: string,
  account: number,
  fields: Record<string, string> = {},
  path = "/api/statements/",
): Promise<Answer> =>
  uploadStatement(group, {
    token: books.treasurer.token,
    path,
    file,
    fields: { account_id: String(account), ...fields },
  });

const linesOf = async (account: number): Promise<Json[]> =>
  (await ask(books.secGen, "GET", `${LINES}?page=1&page_size=100&account_id=${account}`)).body
    .lines;

const evidenceOf = async (id: number): Promise<Json> =>
  (await ask(books.treasurer, "GET", CONTRIBUTIONS)).body.pending_approvals.find(
    ({ contribution_id }: Json) => contribution_id === id,
  ).evidence;

async function tells(reference: string, kes: number): Promise<number> {
  const answer = await ask(payer, "POST", "/api/finances/monthly-contribution/", {
    amount_paid: kes,
    contribution_month: "2026-03-01",
    payment_date: "2026-03-03",
    payment_Reference_Code: reference,
  });
  expect(answer.status).toBe(201);
  return answer.body.contribution.contribution_id;
}

const reversal = (receipt: string, at: string, kes: number, more: Partial<Movement>): Movement => ({
  receipt,
  at,
  cents: BigInt(-kes) * 100n,
  details: "Pay Bill Reversal to 25470****111 - ALICE **** WANJIRU",
  ...more,
});
const month = (opening: bigint, from: string, to: string, movements: Movement[]) =>
  paybillStatement({ opening, from, to, movements });

test("a payment that was reversed is not confirmed, and its two lines cancel out", async () => {
  const account = await addAccount("Paybill", "mpesa_paybill", "600123");
  const [linked, named, unlinked] = await Promise.all([
    tells("UC31AAAAAA", 700),
    tells("UC32BBBBBB", 800),
    tells("UC33CCCCCC", 900),
  ]);
  const sent = await send(
    month(0n, "2026-03-01", "2026-03-10", [
      paidIn("UC31AAAAAA", "2026-03-03 09:00:00", 700),
      paidIn("UC32BBBBBB", "2026-03-03 10:00:00", 800),
      paidIn("UC33CCCCCC", "2026-03-03 11:00:00", 900),
      reversal("UC34DDDDDD", "2026-03-04 09:00:00", 700, { linked: "UC31AAAAAA" }),
      reversal("UC35EEEEEE", "2026-03-04 10:00:00", 800, {
        details: "Reversal of transaction UC32BBBBBB",
      }),
    ]),
    account,
  );
  expect(sent.status).toBe(201);
  expect(await evidenceOf(linked)).toMatchObject({
    state: "differs",
    reason: "The statement shows that this payment was reversed: KES 700.00 left again.",
    line: { amount: -700, reference: "UC34DDDDDD" },
  });
  expect(await evidenceOf(named)).toMatchObject({ state: "differs", line: { amount: -800 } });
  expect(await evidenceOf(unlinked)).toMatchObject({ state: "confirmed" });
  expect(
    (await linesOf(account)).map(({ reference, kind, state }) => [reference, kind, state]),
  ).toEqual([
    ["UC35EEEEEE", "internal", "ignored"],
    ["UC34DDDDDD", "internal", "ignored"],
    ["UC33CCCCCC", "payment_in", "matched"],
    ["UC32BBBBBB", "internal", "ignored"],
    ["UC31AAAAAA", "internal", "ignored"],
  ]);
  const { body } = await ask(books.treasurer, "GET", "/api/reconciliation/?date=2026-03-10");
  expect(body.in_not_booked.total).toBe(900);
  expect(body.out_not_booked.total).toBe(0);
  const approved = await ask(books.treasurer, "POST", `${CONTRIBUTIONS}${linked}/`, {
    action: "approved",
  });
  expect(approved).toMatchObject({
    status: 400,
    body: { errors: { approve_reason: [expect.any(String)] } },
  });
  await holds();
});

test("a reversal in a later file leaves what it took back matched until the payment is rejected", async () => {
  const account = await addAccount("Till", "mpesa_till", "512345");
  const id = await tells("UC41AAAAAA", 650);
  await send(
    month(0n, "2026-03-01", "2026-03-05", [
      paidIn("UC41AAAAAA", "2026-03-04 09:00:00", 650),
    ]).replaceAll("600123", "512345"),
    account,
  );
  expect(await evidenceOf(id)).toMatchObject({ state: "confirmed" });
  await send(
    month(65_000n, "2026-03-06", "2026-03-10", [
      reversal("UC67AAAAAA", "2026-03-06 09:00:00", 650, { linked: "UC41AAAAAA" }),
    ]).replaceAll("600123", "512345"),
    account,
  );
  expect(await evidenceOf(id)).toMatchObject({ state: "differs", line: { amount: -650 } });
  expect((await linesOf(account)).map(({ state }) => state)).toEqual(["open", "matched"]);
  const rejected = await ask(books.treasurer, "POST", `${CONTRIBUTIONS}${id}/`, {
    action: "rejected",
    reject_reason: "It went back",
  });
  expect(rejected.status).toBe(200);
  expect((await linesOf(account)).map(({ state, kind }) => [state, kind])).toEqual([
    ["ignored", "internal"],
    ["ignored", "internal"],
  ]);
  await holds();
});

const HEADING = ["Date", "Narration", "Reference", "Debit", "Credit", "Balance"];

test("a bank's reference that occurs on many days is another line on each", async () => {
  const account = await addAccount("Bank of fees", "bank");
  const january = [HEADING, ["31/01/2026", "LEDGER FEES", "FEES", "50.00", "", "950.00"]];
  const february = [HEADING, ["28/02/2026", "LEDGER FEES", "FEES", "50.00", "", "900.00"]];
  const both = [HEADING, january[1]!, february[1]!];
  expect((await send(csvOf(january), account)).body.counts).toMatchObject({ new: 1, known: 0 });
  expect((await send(csvOf(february), account)).body.counts).toMatchObject({ new: 1, known: 0 });
  expect((await send(csvOf(both), account)).body.counts).toMatchObject({ new: 0, known: 2 });
});

test("a bank that changes its columns is read by what they say now", async () => {
  const account = await addAccount("Bank of columns", "bank");
  const before: Rows = [HEADING, ["02/01/2026", "DEPOSIT", "A1", "", "500.00", "500.00"]];
  expect((await send(csvOf(before), account)).status).toBe(201);
  const after: Rows = [
    ["Posting Date", "Details", "Money Out", "Money In", "Running Balance"],
    ["03/01/2026", "RENT", "100.00", "", "400.00"],
  ];
  const preview = await send(csvOf(after), account, {}, "/api/statements/preview/");
  expect(preview.body).toMatchObject({
    mapping: { date: "Posting Date", debit: "Money Out", credit: "Money In" },
    problems: [],
    lines: [{ amount: -100 }],
  });
  const named = { ...preview.body.mapping, date: "Nothing of that name" };
  expect(await send(csvOf(after), account, { mapping: JSON.stringify(named) })).toMatchObject({
    status: 400,
    body: { errors: { mapping: [expect.any(String)] } },
  });
  expect((await send(csvOf(after), account)).status).toBe(201);
});

test("a file of another of our accounts is refused by its name", async () => {
  const account = await addAccount("Other paybill", "mpesa_paybill", "700 321");
  const file = month(0n, "2026-02-01", "2026-02-10", [
    paidIn("UB11AAAAAA", "2026-02-03 09:00:00", 10),
  ]);
  expect(await send(file, account)).toMatchObject({
    status: 400,
    body: {
      detail: "This file is of account 600123, which is Paybill. Choose that one.",
      errors: { account_id: [expect.any(String)] },
    },
  });
  const own = file.replaceAll("600123", "700321");
  const form = { token: books.treasurer.token, path: "/api/statements/preview/", file: own };
  expect((await uploadStatement(group, form)).body.account_id).toBe(account);
  expect((await send(own, account)).status).toBe(201);
});

test.each<[string, Rows, number, string]>([
  [
    "a label",
    [["Currency:", "USD"], HEADING, ["02/01/2026", "A", "1", "", "5.00", "5.00"]],
    1,
    "Currency",
  ],
  [
    "a heading",
    [
      ["Date", "Narration", "Amount (USD)"],
      ["02/01/2026", "A", "5.00"],
    ],
    1,
    "Amount (USD)",
  ],
  [
    "a cell",
    [
      [...HEADING, "CCY"],
      ["02/01/2026", "A", "1", "", "5.00", "5.00", "KES"],
      ["03/01/2026", "B", "2", "", "5.00", "10.00", "USD"],
    ],
    3,
    "CCY",
  ],
])("other money than shillings is an error: %s", async (_, rows, line, column) => {
  const account = await addAccount(`Dollars by ${column}`, "bank");
  const mapping = {
    date: "Date",
    value_date: null,
    details: "Narration",
    reference: null,
    amount: "Amount (USD)",
    direction: null,
    debit: null,
    credit: null,
    balance: null,
  };
  const answer = await send(
    csvOf(rows),
    account,
    column.startsWith("Amount") ? { mapping: JSON.stringify(mapping) } : {},
  );
  expect(answer.status).toBe(400);
  expect(answer.body.problems).toEqual([
    { line, column, detail: expect.stringContaining("Kenya shillings") },
  ]);
});

test("a member with several first names is found by them", async () => {
  const account = await addAccount("Paybill of names", "mpesa_paybill", "800111");
  const { monthly_contribution: monthly } = (await ask(payer, "GET", "/api/group/settings/")).body;
  const from = (receipt: string, name: string) => ({
    ...paidIn(receipt, "2026-03-03 09:00:00", monthly, "nobody"),
    details: `Pay Bill from 25470****111 - ${name} Acc. nobody`,
    otherParty: `25470****111 - ${name}`,
  });
  await send(
    month(0n, "2026-03-01", "2026-03-10", [
      from("UC36AAAAAA", "WAMBUI MARY ANN"),
      from("UC36AAAAAB", "MARY WAMBUI"),
    ]).replaceAll("600123", "800111"),
    account,
  );
  const suggested = (await linesOf(account)).map(({ reference, suggestions }) => [
    reference,
    suggestions.map(({ member }: Json) => member.id),
  ]);
  expect(Object.fromEntries(suggested)).toEqual({ UC36AAAAAA: [payer.id], UC36AAAAAB: [] });
});
