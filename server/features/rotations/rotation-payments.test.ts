// ROT-1, ROT-4: payments for the turns of a merry-go-round, over HTTP on a real PostgreSQL.
import { afterEach, beforeEach, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { startRotation } from "#tests/support/rotations.ts";
import { paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const APPROVALS = "/api/rotations/payments/approval/";

let group: TestGroup;
let books: Bookkeeping;
let people: TestMember[];
let jane: TestMember;
let rotation: Json;

// Three members, each turn 1,000, from 16 March 2026 on: each has two turns of others to pay.
beforeEach(async () => {
  ({ group, books } = await startFoundedGroup({
    startsAt: "2026-03-16T09:00:00+03:00",
    members: 4,
  }));
  people = [await books.member(), await books.member(), await books.member()];
  jane = people[0]!;
  rotation = await startRotation(group, { by: books.treasurer, members: people });
});
afterEach(async () => {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});

const post = (by: TestMember, path: string, body: Json = {}) =>
  group.api("POST", path, { token: by.token, body });
const get = async (by: TestMember, path: string): Promise<Json> =>
  (await group.api("GET", path, { token: by.token })).body;

let references = 0;
const pay = (by: TestMember, amount_paid: number, more: Json = {}, id = rotation.id) =>
  post(by, `/api/rotations/${id}/pay/`, {
    amount_paid,
    payment_Reference_Code: `MGR${String(++references).padStart(6, "0")}`,
    ...more,
  });
const decide = (by: TestMember, id: number, body: Json = { action: "approved" }) =>
  post(by, `${APPROVALS}${id}/`, body);

async function paid(by: TestMember, kes: number): Promise<number> {
  const answer = await pay(by, kes);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.rotation_payment.payment_id;
}

async function approve(id: number): Promise<void> {
  for (const official of [books.treasurer, books.secGen])
    expect((await decide(official, id)).status).toBe(200);
}

const read = async (): Promise<Json> =>
  (await get(jane, `/api/rotations/${rotation.id}/`)).rotation;
const standingOf = async ({ id }: TestMember): Promise<Json> =>
  (await read()).members.find(({ member }: Json) => member.id === id);
const balances = async (): Promise<Json> =>
  (await get(books.treasurer, "/api/accounting/create_ledger_entry/")).ledger_balances;

test("a payment counts once both offices approved it, for the oldest turns first", async () => {
  const answer = await pay(jane, 1_500);
  expect(answer).toMatchObject({
    status: 201,
    body: {
      detail: "Payment of KES 1,500.00 for the merry-go-round received, awaiting approval.",
      rotation_payment: {
        amount_paid: 1_500,
        status: "pending",
        member: { id: jane.id },
        rotation: { id: rotation.id, name: "Mzunguko" },
      },
    },
  });
  const id = answer.body.rotation_payment.payment_id;
  expect(await standingOf(jane)).toMatchObject({ paid: 0, left_to_pay: 500 });
  const waiting = await get(books.secGen, APPROVALS);
  expect(waiting.pending_approvals).toMatchObject([{ payment_id: id, amount_paid: 1_500 }]);
  expect((await get(jane, APPROVALS)).pending_approvals).toEqual([]);

  expect((await decide(jane, id)).status).toBe(403);
  expect((await decide(books.treasurer, id)).body.detail).toMatch(/waits for the other office/);
  expect((await decide(books.treasurer, id)).status).toBe(400);
  expect((await standingOf(jane)).paid).toBe(0);
  const approved = await decide(books.secGen, id);
  expect(approved.body).toMatchObject({ rotation_payment: { status: "approved" } });

  expect(await standingOf(jane)).toMatchObject({ paid: 1_500, position: 1_500, left_to_pay: 500 });
  const others = (await read()).turns.filter(({ receiver }: Json) => receiver.id !== jane.id);
  expect(others.map(({ collected }: Json) => collected)).toEqual([1_000, 500]);
  expect(await balances()).toMatchObject({ bank: 1_500, merry_go_round: -1_500 });

  const { transactions } = await get(jane, "/api/finances/transactions/?page=1");
  expect(transactions[0]).toMatchObject({
    kind: "rotation_payment",
    description: "Merry-go-round Mzunguko: payment",
    amount: 1_500,
    status: "approved",
  });
  const receipt = await get(jane, `/api/finances/receipt/?kind=rotation_payment&id=${id}`);
  expect(receipt).toMatchObject({ receipt: { amount: 1_500 } });
});

test("nobody pays more than they have left, before the draw, or in one of others", async () => {
  const outsider = await books.member();
  expect((await pay(outsider, 100)).status).toBe(403);
  expect((await pay(books.treasurer, 100)).status).toBe(403);
  await paid(jane, 1_600);
  const more = await pay(jane, 500);
  expect([more.status, more.body]).toMatchObject([
    400,
    {
      detail: "You have KES 400.00 left to pay in this merry-go-round.",
      errors: { amount_paid: ["You have KES 400.00 left to pay in this merry-go-round."] },
    },
  ]);
  await paid(jane, 400);
  const open = await startRotation(group, { by: books.treasurer, members: [jane] });
  expect((await pay(jane, 100, {}, open.id)).body.detail).toBe("The order is not drawn yet.");
  expect((await pay(jane, 100, {}, 999)).status).toBe(404);
});

test("one that is rejected or withdrawn counts for nothing, and its reference is free again", async () => {
  const answer = await pay(jane, 2_000, { payment_Reference_Code: "QWERTY0001" });
  const id = answer.body.rotation_payment.payment_id;
  const reject_reason = "Not on the statement";
  const rejected = await decide(books.treasurer, id, { action: "rejected", reject_reason });
  expect(rejected.body).toMatchObject({ rotation_payment: { status: "rejected" } });
  const again = await pay(jane, 2_000, { payment_Reference_Code: "QWERTY0001" });
  expect(again.status).toBe(201);
  const withdrawn = await post(jane, "/api/finances/withdraw/", {
    kind: "rotation_payment",
    id: again.body.rotation_payment.payment_id,
  });
  expect(withdrawn.status).toBe(200);
  expect(await standingOf(jane)).toMatchObject({ paid: 0, left_to_pay: 2_000 });
  expect(await balances()).not.toHaveProperty("merry_go_round");
});

test("many are approved at once, and an office enters one in a member's name", async () => {
  const ids: number[] = [];
  for (const member of people) ids.push(await paid(member, 700));
  ids.push(await paid(jane, 300));
  const entered = await pay(books.secGen, 200, { member_id: people[1]!.id });
  expect(entered.body).toMatchObject({ rotation_payment: { member: { id: people[1]!.id } } });
  const items = ids.map((id, index) => ({ id, amount_seen: index === 3 ? 300 : 700 }));
  for (const official of [books.treasurer, books.secGen]) {
    const answer = await post(official, "/api/approvals/many/", {
      kind: "rotation_payment",
      action: "approved",
      items,
    });
    expect(answer.body).toMatchObject({ approved: ids, refused: [], total: 2_400 });
  }
  expect(await standingOf(jane)).toMatchObject({ paid: 1_000, left_to_pay: 1_000 });
  expect(await standingOf(people[1]!)).toMatchObject({ paid: 700, left_to_pay: 1_100 });
});

test("a line of a statement becomes one, for the only merry-go-round that its member has left to pay", async () => {
  const { token } = books.treasurer;
  const { account } = (
    await post(books.treasurer, "/api/statements/accounts/", {
      name: "Paybill",
      kind: "mpesa_paybill",
    })
  ).body;
  const file = paybillStatement({
    opening: 0n,
    from: "2026-03-01",
    to: "2026-03-15",
    movements: [
      paidIn("UC01AAAAAA", "2026-03-02 10:00:00", 1_000),
      paidIn("UC01BBBBBB", "2026-03-03 10:00:00", 500),
      paidIn("UC01CCCCCC", "2026-03-04 10:00:00", 600),
    ],
  });
  await uploadStatement(group, { token, file, fields: { account_id: String(account.id) } });
  const { lines } = await get(books.treasurer, "/api/statements/lines/?page=1");
  const record = (code: string, more: Json = {}) => {
    const line = lines.find((each: Json) => each.reference === code);
    const body = { member_id: jane.id, kind: "rotation_payment", ...more };
    return post(books.treasurer, `/api/statements/lines/${line.id}/record/`, body);
  };
  const first = await record("UC01AAAAAA");
  expect(first).toMatchObject({
    status: 201,
    body: { payment: { kind: "rotation_payment", rotation_id: rotation.id, amount_paid: 1_000 } },
  });
  const [item] = (await get(books.secGen, APPROVALS)).pending_approvals;
  expect(item.evidence.state).toBe("confirmed");
  await approve(first.body.payment.id);
  expect((await standingOf(jane)).paid).toBe(1_000);

  const other = await startRotation(group, { by: books.treasurer, members: people });
  const unclear = await record("UC01BBBBBB");
  expect([unclear.status, unclear.body.errors]).toEqual([
    400,
    { rotation_id: ["Choose the merry-go-round that it is for."] },
  ]);
  const named = await record("UC01BBBBBB", { rotation_id: other.id });
  expect(named.body).toMatchObject({ payment: { rotation_id: other.id } });
  const left = await record("UC01CCCCCC", { rotation_id: rotation.id });
  expect(left.status).toBe(201);
});

test("what members paid for turns is no money of the group", async () => {
  await books.contribute(people[1]!, 1_000);
  await approve(await paid(jane, 2_000));
  const expense = (amount: number) =>
    post(books.treasurer, "/api/accounting/create_ledger_entry/", {
      type: "expense",
      category: "other_expense",
      amount,
      description: "Chairs",
    });
  expect((await expense(1_001)).status).toBe(400);
  expect((await expense(1_000)).status).toBe(201);
});
