import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { cashOf } from "#tests/support/cash.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { fundsOf } from "#tests/support/funds.ts";
import { meetingsOf } from "#tests/support/meetings.ts";
import type { Answer, Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
let funds: ReturnType<typeof fundsOf>;
let cash: ReturnType<typeof cashOf>;
let welfare: number;
let tea: number;

// KES 5,000 of savings and 500 earned.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 1 }));
  member = await books.member();
  await books.contribute(member, 5_000);
  funds = fundsOf(group, books);
  await funds.posted("other_income", { amount_paid: 500 });
  cash = cashOf(group, books);
});
afterAll(() => group.close());

const get = async (path: string, by = books.treasurer): Promise<Json> =>
  (await group.api("GET", path, { token: by.token })).body;
const ledger = async (): Promise<Json> =>
  (await get("/api/accounting/create_ledger_entry/")).ledger_balances;
const refused = ({ status, body }: Answer) => [
  status,
  body.detail,
  ...(body.errors === undefined ? [] : Object.keys(body.errors)),
];

test("while meetings are off no fund is made, and nobody sees the account", async () => {
  const body = { name: "Welfare", rule: "none" };
  expect(refused(await funds.send(books.chairperson, "/api/funds/", body))).toEqual([
    400,
    "Meetings are not turned on.",
  ]);
  expect(await ledger()).not.toHaveProperty("restricted_funds");
  expect(await funds.read(member)).toEqual({ funds: [], total: 0 });
  await meetingsOf(group, books.chairperson).turnOn();
});

test("the Chairperson makes and changes funds, under a name that no other has", async () => {
  const body = { name: "Welfare", rule: "monthly", amount: 100, claims_a_year: 1 };
  for (const by of [books.treasurer, books.secGen, member])
    expect((await funds.send(by, "/api/funds/", body)).status).toBe(403);
  const answer = await funds.send(books.chairperson, "/api/funds/", {
    ...body,
    benefits: [{ name: "Bereavement", limit: 250 }],
    needs_evidence: true,
  });
  expect(answer.status).toBe(201);
  expect(answer.body.fund).toEqual({
    id: expect.any(Number),
    name: "Welfare",
    rule: "monthly",
    amount: 100,
    starts_on: "2026-03-16",
    benefits: [{ name: "Bereavement", limit: 250 }],
    claims_a_year: 1,
    needs_evidence: true,
    balance: 0,
    paid_in: 0,
    paid_out: 0,
    closed: false,
    mine: { paid: 0, owed: 0 },
  });
  welfare = answer.body.fund.id;
  const again = await funds.send(books.chairperson, "/api/funds/", {
    name: "welfare",
    rule: "none",
  });
  expect(refused(again)).toEqual([400, "Name is already in use.", "name"]);
  for (const wrong of [
    { name: "Tea", rule: "daily" },
    { name: "Tea", rule: "monthly" },
    { name: "T", rule: "none" },
    { name: "Tea", rule: "none", benefits: [{ name: "Milk", limit: 0 }] },
  ])
    expect((await funds.send(books.chairperson, "/api/funds/", wrong)).status).toBe(400);
  tea = (await funds.make("Tea")).id;
  const renamed = await funds.send(books.chairperson, `/api/funds/${tea}/`, { name: "WELFARE" });
  expect(refused(renamed)).toEqual([400, "Name is already in use.", "name"]);
  const changed = await funds.send(books.chairperson, `/api/funds/${tea}/`, {
    rule: "each_meeting",
    amount: 20,
  });
  expect(changed.body.fund).toMatchObject({ name: "Tea", rule: "each_meeting", amount: 20 });
  for (const by of [books.treasurer, member])
    expect((await funds.send(by, `/api/funds/${tea}/`, { amount: 1 })).status).toBe(403);
  expect((await funds.send(books.chairperson, "/api/funds/999/", { amount: 1 })).status).toBe(404);
  const { entries } = await get("/api/audit/", books.chairperson);
  const row = entries.find(({ action }: Json) => action === "funds.change");
  expect(row).toMatchObject({
    action: "funds.change",
    after: { name: "Tea", fund_rule: "each_meeting", amount: 20 },
  });
});

