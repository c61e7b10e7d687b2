import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { safeParse } from "zod/v4/core";
import * as contract from "#contract/settlements.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { sweepDay } from "#server/jobs/sweep.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { untilDecided } from "#tests/support/until-decided.ts";

const EXIT = "/api/accounting/exit_member/";
const CLEAR = "/api/accounting/clear_member/";
const PREVIEW = "/api/accounting/settlement_preview/";

let group: TestGroup;
let books: Bookkeeping;
let chairperson: TestMember;
let treasurer: TestMember;
let secGen: TestMember;
let member: TestMember;

beforeEach(async () => {
  ({ group, books } = await startFoundedGroup({ members: 1 }));
  ({ chairperson, treasurer, secGen } = books);
  member = await books.member();
});

// Whatever a test does, the books hold.
afterEach(async () => {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});

const post = (path: string, body: unknown, by: TestMember = treasurer, headers = {}) =>
  group.api("POST", path, { token: by.token, body, headers });

const clear = (who: TestMember, by: TestMember = treasurer) =>
  post(CLEAR, { member_id: who.id }, by);

async function preview(who: TestMember, by: TestMember = treasurer): Promise<Json> {
  const answer = await group.api("GET", `${PREVIEW}?member=${who.id}`, { token: by.token });
  expect(answer.status).toBe(200);
  expect(safeParse(contract.previewSettlement.reply, answer.body).success).toBe(true);
  return answer.body;
}

/** What an official's screen sends after looking at the member. */
async function exitForm(who: TestMember, changed: Record<string, unknown> = {}) {
  const seen = await preview(who);
  return {
    member_id: who.id,
    non_cleared_loans: seen.non_cleared_loans,
    total_contributions: seen.total_contributions,
    overall_shared_interest: seen.overall_shared_interest,
    actual_shared_interest: seen.actual_shared_interest,
    ...changed,
  };
}

const exit = async (who: TestMember, by: TestMember = treasurer) =>
  post(EXIT, await exitForm(who), by);

async function balances(): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; cents: bigint }>`
    SELECT account, sum(amount_cents)::bigint AS cents FROM postings GROUP BY account`.execute(
    group.db,
  );
  return Object.fromEntries(rows.map((row) => [row.account, Number(row.cents) / 100]));
}

async function userOf(who: TestMember): Promise<Json> {
  const { body } = await group.api("GET", "/api/user/get_users", { token: secGen.token });
  return body.users.find((user: Json) => user.id === who.id);
}

