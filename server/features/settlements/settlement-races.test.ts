// Leaving the group while something else happens: one thing comes first, and nothing is lost or doubled.
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { Answer, Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";

const EXIT = "/api/accounting/exit_member/";
const WAITS =
  "This member still has payments or loan applications that wait for approval. Decide them first.";
const ROUNDS = 4;

let group: TestGroup;
let books: Bookkeeping;
let second: { api: TestGroup["api"] };

beforeEach(async () => {
  ({ group, books } = await startFoundedGroup());
  second = await group.addServer();
  await books.contribute(books.treasurer, 50_000);
});

// Whatever a test does, the books hold.
afterEach(async () => {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});

/** A member with 5,000 of savings and 1,100 to repay. */
async function borrower() {
  const member = await books.member();
  await books.contribute(member, 5_000);
  return { member, loan: await books.lend(member, 1_000) };
}

async function preview(who: TestMember): Promise<Json> {
  const path = `/api/accounting/settlement_preview/?member=${who.id}`;
  return (await group.api("GET", path, { token: books.chairperson.token })).body;
}

async function earnedByTheGroup(): Promise<{ cents: bigint; members: bigint }> {
  const row = await group.db
    .selectFrom("postings")
    .select(sql<bigint>`coalesce(-sum(amount_cents), 0)::bigint`.as("cents"))
    .where("account", "in", ["interest_income", "income_from_exited_member", "retained_earnings"])
    .executeTakeFirstOrThrow();
  const { body } = await group.api("GET", "/api/user/get_active_user_count", {
    token: books.secGen.token,
  });
  return { cents: row.cents, members: BigInt(body.active_users_count) };
}

/** The exit as it will be right once `interestCents` more has been earned. */
async function exitForm(who: TestMember, loans: unknown, interestCents = 0n) {
  const { cents, members } = await earnedByTheGroup();
  const share = (cents + interestCents) / members;
  return {
    member_id: who.id,
    non_cleared_loans: loans,
    total_contributions: 5_000,
    overall_shared_interest: Number(share) / 100,
    actual_shared_interest: Number((share * 63n + 50n) / 100n) / 100,
  };
}

const exit = (body: unknown) => second.api("POST", EXIT, { token: books.chairperson.token, body });

const approve = (path: string, id: number, by: TestMember) =>
  group.api("POST", `/api/finances/${path}/${id}/`, {
    token: by.token,
    body: { action: "approved" },
  });

const outcome = (answer: Answer) => [
  answer.status,
  answer.status === 200 ? "" : answer.body.detail,
];

describe("an exit against", () => {
  test("the second approval of a loan: it waits for it, and then counts it", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { member, loan } = await borrower();
      const applied = await books.applyForLoan(member, 600, "emergency_loan");
      await approve("loan-application-approval", applied, books.treasurer);
      const loans = [
        { loan_id: applied, current_balance: 660 },
        { loan_id: loan, current_balance: 1_100 },
      ];
      const form = await exitForm(member, loans, 6_000n);
      const [approved, left] = await Promise.all([
        approve("loan-application-approval", applied, books.secGen),
        exit(form),
      ]);
      expect(approved.status).toBe(200);
      expect([
        [200, ""],
        [400, WAITS],
      ]).toContainEqual(outcome(left));
      const again = await exit(form);
      expect(again.status).toBe(left.status === 200 ? 400 : 200);
    }
  });

  test("the second approval of a repayment: it waits for it, and then counts it", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { member, loan } = await borrower();
      const repayment = await books.submitRepayment(member, loan, 100);
      await approve("loan-payment-approval", repayment, books.treasurer);
      const form = await exitForm(member, [{ loan_id: loan, current_balance: 1_000 }]);
      const [approved, left] = await Promise.all([
        approve("loan-payment-approval", repayment, books.secGen),
        exit(form),
      ]);
      expect(approved.status).toBe(200);
      expect([
        [200, ""],
        [400, WAITS],
      ]).toContainEqual(outcome(left));
      const again = await exit(form);
      expect(again.status).toBe(left.status === 200 ? 400 : 200);
    }
  });

  test.each<[string, (loan: number) => { path: string; body: unknown }]>([
    [
      "a repayment being sent in",
      (loan) => ({
        path: `/api/finances/pay-loan/${loan}/`,
        body: { amount_paid: 100, payment_Reference_Code: `RACE${loan}` },
      }),
    ],
    [
      "an application being sent in",
      () => ({
        path: "/api/finances/get-create-user-loans/",
        body: { amount: 500, loan_type: "emergency_loan" },
      }),
    ],
  ])("%s: whichever comes first stops the other", async (_what, sending) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { member, loan } = await borrower();
      const form = await exitForm(member, [{ loan_id: loan, current_balance: 1_100 }]);
      const { path, body } = sending(loan);
      const [sent, left] = await Promise.all([
        group.api("POST", path, { token: member.token, body }),
        exit(form),
      ]);
      expect([
        [201, 400],
        [403, 200],
      ]).toContainEqual([sent.status, left.status]);
    }
  });

  test("a partial repayment of before splits what is left as the last repayment would", async () => {
    const { member, loan } = await borrower();
    await books.repay(member, loan, 333.33);
    const seen = await preview(member);
    expect(seen.non_cleared_loans).toEqual([{ loan_id: loan, current_balance: 766.67 }]);
    const answer = await exit({ ...seen, member_id: member.id });
    expect(answer.status).toBe(200);
  });
});

test("an official who gives the office up decides before that, or not at all", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const payer = await books.member();
    const id = await books.submitContribution(payer, 500);
    const leaving = await books.member();
    await books.contribute(leaving, 1_000);
    await books.giveOffice(leaving, "sec-gen");
    await second.api("DELETE", `/api/user/remove_groups/${leaving.id}/`, {
      token: books.chairperson.token,
      body: { role: "Sec-Gen" },
    });
    const [decided, left] = await Promise.all([
      approve("monthly-contribution-approval", id, leaving),
      second.api("POST", `/api/user/assign_groups/${leaving.id}/agree/`, { token: leaving.token }),
    ]);
    expect(left.status).toBe(200);
    const payment = await group.db
      .selectFrom("payments")
      .select("status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect([
      [200, "pending_approval"],
      [403, "pending"],
    ]).toContainEqual([decided.status, payment.status]);
  }
});
