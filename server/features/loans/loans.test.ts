import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweepDay } from "#server/jobs/sweep.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { untilDecided } from "#tests/support/until-decided.ts";

const LOANS = "/api/finances/get-create-user-loans/";
const APPLICATIONS = "/api/finances/loan-application-approval/";
const OPEN_APPLICATIONS = "/api/finances/get-loan-application-approval/";
const PAYMENTS = "/api/finances/loan-payment-approval/";
const OPEN_PAYMENTS = "/api/finances/get-loan-payment-approvals/";

let group: TestGroup;
let books: Bookkeeping;
let chairperson: TestMember;
let treasurer: TestMember;
let secGen: TestMember;
let references = 0;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 30 }));
  ({ chairperson, treasurer, secGen } = books);
  // Money in the bank to lend.
  await saver(50_000);
});
afterAll(() => group.close());

const reference = () => `LOAN${String(++references).padStart(6, "0")}`;
const post = (by: TestMember, path: string, body: unknown) =>
  group.api("POST", path, { token: by.token, body });
const get = (by: TestMember, path: string) => group.api("GET", path, { token: by.token });

/** Both offices approve. */
async function approve(path: string, id: number): Promise<Json> {
  await post(secGen, `${path}${id}/`, { action: "approved" });
  return post(treasurer, `${path}${id}/`, { action: "approved" });
}

/** An active member with this much in approved contributions. */
async function saver(amount: number): Promise<TestMember> {
  const member = await books.member();
  const paid = await post(member, "/api/finances/monthly-contribution/", {
    amount_paid: amount,
    contribution_month: "2026-03-01",
    payment_date: "2026-03-16T05:00:00Z",
    payment_Reference_Code: reference(),
  });
  await approve(
    "/api/finances/monthly-contribution-approval/",
    paid.body.contribution.contribution_id,
  );
  return member;
}

const apply = (by: TestMember, amount: unknown, loan_type: unknown = "normal_loan") =>
  post(by, LOANS, { amount, loan_type });

async function borrow(by: TestMember, amount: number, type = "normal_loan"): Promise<number> {
  const { body } = await apply(by, amount, type);
  const answer = await approve(APPLICATIONS, body.loan.loan_id);
  if (answer.body.loan?.status !== "active") throw new Error(JSON.stringify(answer.body));
  return body.loan.loan_id;
}

const repay = (by: TestMember, id: number, amount_paid: unknown) =>
  post(by, `/api/finances/pay-loan/${id}/`, { amount_paid, payment_Reference_Code: reference() });

async function readLoan(by: TestMember, id: number): Promise<Json> {
  const { body } = await get(by, LOANS);
  return [...body.loans, ...body.pending_loans].find((loan: Json) => loan.loan_id === id);
}

