import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let chairperson: TestMember;
let treasurer: TestMember;
let secGen: TestMember;
let active: TestMember;
let pending: TestMember;

beforeAll(async () => {
  group = await startGroup();
  chairperson = await group.official("Chairperson", { first_name: "Zawadi", last_name: "Mwangi" });
  treasurer = await group.official("Treasurer", { first_name: "Baraka", last_name: "Njoroge" });
  secGen = await group.official("Sec-Gen", { first_name: "amani", last_name: "Wekesa" });
  active = await group.activeMember(chairperson, {
    first_name: "Kip",
    last_name: "50%_\\Done",
    RegNo: "Reg-9/ABC",
  });
  pending = await group.pendingMember({ first_name: "Neema", last_name: "Mutua" });
});
afterAll(() => group.close());

const get = (path: string, token?: string) =>
  group.api("GET", path, token === undefined ? {} : { token });
const list = async (query: string) =>
  (await get(`/api/user/get_users${query}`, chairperson.token)).body;
const usernames = (answer: { users: { username: string }[] }) =>
  answer.users.map((user) => user.username);

async function contribute(amount: number, verdicts: "approved" | "pending"): Promise<void> {
  const contribution = await group.api("POST", "/api/finances/monthly-contribution/", {
    token: active.token,
    body: {
      amount_paid: amount,
      contribution_month: "2026-03-01",
      payment_date: "2026-03-16T05:00:00Z",
      payment_Reference_Code: `REF${amount * 100}`,
    },
  });
  expect(contribution.status).toBe(201);
  if (verdicts === "pending") return;
  for (const official of [treasurer, secGen]) {
    const path = `/api/finances/monthly-contribution-approval/${contribution.body.contribution.contribution_id}/`;
    const answer = await group.api("POST", path, {
      token: official.token,
      body: { action: "approved" },
    });
    expect(answer.status).toBe(200);
  }
}

