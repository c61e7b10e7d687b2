import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { markDefaults } from "./loans.ts";
import { inTransaction } from "#server/db/connection.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { untilDecided } from "#tests/support/until-decided.ts";

const LOANS = "/api/finances/get-create-user-loans/";
const OWN = "/api/finances/get-loan-payments/";
const OPEN = "/api/finances/get-loan-payment-approvals/";
const DECIDE = "/api/finances/loan-payment-approval/";

let group: TestGroup;
let books: Bookkeeping;
let treasurer: TestMember;
let secGen: TestMember;
let references = 0;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 30 }));
  ({ treasurer, secGen } = books);
  // Money in the bank to lend.
  await books.contribute(books.chairperson, 500_000);
});
afterAll(() => group.close());

const get = async (by: TestMember, path: string): Promise<Json> =>
  (await group.api("GET", path, { token: by.token })).body;
const repay = (by: TestMember, loanId: number | string, params: Record<string, unknown> = {}) =>
  group.api("POST", `/api/finances/pay-loan/${loanId}/`, {
    token: by.token,
    body: {
      amount_paid: 100,
      payment_Reference_Code: `RPY${String(++references).padStart(6, "0")}`,
      ...params,
    },
  });
const decide = (by: TestMember, id: number | string, body: unknown = { action: "approved" }) =>
  group.api("POST", `${DECIDE}${id}/`, { token: by.token, body });

/** A member with a loan of this much, in KES. */
async function borrower(amount: number): Promise<{ member: TestMember; loanId: number }> {
  const member = await books.member();
  await books.contribute(member, Math.ceil(amount));
  return { member, loanId: await books.lend(member, amount) };
}

async function readLoan(by: TestMember, loanId: number): Promise<Json> {
  return (await get(by, LOANS)).loans.find((loan: Json) => loan.loan_id === loanId);
}

