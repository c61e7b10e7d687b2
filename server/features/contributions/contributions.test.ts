import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as contract from "#contract/contributions.ts";
import { safeParse } from "zod/v4/core";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { untilDecided } from "#tests/support/until-decided.ts";

const OWN = "/api/finances/monthly-contribution/";
const APPROVALS = "/api/finances/monthly-contribution-approval/";
const ALL = "/api/finances/get-monthly-contributions/";

let group: TestGroup;
let books: Bookkeeping;
let chairperson: TestMember;
let treasurer: TestMember;
let secGen: TestMember;
let member: TestMember;
let payments = 0;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 30 }));
  ({ chairperson, treasurer, secGen } = books);
  member = await books.member();
});
afterAll(() => group.close());

const form = (params: Record<string, unknown> = {}) => ({
  amount_paid: 1000,
  contribution_month: "2026-03-01",
  payment_date: "2026-03-16T08:00:00+03:00",
  payment_Reference_Code: `PAY${String(++payments).padStart(6, "0")}`,
  ...params,
});

const pay = (
  by: TestMember,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) => group.api("POST", OWN, { token: by.token, body: form(params), headers });

async function paidId(by: TestMember, params: Record<string, unknown> = {}): Promise<number> {
  const answer = await pay(by, params);
  if (answer.status !== 201) throw new Error(`paying: ${JSON.stringify(answer.body)}`);
  return answer.body.contribution.contribution_id;
}

const decide = (by: TestMember, id: number | string, body: unknown = { action: "approved" }) =>
  group.api("POST", `${APPROVALS}${id}/`, { token: by.token, body });

const countEntries = async () =>
  Number(
    (await sql<{ n: bigint }>`SELECT count(*) AS n FROM entries`.execute(group.db)).rows[0]?.n,
  );

