import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweepDay } from "#server/jobs/sweep.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";

const PRODUCTS = "/api/loans/products/";
const LOANS = "/api/finances/get-create-user-loans/";

let group: TestGroup;
let books: Bookkeeping;

// The group begins on 16 March 2026.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 6 }));
  await books.contribute(books.chairperson, 500_000);
});
afterAll(() => group.close());

const get = async (by: TestMember, path: string) => group.api("GET", path, { token: by.token });
const post = (by: TestMember, path: string, body: unknown = {}) =>
  group.api("POST", path, { token: by.token, body });

const reducing = {
  method: "equal_instalments",
  rate: 1,
  rate_per: "month",
  instalments_most: 12,
  round_up_to: 0.01,
};
let products = 0;
async function offer(terms: Json = {}): Promise<number> {
  products += 1;
  const body = { name: `Loan ${products}`, ...reducing, ...terms };
  const answer = await post(books.chairperson, PRODUCTS, body);
  expect(answer.body).toMatchObject({ detail: expect.any(String), product: { offered: true } });
  return answer.body.product.id;
}
const apply = (by: TestMember, product_id: number, fields: Json = {}) =>
  post(by, LOANS, { product_id, amount: 12_000, instalments: 12, ...fields });
async function approve(loanId: number): Promise<Json> {
  const path = `/api/finances/loan-application-approval/${loanId}/`;
  await post(books.treasurer, path, { action: "approved" });
  const answer = await post(books.secGen, path, { action: "approved" });
  expect(answer.status).toBe(200);
  return answer.body.loan;
}
async function lend(by: TestMember, product: number, fields: Json = {}): Promise<number> {
  const { body } = await apply(by, product, fields);
  expect(body.loan?.status).toBe("pending");
  await approve(body.loan.loan_id);
  return body.loan.loan_id;
}
let references = 0;
const report = (by: TestMember, loanId: number, fields: Json) =>
  post(by, `/api/finances/pay-loan/${loanId}/`, {
    payment_Reference_Code: `PROD${String(++references).padStart(6, "0")}`,
    ...fields,
  });
async function pay(by: TestMember, loanId: number, fields: Json): Promise<Json> {
  const { body, status } = await report(by, loanId, fields);
  expect(status).toBe(201);
  const path = `/api/finances/loan-payment-approval/${body.loan_payment.payment_id}/`;
  await post(books.treasurer, path, { action: "approved" });
  const answer = await post(books.secGen, path, { action: "approved" });
  expect(answer.status).toBe(200);
  return answer.body.loan_payment;
}
async function saver(amount: number): Promise<TestMember> {
  const member = await books.member();
  // Sessions end when the clock moves.
  member.token = await group.signIn(member);
  await books.contribute(member, amount);
  return member;
}
const schedule = async (by: TestMember, loanId: number, query = ""): Promise<Json> =>
  (await get(by, `/api/loans/${loanId}/schedule/${query}`)).body;
const own = async (by: TestMember, loanId: number): Promise<Json> =>
  (await get(by, LOANS)).body.loans.find((loan: Json) => loan.loan_id === loanId);
const balances = async (): Promise<Json> =>
  (await get(books.treasurer, "/api/accounting/create_ledger_entry/")).body.ledger_balances;
async function moveTo(day: string, ...people: TestMember[]): Promise<void> {
  group.clock.set(`${day}T09:00:00+03:00`);
  await sweepDay(group.db, group.clock.now());
  for (const person of [books.chairperson, books.treasurer, books.secGen, ...people])
    person.token = await group.signIn(person);
}

