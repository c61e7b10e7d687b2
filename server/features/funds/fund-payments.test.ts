// FUND-7: what members pay into funds, over HTTP on a real PostgreSQL.
import { afterEach, beforeEach, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { fundApprovals, fundsOf } from "#tests/support/funds.ts";
import { meetingsOf } from "#tests/support/meetings.ts";
import { paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let funds: ReturnType<typeof fundsOf>;
let jane: TestMember;
let other: TestMember;
let welfare: number;
let tea: number;

// Everybody owes 100 for welfare since 16 March 2026; tea asks for nothing.
beforeEach(async () => {
  ({ group, books } = await startFoundedGroup({ members: 2 }));
  [jane, other] = [await books.member(), await books.member()];
  await meetingsOf(group, books.chairperson).turnOn();
  funds = fundsOf(group, books);
  welfare = (await funds.make("Welfare", { rule: "once", amount: 100 })).id;
  tea = (await funds.make("Tea")).id;
});
afterEach(async () => {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});

const get = async (by: TestMember, path: string): Promise<Json> =>
  (await group.api("GET", path, { token: by.token })).body;
const ledger = async (): Promise<Json> =>
  (await get(books.treasurer, "/api/accounting/create_ledger_entry/")).ledger_balances;
const owed = async (by: TestMember): Promise<Json> =>
  (await get(by, "/api/finances/dues/")).funds.map(({ name, owed }: Json) => [name, owed]);

test("a payment counts once both offices approved it, and is no money of the member's", async () => {
  const answer = await funds.report(jane, welfare, 60);
  expect(answer).toMatchObject({
    status: 201,
    body: {
      detail: "Payment of KES 60.00 for the fund received, awaiting approval.",
      fund_payment: {
        amount_paid: 60,
        status: "pending",
        member: { id: jane.id },
        fund: { id: welfare, name: "Welfare" },
      },
    },
  });
  const id = answer.body.fund_payment.payment_id;
  expect(await owed(jane)).toEqual([
    ["Welfare", 40],
    ["Tea", 0],
  ]);
  expect((await get(jane, "/api/finances/dues/")).waiting).toMatchObject({ funds: 60, total: 60 });
  const waiting = await get(books.secGen, fundApprovals);
  expect(waiting.pending_approvals).toMatchObject([{ payment_id: id, fund: { name: "Welfare" } }]);
  expect((await get(jane, fundApprovals)).pending_approvals).toEqual([]);
  expect(await get(books.secGen, "/api/waiting/")).toMatchObject({
    waiting: expect.arrayContaining([expect.objectContaining({ kind: "fund_payment" })]),
  });
  expect((await funds.decide(jane, id)).status).toBe(403);
  expect((await funds.decide(books.treasurer, id)).body.detail).toMatch(/waits for the other/);
  expect((await funds.decide(books.treasurer, id)).status).toBe(400);
  expect(await funds.balance(welfare)).toBe(0);
  const approved = await funds.decide(books.secGen, id);
  expect(approved.body).toMatchObject({ fund_payment: { status: "approved" } });

  expect(await ledger()).toMatchObject({ bank: 60, restricted_funds: -60 });
  const [view] = (await funds.read(jane)).funds;
  expect(view).toMatchObject({ balance: 60, paid_in: 60, mine: { paid: 60, owed: 40 } });
  const [entry] = (await get(books.treasurer, "/api/accounting/entries/?kind=fund_payment"))
    .entries;
  expect(entry).toMatchObject({
    type: "fund_payment",
    description: expect.stringMatching(/^Fund Welfare: payment FUND/),
  });
  const { transactions, closing } = await get(jane, "/api/finances/transactions/?page=1");
  expect(transactions[0]).toMatchObject({
    kind: "fund_payment",
    description: "Fund Welfare: payment",
    amount: 60,
    status: "approved",
    in: 0,
    out: 0,
    balance: 0,
  });
  expect(closing).toBe(0);
  const receipt = await get(jane, `/api/finances/receipt/?kind=fund_payment&id=${id}`);
  expect(receipt).toMatchObject({ receipt: { amount: 60 } });
});

test("more than a fund asks for may be paid, and an unknown or closed fund takes nothing", async () => {
  await funds.paid(jane, tea, 500);
  expect(await funds.balance(tea)).toBe(500);
  expect((await funds.report(jane, 999, 10)).status).toBe(404);
  const empty = (await funds.make("Empty")).id;
  await funds.report(jane, empty, 10);
  const waits = await funds.send(books.chairperson, `/api/funds/${empty}/close/`);
  expect([waits.status, waits.body.detail]).toEqual([
    400,
    "Payments or claims of this fund still wait.",
  ]);
  const [waiting] = (await get(books.secGen, fundApprovals)).pending_approvals;
  const no = { action: "rejected", reject_reason: "Not on the statement" };
  expect((await funds.decide(books.secGen, waiting.payment_id, no)).status).toBe(200);
  expect((await funds.send(books.chairperson, `/api/funds/${empty}/close/`)).status).toBe(200);
  expect((await funds.report(jane, empty, 10)).body.detail).toBe("This fund is closed.");
});

test("one reference pays savings and several funds, each fund once, and one line confirms them all", async () => {
  const reference = { payment_Reference_Code: "UC01WELFAR" };
  const contribution = await group.api("POST", "/api/finances/monthly-contribution/", {
    token: jane.token,
    body: {
      amount_paid: 1_000,
      contribution_month: "2026-03-01",
      payment_date: "2026-03-15T10:00:00+03:00",
      ...reference,
    },
  });
  expect(contribution.status).toBe(201);
  expect((await funds.report(jane, welfare, 100, reference)).status).toBe(201);
  const twice = await funds.report(jane, welfare, 20, reference);
  expect([twice.status, twice.body.detail]).toEqual([
    400,
    "This reference has already been used for a fund payment.",
  ]);
  expect((await funds.report(jane, tea, 20, reference)).status).toBe(201);
  expect((await funds.report(other, tea, 20, reference)).status).toBe(400);
  const { account } = (
    await group.api("POST", "/api/statements/accounts/", {
      token: books.treasurer.token,
      body: { name: "Paybill", kind: "mpesa_paybill" },
    })
  ).body;
  const file = paybillStatement({
    opening: 0n,
    from: "2026-03-01",
    to: "2026-03-15",
    movements: [paidIn("UC01WELFAR", "2026-03-15 10:00:00", 1_120)],
  });
  const { token } = books.treasurer;
  await uploadStatement(group, { token, file, fields: { account_id: String(account.id) } });
  const { pending_approvals: ofFunds } = await get(books.secGen, fundApprovals);
  expect(ofFunds.map(({ evidence }: Json) => evidence.state)).toEqual(["confirmed", "confirmed"]);
  expect(ofFunds[0].reference_also_on).toHaveLength(2);
  const items = ofFunds.map((each: Json) => ({
    kind: "fund_payment",
    id: each.payment_id,
    amount_seen: each.amount_paid,
  }));
  for (const official of [books.treasurer, books.secGen]) {
    const many = await group.api("POST", "/api/approvals/many/", {
      token: official.token,
      body: { kind: "fund_payment", action: "approved", evidence: "confirmed", items },
    });
    expect(many.body).toMatchObject({ total: 120, refused: [] });
  }
  expect([await funds.balance(welfare), await funds.balance(tea)]).toEqual([100, 20]);
  expect(await ledger()).toMatchObject({ bank: 120, restricted_funds: -120 });
});

test("a line of a statement becomes one, for the fund that is named or the only one", async () => {
  const { token } = books.treasurer;
  const { account } = (
    await group.api("POST", "/api/statements/accounts/", {
      token,
      body: { name: "Paybill", kind: "mpesa_paybill" },
    })
  ).body;
  const file = paybillStatement({
    opening: 0n,
    from: "2026-03-01",
    to: "2026-03-15",
    movements: [
      paidIn("UC01AAAAAA", "2026-03-02 10:00:00", 100),
      paidIn("UC01BBBBBB", "2026-03-03 10:00:00", 30),
    ],
  });
  await uploadStatement(group, { token, file, fields: { account_id: String(account.id) } });
  const { lines } = await get(books.treasurer, "/api/statements/lines/?page=1");
  const record = (code: string, more: Json = {}) => {
    const line = lines.find((each: Json) => each.reference === code);
    const body = { member_id: jane.id, kind: "fund_payment", ...more };
    return group.api("POST", `/api/statements/lines/${line.id}/record/`, { token, body });
  };
  const unclear = await record("UC01AAAAAA");
  expect([unclear.status, unclear.body.errors]).toEqual([
    400,
    { fund_id: ["Choose the fund that it is for."] },
  ]);
  const named = await record("UC01AAAAAA", { fund_id: welfare });
  expect(named.body).toMatchObject({ payment: { fund_id: welfare, amount_paid: 100 } });
  await funds.send(books.chairperson, `/api/funds/${tea}/close/`);
  expect((await record("UC01BBBBBB")).body).toMatchObject({ payment: { fund_id: welfare } });
  for (const official of [books.treasurer, books.secGen])
    await funds.decide(official, named.body.payment.id);
  expect(await funds.balance(welfare)).toBe(100);
});

test("an office enters one for a member, a member takes one back, and who leaves waits for it", async () => {
  const entered = await funds.report(books.secGen, welfare, 30, { member_id: jane.id });
  expect(entered.body).toMatchObject({
    detail: expect.stringContaining("The fund payment of KES 30.00 is entered for"),
    fund_payment: { member: { id: jane.id } },
  });
  expect((await funds.report(other, welfare, 30, { member_id: jane.id })).status).toBe(403);
  await books.contribute(jane, 1_000);
  const leave = () =>
    get(books.secGen, `/api/accounting/settlement_preview/?member=${jane.id}`).then(
      ({ reason }) => reason,
    );
  expect(await leave()).toMatch(/wait/);
  const own = (await funds.report(jane, tea, 5)).body.fund_payment.payment_id;
  const withdrawn = await funds.send(jane, "/api/finances/withdraw/", {
    kind: "fund_payment",
    id: own,
  });
  expect(withdrawn.status).toBe(200);
  expect((await get(books.secGen, fundApprovals)).pending_approvals).toHaveLength(1);
});

test("what members paid in is spent by the fund only, and never below what it holds", async () => {
  await books.contribute(jane, 300);
  await funds.paid(jane, welfare, 200);
  const expense = { type: "expense", category: "other_expense", description: "Chairs" };
  const tooMuch = await funds.propose(books.treasurer, { ...expense, amount: 300.01 });
  expect(tooMuch.body.detail).toContain("KES 200.00 of the group's money belongs to its funds");
  expect((await funds.propose(books.treasurer, { ...expense, amount: 300 })).status).toBe(201);
  await funds.spend(welfare, 150);
  expect(await funds.balance(welfare)).toBe(50);
  const { entries } = await get(books.treasurer, "/api/accounting/entries/?kind=fund_payment");
  const path = `/api/accounting/reverse_entry/${entries[0].id}/`;
  const reversed = await funds.send(books.treasurer, path, { reason: "A mistake" });
  expect([reversed.status, reversed.body.detail]).toEqual([
    400,
    "This entry belongs to a payment that both offices approved, so it stays. Post the difference as an expense or other income instead.",
  ]);
});
