import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweepDay } from "#server/jobs/sweep.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { untilDecided } from "#tests/support/until-decided.ts";

const LOANS = "/api/finances/get-create-user-loans/";
const OPEN = "/api/finances/get-loan-application-approval/";
const DECIDE = "/api/finances/loan-application-approval/";

let group: TestGroup;
let books: Bookkeeping;
let treasurer: TestMember;
let secGen: TestMember;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  ({ treasurer, secGen } = books);
});
afterAll(() => group.close());

const get = async (by: TestMember, path: string): Promise<Json> =>
  (await group.api("GET", path, { token: by.token })).body;
const apply = (by: TestMember, amount: unknown, loan_type = "normal_loan", headers = {}) =>
  group.api("POST", LOANS, { token: by.token, body: { amount, loan_type }, headers });
const decide = (by: TestMember, id: number, body: unknown = { action: "approved" }) =>
  group.api("POST", `${DECIDE}${id}/`, { token: by.token, body });
const manage = (member: TestMember, action: string) =>
  group.api("POST", `/api/user/admin_manage_user/${member.id}/`, {
    token: books.chairperson.token,
    body: { action },
  });
const changeSettings = (settings: Record<string, unknown>) =>
  group.api("POST", "/api/group/settings/", { token: books.chairperson.token, body: settings });

async function saver(amount: number): Promise<TestMember> {
  const member = await books.member();
  await books.contribute(member, amount);
  return member;
}

/** A member's applications and loans, newest first. */
async function own(member: TestMember): Promise<Json[]> {
  const { loans, pending_loans } = await get(member, LOANS);
  return [...loans, ...pending_loans].toSorted((a: Json, b: Json) => b.loan_id - a.loan_id);
}

describe("what the group can lend", () => {
  test("is the bank and the interest still to come in, to the cent", async () => {
    const lender = await saver(1000);
    // 1,000 in the bank; 400 lent leave 600 and 40 of interest to come.
    await books.lend(lender, 400);
    const applicant = await saver(0.01);
    expect((await apply(applicant, 640.02)).body).toMatchObject({
      detail: "Amount exceeds the current bank balance.",
      errors: { amount: ["Amount exceeds the current bank balance."] },
    });
    expect(await own(applicant)).toEqual([]);
    // Within it, the member's own limit applies.
    expect((await apply(applicant, 640.01)).body.loan).toMatchObject({ status: "rejected" });
  });
});