describe("paying a contribution", () => {
  test("answers 201 with the contribution as the contract has it", async () => {
    const answer = await pay(member, {
      amount_paid: "1500.50",
      contribution_month: "2026-4-9",
      payment_Reference_Code: " qbc-12/x ",
    });
    expect(answer.status).toBe(201);
    expect(answer.body.detail).toContain("KES 1,500.50");
    expect(safeParse(contract.payContribution.reply, answer.body).success).toBe(true);
    expect(answer.body.contribution).toEqual({
      contribution_id: expect.any(Number),
      user: member.username,
      amount_paid: 1500.5,
      payment_date: "2026-03-16T08:00:00.000+03:00",
      contribution_month: "2026-04-01",
      group_year: "2026",
      payment_Reference_Code: "QBC-12/X",
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
      update_up_to: null,
      member: {
        id: member.id,
        username: member.username,
        full_name: expect.stringContaining("Wanjiku"),
        reg_number: expect.stringContaining("REG/"),
      },
      own_item: true,
      has_newer_pending: false,
      reference_also_on: [],
    });
  });

  test("is open to a member who waits for approval", async () => {
    const pending = await group.pendingMember();
    expect((await pay(pending)).status).toBe(201);
  });

  test("needs a session", async () => {
    expect(await group.api("POST", OWN, { body: form() })).toMatchObject({
      status: 401,
      body: { detail: "Please login again" },
    });
  });

  test.each([
    ["amount_paid", undefined],
    ["amount_paid", ""],
    ["amount_paid", 0],
    ["amount_paid", -5],
    ["amount_paid", "NaN"],
    ["amount_paid", 10.005],
    ["amount_paid", 1_000_000_000.01],
    ["amount_paid", { amount: 5 }],
    ["contribution_month", undefined],
    ["contribution_month", "2026-02-30"],
    ["contribution_month", ""],
    ["payment_date", undefined],
    ["payment_date", "yesterday"],
    ["payment_date", "2026-13-01T00:00:00Z"],
    ["payment_date", "2026-03-17T00:00:00+03:00"],
    ["payment_Reference_Code", undefined],
    ["payment_Reference_Code", "AB1"],
    ["payment_Reference_Code", "A".repeat(41)],
    ["payment_Reference_Code", "ABC 123"],
    ["payment_Reference_Code", 12345],
  ])("refuses %s = %j on its field, and nothing is stored", async (field, value) => {
    const before = await group.api("GET", OWN, { token: member.token });
    const answer = await pay(member, { [field]: value });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect(answer.body.errors[field][0].length).toBeGreaterThan(10);
    const after = await group.api("GET", OWN, { token: member.token });
    expect(after.body).toEqual(before.body);
  });

  test("names every missing field at once", async () => {
    const answer = await group.api("POST", OWN, { token: member.token, body: {} });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors).toSorted()).toEqual([
      "amount_paid",
      "contribution_month",
      "payment_Reference_Code",
      "payment_date",
    ]);
  });

  test("refuses broken JSON, a list, a body of another type and one that is too large", async () => {
    const { token } = member;
    const send = (body: string, type = "application/json") =>
      group.api("POST", OWN, { token, body, headers: { "Content-Type": type } });
    expect((await send("{nope")).status).toBe(400);
    expect((await send("[]")).status).toBe(400);
    expect((await send("a=1", "application/x-www-form-urlencoded")).status).toBe(415);
    expect((await send(`{"x":"${"y".repeat(3_000_000)}"}`)).status).toBe(413);
    expect((await send(`${"[".repeat(20_000)}${"]".repeat(20_000)}`)).status).toBe(400);
  });

  test("takes a reference once, in any spelling, until the item is rejected", async () => {
    const id = await paidId(member, { payment_Reference_Code: "ONCE-1234" });
    const again = await pay(member, { payment_Reference_Code: "once-1234 " });
    expect(again).toMatchObject({
      status: 400,
      body: { errors: { payment_Reference_Code: [expect.any(String)] } },
    });
    const other = await books.member();
    expect((await pay(other, { payment_Reference_Code: "ONCE-1234" })).status).toBe(400);
    expect(
      (await decide(treasurer, id, { action: "rejected", reject_reason: "No such payment" }))
        .status,
    ).toBe(200);
    expect((await pay(other, { payment_Reference_Code: "ONCE-1234" })).status).toBe(201);
  });

  test("refuses days and months before the group, and months far ahead, on their fields", async () => {
    const newcomer = await books.member();
    const early = { payment_date: "2024-12-31T23:59:00+03:00", contribution_month: "2024-12-01" };
    expect((await pay(newcomer, early)).body.errors).toEqual({
      payment_date: ["The date cannot be before 01 Jan 2025: the group did not exist yet."],
      contribution_month: ["The date cannot be before 01 Jan 2025: the group did not exist yet."],
    });
    expect((await pay(newcomer, { contribution_month: "2028-04-01" })).body.errors).toEqual({
      contribution_month: ["You can pay ahead up to March 2028."],
    });
    const within = { payment_date: "2025-01-01T00:00:00+03:00", contribution_month: "2025-01-01" };
    expect((await pay(newcomer, within)).status).toBe(201);
    const id = await paidId(newcomer, { contribution_month: "2028-03-31", amount_paid: 3000 });
    await decide(treasurer, id);
    await decide(secGen, id);
    // Paid up to May 2026, which is 24 months before May 2028.
    expect((await pay(newcomer, { contribution_month: "2028-05-01" })).status).toBe(201);
    expect((await pay(newcomer, { contribution_month: "2028-06-01" })).status).toBe(400);
  });

  test("lets one of twenty members have a reference that all send at once", async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => books.member()));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        untilDecided(() => pay(others[index % 4]!, { payment_Reference_Code: "RACE-0001" })),
      ),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(19).fill(400),
    ]);
  });
});

