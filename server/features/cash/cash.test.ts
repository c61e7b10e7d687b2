import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { cashOf } from "#tests/support/cash.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { meetingsOf } from "#tests/support/meetings.ts";
import type { Answer, Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
let cash: ReturnType<typeof cashOf>;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 1 }));
  member = await books.member();
  await books.contribute(member, 50_000);
  cash = cashOf(group, books);
});
afterAll(() => group.close());

const get = async (path: string, by = books.treasurer): Promise<Json> =>
  (await group.api("GET", path, { token: by.token })).body;
const ledger = async (): Promise<Json> =>
  (await get("/api/accounting/create_ledger_entry/")).ledger_balances;
const newest = async (): Promise<Json> => (await get("/api/accounting/entries/")).entries[0];
const proposals = async (by = books.secGen): Promise<Json[]> =>
  (await get("/api/accounting/proposals/", by)).proposals;
const entriesCount = async (): Promise<number> =>
  (await get("/api/accounting/entries/")).entries.length;

/** The sentence of a refusal, and the field that it is at. */
const refused = ({ status, body }: Answer) => [status, body.detail, body.errors];
const expense = (more: Json = {}): Json => ({
  type: "expense",
  category: "social_welfare",
  amount: 100,
  paid_from: "cash",
  ...more,
});

test("while meetings are off, no cash is moved or counted, and nobody sees the account", async () => {
  for (const body of [
    { type: "cash_deposit", amount: 1 },
    { type: "cash_withdrawal", amount: 1 },
    expense(),
  ]) {
    const answer = await cash.propose(books.treasurer, body);
    expect([body.type, answer.status, answer.body.detail]).toEqual([
      body.type,
      400,
      "Meetings are not turned on.",
    ]);
  }
  const counted = await cash.count(books.secGen, { counted: 0 });
  expect([counted.status, counted.body.detail]).toEqual([400, "Meetings are not turned on."]);
  expect(await ledger()).not.toHaveProperty("cash");
  expect((await cash.read(member)).body).toEqual({
    date: "2026-03-16",
    balance: 0,
    held_since: null,
    last_count: null,
  });
  // The bank is what an expense is paid from if it says so, as if it said nothing.
  const paid = await cash.propose(books.treasurer, expense({ paid_from: "bank" }));
  expect(paid.body.entry.postings).toMatchObject([
    { account: "social_welfare", debit_amount: 100 },
    { account: "bank", credit_amount: 100 },
  ]);
  await meetingsOf(group, books.chairperson).turnOn();
});

test("one office proposes to take money out of the bank, and the other alone agrees", async () => {
  const before = await get("/api/group/");
  const proposed = await cash.propose(books.treasurer, { type: "cash_withdrawal", amount: 2_000 });
  expect(proposed).toMatchObject({ status: 201, body: { status: "proposed" } });
  expect(Object.keys(proposed.body).toSorted()).toEqual(["detail", "id", "status"]);
  const [waiting] = await proposals();
  expect(waiting).toMatchObject({
    id: proposed.body.id,
    kind: "ledger_entry",
    type: "cash_withdrawal",
    amount: 2_000,
    may_agree: true,
  });
  for (const by of [books.treasurer, books.chairperson, member])
    expect([by.username, (await cash.agree(by, waiting!["id"])).status]).toEqual([
      by.username,
      403,
    ]);
  expect((await proposals(books.chairperson))[0]).toMatchObject({ may_agree: false });
  expect(await ledger()).not.toHaveProperty("cash");

  expect((await cash.agree(books.secGen, proposed.body.id)).status).toBe(200);
  expect(await newest()).toMatchObject({
    type: "cash_withdrawal",
    author: { id: books.treasurer.id },
    agreed_by: { id: books.secGen.id },
    postings: [
      { account: "cash", debit_amount: 2_000 },
      { account: "bank", credit_amount: 2_000 },
    ],
  });
  expect((await ledger())["cash"]).toBe(2_000);
  // What the group has saved is without its cash.
  const after = await get("/api/group/");
  expect(after).toEqual(before);
});