describe("a product", () => {
  test("has its defaults, is listed while offered, and ends once", async () => {
    const made = await post(books.chairperson, PRODUCTS, {
      name: "School fees",
      method: "equal_principal",
      rate: "1.5",
      rate_per: "month",
      instalments_most: 6,
    });
    expect(made.status).toBe(201);
    expect(made.body.product).toEqual({
      id: expect.any(Number),
      name: "School fees",
      loan_type: "normal_loan",
      method: "equal_principal",
      rate: 1.5,
      rate_per: "month",
      instalments_most: 6,
      due_day: null,
      grace_months: 0,
      grace_kind: "interest_only",
      round_up_to: 1,
      fee_percent: 0,
      fee_amount: 0,
      multiple: null,
      amount_least: null,
      amount_most: null,
      guarantee: "none",
      guarantors_least: 0,
      call_after_days: 30,
      offered: true,
    });
    const { id } = made.body.product;
    const again = await post(books.chairperson, PRODUCTS, { name: "school FEES", ...reducing });
    expect(again.body.errors).toEqual({ name: ["A loan of this name is offered already."] });
    expect((await post(books.treasurer, `${PRODUCTS}${id}/end/`)).status).toBe(403);
    expect((await post(books.chairperson, `${PRODUCTS}${id}/end/`)).body.product.offered).toBe(
      false,
    );
    expect((await get(books.treasurer, PRODUCTS)).body).toEqual({ products: [] });
    expect((await get(books.treasurer, `${PRODUCTS}?all=true`)).body.products).toHaveLength(1);
    const late = await apply(books.treasurer, id);
    expect(late.body.errors).toEqual({ product_id: ["This loan is not offered."] });
  });

  test.each([
    [{ rate_per: "loan" }, "rate_per", "Choose month or year."],
    [{ amount_least: 100, amount_most: 99 }, "amount_most", "The most cannot be below the least."],
    [{ round_up_to: 5 }, "round_up_to", "Round up to must be one of: 0.01, 1, 10, 50, 100."],
    [{ due_day: 29 }, "due_day", "Due day must be a whole number from 1 to 28."],
  ])("is refused with %o", async (terms, field, sentence) => {
    const { status, body } = await post(books.chairperson, PRODUCTS, {
      name: "Refused",
      ...reducing,
      ...terms,
    });
    expect([status, body.errors]).toEqual([400, { [field]: [sentence] }]);
  });
});

describe("a quote", () => {
  test("shows every row and what it costs, and changes nothing", async () => {
    const product = await offer({ fee_percent: 1, fee_amount: 50, round_up_to: 1 });
    const path = `/api/loans/quote/?product_id=${product}&amount=12000&instalments=3`;
    const { body } = await get(books.treasurer, path);
    expect(body).toMatchObject({
      amount: 12_000,
      fee: 170,
      pays_off: 0,
      paid_out: 11_830,
      interest: 240.77,
      cost: 410.77,
      total_amount: 12_240.77,
      guarantee_needed: 0,
      instalments: [
        {
          number: 1,
          due_on: "2026-04-16",
          interest: 120,
          principal: 3961,
          total: 4081,
          balance: 8039,
        },
        { number: 2, due_on: "2026-05-16", interest: 80.39, principal: 4000.61, total: 4081 },
        { number: 3, due_on: "2026-06-16", interest: 40.38, balance: 0 },
      ],
    });
  });

  test("says what the product does not allow", async () => {
    const product = await offer({ amount_least: 1000, amount_most: 50_000, fee_amount: 1000 });
    const ask = async (query: string) =>
      (await get(books.treasurer, `/api/loans/quote/?product_id=${product}&${query}`)).body.errors;
    expect(await ask("amount=12000&instalments=13")).toEqual({
      instalments: ["Choose 1 to 12 instalments."],
    });
    expect(await ask("amount=999&instalments=3")).toEqual({
      amount: ["This loan is from KES 1,000.00 to KES 50,000.00."],
    });
    expect(await ask("amount=1000&instalments=3")).toEqual({
      amount: ["The fee is above the amount."],
    });
    expect(await ask("amount=2000&instalments=3&tops_up=99999")).toEqual({
      tops_up: ["Only a running loan of your own can be topped up."],
    });
  });
});