describe("telling of a repayment", () => {
  test("answers 201 with the payment as the contract has it, dated now", async () => {
    const { member, loanId } = await borrower(1000);
    const answer = await repay(member, loanId, {
      amount_paid: "150.50",
      payment_Reference_Code: " rpy/abc-1 ",
    });
    expect(answer.status).toBe(201);
    expect(answer.body.detail).toContain("KES 150.50");
    expect(answer.body.loan_payment).toEqual({
      payment_id: expect.any(Number),
      loan: { loan_id: loanId, loan_name: "Normal Loan 1" },
      user: member.username,
      amount_paid: 150.5,
      payment_date: "2026-03-16T09:00:00.000+03:00",
      payment_Reference_Code: "RPY/ABC-1",
      status: "pending",
      approval: {
        approved_official: "",
        first_official_group_action: "pending_approval",
        second_official_group_action: "pending_approval",
        first_official_group_reject_reason: null,
        second_official_group_reject_reason: null,
        treasurer_rejection_reason: null,
        sec_gen_rejection_reason: null,
        approval_date: null,
      },
      approval_status: [
        { role: "Treasurer", action: "pending_approval", reject_reason: null },
        { role: "Sec-Gen", action: "pending_approval", reject_reason: null },
      ],
      member: {
        id: member.id,
        username: member.username,
        full_name: expect.stringContaining("Wanjiku"),
        reg_number: expect.stringContaining("REG/"),
      },
      own_item: true,
      reference_also_on: [],
    });
    expect((await readLoan(member, loanId)).current_balance).toBe(1100);
  });

  test.each([
    ["amount_paid", undefined],
    ["amount_paid", 0],
    ["amount_paid", -1],
    ["amount_paid", 0.001],
    ["amount_paid", "ten"],
    ["amount_paid", 1100.01],
    ["payment_Reference_Code", undefined],
    ["payment_Reference_Code", "AB"],
    ["payment_Reference_Code", "not a reference"],
  ])("refuses %s = %j on its field, and nothing is stored", async (field, value) => {
    const { member, loanId } = await borrower(1000);
    const answer = await repay(member, loanId, { [field]: value });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect((await get(member, OWN)).loan_payments).toEqual([]);
  });

  test("refuses what is no running loan of one's own, in the contract's order", async () => {
    const { member, loanId } = await borrower(1000);
    const stranger = await books.member();
    const pending = await group.pendingMember();
    expect((await group.api("POST", `/api/finances/pay-loan/${loanId}/`)).status).toBe(401);
    expect((await repay(pending, loanId, { amount_paid: "x" })).status).toBe(403);
    expect((await repay(stranger, loanId, { amount_paid: "x" })).status).toBe(404);
    expect((await repay(member, "0", { amount_paid: "x" })).status).toBe(404);
    const application = await books.applyForLoan(member, 100, "emergency_loan");
    expect((await repay(member, application)).status).toBe(400);
  });

  test("lets a dormant member repay, and shows where else a reference occurs", async () => {
    const { member, loanId } = await borrower(1000);
    await group.api("POST", `/api/user/admin_manage_user/${member.id}/`, {
      token: books.chairperson.token,
      body: { action: "dormant" },
    });
    const split = { payment_Reference_Code: "SPLIT-IN-TWO" };
    const paid = await group.api("POST", "/api/finances/monthly-contribution/", {
      token: member.token,
      body: {
        ...split,
        amount_paid: 700,
        contribution_month: "2026-03-01",
        payment_date: "2026-03-16",
      },
    });
    expect((await repay(member, loanId, split)).body.loan_payment).toMatchObject({
      reference_also_on: [
        { kind: "contribution", id: paid.body.contribution.contribution_id, amount: 700 },
      ],
    });
    expect((await repay(member, loanId, split)).body.errors).toHaveProperty(
      "payment_Reference_Code",
    );
    const other = await borrower(500);
    expect((await repay(other.member, other.loanId, split)).body.errors).toHaveProperty(
      "payment_Reference_Code",
    );
  });

  test("with one idempotency key is one payment", async () => {
    const { member, loanId } = await borrower(1000);
    const send = (amount_paid: number) =>
      group.api("POST", `/api/finances/pay-loan/${loanId}/`, {
        token: member.token,
        headers: { "Idempotency-Key": "tap" },
        body: { amount_paid, payment_Reference_Code: "TAPPED-TWICE" },
      });
    const first = await send(100);
    expect((await send(100)).body).toEqual(first.body);
    expect((await send(200)).status).toBe(400);
    expect((await get(member, OWN)).loan_payments).toHaveLength(1);
  });

  test("never exceeds the balance, however many come at once on two servers", async () => {
    const { member, loanId } = await borrower(1000);
    const second = await group.addServer();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        untilDecided(() =>
          (index % 2 === 0 ? group : second).api("POST", `/api/finances/pay-loan/${loanId}/`, {
            token: member.token,
            body: { amount_paid: 250, payment_Reference_Code: `AT-ONCE-${index}` },
          }),
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    const refused = answers.filter(({ status }) => status === 400);
    expect(refused).toHaveLength(8);
    for (const { body } of refused) expect(body.errors).toHaveProperty("amount_paid");
  });
});

describe("deciding on a repayment", () => {
  test("refuses in the contract's order: 401, 403, 404, 400", async () => {
    const { member, loanId } = await borrower(1000);
    const id = (await repay(member, loanId)).body.loan_payment.payment_id;
    const bad = { action: "maybe" };
    expect((await group.api("POST", `${DECIDE}${id}/`, { body: bad })).status).toBe(401);
    expect((await decide(member, 99_999_999, bad)).status).toBe(403);
    expect((await decide(books.chairperson, id)).status).toBe(403);
    expect((await decide(treasurer, 99_999_999, bad)).status).toBe(404);
    expect((await decide(treasurer, id, bad)).body.errors).toHaveProperty("action");
    expect((await decide(treasurer, id, { action: "rejected" })).body.errors).toHaveProperty(
      "reject_reason",
    );
    // A contribution is no loan payment, whatever its number.
    const contribution = await books.submitContribution(member, 10);
    expect((await decide(treasurer, contribution)).status).toBe(404);
  });

  test("posts the split at the second approval and lowers the balance, and not before", async () => {
    const { member, loanId } = await borrower(1000);
    const id = (await repay(member, loanId, { amount_paid: 100 })).body.loan_payment.payment_id;
    expect((await decide(treasurer, id)).body.loan_payment.status).toBe("pending_approval");
    expect((await readLoan(member, loanId)).current_balance).toBe(1100);
    expect((await decide(treasurer, id)).status).toBe(400);
    expect((await decide(secGen, id)).body.loan_payment).toMatchObject({
      status: "approved",
      own_item: false,
      approval: { approved_official: "Treasurer", approval_date: expect.any(String) },
    });
    expect((await readLoan(member, loanId)).current_balance).toBe(1000);
    const { rows } = await sql<{ account: string; cents: bigint }>`
      SELECT account, amount_cents AS cents FROM postings JOIN entries ON id = entry_id
       WHERE source_kind = 'payment' AND source_id = ${id} ORDER BY line`.execute(group.db);
    expect(rows).toEqual([
      { account: "bank", cents: 10_000n },
      { account: "loan_receivable", cents: -9_091n },
      { account: "interest_receivable", cents: -909n },
    ]);
    expect((await decide(secGen, id)).status).toBe(400);
  });

  test("a rejection says why, leaves the loan alone and frees balance and reference", async () => {
    const { member, loanId } = await borrower(1000);
    const all = { amount_paid: 1100, payment_Reference_Code: "GIVEN-BACK" };
    const id = (await repay(member, loanId, all)).body.loan_payment.payment_id;
    expect((await repay(member, loanId, { amount_paid: 1 })).body.detail).toContain("KES 0.00");
    await decide(treasurer, id);
    const rejected = await decide(secGen, id, {
      action: "rejected",
      reject_reason: "Not on the statement",
    });
    expect(rejected.body.loan_payment).toMatchObject({
      status: "rejected",
      approval: { sec_gen_rejection_reason: "Not on the statement", approval_date: null },
    });
    expect(await readLoan(member, loanId)).toMatchObject({
      status: "active",
      current_balance: 1100,
    });
    expect((await repay(member, loanId, all)).status).toBe(201);
  });

  test("an official's own payment is marked, and the other office must agree", async () => {
    await books.contribute(treasurer, 1000);
    const loanId = await books.lend(treasurer, 900);
    const id = (await repay(treasurer, loanId)).body.loan_payment.payment_id;
    const shown = async (by: TestMember) =>
      (await get(by, OPEN)).pending_approvals.find((item: Json) => item.payment_id === id);
    expect(await shown(treasurer)).toMatchObject({ own_item: true, user: treasurer.username });
    expect(await shown(secGen)).toMatchObject({ own_item: false });
    await decide(treasurer, id);
    expect(await shown(treasurer)).toBeUndefined();
    expect(await shown(secGen)).toMatchObject({ own_item: true });
    expect((await decide(secGen, id)).body.loan_payment.status).toBe("approved");
  });

  test("of two payments of one loan at once, on two servers, loses none", async () => {
    const { member, loanId } = await borrower(1000);
    const ids: number[] = [];
    for (const amount_paid of [600, 500]) {
      const { body } = await repay(member, loanId, { amount_paid });
      ids.push(body.loan_payment.payment_id);
      await decide(treasurer, body.loan_payment.payment_id);
    }
    const second = await group.addServer();
    const answers = await Promise.all(
      ids.map((id, index) =>
        untilDecided(() =>
          (index === 0 ? group : second).api("POST", `${DECIDE}${id}/`, {
            token: secGen.token,
            body: { action: "approved" },
          }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await readLoan(member, loanId)).toMatchObject({ status: "cleared", current_balance: 0 });
    const { rows } = await sql<{ before: Json; after: Json }>`
      SELECT before, after FROM audit_entries
       WHERE action = 'loans.clear' AND subject_id = ${loanId}`.execute(group.db);
    expect(rows).toMatchObject([
      { before: { status: "active" }, after: { status: "cleared", current_balance: 0 } },
    ]);
  });
});

describe("any sequence of repayments", () => {
  test("clears a loan to exactly zero, with principal and interest adding up", async () => {
    const cents = fc.integer({ min: 1, max: 60_000 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 150_000 }),
        fc.array(cents, { maxLength: 4 }),
        async (lentCents, wanted) => {
          const { member, loanId } = await borrower(lentCents / 100);
          const totalCents = Math.round((await readLoan(member, loanId)).total_amount * 100);
          let leftCents = totalCents;
          for (const command of [...wanted, totalCents]) {
            if (leftCents === 0) break;
            const payCents = Math.min(command, leftCents);
            await books.repay(member, loanId, payCents / 100);
            leftCents -= payCents;
            expect(Math.round((await readLoan(member, loanId)).current_balance * 100)).toBe(
              leftCents,
            );
          }
          expect((await readLoan(member, loanId)).status).toBe("cleared");
          const { rows } = await sql<{ account: string; cents: bigint }>`
            SELECT account, sum(amount_cents)::bigint AS cents FROM postings
             WHERE loan_id = ${loanId} GROUP BY account`.execute(group.db);
          const sums = Object.fromEntries(rows.map((row) => [row.account, row.cents]));
          expect(sums["loan_receivable"]).toBe(0n);
          expect(sums["interest_receivable"] ?? 0n).toBe(0n);
          // What came in above what went out is the interest earned.
          expect(sums["bank"] ?? 0n).toBe(-(sums["interest_income"] ?? 0n));
          expect(sums["bank"] ?? 0n).toBe(BigInt(totalCents - lentCents));
        },
      ),
      { numRuns: 6 },
    );
  });
});

describe("lists of repayments", () => {
  test("of one's own filter by Nairobi day, inclusive, newest first, in pages", async () => {
    const { member, loanId } = await borrower(1000);
    const start = group.clock.now().toISOString();
    const first = (await repay(member, loanId, { amount_paid: 10 })).body.loan_payment.payment_id;
    // 21:30 UTC on the 16th is the 17th in Nairobi.
    group.clock.set("2026-03-16T21:30:00Z");
    const token = await group.signIn(member);
    const late = { ...member, token };
    const second = (await repay(late, loanId, { amount_paid: 20 })).body.loan_payment.payment_id;
    const ids = async (query: string) =>
      (await get(late, `${OWN}?${query}`)).loan_payments.map((item: Json) => item.payment_id);
    expect(await ids("")).toEqual([second, first]);
    expect(await ids("start_date=2026-3-17")).toEqual([second]);
    expect(await ids("end_date=2026-03-16")).toEqual([first]);
    expect(await ids("start_date=2026-03-16&end_date=2026-03-17")).toEqual([second, first]);
    expect(await get(late, `${OWN}?page=2&page_size=1`)).toMatchObject({
      count: 2,
      loan_payments: [{ payment_id: first }],
    });
    expect(await get(late, `${OWN}?start_date=2026-03-18&end_date=2026-03-17`)).toMatchObject({
      detail: "Start date must be before end date.",
    });
    group.clock.set(start);
  });

  test("of open items are empty for a member who holds neither office, and come in pages", async () => {
    const { member, loanId } = await borrower(1000);
    await repay(member, loanId);
    for (const by of [member, books.chairperson]) {
      const counts = { confirmed: 0, differs: 0, missing: 0, none: 0 };
      expect(await get(by, OPEN)).toEqual({ pending_approvals: [], pending_loans: [], counts });
      expect(await get(by, `${OPEN}?page=1`)).toEqual({
        pending_approvals: [],
        pending_loans: [],
        counts,
        count: 0,
      });
    }
    const all = await get(treasurer, OPEN);
    const page = await get(treasurer, `${OPEN}?page=1&page_size=2`);
    expect(page.pending_approvals).toEqual(all.pending_approvals.slice(0, 2));
    expect(page.count).toBe(all.pending_approvals.length);
  });

  test("of one's own loans come in pages, and only to the borrower", async () => {
    const { member, loanId } = await borrower(1000);
    await books.applyForLoan(member, 100, "emergency_loan");
    expect(await get(member, `${LOANS}?page=1&page_size=1`)).toMatchObject({
      count: 1,
      loans: [{ loan_id: loanId, loan_name: "Normal Loan 1" }],
      pending_loans: [{ loan_name: "Emergency Loan 2" }],
    });
    expect(await get(await books.member(), LOANS)).toEqual({
      loans: [],
      pending_loans: [],
      loan_limit: 0,
    });
  });
});

describe("default by date", () => {
  test("on two servers at once marks each loan once, beside a repayment", async () => {
    const loans = [await borrower(300), await borrower(400), await borrower(500)];
    const [{ member, loanId }] = loans as [(typeof loans)[0]];
    const id = (await repay(member, loanId, { amount_paid: 330 })).body.loan_payment.payment_id;
    await decide(treasurer, id);
    group.clock.set("2027-04-01T00:05:00+03:00");
    for (const person of [secGen, ...loans.map((loan) => loan.member)])
      person.token = await group.signIn(person);
    const day = { today: "2027-04-01", now: group.clock.now() };
    const [marked, again, cleared] = await Promise.all([
      inTransaction(group.db, (tx) => markDefaults(tx, day)),
      inTransaction(group.db, (tx) => markDefaults(tx, day)),
      decide(secGen, id),
    ]);
    expect(cleared.status).toBe(200);
    expect((await readLoan(member, loanId)).status).toBe("cleared");
    const { rows } = await sql<{ n: bigint; loans: bigint }>`
      SELECT count(*) AS n, count(DISTINCT subject_id) AS loans FROM audit_entries
       WHERE action = 'sweep.mark-default'`.execute(group.db);
    expect(rows[0]).toEqual({ n: BigInt(marked + again), loans: BigInt(marked + again) });
    for (const loan of loans.slice(1))
      expect((await readLoan(loan.member, loan.loanId)).status).toBe("default");
  });
});

test("after all of this the books hold every invariant", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