describe("idempotency keys", () => {
  test("give the first answer again and keep one contribution", async () => {
    const body = form();
    const headers = { "Idempotency-Key": "tap-1" };
    const send = (params: unknown) =>
      group.api("POST", OWN, { token: member.token, body: params, headers });
    const answers = await Promise.all([send(body), send(body), send({ ...body })]);
    for (const answer of answers) expect([201, 409]).toContain(answer.status);
    const stored = answers.filter((answer) => answer.status === 201);
    expect(new Set(stored.map((answer) => answer.body.contribution.contribution_id)).size).toBe(1);
    expect((await send(body)).body).toEqual(stored[0]?.body);
    expect(await send({ ...body, amount_paid: 5 })).toMatchObject({ status: 400 });
  });

  test("of a refused request are free again", async () => {
    const headers = { "Idempotency-Key": "tap-2" };
    expect((await pay(member, { amount_paid: -1 }, headers)).status).toBe(400);
    expect((await pay(member, {}, headers)).status).toBe(201);
  });

  test("are one person's own and last 24 hours", async () => {
    const body = form();
    const headers = { "Idempotency-Key": "tap-3" };
    expect((await group.api("POST", OWN, { token: member.token, body, headers })).status).toBe(201);
    const other = await group.pendingMember();
    expect((await group.api("POST", OWN, { token: other.token, body, headers })).status).toBe(400);
    group.clock.advanceMinutes(24 * 60 + 1);
    const token = await group.signIn(member);
    // The key is free again, so now the reference is refused.
    const late = await group.api("POST", OWN, { token, body, headers });
    expect(late.body.errors).toHaveProperty("payment_Reference_Code");
    group.clock.advanceMinutes(-24 * 60 - 1);
  });
});