test("the Sec-Gen moves cash as well, and nobody without one of the two offices", async () => {
  for (const by of [books.chairperson, member]) {
    for (const body of [{ type: "cash_deposit", amount: 1 }, expense()])
      expect((await cash.propose(by, body)).status).toBe(403);
    expect((await cash.count(by, { counted: 1 })).status).toBe(403);
  }
  // What is paid from the bank stays the Treasurer's.
  expect((await cash.propose(books.secGen, expense({ paid_from: "bank" }))).status).toBe(403);
  const { body } = await cash.propose(books.secGen, expense({ amount: 300 }));
  expect((await cash.agree(books.secGen, body.id)).status).toBe(403);
  expect((await cash.agree(books.treasurer, body.id)).status).toBe(200);
  expect((await newest()).postings).toMatchObject([
    { account: "social_welfare", debit_amount: 300 },
    { account: "cash", credit_amount: 300 },
  ]);
  expect((await ledger())["cash"]).toBe(1_700);
});

test("no more leaves the box than is in it, when it is proposed and when it is agreed to", async () => {
  const tooMuch = await cash.propose(books.treasurer, { type: "cash_deposit", amount: 1_700.01 });
  expect([tooMuch.status, tooMuch.body.detail]).toEqual([
    400,
    "The cash at hand is too low for this.",
  ]);
  const one = await cash.propose(books.treasurer, { type: "cash_deposit", amount: 1_000 });
  const two = await cash.propose(books.treasurer, expense({ amount: 1_000 }));
  expect((await cash.agree(books.secGen, one.body.id)).status).toBe(200);
  const late = await cash.agree(books.secGen, two.body.id);
  expect([late.status, late.body.detail]).toEqual([400, "The cash at hand is too low for this."]);
  expect(await ledger()).toMatchObject({ cash: 700 });
  await group.api("POST", `/api/accounting/proposals/${two.body.id}/refuse/`, {
    token: books.treasurer.token,
    body: { reason: "Spent" },
  });
});

test("nothing is dated before the box had the money", async () => {
  const early = await cash.propose(books.treasurer, {
    type: "cash_deposit",
    amount: 100,
    date: "2026-03-15",
  });
  expect([early.status, Object.keys(early.body.errors ?? {})]).toEqual([400, ["date"]]);
});

test("a count without a difference posts nothing and is the last one", async () => {
  const before = await entriesCount();
  expect(await cash.both(cash.count(books.treasurer, { counted: 700 }))).toBeNull();
  expect(await entriesCount()).toBe(before);
  expect((await cash.read(member)).body).toMatchObject({
    balance: 700,
    held_since: "2026-03-16",
    last_count: {
      counted: 700,
      books: 700,
      difference: 0,
      reason: null,
      by: [
        { office: "Treasurer", by: { id: books.treasurer.id } },
        { office: "Sec-Gen", by: { id: books.secGen.id } },
      ],
    },
  });
});

test("a difference needs its reason, and is an expense or an income once both agree", async () => {
  const less = await cash.count(books.secGen, { counted: 690 });
  expect(refused(less)).toEqual([
    400,
    "The count is KES 10.00 less than the books. Say why.",
    { reason: ["The count is KES 10.00 less than the books. Say why."] },
  ]);
  expect((await cash.count(books.secGen, { counted: 700.5 })).body.detail).toBe(
    "The count is KES 0.50 more than the books. Say why.",
  );
  const { body } = await cash.count(books.secGen, { counted: 690, reason: "A coin rolled away" });
  const again = await cash.count(books.treasurer, { counted: 700 });
  expect([again.status, again.body.detail]).toEqual([400, "A count waits already."]);
  expect((await proposals(books.treasurer))[0]).toMatchObject({
    kind: "cash_count",
    amount: 690,
    type: null,
    description: "Cash counted: KES 690.00, in the books KES 700.00: A coin rolled away",
  });
  for (const by of [books.secGen, books.chairperson])
    expect((await cash.agree(by, body.id)).status).toBe(403);
  expect((await cash.agree(books.treasurer, body.id)).status).toBe(200);
  expect(await newest()).toMatchObject({
    type: "cash_count",
    postings: [
      { account: "other_expense", debit_amount: 10 },
      { account: "cash", credit_amount: 10 },
    ],
  });
  await cash.both(cash.count(books.treasurer, { counted: 695, reason: "Found under the mat" }));
  expect((await newest()).postings).toMatchObject([
    { account: "cash", debit_amount: 5 },
    { account: "other_income", credit_amount: 5 },
  ]);
  expect((await cash.read(member)).body.last_count).toMatchObject({
    counted: 695,
    books: 690,
    difference: 5,
    reason: "Found under the mat",
  });
});

