// The portfolio of a day beside each loan's own schedule, and beside the books (LEND-11).
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#domain/calendar.ts";
import { bucketOf } from "#domain/lending/portfolio.ts";
import { sweepDay } from "#server/jobs/sweep.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const PORTFOLIO = "/api/loans/portfolio/";
/** The group begins on 16 March 2026. */
const FIRST = "2026-03-16";

let group: TestGroup;
let books: Bookkeeping;
let members: TestMember[];
/** Loans of a product, by their borrower. */
let loans: { id: number; by: TestMember }[];
let plainId: number;
let references = 0;

const get = async (by: TestMember, path: string): Promise<Json> => {
  const { status, body } = await group.api("GET", path, { token: by.token });
  expect(status).toBe(200);
  return body;
};

async function post(by: TestMember, path: string, body: unknown): Promise<Json> {
  const answer = await group.api("POST", path, { token: by.token, body });
  if (answer.status > 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const portfolioOn = (date: string, by = books.treasurer) => get(by, `${PORTFOLIO}?date=${date}`);

async function approve(path: string, id: number): Promise<void> {
  for (const by of [books.treasurer, books.secGen])
    await post(by, `${path}${id}/`, { action: "approved" });
}

async function lend(by: TestMember, terms: Json): Promise<number> {
  const { product } = await post(books.chairperson, "/api/loans/products/", {
    name: `Loan ${++references}`,
    rate: 1.5,
    rate_per: "month",
    instalments_most: 6,
    ...terms,
  });
  const { loan } = await post(by, "/api/finances/get-create-user-loans/", {
    product_id: product.id,
    amount: 12_000,
    instalments: 6,
  });
  await approve("/api/finances/loan-application-approval/", loan.loan_id);
  return loan.loan_id;
}

async function pay(by: TestMember, loanId: number, fields: Json): Promise<void> {
  const { loan_payment: paid } = await post(by, `/api/finances/pay-loan/${loanId}/`, {
    payment_Reference_Code: `PORT${String(++references).padStart(6, "0")}`,
    ...fields,
  });
  await approve("/api/finances/loan-payment-approval/", paid.payment_id);
}

async function moveTo(day: string): Promise<void> {
  group.clock.set(`${day}T09:00:00+03:00`);
  await sweepDay(group.db, group.clock.now());
  for (const person of [books.chairperson, books.treasurer, books.secGen, ...members])
    person.token = await group.signIn(person);
}

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 5 }));
  await books.contribute(books.chairperson, 500_000);
  members = [];
  for (let count = 0; count < 5; count++) {
    const member = await books.member();
    await books.contribute(member, 20_000);
    members.push(member);
  }
  const [monthly, flat, even, plain, leaver] = members as [
    TestMember,
    TestMember,
    TestMember,
    TestMember,
    TestMember,
  ];
  loans = [
    { id: await lend(monthly, { method: "equal_instalments" }), by: monthly },
    { id: await lend(flat, { method: "flat" }), by: flat },
    { id: await lend(even, { method: "equal_principal" }), by: even },
    { id: await lend(leaver, { method: "equal_principal" }), by: leaver },
  ];
  plainId = await books.lend(plain, 3_000);
  await moveTo("2026-04-20");
  await pay(monthly, loans[0]!.id, { amount_paid: 2_500, paid_on: "2026-04-14" });
  await pay(flat, loans[1]!.id, { amount_paid: 1_000.55, paid_on: "2026-04-20" });
  await moveTo("2026-07-01");
  await pay(monthly, loans[0]!.id, { amount_paid: 5_000, early: "shorter", paid_on: "2026-07-01" });
  await books.repay(plain, plainId, 1_000);
  const preview = await get(
    books.treasurer,
    `/api/accounting/settlement_preview/?member=${leaver.id}`,
  );
  await post(books.treasurer, "/api/accounting/exit_member/", { ...preview, member_id: leaver.id });
  await moveTo("2026-08-05");
});
afterAll(() => group.close());

test("each loan stands on every day as its own schedule says", async () => {
  for (const date of [
    FIRST,
    "2026-04-16",
    "2026-04-20",
    "2026-05-17",
    "2026-06-30",
    "2026-08-05",
  ]) {
    const { items } = await portfolioOn(date);
    for (const { id, by } of loans) {
      const item = items.find(({ loan }: Json) => loan.loan_id === id);
      if (item === undefined) continue;
      const shown = await get(by, `/api/loans/${id}/schedule/?date=${date}`);
      expect(item, `loan ${id} on ${date}`).toMatchObject({
        overdue_principal: shown.overdue.principal,
        overdue_interest: shown.overdue.interest,
        days_late: shown.days_late,
        principal:
          shown.totals.principal -
          shown.instalments.reduce((sum: number, row: Json) => sum + row.paid_principal, 0),
      });
    }
  }
});

