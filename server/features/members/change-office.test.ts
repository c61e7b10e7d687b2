import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { appointOfficial } from "./change-office.ts";

let group: TestGroup;
let chairperson: TestMember;

beforeAll(async () => {
  group = await startGroup();
  chairperson = await group.official("Chairperson", { first_name: "Zawadi", last_name: "Mwangi" });
});
afterAll(() => group.close());

const assign = (member: { id: number }, role: unknown, by: TestMember = chairperson) =>
  group.api("POST", `/api/user/assign_groups/${member.id}/`, { token: by.token, body: { role } });
const remove = (member: { id: number }, role: unknown, by: TestMember = chairperson) =>
  group.api("DELETE", `/api/user/remove_groups/${member.id}/`, { token: by.token, body: { role } });
const appoint = (email: string) =>
  appointOfficial(group.db, { email, office: "Treasurer", now: group.clock.now() });

describe("giving an office", () => {
  it.each([
    ["chairperson", "Chairperson"],
    ["Treasurer", "Treasurer"],
    ["SEC-GEN", "Sec-Gen"],
  ])("takes %s", async (role, office) => {
    const member = await group.activeMember(chairperson);
    const answer = await assign(member, role);
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ id: member.id, user_groups: [office] });
    expect((await group.mailbox(member.email)).at(-1)?.body).toContain(`You are now ${office}`);
    expect((await group.mailbox(chairperson.email)).at(-1)?.body).toContain(`is now ${office}`);
    expect(await remove(member, office)).toMatchObject({
      status: 200,
      body: { user: { user_groups: [] } },
    });
  });

  it("opens its rights at once", async () => {
    const member = await group.activeMember(chairperson);
    expect((await group.api("GET", "/api/user/get_users", { token: member.token })).status).toBe(
      403,
    );
    await assign(member, "treasurer");
    expect((await group.api("GET", "/api/user/get_users", { token: member.token })).status).toBe(
      200,
    );
    await remove(member, "treasurer");
    expect((await group.api("GET", "/api/user/get_users", { token: member.token })).status).toBe(
      403,
    );
  });

  it.each([[undefined], [""], ["member"], ["admin"], [3], [["treasurer"]]])(
    "refuses the role %j",
    async (role) => {
      const member = await group.activeMember(chairperson);
      const answer = await assign(member, role);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors)).toEqual(["role"]);
    },
  );

  it("is for the Chairperson to do, and for members that exist", async () => {
    const member = await group.activeMember(chairperson);
    expect((await assign(member, "treasurer", member)).status).toBe(403);
    expect((await assign({ id: 999_999 }, "nonsense")).status).toBe(404);
    expect((await remove({ id: 999_999 }, "nonsense")).status).toBe(404);
    expect((await remove(member, "treasurer", member)).status).toBe(403);
  });

  it("gives no second one, nor the same one twice", async () => {
    const member = await group.activeMember(chairperson);
    await assign(member, "treasurer");
    expect(await assign(member, "sec-gen")).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("Treasurer") },
    });
    expect((await assign(member, "treasurer")).status).toBe(400);
  });

  it("is for active members only", async () => {
    const pending = await group.pendingMember();
    const dormant = await group.activeMember(chairperson);
    const inactive = await group.activeMember(chairperson);
    const manage = (member: TestMember, action: string) =>
      group.api("POST", `/api/user/admin_manage_user/${member.id}/`, {
        token: chairperson.token,
        body: { action },
      });
    await manage(dormant, "dormant");
    await manage(inactive, "deactivate");
    for (const member of [pending, dormant, inactive])
      expect(await assign(member, "treasurer")).toMatchObject({
        status: 400,
        body: { detail: "Only an active member can hold an office." },
      });
  });

  it("gives a member one office when two are given at the same moment", async () => {
    const member = await group.activeMember(chairperson);
    const answers = await Promise.all([assign(member, "treasurer"), assign(member, "sec-gen")]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });
});

describe("taking an office away", () => {
  it("refuses what the member does not hold", async () => {
    const member = await group.activeMember(chairperson);
    expect((await remove(member, "treasurer")).status).toBe(400);
    await assign(member, "sec-gen");
    expect(await remove(member, "Treasurer")).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("not Treasurer") },
    });
  });
});

describe("appointing without anybody signed in", () => {
  it("makes a proven account an active official, approved today", async () => {
    const member = await group.pendingMember({ first_name: "Tumaini", last_name: "Kilonzo" });
    expect(await appoint(member.email.toUpperCase())).toEqual({
      detail: "Tumaini Kilonzo is now Treasurer.",
    });
    const me = await group.api("GET", "/api/user/get_user_data", { token: member.token });
    expect(me.body).toMatchObject({
      user_groups: ["Treasurer"],
      status: "active",
      is_active: true,
    });
    const row = await group.db
      .selectFrom("members")
      .select("approved_on")
      .where("id", "=", member.id)
      .executeTakeFirst();
    expect(row?.approved_on).toBe("2026-03-16");
    expect(await appoint(member.email)).toEqual({
      detail: "Tumaini Kilonzo is already Treasurer.",
    });
    expect((await group.mailbox(chairperson.email)).at(-1)?.body).toContain("is now Treasurer");
  });

  it("says why not", async () => {
    const unproven = await group.signUp();
    await expect(appoint("nobody@example.com")).rejects.toThrow("no-such-account");
    await expect(appoint(unproven.email)).rejects.toThrow("email-not-confirmed");
    await expect(appoint(chairperson.email)).rejects.toThrow("holds-another-office");
  });
});