test("a count is refused once cash has moved, and made again", async () => {
  const count = await cash.count(books.treasurer, { counted: 700, reason: "Five more" });
  await cash.withdraw(100);
  const late = await cash.agree(books.secGen, count.body.id);
  expect([late.status, late.body.detail]).toEqual([
    400,
    "The figures have changed. Reload and try again.",
  ]);
  const taken = await group.api("POST", `/api/accounting/proposals/${count.body.id}/refuse/`, {
    token: books.treasurer.token,
    body: { reason: "Counting again" },
  });
  expect(taken.status).toBe(200);
  await cash.both(cash.count(books.treasurer, { counted: 795 }));
});

test("what moved cash is reversed by both offices, also by the Sec-Gen; anything else by the Treasurer", async () => {
  const count = await cash.both(
    cash.count(books.treasurer, { counted: 800, reason: "Five too many" }),
  );
  const deposit = await cash.both(
    cash.propose(books.treasurer, { type: "cash_deposit", amount: 50 }),
  );
  const other = await cash.propose(books.treasurer, {
    type: "other_income",
    amount_paid: 10,
    description: "Hall",
  });
  const otherId: number = other.body.entry.id;
  for (const id of [otherId, 999_999])
    expect((await cash.reverse(books.secGen, id)).status).toBe(403);
  expect((await cash.reverse(books.chairperson, deposit!)).status).toBe(403);
  expect((await cash.reverse(books.treasurer, otherId)).body.entry).toBeDefined();

  const reversal = await cash.reverse(books.secGen, deposit!);
  expect(reversal).toMatchObject({ status: 201, body: { status: "proposed" } });
  expect((await cash.agree(books.secGen, reversal.body.id)).status).toBe(403);
  expect((await cash.agree(books.treasurer, reversal.body.id)).status).toBe(200);
  expect(await newest()).toMatchObject({ type: "reversal", reverses: deposit });
  await cash.both(cash.reverse(books.treasurer, count!));
  expect((await cash.read(member)).body).toMatchObject({
    balance: 795,
    last_count: { counted: 795, difference: 0 },
  });
});

test("cash is read day by day, and no day to come", async () => {
  group.clock.advanceMinutes(24 * 60);
  for (const each of [books.chairperson, books.treasurer, books.secGen, member])
    each.token = await group.signIn(each);
  expect((await cash.read(member, "?date=2026-03-16")).body.balance).toBe(795);
  expect((await cash.read(member, "?date=2026-03-15")).body).toEqual({
    date: "2026-03-15",
    balance: 0,
    held_since: null,
    last_count: null,
  });
  const early = await cash.read(member, "?date=2026-03-18");
  expect(refused(early)).toEqual([
    400,
    "The date cannot be in the future.",
    { date: ["The date cannot be in the future."] },
  ]);
  const newcomer = await group.pendingMember();
  expect((await group.api("GET", "/api/cash/")).status).toBe(401);
  expect((await cash.read(newcomer)).status).toBe(403);
});

test("a meeting that is closed says what was at hand", async () => {
  const meetings = meetingsOf(group, books.chairperson);
  const { id } = await meetings.open({ by: books.secGen });
  await meetings.mark(books.secGen, id, "present", [books.chairperson, books.secGen]);
  const { balances } = await meetings.close(books.secGen, id);
  expect(balances).toMatchObject({ cash: 795, bank: (await ledger())["bank"] });
});

test("of two who count at once one waits", async () => {
  const answers = await Promise.all(
    [books.treasurer, books.secGen].map((by) => cash.count(by, { counted: 795 })),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201, 400,
  ]);
});

test("what was moved and counted is in the books, and all of it is proven", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
  const sheet = (await get("/api/accounting/get_balance_sheet/")).balance_sheet;
  expect(sheet.assets["cash"]).toBe(795);
  expect(sheet.total_assets + sheet.total_liabilities + sheet.total_equities).toBe(0);
});