describe("approving a contribution", () => {
  test("posts bank against contributions at the second approval, and not before", async () => {
    const id = await paidId(member, { amount_paid: 2000 });
    const before = await countEntries();
    const first = await decide(secGen, id);
    expect(first).toMatchObject({
      status: 200,
      body: {
        contribution: {
          status: "pending_approval",
          approval: {
            approved_official: "Sec-Gen",
            second_official_group_action: "approved",
            approval_date: null,
          },
        },
      },
    });
    expect(await countEntries()).toBe(before);
    const second = await decide(treasurer, id);
    expect(second.body.contribution).toMatchObject({
      status: "approved",
      own_item: false,
      approval: {
        approved_official: "Sec-Gen",
        first_official_group_action: "approved",
        approval_date: expect.stringMatching(/^2026-03-16T09:00:00\.\d{3}\+03:00$/),
      },
    });
    expect(await countEntries()).toBe(before + 1);
    const { rows } = await sql<{ account: string; amount_cents: bigint }>`
      SELECT account, amount_cents FROM postings JOIN entries ON id = entry_id
       WHERE source_kind = 'payment' AND source_id = ${id} ORDER BY line`.execute(group.db);
    expect(rows).toEqual([
      { account: "bank", amount_cents: 200_000n },
      { account: "monthly_contribution", amount_cents: -200_000n },
    ]);
  });

  test("forty approvals of one item at once by both offices post one entry", async () => {
    const id = await paidId(member);
    const before = await countEntries();
    const second = await group.addServer();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const token = (index % 2 === 0 ? treasurer : secGen).token;
        const api = index % 4 < 2 ? group.api : second.api;
        const body = { action: "approved" };
        return untilDecided(() => api("POST", `${APPROVALS}${id}/`, { token, body }));
      }),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2);
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(38);
    expect(await countEntries()).toBe(before + 1);
  });

  test("refuses the office that has acted, and a decided item", async () => {
    const id = await paidId(member);
    expect((await decide(treasurer, id)).status).toBe(200);
    expect((await decide(treasurer, id)).status).toBe(400);
    expect(
      (await decide(secGen, id, { action: "rejected", reject_reason: "Not in the statement" }))
        .status,
    ).toBe(200);
    expect(await decide(secGen, id)).toMatchObject({ status: 400 });
  });

  test("is refused when the official saw another amount, and then changes nothing", async () => {
    const id = await paidId(member, { amount_paid: 1250.5 });
    for (const amount_seen of [1250.51, 1250, 125050]) {
      const refused = await decide(treasurer, id, { action: "approved", amount_seen });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ["amount_seen"]]);
    }
    expect((await decide(treasurer, id, { action: "approved", amount_seen: 1250.5 })).status).toBe(
      200,
    );
    expect((await decide(secGen, id, { action: "approved", amount_seen: "1250.50" })).status).toBe(
      200,
    );
  });

  test("needs a reason to reject, and shows it in every place the contract names", async () => {
    const id = await paidId(member);
    const bare = await decide(treasurer, id, { action: "rejected" });
    expect(bare).toMatchObject({
      status: 400,
      body: { errors: { reject_reason: [expect.any(String)] } },
    });
    const { body } = await decide(treasurer, id, {
      action: "rejected",
      reject_reason: " Wrong amount ",
    });
    expect(body.contribution).toMatchObject({
      status: "rejected",
      approval: {
        first_official_group_action: "rejected",
        first_official_group_reject_reason: "Wrong amount",
        treasurer_rejection_reason: "Wrong amount",
        sec_gen_rejection_reason: null,
        second_official_group_action: "pending_approval",
      },
      approval_status: [
        { role: "Treasurer", action: "rejected", reject_reason: "Wrong amount" },
        { role: "Sec-Gen", action: "pending_approval", reject_reason: null },
      ],
    });
  });

  test("mails the member a rejection and its reason, in their language, and nothing else", async () => {
    const payer = await books.member();
    const language = { token: payer.token, body: { language: "sw" } };
    const rejected = await paidId(payer, { payment_Reference_Code: "KATAA001" });
    const approved = await paidId(payer);
    const before = (await group.mailbox(payer.email)).length;
    await decide(treasurer, approved);
    await decide(treasurer, rejected);
    await decide(secGen, approved);
    await decide(secGen, rejected, { action: "rejected", reject_reason: "Not in the statement" });
    const again = await paidId(payer);
    expect((await group.api("POST", "/api/user/language/", language)).status).toBe(200);
    await decide(treasurer, again, { action: "rejected", reject_reason: "Bado haijafika" });
    const [english, swahili, ...more] = (await group.mailbox(payer.email)).slice(before);
    expect(english?.subject).toBe("Your contribution of KES 1,000.00 was rejected");
    expect(english?.body).toContain(
      "The Sec-Gen of Akiba Group rejected your contribution of KES 1,000.00 (payment reference KATAA001). The reason given: Not in the statement",
    );
    expect(swahili?.subject).toBe("Mchango wako wa KES 1,000.00 umekataliwa");
    expect(swahili?.body).toContain("Sababu iliyotolewa: Bado haijafika");
    expect(more).toEqual([]);
  });

  test("refuses in the contract's order: 401, 403, 404, 400", async () => {
    const bad = { action: "maybe" };
    const id = await paidId(member);
    expect((await group.api("POST", `${APPROVALS}${id}/`, { body: bad })).status).toBe(401);
    expect((await decide(member, 99_999_999, bad)).status).toBe(403);
    expect((await decide(chairperson, id)).status).toBe(403);
    for (const unknown of [99_999_999, 0, "x", "1e3", "99999999999999999999"])
      expect((await decide(treasurer, unknown, bad)).status).toBe(404);
    expect((await decide(treasurer, id, bad)).body.errors).toHaveProperty("action");
    expect(
      (await group.api("DELETE", `${APPROVALS}${id}/`, { token: treasurer.token })).status,
    ).toBe(405);
  });

  test("an official may decide on their own item, marked for the other office", async () => {
    const id = await paidId(treasurer);
    const shown = async (by: TestMember) =>
      (await group.api("GET", APPROVALS, { token: by.token })).body.pending_approvals.find(
        (item: { contribution_id: number }) => item.contribution_id === id,
      );
    expect(await shown(treasurer)).toMatchObject({ own_item: true, user: treasurer.username });
    expect(await shown(secGen)).toMatchObject({ own_item: false });
    expect((await decide(treasurer, id)).status).toBe(200);
    expect(await shown(secGen)).toMatchObject({ own_item: true });
    expect((await decide(secGen, id)).body.contribution.status).toBe("approved");
  });
});