describe("a loan on what is still owed", () => {
  let member: TestMember;
  let loanId: number;
  let quoted: number;

  test("is paid out less its fee, and owes no interest yet", async () => {
    member = await saver(20_000);
    const product = await offer({ fee_amount: 200 });
    const before = await balances();
    loanId = await lend(member, product);
    const after = await balances();
    expect(after.bank - before.bank).toBeCloseTo(-11_800, 2);
    expect(after.other_income - before.other_income).toBeCloseTo(-200, 2);
    expect(await own(member, loanId)).toMatchObject({
      status: "active",
      current_balance: 12_000,
      total_amount: 12_794.23,
      expiry_date: "2027-03-16",
      product: { id: product, method: "equal_instalments", rate: 1, rate_per: "month" },
      instalments: 12,
      fee: 200,
      interest_to_come: 794.23,
      next_due: { due_on: "2026-04-16", amount: 1066.19 },
      days_late: 0,
      overdue: 0,
      tops_up: null,
      topped_up_by: null,
    });
    const { body } = await get(books.treasurer, `/api/finances/dues/?member=${member.id}`);
    expect(body.loans[0]).toMatchObject({
      due_on: "2026-04-16",
      a_month_to_be_done: 1066.19,
      days_late: 0,
      overdue: 0,
    });
  });

  test("is charged when a row falls due, once, on its day, also after days without a server", async () => {
    const before = await balances();
    await moveTo("2026-05-20", member);
    await sweepDay(group.db, group.clock.now());
    const after = await balances();
    // 120.00 on 16 April, and 110.54 on 16 May.
    expect(after.interest_receivable - before.interest_receivable).toBeCloseTo(230.54, 2);
    expect(await own(member, loanId)).toMatchObject({
      current_balance: 12_230.54,
      days_late: 34,
      overdue: 2132.38,
      next_due: { due_on: "2026-06-16", amount: 1066.19 },
    });
    const { transactions } = (
      await get(books.treasurer, `/api/finances/transactions/?member=${member.id}&kind=interest`)
    ).body;
    expect(transactions.map(({ date, out }: Json) => [date, out])).toEqual([
      ["2026-05-16", 110.54],
      ["2026-04-16", 120],
    ]);
    expect((await apply(member, (await own(member, loanId)).product.id)).body.detail).toBe(
      "You are late with a loan. Pay what is overdue before you apply for another one.",
    );
  });

  test("is paid by the day of the payment, the oldest row first, interest before principal", async () => {
    expect(
      (await report(member, loanId, { amount_paid: 1, paid_on: "2026-05-21" })).body.errors,
    ).toEqual({
      paid_on: ["The date cannot be in the future."],
    });
    expect(
      (await report(member, loanId, { amount_paid: 1, paid_on: "2026-04-01" })).body.errors,
    ).toEqual({
      paid_on: ["The date cannot be more than 31 days ago."],
    });
    const payment = await pay(member, loanId, { amount_paid: 1200, paid_on: "2026-05-10" });
    expect(payment).toMatchObject({
      paid_on: "2026-05-10",
      early: "ahead",
      allocation: [
        { number: 1, due_on: "2026-04-16", interest: 120, principal: 946.19 },
        { number: 2, due_on: "2026-05-16", interest: 110.54, principal: 23.27 },
      ],
      early_principal: 0,
      interest_saved: 0,
      balance_after: 11_030.54,
    });
    const { body } = await get(member, `/api/loans/${loanId}/settlement/`);
    // 4 of 31 days of the third row.
    expect(body).toMatchObject({ date: "2026-05-20", principal: 11_030.54, interest_due: 0 });
    expect(await schedule(member, loanId)).toMatchObject({
      version: 1,
      days_late: 4,
      overdue: { interest: 0, principal: 932.38, total: 932.38 },
      versions: [{ version: 1, from: "2026-03-16", reason: "payout" }],
    });
    expect((await schedule(member, loanId, "?date=2026-05-10")).days_late).toBe(0);
  });

  test("shows before a payment what each way of paying more would save", async () => {
    const path = `/api/loans/${loanId}/payment-quote/`;
    const { body } = await get(member, `${path}?amount=5000`);
    expect(body).toMatchObject({ paid_on: "2026-05-20", due: 932.38, waiting: 0 });
    const { total } = (await get(member, `/api/loans/${loanId}/settlement/`)).body;
    expect(body.settlement).toBe(total);
    const [ahead, shorter, smaller] = body.ways;
    expect(ahead).toMatchObject({ early: "ahead", saves: 0 });
    expect(shorter.instalments).toBeLessThan(smaller.instalments);
    expect(shorter.saves).toBeGreaterThan(smaller.saves);
    expect(smaller.usual).toBeLessThan(shorter.usual);
    quoted = shorter.saves;
    expect((await get(member, path)).body.ways).toEqual([]);
    expect((await get(member, `${path}?amount=${total}`)).body.ways).toEqual([]);
    expect((await get(member, `${path}?paid_on=2026-06-20`)).body.errors).toHaveProperty("paid_on");
    expect((await get(await saver(10), path)).status).toBe(404);
  });

  test("is read by an auditor with its rows, what clears it and what a payment would do", async () => {
    const { body: invited } = await post(books.chairperson, "/api/auditors/", {
      name: "Otieno & Partners",
      days: 30,
    });
    const token = invited.auditor.url.split("/").at(-1);
    const { body } = await group.api("POST", "/api/auditors/enter/", { body: { token } });
    for (const part of ["", "schedule/", "settlement/", "payment-quote/", "agreement/pdf/"]) {
      const path = `/api/loans/${loanId}/${part}`;
      const { status } = await group.api("GET", path, { token: body.access });
      expect([path, status]).toEqual([path, 200]);
    }
  });

  test("lowers the principal early in a new version, and the old one stays readable", async () => {
    const payment = await pay(member, loanId, { amount_paid: 5000, early: "shorter" });
    expect(payment.early_principal).toBeGreaterThan(2900);
    expect(payment.interest_saved).toBeGreaterThan(100);
    expect(payment.interest_saved).toBe(quoted);
    const used = payment.allocation.reduce(
      (sum: number, { interest, principal }: Json) => sum + interest + principal,
      payment.early_principal,
    );
    expect(used).toBeCloseTo(5000, 2);
    const now = await schedule(member, loanId);
    expect(now.versions).toMatchObject([{ reason: "payout" }, { version: 2, reason: "early" }]);
    expect(now.totals.principal).toBe(12_000);
    expect((await schedule(member, loanId, "?version=1")).instalments).toHaveLength(12);
  });

  test("is cleared by its settlement amount, and nothing above it is taken", async () => {
    const { total } = (await get(member, `/api/loans/${loanId}/settlement/`)).body;
    const above = await report(member, loanId, { amount_paid: (total + 0.01).toFixed(2) });
    expect(above.body.errors.amount_paid[0]).toMatch(/^You can repay at most KES /);
    const payment = await pay(member, loanId, { amount_paid: total.toFixed(2) });
    expect(payment.balance_after).toBe(0);
    expect(await own(member, loanId)).toMatchObject({ status: "cleared", current_balance: 0 });
  });
});