describe("an application", () => {
  beforeAll(() => books.contribute(books.chairperson, 500_000));

  test("is answered with every field of the contract", async () => {
    const member = await saver(1000);
    const { body } = await apply(member, "1000.05", "emergency_loan");
    expect(body.loan).toEqual({
      loan_id: expect.any(Number),
      loan_name: "Emergency Loan 1",
      loan_type: "emergency_loan",
      amount: 1000.05,
      // 100.005 of interest, rounded half up.
      total_amount: 1100.06,
      current_balance: 0,
      start_date: null,
      expiry_date: null,
      application_date: "2026-03-16T09:00:00.000+03:00",
      status: "pending",
      loan_approval: "pending_approval",
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
      reject_reason: null,
      user: member.username,
      member: {
        id: member.id,
        username: member.username,
        full_name: expect.stringContaining("Wanjiku"),
        reg_number: expect.stringContaining("REG/"),
      },
      own_item: true,
      acting_for: null,
    });
  });

  test("counts against the limit until it is decided, as what is owed does; a rejection is mailed", async () => {
    const member = await saver(1000);
    const limit = async () => (await get(member, LOANS)).loan_limit;
    expect(await limit()).toBe(3000);
    const id = await books.applyForLoan(member, 1000);
    expect(await limit()).toBe(2000);
    await decide(secGen, id, { action: "rejected", reject_reason: "Ask in May" });
    expect(await limit()).toBe(3000);
    const reported = (await group.mailbox(member.email)).at(-1);
    expect(reported?.subject).toBe(
      "Your application for a normal loan of KES 1,000.00 was rejected",
    );
    expect(reported?.body).toContain("The reason given: Ask in May");
    const loanId = await books.lend(member, 2000);
    expect(await limit()).toBe(800);
    await books.repay(member, loanId, 2200);
    expect(await limit()).toBe(3000);
    expect((await apply(member, 3000.01)).body.loan.status).toBe("rejected");
    expect(await limit()).toBe(3000);
  });

  test("keeps the terms it was given when the group changes them", async () => {
    const member = await saver(1000);
    const id = await books.applyForLoan(member, 1000);
    await changeSettings({ normal_loan_rate: 20, normal_loan_term_months: 3 });
    await decide(treasurer, id);
    expect((await decide(secGen, id)).body.loan).toMatchObject({
      total_amount: 1100,
      current_balance: 1100,
      expiry_date: "2027-03-16",
    });
    expect((await apply(member, 1000)).body.loan.total_amount).toBe(1200);
    await changeSettings({ normal_loan_rate: 10, normal_loan_term_months: 12 });
  });

  test("with one idempotency key is one application", async () => {
    const member = await saver(1000);
    const headers = { "Idempotency-Key": "ask-once" };
    const first = await apply(member, 500, "normal_loan", headers);
    const again = await apply(member, 500, "normal_loan", headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await apply(member, 600, "normal_loan", headers)).status).toBe(400);
    expect(await own(member)).toHaveLength(1);
  });

  test("of both types at once never goes beyond the limit on two servers", async () => {
    const member = await saver(1000);
    const second = await group.addServer();
    const answers = await Promise.all(
      ["normal_loan", "emergency_loan"].map((loan_type, index) =>
        untilDecided(() =>
          (index === 0 ? group : second).api("POST", LOANS, {
            token: member.token,
            body: { amount: 2000, loan_type },
          }),
        ),
      ),
    );
    const statuses = answers.map(({ body }) => body.loan.status);
    expect(new Set(statuses)).toEqual(new Set(["pending", "rejected"]));
    expect((await own(member)).map(({ loan_name }: Json) => loan_name.slice(-1))).toEqual([
      "2",
      "1",
    ]);
  });
});