describe("lists", () => {
  test("of open items leave out what the office has decided on", async () => {
    const id = await paidId(member);
    const has = async (by: TestMember) => {
      const { body } = await group.api("GET", APPROVALS, { token: by.token });
      return body.pending_approvals.some(
        (item: { contribution_id: number }) => item.contribution_id === id,
      );
    };
    expect([
      await has(treasurer),
      await has(secGen),
      await has(member),
      await has(chairperson),
    ]).toEqual([true, true, false, false]);
    await decide(treasurer, id);
    expect([await has(treasurer), await has(secGen)]).toEqual([false, true]);
  });

  test("say when the member has a newer pending one", async () => {
    const other = await books.member();
    const older = await paidId(other);
    const newer = await paidId(other);
    const { body } = await group.api("GET", APPROVALS, { token: secGen.token });
    const flag = (id: number) =>
      body.pending_approvals.find(
        (item: { contribution_id: number }) => item.contribution_id === id,
      ).has_newer_pending;
    expect([flag(older), flag(newer)]).toEqual([true, false]);
  });

  test("of one's own filter by Nairobi day, inclusive, and total what is approved", async () => {
    const other = await books.member();
    // 21:30 UTC on 31 January is 1 February in Nairobi.
    const id = await paidId(other, { payment_date: "2026-01-31T21:30:00Z", amount_paid: 500 });
    await paidId(other, { payment_date: "2026-02-10T10:00:00+03:00", amount_paid: 700 });
    for (const by of [treasurer, secGen]) await decide(by, id);
    const list = (query: string) => group.api("GET", `${OWN}?${query}`, { token: other.token });
    const february = await list("start_date=2026-2-1&end_date=2026-02-01");
    expect(
      february.body.monthly_contributions_receipts.map(
        (item: { contribution_id: number }) => item.contribution_id,
      ),
    ).toEqual([id]);
    expect(february.body).toMatchObject({
      monthly_contributions: [
        { contribution_month: "2026-03-01", amount_paid: 500, group_year: "2026" },
      ],
      total_amount_paid: 500,
    });
    expect((await list("end_date=2026-01-31")).body.monthly_contributions_receipts).toEqual([]);
    expect((await list("")).body.monthly_contributions_receipts).toHaveLength(2);
    expect((await list("page=1&page_size=1")).body).toMatchObject({
      count: 2,
      monthly_contributions_receipts: [{ amount_paid: 700 }],
    });
    expect((await list("page=9")).body).toMatchObject({
      count: 2,
      monthly_contributions_receipts: [],
    });
    expect(await list("start_date=2026-03-01&end_date=2026-02-01")).toMatchObject({
      status: 400,
      body: { detail: "Start date must be before end date." },
    });
    for (const query of [
      "start_date=",
      "start_date=2026-02-30",
      "page=0",
      "page_size=101&page=1",
      "page=x",
    ])
      expect((await list(query)).status).toBe(400);
  });

  test("say up to which month a member is paid", async () => {
    const other = await books.member();
    const id = await paidId(other, { amount_paid: 2500 });
    for (const by of [treasurer, secGen]) await decide(by, id);
    const { body } = await group.api("GET", OWN, { token: other.token });
    // Joined in March 2026, 1,000 a month: two whole months.
    expect(body.monthly_contributions_receipts[0].update_up_to).toBe("2026-04-01");
  });

  test("of everybody show officials each member, and a member only themself", async () => {
    const own = await group.api("GET", ALL, { token: member.token });
    expect(own.body.contributions).toHaveLength(1);
    expect(own.body).toMatchObject({
      contributions: [{ user: member.username, latest_contribution: { month: "2026-03-01" } }],
      total_fines: 0,
      unpaid_fines: 0,
    });
    const all = await group.api("GET", ALL, { token: chairperson.token });
    expect(all.body.contributions.length).toBeGreaterThan(5);
    expect(
      (await group.api("GET", `${ALL}?page=1&page_size=3`, { token: chairperson.token })).body,
    ).toMatchObject({
      count: all.body.contributions.length,
      contributions: { length: 3 },
    });
  });
});

describe("an approval against a change of office", () => {
  test("either counts before the office is gone or is refused; never both lost", async () => {
    const id = await paidId(member);
    await decide(secGen, id);
    await group.api("DELETE", `/api/user/remove_groups/${treasurer.id}/`, {
      token: chairperson.token,
      body: { role: "Treasurer" },
    });
    const [removed, approved] = await Promise.all([
      group.api("POST", `/api/user/assign_groups/${treasurer.id}/agree/`, { token: secGen.token }),
      decide(treasurer, id),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 403]).toContain(approved.status);
    const { status } = await group.db
      .selectFrom("payments")
      .select("status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(status).toBe(approved.status === 200 ? "approved" : "pending_approval");
    expect((await decide(treasurer, id)).status).toBe(403);
    await group.api("POST", `/api/user/assign_groups/${treasurer.id}/`, {
      token: chairperson.token,
      body: { role: "treasurer" },
    });
  });
});

test("after all of this the books hold every invariant", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