describe("get_user_data", () => {
  it("answers the whole User, with what the group holds of their contributions", async () => {
    await contribute(1500.5, "approved");
    await contribute(250, "approved");
    await contribute(99, "pending");
    const answer = await get("/api/user/get_user_data", active.token);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: active.id,
      username: active.username,
      first_name: "Kip",
      last_name: "50%_\\Done",
      email: active.email,
      phone: `+254${active.phone.slice(1)}`,
      photo: null,
      reg_number: "Reg-9/ABC",
      user_groups: [],
      status: "active",
      is_active: true,
      has_cleared: false,
      loans: [],
      total_contributions: 1750.5,
      bad_debt_outstanding: 0,
      device_key: expect.stringMatching(/^[0-9a-f]{64}$/),
      pay_to: [],
      // Approved as a member, three payments recorded, two of them approved.
      unread_notices: 6,
    });
  });

  it("tells each member a device key of their own, and officials nobody else's", async () => {
    const keyOf = async (token: string) =>
      (await get("/api/user/get_user_data", token)).body.device_key;
    const keys = [await keyOf(active.token), await keyOf(secGen.token), await keyOf(active.token)];
    expect(new Set(keys).size).toBe(2);
    const all = await get("/api/user/get_users", secGen.token);
    expect(JSON.stringify(all.body)).not.toContain("device_key");
  });

  it("names the office as the group writes it", async () => {
    const answer = await get("/api/user/get_user_data/", secGen.token);
    expect(answer.body.user_groups).toEqual(["Sec-Gen"]);
  });

  it("is never stored by a cache", async () => {
    const answer = await get("/api/user/get_user_data", active.token);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

describe("get_users", () => {
  it("is for officials only", async () => {
    expect((await get("/api/user/get_users")).status).toBe(401);
    expect((await get("/api/user/get_users", pending.token)).status).toBe(403);
    expect((await get("/api/user/get_users", active.token)).status).toBe(403);
    for (const official of [chairperson, treasurer, secGen])
      expect((await get("/api/user/get_users", official.token)).status).toBe(200);
  });

  it("lists everybody by name, whatever the case", async () => {
    const answer = await list("");
    expect(answer.count).toBe(5);
    expect(usernames(answer)).toEqual(
      [secGen, treasurer, active, pending, chairperson].map((member) => member.username),
    );
    expect(answer.users[2].total_contributions).toBe(1750.5);
  });

  it.each([
    ["treasurer", () => treasurer],
    ["Mweka%20Hazina", () => treasurer],
    ["mwenyekiti", () => chairperson],
    ["chair", () => chairperson],
    ["sec-gen", () => secGen],
    ["SecGen", () => secGen],
    ["katibu", () => secGen],
  ])("finds the holder of an office by its name: %s", async (search, holder) => {
    expect(usernames(await list(`?search=${search}`))).toEqual([holder().username]);
  });

  it("finds by any part of the name or registration number, taking % and _ as they are", async () => {
    expect(usernames(await list("?search=kip 50"))).toEqual([active.username]);
    expect(usernames(await list("?search=G-9/ab"))).toEqual([active.username]);
    expect(usernames(await list("?search=%25_%5C"))).toEqual([active.username]);
    expect(usernames(await list("?search=%25"))).toEqual([active.username]);
    expect(usernames(await list("?search=_"))).toEqual([active.username]);
    expect(await list("?search=nobody")).toEqual({ users: [], count: 0 });
    expect((await list("?search=")).count).toBe(5);
  });

  it("filters by status", async () => {
    expect(usernames(await list("?status=pending_approval"))).toEqual([pending.username]);
    expect((await list("?status=active")).count).toBe(4);
    expect((await list("?status=dormant&search=kip")).count).toBe(0);
    const wrong = await get("/api/user/get_users?status=asleep", chairperson.token);
    expect(wrong.status).toBe(400);
    expect(Object.keys(wrong.body.errors)).toEqual(["status"]);
  });

  it("gives pages with the count of all", async () => {
    const first = await list("?page=1&page_size=2");
    const third = await list("?page=3&page_size=2");
    expect([first.count, third.count]).toEqual([5, 5]);
    expect(usernames(first)).toEqual([secGen.username, treasurer.username]);
    expect(usernames(third)).toEqual([chairperson.username]);
    expect(await list("?page=9")).toEqual({ users: [], count: 5 });
    for (const query of ["?page=0", "?page=x", "?page=1&page_size=101", "?page=1.5"])
      expect((await get(`/api/user/get_users${query}`, chairperson.token)).status).toBe(400);
  });
});

describe("get_active_user_count", () => {
  it("counts who shares in the interest, for approved members only", async () => {
    expect((await get("/api/user/get_active_user_count")).status).toBe(401);
    expect((await get("/api/user/get_active_user_count", pending.token)).status).toBe(403);
    const count = async () =>
      (await get("/api/user/get_active_user_count", active.token)).body.active_users_count;
    expect(await count()).toBe(4);
    const manage = (member: TestMember, action: string) =>
      group.api("POST", `/api/user/admin_manage_user/${member.id}/`, {
        token: chairperson.token,
        body: { action },
      });
    const other = await group.activeMember(chairperson);
    expect(await count()).toBe(5);
    await manage(other, "dormant");
    expect(await count()).toBe(5);
    const third = await group.activeMember(chairperson);
    await manage(third, "deactivate");
    expect(await count()).toBe(5);
  });
});

describe("the rules of every address", () => {
  it("do not mind a trailing slash, know the methods, and answer JSON to what is not there", async () => {
    expect((await get("/api/user/get_users/", chairperson.token)).status).toBe(200);
    expect(
      (await group.api("POST", "/api/user/get_users", { token: chairperson.token })).status,
    ).toBe(405);
    expect((await get("/api/user/nothing", chairperson.token)).body).toEqual({
      detail: expect.any(String),
    });
  });
});

const officials = (token?: string) => get("/api/user/officials/", token);
const phoneOf = async ({ id }: TestMember) =>
  (
    await group.db
      .selectFrom("members")
      .select("phone")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).phone;

describe("officials", () => {
  it("are shown to every approved member, with a phone to reach them", async () => {
    const { status, body } = await officials(active.token);
    expect(status).toBe(200);
    const shown = body.officials.map(
      ({ office, member, phone }: { office: string; member: { id: number }; phone: string }) => [
        office,
        member.id,
        phone,
      ],
    );
    expect(shown).toEqual([
      ["Chairperson", chairperson.id, await phoneOf(chairperson)],
      ["Treasurer", treasurer.id, await phoneOf(treasurer)],
      ["Sec-Gen", secGen.id, await phoneOf(secGen)],
    ]);
    expect(shown[0][2]).toMatch(/^\+254\d{9}$/);
  });

  it("are nobody else's to see", async () => {
    expect((await officials()).status).toBe(401);
    expect((await officials(pending.token)).status).toBe(403);
  });
});