describe("deciding on an application", () => {
  test("forty times at once on two servers pays it out once", async () => {
    const member = await saver(1000);
    const id = await books.applyForLoan(member, 1000);
    const second = await group.addServer();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        untilDecided(() =>
          (index % 4 < 2 ? group : second).api("POST", `${DECIDE}${id}/`, {
            token: (index % 2 === 0 ? treasurer : secGen).token,
            body: { action: "approved" },
          }),
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(38);
    const { rows } = await sql<{ n: bigint }>`
      SELECT count(*) AS n FROM entries WHERE source_kind = 'loan' AND source_id = ${id}`.execute(
      group.db,
    );
    expect(rows[0]?.n).toBe(1n);
    expect(await own(member)).toMatchObject([{ status: "active", current_balance: 1100 }]);
  });

  test("approves or rejects at once, never both", async () => {
    const member = await saver(1000);
    const id = await books.applyForLoan(member, 1000);
    await decide(treasurer, id);
    const [approved, rejected] = await Promise.all([
      decide(secGen, id),
      decide(secGen, id, { action: "rejected", reject_reason: "Changed my mind" }),
    ]);
    expect([approved.status, rejected.status].toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect((await own(member))[0].status).toBe(approved.status === 200 ? "active" : "rejected");
  });

  test("pays nobody who has become dormant or has a loan in default, until they may borrow", async () => {
    const member = await saver(5000);
    const old = await books.lend(member, 1000);
    const id = await books.applyForLoan(member, 500, "emergency_loan");
    await decide(treasurer, id);
    await manage(member, "dormant");
    expect((await decide(secGen, id)).body.detail).toContain("not active");
    await manage(member, "lift_dormancy");
    await sweepDay(group.db, new Date("2027-03-17T00:05:00+03:00"));
    await group.backTo(group.clock.now().toISOString());
    expect((await decide(secGen, id)).body.detail).toContain("default");
    expect((await own(member)).map(({ status }: Json) => status)).toEqual([
      "pending_approval",
      "default",
    ]);
    await books.repay(member, old, 1100);
    expect((await decide(secGen, id)).body.loan.status).toBe("active");
  });

  test("is refused when the official saw another amount", async () => {
    const member = await saver(1000);
    const { loan_id } = (await apply(member, 500)).body.loan;
    const seeing = (amount_seen: number) =>
      decide(treasurer, loan_id, { action: "approved", amount_seen });
    // With the interest it is 550.
    expect((await seeing(550)).status).toBe(400);
    expect((await seeing(500)).status).toBe(200);
    expect(
      (await decide(secGen, loan_id, { action: "rejected", reject_reason: "No" })).status,
    ).toBe(200);
  });

  test("rejects with the reason, and the member may apply again", async () => {
    const member = await saver(1000);
    const id = await books.applyForLoan(member, 1000);
    const { body } = await decide(treasurer, id, {
      action: "rejected",
      reject_reason: " Ask in May ",
    });
    expect(body.loan).toMatchObject({
      status: "rejected",
      loan_approval: "rejected",
      reject_reason: "Ask in May",
      current_balance: 0,
      start_date: null,
      approval: { treasurer_rejection_reason: "Ask in May", approval_date: null },
    });
    expect((await decide(secGen, id)).status).toBe(400);
    expect((await apply(member, 1000)).body.loan.loan_name).toBe("Normal Loan 2");
  });

  test("a first approval outlives its giver's office", async () => {
    // Whoever comes into office again has contributed.
    await books.contribute(secGen, 1000);
    const id = await books.applyForLoan(await saver(1000), 1000);
    expect((await decide(secGen, id)).body.loan).toMatchObject({
      status: "pending_approval",
      own_item: false,
      approval: { approved_official: "Sec-Gen" },
    });
    await books.takeOffice(secGen, "sec-gen");
    expect((await decide(secGen, id)).status).toBe(403);
    expect((await decide(treasurer, id)).body.loan).toMatchObject({
      status: "active",
      own_item: false,
    });
    await books.giveOffice(secGen, "sec-gen");
  });

  test("is listed with what the decision on it rests on, itself aside", async () => {
    const member = await saver(2_000);
    await books.lend(member, 1_000);
    await books.fine(member, 150.5);
    await books.applyForLoan(member, 300, "emergency_loan");
    const id = await books.applyForLoan(member, 500);
    const { pending_loans } = await get(treasurer, OPEN);
    // 3 x 2,000, less 1,100 owed and 300 applied for.
    expect(pending_loans.find(({ loan_id }: Json) => loan_id === id).applicant).toEqual({
      savings: 2_000,
      loan_limit: 4_600,
      owed_on_loans: 1_100,
      unpaid_fines: 150.5,
    });
  });

  test("lists what is open in pages, newest first, and nothing to whom no loan is left to decide on", async () => {
    const member = await saver(1000);
    const ids = [
      await books.applyForLoan(member, 100),
      await books.applyForLoan(member, 100, "emergency_loan"),
    ];
    const all = await get(secGen, OPEN);
    expect(all.pending_loans.slice(0, 2).map(({ loan_id }: Json) => loan_id)).toEqual(
      ids.toReversed(),
    );
    expect(await get(secGen, `${OPEN}?page=2&page_size=1`)).toEqual({
      pending_loans: [all.pending_loans[1]],
      count: all.pending_loans.length,
    });
    expect(await get(member, OPEN)).toEqual({ pending_loans: [] });
    expect(await get(books.chairperson, `${OPEN}?page=1`)).toEqual({ pending_loans: [], count: 0 });
    expect((await group.api("GET", OPEN)).status).toBe(401);
  });
});

test("after all of this the books hold every invariant", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
