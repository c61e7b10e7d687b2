// One sum for several months, fines and loans (PAY-35), and approving its parts together, over HTTP on a real
// PostgreSQL.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bookkeeping, closeSoundly, startFoundedGroup } from "#tests/support/founded-group.ts";
import { paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const PAY = "/api/finances/pay/";
const TOGETHER = "/api/approvals/together/";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
let loans: number[];
let references = 0;

// Joined in January, paid up to May, and it is November: five months are owed, a fine, and two late loans.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({
    startsAt: "2026-01-17T10:00:00+03:00",
    members: 2,
  }));
  await books.contribute(books.chairperson, 90_000);
  member = await books.member();
  await books.contribute(member, 5_000);
  loans = [
    await books.lend(member, 1_000, "emergency_loan"),
    await books.lend(member, 2_000, "normal_loan"),
  ];
  await books.fine(member, 300);
  group.clock.set("2026-11-22T10:00:00+03:00");
  for (const person of [books.chairperson, books.treasurer, books.secGen, member])
    person.token = await group.signIn(person);
});
afterAll(() => closeSoundly(group));

const newReference = () => `SUM${String(++references).padStart(6, "0")}`;
const form = (amount: number, parts: Json[], more: Json = {}) => ({
  amount_paid: amount,
  payment_date: "2026-11-21T00:00:00+03:00",
  payment_Reference_Code: newReference(),
  parts,
  ...more,
});
const call = (by: TestMember, path: string, body: unknown, headers = {}) =>
  group.api("POST", path, { token: by.token, body, headers });
const read = async (by: TestMember, path: string): Promise<Json> =>
  (await group.api("GET", path, { token: by.token })).body;
const dues = () => read(member, "/api/finances/dues/");

const months = (amount: number, from = "2026-06-01", to: string | null = "2026-10-01") => ({
  kind: "contribution",
  amount_paid: amount,
  contribution_month: from,
  contribution_month_to: to,
});
const fines = (amount: number) => ({ kind: "fine_payment", amount_paid: amount });
const loan = (at: number, amount: number) => ({
  kind: "loan_payment",
  loan_id: loans[at],
  amount_paid: amount,
});

async function counted(): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`SELECT count(*) AS n FROM payments`.execute(group.db);
  return Number(rows[0]?.n);
}

async function withdrawAll(payments: readonly Json[]): Promise<void> {
  for (const { kind, id } of payments) {
    const answer = await call(member, "/api/finances/withdraw/", { kind, id });
    expect(answer.status).toBe(200);
  }
}

describe("a sum", () => {
  test("pays months, fines and loans under one reference, and what waits is owed no more", async () => {
    const before = await dues();
    expect(before.total_now).toBe(5_000 + 300 + 1_100);
    const body = form(5_300 + 1_100, [months(5_000), fines(300), loan(0, 1_100)]);
    const answer = await call(member, PAY, body);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        total: 6_400,
        payments: [
          { kind: "contribution", amount: 5_000 },
          { kind: "fine_payment", amount: 300 },
          { kind: "loan_payment", amount: 1_100 },
        ],
      },
    });
    expect(await dues()).toMatchObject({
      contributions: { paid_up_to: "2026-05-01", months_owed: [], amount: 0 },
      fines: 0,
      total_now: 0,
      waiting: { count: 3, contributions: 5_000, fines: 300, loans: 1_100, total: 6_400 },
    });
    const own = await read(member, "/api/finances/monthly-contribution/");
    expect(own.monthly_contributions_receipts[0]).toMatchObject({
      contribution_month: "2026-06-01",
      contribution_month_to: "2026-10-01",
      payment_date: expect.stringContaining("2026-11-21"),
      reference_also_on: [{ kind: "fine_payment" }, { kind: "loan_payment" }],
    });
    const { transactions } = await read(member, "/api/finances/transactions/?kind=contribution");
    expect(transactions[0].description).toBe("Contribution for June to October 2026");
    await withdrawAll(answer.body.payments);
    expect(await dues()).toEqual(before);
  });

  test("may pay two loans, and is approved together by each office, all or none", async () => {
    const body = form(700, [loan(0, 500), loan(1, 200)]);
    const { body: paid } = await call(member, PAY, body);
    const items = paid.payments.map(({ kind, id, amount }: Json) => ({
      kind,
      id,
      amount_seen: amount,
    }));
    const wrong = items.map((item: Json, at: number) => ({ ...item, amount_seen: 500 + at }));
    expect((await call(books.treasurer, TOGETHER, { items: wrong })).status).toBe(400);
    const waiting = await read(books.treasurer, "/api/finances/get-loan-payment-approvals/");
    expect(waiting.pending_approvals).toHaveLength(2);
    expect((await call(member, TOGETHER, { items })).status).toBe(403);
    for (const by of [books.treasurer, books.secGen])
      expect(await call(by, TOGETHER, { items })).toMatchObject({
        status: 200,
        body: { total: 700 },
      });
    const left = (await dues()).loans.map((each: Json) => each.balance);
    expect(left).toEqual([600, 2_000]);
  });

  test("is matched with its line as a whole", async () => {
    const { body: opened } = await call(books.treasurer, "/api/statements/accounts/", {
      name: "Paybill",
      kind: "mpesa_paybill",
      number: "123456",
    });
    const body = form(800, [months(500, "2026-06-01", null), loan(0, 200), loan(1, 100)]);
    const { body: paid } = await call(member, PAY, body);
    const file = paybillStatement({
      opening: 0n,
      from: "2026-11-21",
      to: "2026-11-21",
      movements: [paidIn(body.payment_Reference_Code, "2026-11-21 08:00:00", 800, member.username)],
    });
    const fields = { account_id: String(opened.account.id) };
    const token = books.treasurer.token;
    expect((await uploadStatement(group, { token, file, fields })).status).toBe(201);
    const approvals = await read(books.treasurer, "/api/finances/get-loan-payment-approvals/");
    expect(approvals.pending_approvals.map((each: Json) => each.evidence.state)).toEqual([
      "confirmed",
      "confirmed",
    ]);
    await withdrawAll(paid.payments);
  });
});