test("a transfer names a resolution and two ends, and takes no more than there is", async () => {
  const transfer = async (more: Json) =>
    refused(await funds.propose(books.treasurer, { type: "fund_transfer", amount: 1, ...more }));
  expect(await transfer({ to_fund_id: welfare })).toEqual([
    400,
    "A transfer names a resolution.",
    "resolution_id",
  ]);
  const resolution_id = await funds.resolution();
  for (const ends of [{}, { from_fund_id: tea, to_fund_id: tea }])
    expect(await transfer({ resolution_id, ...ends })).toEqual([
      400,
      "Choose two different ends.",
      "to_fund_id",
    ]);
  expect(await transfer({ resolution_id, to_fund_id: welfare, amount: 500.01 })).toEqual([
    400,
    "The group's retained earnings are KES 500.00, which is too little for this.",
    "amount",
  ]);
  expect(await transfer({ resolution_id, from_fund_id: tea, to_fund_id: welfare })).toEqual([
    400,
    "The fund holds KES 0.00, which is too little for this.",
    "amount",
  ]);
  expect((await transfer({ resolution_id, to_fund_id: 999 }))[0]).toBe(404);
  expect((await funds.propose(member, { type: "fund_transfer", amount: 1 })).status).toBe(403);
});

test("both offices move retained earnings into a fund, and no figure of the savings changes", async () => {
  const before = await get("/api/group/");
  const proposed = await funds.propose(books.secGen, {
    type: "fund_transfer",
    to_fund_id: welfare,
    amount: 400,
    resolution_id: await funds.resolution(),
  });
  expect(proposed).toMatchObject({ status: 201, body: { status: "proposed" } });
  const [waiting] = (await get("/api/accounting/proposals/")).proposals;
  expect(waiting).toMatchObject({ kind: "ledger_entry", type: "fund_transfer", amount: 400 });
  expect(waiting).toMatchObject({ moves_funds: true, may_agree: true });
  for (const by of [books.secGen, books.chairperson])
    expect((await cash.agree(by, proposed.body.id)).status).toBe(403);
  expect(await ledger()).not.toHaveProperty("restricted_funds");
  expect((await cash.agree(books.treasurer, proposed.body.id)).status).toBe(200);
  expect(await ledger()).toMatchObject({ restricted_funds: -400, bank: 5_500 });
  expect(await funds.read()).toMatchObject({
    funds: [
      { id: welfare, balance: 400, paid_in: 400, paid_out: 0 },
      { id: tea, balance: 0 },
    ],
    total: 400,
  });
  expect(await get("/api/group/")).toEqual(before);
});

test("money of the funds is not spent elsewhere", async () => {
  const expense = { type: "expense", category: "other_expense", description: "Hall" };
  const over = await funds.propose(books.treasurer, { ...expense, amount: 5_100.01 });
  expect(refused(over)).toEqual([
    400,
    "KES 400.00 of the group's money belongs to its funds, so at most KES 5,100.00 can leave now.",
  ]);
  const beyondBank = await funds.propose(books.treasurer, { ...expense, amount: 5_500.01 });
  expect(beyondBank.body.detail).toBe("The bank balance is too low for this.");
  // A fixed deposit and cash are the group's money as the bank is.
  const deposit = await funds.posted("equity_fixed_deposit", {
    amount: 5_400,
    start_date: "2026-03-16",
    maturity_date: "2026-09-16",
  });
  expect((await cash.reverse(books.treasurer, deposit.id)).status).toBe(201);
  await cash.withdraw(5_450);
  const inCash = await funds.propose(books.treasurer, {
    ...expense,
    amount: 5_200,
    paid_from: "cash",
  });
  expect(inCash.body.detail).toContain("so at most KES 5,100.00 can leave now.");
  await cash.both(cash.propose(books.treasurer, { type: "cash_deposit", amount: 5_450 }));
  // Nor is the income taken back that went into the fund.
  await funds.posted("expense", { ...expense, amount: 5_099 });
  const income = (await get("/api/accounting/entries/?kind=other_income")).entries[0];
  expect((await cash.reverse(books.treasurer, income.id)).body.detail).toBe(
    "The bank balance is too low for this.",
  );
  const [spent] = (await get("/api/accounting/entries/?kind=expense")).entries;
  expect((await cash.reverse(books.treasurer, spent.id)).status).toBe(201);
});