test("each way of reading a loan says the same of what is late and due", async () => {
  const member = await saver(20_000);
  const loans = [
    await lend(member, await offer({ grace_months: 2 }), { amount: 5000 }),
    await lend(member, await offer({ method: "equal_principal", loan_type: "emergency_loan" }), {
      amount: 3000,
    }),
  ];
  await moveTo("2026-09-01", member);
  for (const loanId of loans) {
    await pay(member, loanId, { amount_paid: 777 });
    const loan = await own(member, loanId);
    const shown = await schedule(member, loanId);
    expect([loan.days_late, loan.overdue]).toEqual([shown.days_late, shown.overdue.total]);
    const next = shown.instalments.find(
      (row: Json) => row.due_on >= "2026-09-01" && row.state !== "paid",
    );
    expect(loan.next_due.due_on).toBe(next.due_on);
    expect(loan.next_due.amount).toBeCloseTo(
      next.total - next.paid_interest - next.paid_principal,
      2,
    );
  }
});

test("an exit settles what the books have of a loan, and it is charged no more", async () => {
  const member = await saver(30_000);
  const loanId = await lend(member, await offer());
  const preview = await get(
    books.treasurer,
    `/api/accounting/settlement_preview/?member=${member.id}`,
  );
  const { non_cleared_loans, total_contributions } = preview.body;
  const left = await post(books.secGen, "/api/accounting/exit_member/", {
    member_id: member.id,
    non_cleared_loans: non_cleared_loans.map(({ loan_id, current_balance }: Json) => ({
      loan_id,
      current_balance,
    })),
    total_contributions,
    overall_shared_interest: preview.body.overall_shared_interest,
    actual_shared_interest: preview.body.actual_shared_interest,
  });
  expect(left.body).toMatchObject({ detail: expect.any(String) });
  expect(left.status).toBe(200);
  const present = group.clock.now().toISOString();
  await sweepDay(group.db, new Date("2026-12-01T09:00:00+03:00"));
  await group.backTo(present);
  const { rows } = await sql<{ cents: bigint }>`
    SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM postings WHERE loan_id = ${loanId}
       AND account IN ('loan_receivable', 'interest_receivable')`.execute(group.db);
  expect(rows[0]?.cents).toBe(0n);
});