describe("applying for a loan", () => {
  test("answers 201 with the loan as the contract has it", async () => {
    const member = await saver(5000);
    const answer = await apply(member, 10_000);
    expect(answer.status).toBe(201);
    expect(answer.body.loan).toMatchObject({
      loan_name: "Normal Loan 1",
      loan_type: "normal_loan",
      amount: 10_000,
      total_amount: 11_000,
      current_balance: 0,
      start_date: null,
      expiry_date: null,
      application_date: "2026-03-16T09:00:00.000+03:00",
      status: "pending",
      loan_approval: "pending_approval",
      reject_reason: null,
      user: member.username,
      own_item: true,
    });
    const { body } = await get(member, LOANS);
    expect(body).toMatchObject({
      loans: [],
      loan_limit: 5000,
      pending_loans: [{ loan_id: answer.body.loan.loan_id }],
    });
  });

  test("above the limit is stored as rejected, with the reason", async () => {
    const member = await saver(1000);
    const answer = await apply(member, 3000.01);
    expect(answer.status).toBe(201);
    expect(answer.body.loan).toMatchObject({ status: "rejected", loan_approval: "rejected" });
    expect(answer.body.loan.reject_reason).toContain("KES 3,000.00");
    expect(answer.body.detail).toContain("KES 3,000.00");
    const headers = { "Accept-Language": "sw" };
    const swahili = await group.api("GET", LOANS, { token: member.token, headers });
    expect(swahili.body.pending_loans[0].reject_reason).toBe(
      "Kiasi kinazidi kikomo chako cha mkopo cha KES 3,000.00.",
    );
    expect((await apply(member, 3000)).body.loan).toMatchObject({
      status: "pending",
      loan_name: "Normal Loan 2",
    });
    const rejected = answer.body.loan.loan_id;
    expect(
      (await post(treasurer, `${APPLICATIONS}${rejected}/`, { action: "approved" })).status,
    ).toBe(400);
  });

  test("above the group balance is a 400 in the words of the specification", async () => {
    const member = await saver(1000);
    expect(await apply(member, 900_000_000)).toMatchObject({
      status: 400,
      body: {
        detail: "Amount exceeds the current bank balance.",
        errors: { amount: ["Amount exceeds the current bank balance."] },
      },
    });
  });

  test("waits once per type, also when asked twice at once", async () => {
    const member = await saver(9000);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => untilDecided(() => apply(member, 1000))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 400, 400, 400,
    ]);
    expect((await apply(member, 1000, "emergency_loan")).status).toBe(201);
  });

  test.each([
    ["amount", undefined],
    ["amount", 0],
    ["amount", -1],
    ["amount", 1.001],
    ["amount", "ten"],
    ["loan_type", undefined],
    ["loan_type", "big_loan"],
  ])("refuses %s = %j on its field", async (field, value) => {
    const answer = await post(treasurer, LOANS, {
      amount: 100,
      loan_type: "normal_loan",
      [field]: value,
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  test("is for active members only", async () => {
    const pending = await group.pendingMember();
    expect((await apply(pending, 100)).status).toBe(403);
    const dormant = await saver(1000);
    await post(chairperson, `/api/user/admin_manage_user/${dormant.id}/`, { action: "dormant" });
    expect((await apply(dormant, 100)).status).toBe(403);
    expect((await group.api("POST", LOANS, { body: {} })).status).toBe(401);
  });
});

describe("approving an application", () => {
  test("pays it out at the second approval, with the group's terms", async () => {
    const member = await saver(10_000);
    const { body } = await apply(member, 20_000, "emergency_loan");
    const id = body.loan.loan_id;
    const first = await post(treasurer, `${APPLICATIONS}${id}/`, { action: "approved" });
    expect(first.body.loan).toMatchObject({ status: "pending_approval", own_item: false });
    const second = await post(secGen, `${APPLICATIONS}${id}/`, { action: "approved" });
    expect(second.body.loan).toMatchObject({
      status: "active",
      loan_approval: "approved",
      current_balance: 22_000,
      start_date: "2026-03-16",
      expiry_date: "2026-09-16",
    });
    const { rows } = await sql<{ account: string; cents: bigint }>`
      SELECT account, amount_cents AS cents FROM postings WHERE loan_id = ${id} ORDER BY line`.execute(
      group.db,
    );
    expect(rows).toEqual([
      { account: "loan_receivable", cents: 2_000_000n },
      { account: "interest_receivable", cents: 200_000n },
      { account: "bank", cents: -2_000_000n },
      { account: "interest_income", cents: -200_000n },
    ]);
    const user = await get(member, "/api/user/get_user_data");
    expect(user.body.loans).toMatchObject([{ loan_id: id, status: "active" }]);
  });

  test("checks the limit again, and changes nothing when it is passed", async () => {
    const member = await saver(1000);
    const normal = (await apply(member, 2000)).body.loan.loan_id;
    await borrow(member, 1000, "emergency_loan");
    await post(treasurer, `${APPLICATIONS}${normal}/`, { action: "approved" });
    // 3,000 less the 1,100 that is owed now.
    const refused = await post(secGen, `${APPLICATIONS}${normal}/`, { action: "approved" });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.body.detail).toContain("KES 1,900.00");
    expect((await readLoan(member, normal)).status).toBe("pending_approval");
  });

  test("refuses in the contract's order, and the same office twice", async () => {
    const member = await saver(1000);
    const id = (await apply(member, 500)).body.loan.loan_id;
    expect((await group.api("POST", `${APPLICATIONS}${id}/`, { body: {} })).status).toBe(401);
    expect((await post(member, `${APPLICATIONS}999999/`, {})).status).toBe(403);
    expect((await post(treasurer, `${APPLICATIONS}999999/`, {})).status).toBe(404);
    expect(
      (await post(treasurer, `${APPLICATIONS}${id}/`, { action: "rejected" })).body.errors,
    ).toHaveProperty("reject_reason");
    await post(treasurer, `${APPLICATIONS}${id}/`, { action: "approved" });
    expect((await post(treasurer, `${APPLICATIONS}${id}/`, { action: "approved" })).status).toBe(
      400,
    );
    const rejected = await post(secGen, `${APPLICATIONS}${id}/`, {
      action: "rejected",
      reject_reason: "Ask in May",
    });
    expect(rejected.body.loan).toMatchObject({ status: "rejected", reject_reason: "Ask in May" });
  });

  test("lists what is open to the office only", async () => {
    const member = await saver(1000);
    const id = (await apply(member, 500)).body.loan.loan_id;
    const has = async (by: TestMember, path: string) =>
      (await get(by, path)).body.pending_loans.some((loan: Json) => loan.loan_id === id);
    expect([await has(treasurer, OPEN_APPLICATIONS), await has(member, OPEN_APPLICATIONS)]).toEqual(
      [true, false],
    );
    await post(treasurer, `${APPLICATIONS}${id}/`, { action: "approved" });
    expect([await has(treasurer, OPEN_PAYMENTS), await has(secGen, OPEN_PAYMENTS)]).toEqual([
      false,
      true,
    ]);
  });
});

describe("repaying", () => {
  test("in odd parts clears to exactly zero, principal and interest", async () => {
    const member = await saver(1000);
    const id = await borrow(member, 1000.33);
    let left = (await readLoan(member, id)).current_balance;
    for (const part of [0.01, 333.33, 0.07, 99.99, 250.5]) {
      const paid = await repay(member, id, part);
      expect(paid.status).toBe(201);
      await approve(PAYMENTS, paid.body.loan_payment.payment_id);
      left = Math.round((left - part) * 100) / 100;
      expect((await readLoan(member, id)).current_balance).toBe(left);
    }
    const last = await repay(member, id, left);
    await approve(PAYMENTS, last.body.loan_payment.payment_id);
    expect(await readLoan(member, id)).toMatchObject({ status: "cleared", current_balance: 0 });
    const { rows } = await sql<{ account: string; cents: bigint }>`
      SELECT account, sum(amount_cents)::bigint AS cents FROM postings
       WHERE loan_id = ${id} AND account LIKE '%receivable' GROUP BY account`.execute(group.db);
    for (const row of rows) expect(row.cents).toBe(0n);
    expect((await repay(member, id, 1)).status).toBe(400);
  });

  test("counts what waits, also when two payments come at once", async () => {
    const member = await saver(1000);
    const id = await borrow(member, 1000);
    const answers = await Promise.all([repay(member, id, 700), repay(member, id, 700)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body.errors.amount_paid[0]).toContain("KES 400.00");
    const list = await get(member, "/api/finances/get-loan-payments/");
    expect(list.body.loan_payments).toMatchObject([
      {
        loan: { loan_id: id, loan_name: "Normal Loan 1" },
        amount_paid: 700,
        status: "pending",
        own_item: true,
      },
    ]);
  });

  test("another's loan is as good as unknown", async () => {
    const id = await borrow(await saver(1000), 500);
    const other = await saver(1000);
    expect((await repay(other, id, 100)).status).toBe(404);
    expect((await repay(other, 999_999, "x")).status).toBe(404);
  });

  test("forty approvals at once by both offices post one entry", async () => {
    const member = await saver(1000);
    const id = await borrow(member, 1000);
    const payment = (await repay(member, id, 100)).body.loan_payment.payment_id;
    const second = await group.addServer();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        untilDecided(() =>
          (index % 2 ? second.api : group.api)("POST", `${PAYMENTS}${payment}/`, {
            token: (index % 4 < 2 ? treasurer : secGen).token,
            body: { action: "approved" },
          }),
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect((await readLoan(member, id)).current_balance).toBe(1000);
  });
});

describe("the bank", () => {
  test("pays one of two loans that it cannot both pay, on two servers at once", async () => {
    const { group: own, books } = await startFoundedGroup();
    const { treasurer: office1, secGen: office2 } = books;
    const ask = (by: TestMember, path: string, body: unknown) =>
      own.api("POST", path, { token: by.token, body });
    const borrowers = [await books.member(), await books.member()];
    const ids: number[] = [];
    for (const [index, borrower] of borrowers.entries()) {
      const paid = await ask(borrower, "/api/finances/monthly-contribution/", {
        amount_paid: 1000,
        contribution_month: "2026-03-01",
        payment_date: "2026-03-16T05:00:00Z",
        payment_Reference_Code: `BANK-${index}`,
      });
      for (const decide of [office1, office2])
        await ask(
          decide,
          `/api/finances/monthly-contribution-approval/${paid.body.contribution.contribution_id}/`,
          { action: "approved" },
        );
    }
    for (const borrower of borrowers) {
      const { body } = await ask(borrower, LOANS, { amount: 1500, loan_type: "normal_loan" });
      ids.push(body.loan.loan_id);
      await ask(office1, `${APPLICATIONS}${body.loan.loan_id}/`, { action: "approved" });
    }
    const second = await own.addServer();
    const answers = await Promise.all(
      ids.map((id, index) =>
        untilDecided(() =>
          (index ? second.api : own.api)("POST", `${APPLICATIONS}${id}/`, {
            token: office2.token,
            body: { action: "approved" },
          }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.detail).toBe(
      "The bank balance is too low to disburse this loan.",
    );
    expect((await verifyBooks(own.db)).breaches).toEqual([]);
    await own.close();
  });
});

describe("default", () => {
  test("comes the day after the expiry date, once, and stops borrowing; repaying in full clears it", async () => {
    const member = await saver(5000);
    const id = await borrow(member, 1000);
    await sweepDay(group.db, new Date("2027-03-16T12:00:00+03:00"));
    expect((await readLoan(member, id)).status).toBe("active");
    for (let run = 0; run < 2; run++)
      await sweepDay(group.db, new Date("2027-03-17T00:10:00+03:00"));
    await group.backTo(group.clock.now().toISOString());
    expect((await readLoan(member, id)).status).toBe("default");
    expect((await apply(member, 100)).status).toBe(400);
    const part = await repay(member, id, 600);
    await approve(PAYMENTS, part.body.loan_payment.payment_id);
    expect(await readLoan(member, id)).toMatchObject({ status: "default", current_balance: 500 });
    const rest = await repay(member, id, 500);
    await approve(PAYMENTS, rest.body.loan_payment.payment_id);
    expect((await readLoan(member, id)).status).toBe("cleared");
    const { rows } = await sql<{ n: bigint }>`
      SELECT count(*) AS n FROM audit_entries WHERE action = 'sweep.mark-default' AND subject_id = ${id}`.execute(
      group.db,
    );
    expect(rows[0]?.n).toBe(1n);
  });
});

test("after all of this the books hold every invariant", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
