// What a member owes, and when, over HTTP on a real PostgreSQL.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bookkeeping, closeSoundly, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const DUES = "/api/finances/dues/";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
let loan: number;

// Joined in January, paid up to May, and it is November.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ startsAt: "2026-01-17T10:00:00+03:00" }));
  member = await books.member();
  await books.contribute(member, 5_400);
  loan = await books.lend(member, 5_000, "emergency_loan");
  await books.fine(member, 250);
  await on("2026-11-22T10:00:00+03:00");
});
afterAll(() => closeSoundly(group));

async function on(moment: string) {
  group.clock.set(moment);
  for (const person of [books.chairperson, books.treasurer, books.secGen, member])
    person.token = await group.signIn(person);
}

async function dues(by: TestMember = member, query = ""): Promise<Json> {
  const answer = await group.api("GET", DUES + query, { token: by.token });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

async function settle(settings: object) {
  const answer = await group.api("POST", "/api/group/settings/", {
    token: books.chairperson.token,
    body: settings,
  });
  expect(answer.status).toBe(200);
}

describe("dues", () => {
  test("name the months since the last paid one, the next day, fines and late loans", async () => {
    expect(await dues()).toEqual({
      contributions: {
        paid_up_to: "2026-05-01",
        first_month: "2026-01-01",
        months_owed: ["2026-06-01", "2026-07-01", "2026-08-01", "2026-09-01", "2026-10-01"],
        amount: 4_600,
        next: { month: "2026-11-01", amount: 1_000, due_on: "2026-12-05" },
      },
      fines: 250,
      loans: [
        {
          loan_id: loan,
          loan_name: "Emergency Loan 1",
          balance: 5_500,
          due_on: "2026-07-17",
          days_late: 128,
          a_month_to_be_done: 5_500,
        },
      ],
      total_now: 10_350,
    });
  });

  test("are the official's to read for another member, and nobody else's", async () => {
    expect(await dues(books.treasurer, `?member=${member.id}`)).toEqual(await dues());
    const other = await books.member();
    const refused = await group.api("GET", `${DUES}?member=${member.id}`, { token: other.token });
    expect(refused.status).toBe(403);
    const nobody = await group.api("GET", `${DUES}?member=999999`, {
      token: books.treasurer.token,
    });
    expect(nobody.status).toBe(404);
    expect((await group.api("GET", DUES, {})).status).toBe(401);
  });

  test("leave out what waits, and name it, until it is decided or withdrawn", async () => {
    const before = await dues();
    const contribution = await books.submitContribution(member, 1_000);
    await books.submitRepayment(member, loan, 500);
    expect(await dues()).toEqual({
      ...before,
      contributions: {
        ...before.contributions,
        months_owed: before.contributions.months_owed.slice(1),
        amount: 3_600,
      },
      loans: [{ ...before.loans[0], waiting: 500, a_month_to_be_done: 5_000 }],
      total_now: before.total_now - 1_500,
      waiting: { count: 2, contributions: 1_000, fines: 0, loans: 500, total: 1_500 },
    });
    const rejected = { action: "rejected", reject_reason: "No such money" };
    const path = `/api/finances/monthly-contribution-approval/${contribution}/`;
    await group.api("POST", path, { token: books.treasurer.token, body: rejected });
    const { loan_payments: paid } = (
      await group.api("GET", "/api/finances/get-loan-payments/", { token: member.token })
    ).body;
    const body = { kind: "loan_payment", id: paid[0].payment_id };
    await group.api("POST", "/api/finances/withdraw/", { token: member.token, body });
    expect(await dues()).toEqual(before);
  });

  test("are counted by the month's day that the group has set", async () => {
    const before = await dues();
    await settle({ contribution_due_day: 22 });
    expect((await dues()).contributions.months_owed.at(-1)).toBe("2026-09-01");
    await settle({ contribution_due_day: 21 });
    expect(await dues()).toEqual({
      ...before,
      contributions: {
        ...before.contributions,
        next: { ...before.contributions.next, due_on: "2026-12-21" },
      },
    });
    await settle({ contribution_due_day: 5 });
  });

  test("are nothing before the Chairperson has approved the member", async () => {
    const stranger = await group.pendingMember();
    await on("2027-03-22T10:00:00+03:00");
    stranger.token = await group.signIn(stranger);
    expect(await dues(stranger)).toMatchObject({
      contributions: { paid_up_to: null, months_owed: [], amount: 0 },
      fines: 0,
      loans: [],
      total_now: 0,
    });
    await on("2027-03-22T10:00:00+03:00");
  });

  test("know no next month for a member who has left", async () => {
    const leaver = await books.member();
    await books.contribute(leaver, 1_000);
    const cleared = await group.api("POST", "/api/accounting/clear_member/", {
      token: books.secGen.token,
      body: { member_id: leaver.id },
    });
    expect(cleared.status).toBe(200);
    expect((await dues(leaver)).contributions).toMatchObject({
      months_owed: [],
      amount: 0,
      next: null,
    });
  });
});