test("a statement of a loan adds up to its balance", async () => {
  const member = await saver(20_000);
  const loanId = await lend(member, await offer());
  const pdf = await get(member, `/api/finances/get-create-user-loans/${loanId}/pdf/`);
  expect(pdf.status).toBe(200);
});

describe("a flat loan", () => {
  test("owes all its interest at once, and is topped up by another loan", async () => {
    const member = await saver(20_000);
    const flat = await offer({ method: "flat", rate: 10, rate_per: "loan", round_up_to: 1 });
    const first = await lend(member, flat, { amount: 10_000, instalments: 10 });
    expect(await own(member, first)).toMatchObject({
      current_balance: 11_000,
      total_amount: 11_000,
      interest_to_come: 0,
    });
    expect(
      (await report(member, first, { amount_paid: 100, early: "smaller" })).body.errors,
    ).toEqual({
      early: ["The interest of this loan does not change when it is paid early."],
    });
    await pay(member, first, { amount_paid: 3000 });
    const tooLow = await apply(member, flat, { amount: 8000, instalments: 2, tops_up: first });
    expect(tooLow.body.errors).toEqual({
      amount: ["It must be more than what is still owed on that loan."],
    });
    const before = await balances();
    const second = await lend(member, flat, { amount: 15_000, instalments: 12, tops_up: first });
    const after = await balances();
    expect(after.bank - before.bank).toBeCloseTo(-7000, 2);
    expect(await own(member, second)).toMatchObject({ tops_up: first, current_balance: 16_500 });
    expect(await own(member, first)).toMatchObject({ status: "cleared", topped_up_by: second });
  });
});

test("a plain loan is topped up too, and has no schedule", async () => {
  const member = await saver(20_000);
  const plain = await books.lend(member, 5000);
  expect((await get(member, `/api/loans/${plain}/schedule/`)).body.detail).toBe(
    "This loan has no instalments.",
  );
  const product = await offer();
  await lend(member, product, { amount: 8000, tops_up: plain });
  expect(await own(member, plain)).toMatchObject({ status: "cleared", current_balance: 0 });
});

test("paying ahead reaches rows, whose interest is charged then", async () => {
  const member = await saver(20_000);
  const loanId = await lend(member, await offer());
  const payment = await pay(member, loanId, { amount_paid: 2500 });
  expect(payment.allocation.map(({ number }: Json) => number)).toEqual([1, 2, 3]);
  const clearing = (await get(member, `/api/loans/${loanId}/settlement/`)).body;
  expect(clearing.paid_ahead).toBeGreaterThan(300);
  // The interest that was paid ahead repays principal.
  await pay(member, loanId, { amount_paid: clearing.total.toFixed(2) });
  expect(await own(member, loanId)).toMatchObject({ status: "cleared", total_amount: 12_000 });
});

test("after all of this the books hold every invariant", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