test("it is the balances of the books today, and every figure is the sum of its loans", async () => {
  const portfolio = await portfolioOn("2026-08-05");
  const { ledger_balances: balances } = await get(
    books.treasurer,
    "/api/accounting/create_ledger_entry/",
  );
  expect([portfolio.principal, portfolio.interest]).toEqual([
    balances.loan_receivable,
    balances.interest_receivable,
  ]);
  for (const date of [FIRST, "2026-05-17", "2026-08-05"]) {
    const { items, ...figures } = await portfolioOn(date);
    const cents = (key: string, of: Json[] = items) =>
      of.reduce((sum: number, item: Json) => sum + Math.round(item[key] * 100), 0) / 100;
    const late = items.filter((item: Json) => item.days_late > 30);
    expect(figures).toMatchObject({
      date,
      loans: items.length,
      principal: cents("principal"),
      interest: cents("interest"),
      overdue: { principal: cents("overdue_principal"), interest: cents("overdue_interest") },
      par30: {
        principal: cents("principal", late),
        percent: Math.round((cents("principal", late) / cents("principal")) * 10_000) / 100,
      },
      rescheduled: { loans: 0, principal: 0 },
    });
    for (const { bucket, ...ageing } of figures.ageing) {
      const inIt = items.filter((item: Json) => bucketOf(item.days_late) === bucket);
      expect(ageing).toMatchObject({ loans: inIt.length, principal: cents("principal", inIt) });
      const { items: chosen } = await get(
        books.treasurer,
        `${PORTFOLIO}?date=${date}&bucket=${encodeURIComponent(bucket)}`,
      );
      expect(chosen).toEqual(inIt);
    }
  }
});

test("a plain loan is one row on its last day, and who left is in it up to then", async () => {
  const idsOn = async (date: string) =>
    (await portfolioOn(date)).items.map(({ loan }: Json) => loan.loan_id);
  const leaving = loans.at(-1)!.id;
  expect(await idsOn("2026-06-30")).toContain(leaving);
  expect(await idsOn("2026-07-01")).not.toContain(leaving);
  expect(await idsOn(addDays(FIRST, -1))).toEqual([]);
  const { items } = await portfolioOn("2026-08-05");
  const plain = items.find(({ loan }: Json) => loan.loan_id === plainId);
  const [{ current_balance: left, expiry_date: dueOn }] = (
    await get(members[3]!, "/api/finances/get-create-user-loans/")
  ).loans;
  expect(plain.principal + plain.interest).toBe(left);
  const isLate = dueOn < "2026-08-05";
  expect(plain.overdue_principal + plain.overdue_interest).toBe(isLate ? left : 0);
  expect(plain.oldest_due_on).toBe(isLate ? dueOn : null);
});

test("members see figures without names, and no day that has not come", async () => {
  const seen = await portfolioOn("2026-08-05", members[0]);
  expect(seen.items).toBeUndefined();
  const { items: _, ...figures } = await portfolioOn("2026-08-05");
  expect(seen).toEqual(figures);
  const answer = await group.api("GET", `${PORTFOLIO}?date=2026-08-06`, {
    token: books.treasurer.token,
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: { date: ["The date cannot be in the future."] } },
  });
});

test("the file and the export have the same loans", async () => {
  const { items } = await portfolioOn("2026-08-05");
  const file = await fetch(`${group.url}${PORTFOLIO}pdf/?date=2026-08-05`, {
    headers: { Authorization: `Bearer ${books.treasurer.token}` },
  });
  expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const table = await fetch(`${group.url}/api/accounting/export/?format=csv&what=portfolio`, {
    headers: { Authorization: `Bearer ${books.treasurer.token}` },
  });
  const [, ...rows] = (await table.text()).trim().split("\r\n");
  expect(rows.map((line) => Number(line.split(",")[0]))).toEqual(
    items.map(({ loan }: Json) => loan.loan_id),
  );
  expect(rows[0]).toContain(items[0].principal.toFixed(2));
});