test("what a fund spends leaves it and the bank, and its reversal brings it back", async () => {
  const over = await funds.propose(books.treasurer, {
    type: "fund_spending",
    fund_id: welfare,
    amount: 400.01,
  });
  expect(refused(over)).toEqual([
    400,
    "The fund holds KES 400.00, which is too little for this.",
    "amount",
  ]);
  const inCash = { type: "fund_spending", fund_id: welfare, amount: 10, paid_from: "cash" };
  expect((await funds.propose(books.secGen, inCash)).body.detail).toBe(
    "The cash at hand is too low for this.",
  );
  const entry = await funds.spend(welfare, 150);
  expect((await get("/api/accounting/entries/")).entries[0]).toMatchObject({
    id: entry,
    type: "fund_spending",
    agreed_by: { id: books.secGen.id },
    postings: [
      { account: "restricted_funds", debit_amount: 150 },
      { account: "bank", credit_amount: 150 },
    ],
  });
  expect((await funds.read()).funds[0]).toMatchObject({
    balance: 250,
    paid_in: 400,
    paid_out: 150,
  });
  expect((await cash.reverse(books.treasurer, entry ?? 0)).body.status).toBe("proposed");
  const [waiting] = (await get("/api/accounting/proposals/")).proposals;
  expect(waiting).toMatchObject({ kind: "reversal", moves_funds: true, amount: 150 });
  expect((await cash.agree(books.secGen, waiting!["id"])).status).toBe(200);
  expect((await funds.read()).funds[0]).toMatchObject({ balance: 400, paid_in: 400, paid_out: 0 });
});

test("a transfer between funds is taken back only while the other fund has it", async () => {
  const entry = (await funds.transfer(300, { from_fund_id: welfare, to_fund_id: tea })) ?? 0;
  await funds.spend(tea, 100);
  const back = await cash.reverse(books.treasurer, entry);
  expect(back.body.detail).toBe("The fund holds KES 200.00, which is too little for this.");
  await funds.transfer(200, { from_fund_id: tea, to_fund_id: welfare });
  expect([await funds.balance(welfare), await funds.balance(tea)]).toEqual([300, 0]);
});

test("a fund's movements are read alone", async () => {
  const path = `/api/accounting/accounts/restricted_funds/postings/?fund_id=${tea}`;
  const found = await get(path, member);
  expect(found.postings.map(({ debit, credit }: Json) => [debit, credit])).toEqual([
    [0, 300],
    [100, 0],
    [200, 0],
  ]);
  expect(found).toMatchObject({ closing: 0, count: 3 });
});

test("a fund closes once it holds nothing, and then stays", async () => {
  const close = (by: TestMember, id: number) => funds.send(by, `/api/funds/${id}/close/`);
  expect((await close(books.treasurer, tea)).status).toBe(403);
  expect(refused(await close(books.chairperson, welfare))).toEqual([
    400,
    "This fund still holds KES 300.00.",
  ]);
  expect((await close(books.chairperson, tea)).body.fund).toMatchObject({ closed: true });
  for (const answer of [
    await close(books.chairperson, tea),
    await funds.send(books.chairperson, `/api/funds/${tea}/`, { name: "Chai" }),
    await funds.propose(books.treasurer, { type: "fund_spending", fund_id: tea, amount: 1 }),
  ])
    expect(refused(answer)).toEqual([400, "This fund is closed."]);
  expect((await funds.make("Tea")).name).toBe("Tea");
});

test("a meeting stores what each fund held when it closed", async () => {
  const meetings = meetingsOf(group, books.chairperson);
  const { meetings: listed } = await get("/api/meetings/");
  const closed = await meetings.close(books.secGen, listed[0].id);
  expect(closed.balances.funds).toEqual([
    { id: welfare, name: "Welfare", balance: 300 },
    { id: expect.any(Number), name: "Tea", balance: 0 },
  ]);
});

test("verify finds nothing", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