const loanRow = (id: number) =>
  group.db
    .selectFrom("loans")
    .select(["status", "balance_cents"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

test("an exit whose list of loans holds something else is refused with a sentence that says so", async () => {
  const answer = await post(EXIT, await exitForm(member, { non_cleared_loans: [[]] }));
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual({
    "non_cleared_loans.0": ["Each of the non-cleared loans must be a loan with its balance."],
  });
});

describe("an exit in credit", () => {
  test("pays contributions and 63% of the share less the loans, to the cent", async () => {
    const borrower = await books.member();
    await books.contribute(treasurer, 50_000);
    await books.contribute(member, 10_000);
    await books.contribute(borrower, 4_000);
    await books.lend(borrower, 10_000.3);
    const loan = await books.lend(member, 2_000);
    await books.fine(member, 150);
    const before = await balances();

    // Earned 1,000.03 + 200 + 150 = 1,350.03 over five members: 270.006, so 270.00, of which 63% is 170.10.
    expect(await preview(member)).toEqual({
      member: {
        id: member.id,
        username: member.username,
        full_name: expect.stringContaining("Wanjiku"),
        reg_number: expect.stringContaining("REG"),
      },
      action: "exit",
      non_cleared_loans: [{ loan_id: loan, current_balance: 2_200 }],
      total_contributions: 10_000,
      overall_shared_interest: 270,
      actual_shared_interest: 170.1,
      unpaid_fines: 150,
      amount_due: 7_970.1,
    });
    const answer = await exit(member);
    expect(answer.status).toBe(200);
    expect(answer.body.detail).toContain("KES 7,970.10");
    expect(safeParse(contract.exitMember.reply, answer.body).success).toBe(true);
    expect(answer.body.settlement).toMatchObject({
      action: "exit",
      member: { id: member.id },
      total_contributions: 10_000,
      overall_shared_interest: 270,
      actual_shared_interest: 170.1,
      non_cleared_loans_total: 2_200,
      fines_written_off: 150,
      paid_out: 7_970.1,
      owed: 0,
      settled_at: expect.stringMatching(/^2026-03-16T09:00:00/),
    });

    const after = await balances();
    const moved = Object.fromEntries(
      Object.entries(after)
        .map(([account, kes]) => [account, Math.round((kes - (before[account] ?? 0)) * 100) / 100])
        .filter(([, kes]) => kes !== 0),
    );
    expect(moved).toEqual({
      monthly_contribution: 10_000,
      retained_earnings: 270,
      loan_receivable: -2_000,
      interest_receivable: -200,
      income_from_exited_member: -99.9,
      bank: -7_970.1,
      bad_debt_expense: 150,
      fine_receivable: -150,
    });
    // 1,350.03 - 170.10 given - 150 written off, now over four: 257.4825.
    expect(await preview(borrower)).toMatchObject({ overall_shared_interest: 257.48 });
    expect(await userOf(member)).toMatchObject({
      status: "cleared",
      is_active: true,
      has_cleared: true,
      total_contributions: 0,
      bad_debt_outstanding: 0,
    });
    expect(await loanRow(loan)).toEqual({ status: "cleared", balance_cents: 0n });
  });

  test("counts a due of exactly nothing as credit, and moves nothing in the bank", async () => {
    await books.contribute(treasurer, 5_000);
    await books.contribute(member, 1_100);
    await books.lend(member, 1_000);
    // Who is deactivated shares in no interest.
    await post(`/api/user/deactivate_user/${member.id}/`, {}, chairperson);
    const bank = (await balances())["bank"];
    expect(await preview(member)).toMatchObject({ overall_shared_interest: 0, amount_due: 0 });
    const answer = await exit(member);
    expect(answer.body.settlement).toMatchObject({ paid_out: 0, owed: 0 });
    expect((await balances())["bank"]).toBe(bank);
    expect(await userOf(member)).toMatchObject({ status: "cleared", has_cleared: true });
  });
});

describe("an exit of who owes", () => {
  test("settles the oldest loan first, and leaves the rest as a bad debt on loans written off", async () => {
    await books.contribute(treasurer, 20_000);
    await books.contribute(member, 2_000);
    const older = await books.lend(member, 2_000);
    const newer = await books.lend(member, 3_000, "emergency_loan");
    const bank = (await balances())["bank"];

    // Earned 500 over four members: 125, of which 78.75. Held 2,078.75 against 5,500: owes 3,421.25.
    expect(await preview(member)).toMatchObject({
      action: "exit",
      overall_shared_interest: 125,
      actual_shared_interest: 78.75,
      amount_due: -3_421.25,
    });
    const answer = await exit(member);
    expect(answer.status).toBe(200);
    expect(answer.body.detail).toContain("KES 3,421.25");
    expect(answer.body.settlement).toMatchObject({ paid_out: 0, owed: 3_421.25 });
    expect(await loanRow(older)).toEqual({ status: "written_off", balance_cents: 12_125n });
    expect(await loanRow(newer)).toEqual({ status: "written_off", balance_cents: 330_000n });
    expect(await userOf(member)).toMatchObject({
      status: "dormant",
      has_cleared: false,
      total_contributions: 0,
      bad_debt_outstanding: 3_421.25,
    });
    const debts = await group.api("GET", `/api/accounting/baddebts/?member=${member.id}`, {
      token: chairperson.token,
    });
    expect(debts.body).toEqual({
      member_id: member.id,
      debts: [
        {
          id: expect.any(Number),
          member: expect.objectContaining({ id: member.id }),
          status: "open",
          principal: 3_110.23,
          interest_receivable: 311.02,
          outstanding: 3_421.25,
          created_at: expect.stringContaining("2026-03-16"),
        },
      ],
    });
    const after = await balances();
    expect(after["bank"]).toBe(bank);
    expect(after).toMatchObject({
      bad_debt_expense: 3_421.25,
      loan_receivable: 0,
      interest_receivable: 0,
    });
    // The group has lost more than it earned, so nobody has a share any more.
    expect(await preview(secGen)).toMatchObject({ overall_shared_interest: 0 });
  });

  test("leaves a loan that was settled in full cleared, and the other with what is left", async () => {
    await books.contribute(treasurer, 20_000);
    await books.contribute(member, 2_500);
    const older = await books.lend(member, 1_000);
    const newer = await books.lend(member, 3_000);
    const answer = await exit(member);
    expect(answer.status).toBe(200);
    expect(await loanRow(older)).toEqual({ status: "cleared", balance_cents: 0n });
    // 2,500 + 63% of 100 = 2,563 settles 1,100 and 1,463 of 3,300.
    expect(await loanRow(newer)).toEqual({ status: "written_off", balance_cents: 183_700n });
    expect(await userOf(member)).toMatchObject({ user_groups: [], status: "dormant" });
  });
});

test("an exit settles a loan in default, and writes off the late fines of the months before", async () => {
  await books.contribute(treasurer, 20_000);
  await books.contribute(member, 4_000);
  const loan = await books.lend(member, 2_000);
  group.clock.set("2027-03-17T09:00:00+03:00");
  await sweepDay(group.db, group.clock.now());
  expect(await loanRow(loan)).toEqual({ status: "default", balance_cents: 220_000n });
  treasurer = { ...treasurer, token: await group.signIn(treasurer) };
  secGen = { ...secGen, token: await group.signIn(secGen) };
  // Four members are 12 months late, (12 - 3) x 100 each: with the 200 of interest 3,800 earned, 950 a share.
  expect(await preview(member)).toMatchObject({
    action: "exit",
    overall_shared_interest: 950,
    actual_shared_interest: 598.5,
    unpaid_fines: 900,
    amount_due: 2_398.5,
  });
  expect((await exit(member)).body.settlement).toMatchObject({
    fines_written_off: 900,
    paid_out: 2_398.5,
  });
  expect(await loanRow(loan)).toEqual({ status: "cleared", balance_cents: 0n });
});

describe("a clearing", () => {
  test("pays contributions and share, and the member may still sign in and read", async () => {
    const borrower = await books.member();
    await books.contribute(treasurer, 20_000);
    await books.contribute(member, 1_500);
    await books.contribute(borrower, 2_000);
    await books.lend(borrower, 5_000);
    // 500 over five: 100, of which 63.
    expect(await preview(member)).toMatchObject({
      action: "clear",
      non_cleared_loans: [],
      amount_due: 1_563,
    });
    const bank = (await balances())["bank"] ?? 0;
    const answer = await clear(member, chairperson);
    expect(answer.status).toBe(200);
    expect(safeParse(contract.clearMember.reply, answer.body).success).toBe(true);
    expect(answer.body.settlement).toMatchObject({ action: "clear", paid_out: 1_563 });
    expect((await balances())["bank"]).toBe(bank - 1_563);
    expect(await userOf(member)).toMatchObject({ status: "cleared", has_cleared: true });

    const token = await group.signIn(member);
    const own = await group.api("GET", "/api/user/get_user_data", { token });
    expect(own.body).toMatchObject({ is_active: true, total_contributions: 0 });
    const all = await group.api("GET", "/api/finances/get-monthly-contributions/", { token });
    expect(all.body.contributions[0]).toMatchObject({ total_contributions: 0 });
    const again = await group.api("POST", "/api/finances/monthly-contribution/", {
      token,
      body: {},
    });
    expect(again).toMatchObject({
      status: 403,
      body: { detail: "You have left the group, so your account can be read but not used." },
    });
    const count = await group.api("GET", "/api/user/get_active_user_count", { token });
    expect(count.body).toEqual({ active_users_count: 4 });
    const mails = await group.mailbox(member.email);
    expect(mails.at(-1)?.body).toContain("You have been paid KES 1,563.00");
  });

  test("is for a member who has contributions and no loan", async () => {
    expect(await preview(member)).toMatchObject({
      action: "none",
      reason: "This member has no contributions in the group, so there is nothing to clear.",
    });
    expect(await clear(member)).toMatchObject({
      status: 400,
      body: {
        detail: "This member has no contributions in the group, so there is nothing to clear.",
      },
    });
    expect(await exit(member)).toMatchObject({
      status: 400,
      body: {
        detail:
          "This member has no active or defaulted loan, so they can be cleared but not exited.",
      },
    });
    await books.contribute(member, 3_000);
    await books.lend(member, 1_000);
    expect(await clear(member)).toMatchObject({
      status: 400,
      body: { detail: "This member still owes on a loan, so they can be exited but not cleared." },
    });
  });

  test("of a member not yet approved gives their money back, without a share", async () => {
    const newcomer = await group.pendingMember();
    await books.contribute(treasurer, 10_000);
    await books.contribute(newcomer, 1_000);
    await books.fine(member, 400);
    expect((await clear(newcomer)).body.settlement).toMatchObject({
      overall_shared_interest: 0,
      paid_out: 1_000,
    });
    expect(await preview(member)).toMatchObject({ overall_shared_interest: 100 });
  });
});

describe("what prevents it", () => {
  test("is a payment or an application that waits for a verdict", async () => {
    await books.contribute(member, 1_000);
    const id = await books.submitContribution(member, 500);
    const sentence =
      "This member still has payments or loan applications that wait for approval. Decide them first.";
    expect(await preview(member)).toMatchObject({ action: "clear", reason: sentence });
    expect(await clear(member)).toMatchObject({ status: 400, body: { detail: sentence } });
    await post(`/api/finances/monthly-contribution-approval/${id}/`, {
      action: "rejected",
      reject_reason: "Not in the statement",
    });
    expect((await clear(member)).body.settlement).toMatchObject({ paid_out: 1_000 });
  });

  test("is a bank that does not hold the payout", async () => {
    const borrower = await books.member();
    await books.contribute(member, 10_000);
    await books.contribute(borrower, 3_000);
    await books.lend(borrower, 9_000);
    const sentence = "The bank balance is too low for this.";
    expect(await preview(member)).toMatchObject({ action: "clear", reason: sentence });
    expect(await clear(member)).toMatchObject({ status: 400, body: { detail: sentence } });
    expect(await userOf(member)).toMatchObject({ status: "active", total_contributions: 10_000 });
  });

  test("is being the official oneself, or holding an office, which is taken away first", async () => {
    await books.contribute(treasurer, 1_000);
    await books.contribute(chairperson, 1_000);
    const sentence = "You cannot exit or clear yourself. Another official must do it.";
    expect(await preview(treasurer)).toMatchObject({ reason: sentence });
    expect(await clear(treasurer)).toMatchObject({ status: 400, body: { detail: sentence } });
    expect(await exit(treasurer)).toMatchObject({ status: 400, body: { detail: sentence } });
    const first = "Take the office away first.";
    for (const official of [chairperson, secGen]) {
      expect(await clear(official)).toMatchObject({ status: 400, body: { detail: first } });
      expect(await exit(official)).toMatchObject({ status: 400, body: { detail: first } });
      expect(await preview(official)).toMatchObject({ reason: first });
    }
    // An office without its rights is held, too.
    await books.contribute(member, 1_000);
    await post(`/api/user/deactivate_user/${secGen.id}/`, {}, chairperson);
    expect(await clear(secGen)).toMatchObject({ status: 400, body: { detail: first } });
    await post(`/api/user/admin_manage_user/${secGen.id}/`, { action: "activate" }, chairperson);
    secGen = { ...secGen, token: await group.signIn(secGen) };
    await books.giveOffice(member, "chairperson");
    await group.api("DELETE", `/api/user/remove_groups/${chairperson.id}/`, {
      token: chairperson.token,
      body: { role: "Chairperson" },
    });
    expect(await preview(chairperson)).not.toHaveProperty("reason");
    expect((await clear(chairperson)).status).toBe(200);
    expect(await userOf(chairperson)).toMatchObject({ user_groups: [], status: "cleared" });
    expect((await clear(treasurer, chairperson)).status).toBe(403);
  });

  test("is having left already", async () => {
    await books.contribute(member, 1_000);
    const headers = { "Idempotency-Key": "leave-1" };
    const first = await post(CLEAR, { member_id: member.id }, treasurer, headers);
    expect(first.status).toBe(200);
    expect((await post(CLEAR, { member_id: member.id }, treasurer, headers)).body).toEqual(
      first.body,
    );
    const sentence = "This member has already left the group.";
    expect(await clear(member)).toMatchObject({ status: 400, body: { detail: sentence } });
    expect(await exit(member)).toMatchObject({ status: 400, body: { detail: sentence } });
    expect(await preview(member)).toMatchObject({ action: "none", reason: sentence });
  });

  test("is any figure that is not the server's own", async () => {
    await books.contribute(treasurer, 10_000);
    await books.contribute(member, 4_000);
    const loan = await books.lend(member, 1_000);
    const right = await exitForm(member);
    const [seen] = right.non_cleared_loans;
    for (const wrong of [
      { total_contributions: 4_000.01 },
      { total_contributions: 0 },
      { overall_shared_interest: right.overall_shared_interest + 0.01 },
      { actual_shared_interest: 0 },
      { non_cleared_loans: [] },
      { non_cleared_loans: [{ ...seen, current_balance: 0 }] },
      { non_cleared_loans: [{ ...seen, loan_id: loan + 1 }] },
      { non_cleared_loans: [seen, seen] },
      { non_cleared_loans: [seen, { loan_id: loan + 1, current_balance: 0 }] },
    ])
      expect(await post(EXIT, { ...right, ...wrong })).toMatchObject({
        status: 400,
        body: { detail: "The figures have changed. Reload and try again." },
      });
    expect(await loanRow(loan)).toEqual({ status: "active", balance_cents: 110_000n });
    const texts = { ...right, total_contributions: "4000.00", member_id: String(member.id) };
    expect((await post(EXIT, texts)).status).toBe(200);
  });
});

describe("who may, and in which order it is refused", () => {
  test("401, 403, 404, 400", async () => {
    for (const path of [EXIT, CLEAR])
      expect((await group.api("POST", path, { body: {} })).status).toBe(401);
    expect((await group.api("GET", `${PREVIEW}?member=1`)).status).toBe(401);
    expect((await post(EXIT, { member_id: 999_999 }, member)).status).toBe(403);
    expect((await clear(chairperson, member)).status).toBe(403);
    const requested = (query: string, by: TestMember) =>
      group.api("GET", `${PREVIEW}${query}`, { token: by.token });
    expect((await requested(`?member=${member.id}`, member)).status).toBe(403);
    for (const nobody of [999_999, 99_999_999_999]) {
      expect((await post(EXIT, { member_id: nobody })).status).toBe(404);
      expect((await post(CLEAR, { member_id: nobody })).status).toBe(404);
    }
    expect((await requested("?member=999999", secGen)).status).toBe(404);
    expect((await requested("", secGen)).body.errors).toHaveProperty("member");
    expect((await requested("?member=x", secGen)).status).toBe(400);
  });

  test("names every missing and wrong field", async () => {
    const empty = await post(EXIT, {});
    expect(empty.status).toBe(400);
    expect(Object.keys(empty.body.errors).toSorted()).toEqual([
      "actual_shared_interest",
      "member_id",
      "non_cleared_loans",
      "overall_shared_interest",
      "total_contributions",
    ]);
    expect((await post(CLEAR, {})).body.errors).toEqual({ member_id: ["Member is required."] });
    const right = await exitForm(member);
    for (const [field, value] of [
      ["member_id", -1],
      ["member_id", "x"],
      ["total_contributions", -1],
      ["total_contributions", 0.001],
      ["overall_shared_interest", "many"],
      ["actual_shared_interest", null],
      ["non_cleared_loans", "none"],
    ] as const) {
      const answer = await post(EXIT, { ...right, [field]: value });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
    }
    const loans = [{ loan_id: 1, current_balance: -1 }];
    const answer = await post(EXIT, { ...right, non_cleared_loans: loans });
    expect(Object.keys(answer.body.errors)).toEqual(["non_cleared_loans.0.current_balance"]);
  });
});

describe("at once", () => {
  test("two exits: the second sees what the first has left, so its figures have changed", async () => {
    const other = await books.member();
    await books.contribute(treasurer, 50_000);
    for (const each of [member, other]) {
      await books.contribute(each, 5_000);
      await books.lend(each, 1_000);
    }
    const second = await group.addServer();
    const forms = [await exitForm(member), await exitForm(other)];
    const answers = await Promise.all([
      group.api("POST", EXIT, { token: treasurer.token, body: forms[0] }),
      second.api("POST", EXIT, { token: chairperson.token, body: forms[1] }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const late = answers[0]?.status === 400 ? member : other;
    expect(answers.find(({ status }) => status === 400)?.body.detail).toBe(
      "The figures have changed. Reload and try again.",
    );
    // 200 over five: 40, of which 25.20 left; then 174.80 over four.
    expect(await preview(late)).toMatchObject({ overall_shared_interest: 43.7 });
    expect((await exit(late)).status).toBe(200);
  });

  test("many clearings of one member: one is paid", async () => {
    await books.contribute(member, 1_000);
    const second = await group.addServer();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        untilDecided(() =>
          (index % 2 === 0 ? group : second).api("POST", CLEAR, {
            token: (index % 3 === 0 ? treasurer : secGen).token,
            body: { member_id: member.id },
          }),
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(11);
  });

  test("two clearings against one bank balance: never more than it holds", async () => {
    const other = await books.member();
    const borrower = await books.member();
    for (const each of [member, other, borrower]) await books.contribute(each, 1_000);
    await books.lend(borrower, 1_500);
    const second = await group.addServer();
    const answers = await Promise.all([
      clear(member),
      second.api("POST", CLEAR, { token: secGen.token, body: { member_id: other.id } }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect((await balances())["bank"]).toBeGreaterThanOrEqual(0);
  });

  test("a clearing and the approval of the member's contribution: whole or not at all", async () => {
    const approvals = "/api/finances/monthly-contribution-approval/";
    const others = [member, await books.member(), await books.member(), await books.member()];
    for (const each of others) {
      await books.contribute(each, 1_000);
      const id = await books.submitContribution(each, 500);
      await post(`${approvals}${id}/`, { action: "approved" }, treasurer);
      const [approved, cleared] = await Promise.all([
        post(`${approvals}${id}/`, { action: "approved" }, secGen),
        clear(each),
      ]);
      expect(approved.status).toBe(200);
      expect([
        [200, 1_500],
        [400, undefined],
      ]).toContainEqual([cleared.status, cleared.body.settlement?.total_contributions]);
    }
  });
});

test("the database itself refuses a settlement that the books do not hold, or that does not add up", async () => {
  const figures = {
    member_id: member.id,
    kind: "clear",
    contributions_cents: 100n,
    retained_earnings_cents: 0n,
    active_members: 4,
    shared_in_interest: true,
    share_bp: 6300,
    share_cents: 0n,
    given_cents: 0n,
    loans_cents: 0n,
    fines_written_off_cents: 0n,
    paid_out_cents: 100n,
    owed_cents: 0n,
    settled_by: treasurer.id,
    settled_at: group.clock.now(),
  };
  const insert = (changed: Partial<typeof figures>) =>
    group.db
      .insertInto("settlements")
      .values({ ...figures, ...changed })
      .execute();
  await expect(insert({})).rejects.toMatchObject({ constraint: "settlement_posted" });
  for (const [constraint, changed] of [
    ["settlements_conserve", { paid_out_cents: 101n }],
    ["settlements_share", { share_cents: 1n, given_cents: 1n, paid_out_cents: 101n }],
    ["settlements_given", { given_cents: 1n, paid_out_cents: 101n }],
    ["settlements_not_by_oneself", { settled_by: member.id }],
  ] as const)
    await expect(insert(changed)).rejects.toMatchObject({ constraint });
});