describe("a sum is refused as a whole", () => {
  test.each<[string, string, () => Json]>([
    ["parts that come to another sum", "parts", () => form(900, [months(500), fines(300)])],
    ["no parts", "parts", () => form(900, [])],
    ["two contributions", "parts", () => form(200, [months(100), months(100)])],
    ["a loan twice", "parts", () => form(200, [loan(0, 100), loan(0, 100)])],
    ["an unknown kind", "parts", () => form(200, [{ kind: "gift", amount_paid: 200 }])],
    ["more than the fines", "amount_paid", () => form(1_400, [months(1_000), fines(400)])],
    ["more than a loan", "amount_paid", () => form(90_100, [fines(100), loan(1, 90_000)])],
    [
      "months out of order",
      "contribution_month_to",
      () => form(300, [fines(200), months(100, "2026-06-01", "2026-05-01")]),
    ],
    [
      "a month too far",
      "contribution_month_to",
      () => form(300, [fines(200), months(100, "2026-06-01", "2036-05-01")]),
    ],
    [
      "a day to come",
      "payment_date",
      () => form(100, [fines(100)], { payment_date: "2026-11-23T00:00:00+03:00" }),
    ],
    [
      "a day before the group",
      "payment_date",
      () => form(100, [fines(100)], { payment_date: "2024-11-23T00:00:00+03:00" }),
    ],
    ["a part of nothing", "parts", () => form(100, [months(100), fines(0)])],
    ["half a cent", "parts", () => form(100, [months(99.995), fines(0.005)])],
    [
      "no reference",
      "payment_Reference_Code",
      () => form(100, [fines(100)], { payment_Reference_Code: "" }),
    ],
  ])("%s", async (_what, field, body) => {
    const before = await counted();
    const answer = await call(member, PAY, body());
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect(await counted()).toBe(before);
  });

  test("another member's loan, and nobody's", async () => {
    const before = await counted();
    const other = await books.member();
    other.token = await group.signIn(other);
    expect((await call(other, PAY, form(100, [loan(0, 100)]))).status).toBe(404);
    expect(await counted()).toBe(before);
  });

  test("a reference that is used, whoever comes first", async () => {
    const body = form(300, [months(100, "2026-06-01", null), fines(200)]);
    const answers = await Promise.all([1, 2, 3].map(() => call(member, PAY, body)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 400, 400,
    ]);
    const first = answers.find(({ status }) => status === 201)!.body;
    // By itself, as before: a loan has the reference free, the fine has not.
    const { payment_Reference_Code } = body;
    const fine = { amount_paid: 10, payment_Reference_Code };
    expect((await call(member, "/api/finances/pay-fine/", fine)).status).toBe(400);
    await withdrawAll(first.payments);
  });

  test("but not when the same press arrives twice", async () => {
    const body = form(300, [months(100, "2026-06-01", null), fines(200)]);
    const headers = { "Idempotency-Key": "one-press" };
    const first = await call(member, PAY, body, headers);
    const second = await call(member, PAY, body, headers);
    expect(second.body).toEqual(first.body);
    await withdrawAll(first.body.payments);
  });
});
