import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let chairperson: TestMember;
let treasurer: TestMember;

beforeAll(async () => {
  group = await startGroup();
  chairperson = await group.official("Chairperson");
  treasurer = await group.official("Treasurer");
});
afterAll(() => group.close());

const manage = (member: { id: number }, body: unknown, by: TestMember = chairperson) =>
  group.api("POST", `/api/user/admin_manage_user/${member.id}/`, { token: by.token, body });
const signIn = (member: TestMember) =>
  group.api("POST", "/api/user/login", {
    body: { email: member.email, password: member.password },
  });
const lastMail = async (member: TestMember) => (await group.mailbox(member.email)).at(-1);

describe("who may change a status", () => {
  it("is the Chairperson, and nobody learns who exists", async () => {
    const member = await group.pendingMember();
    const body = { action: "approve" };
    expect(
      (await group.api("POST", `/api/user/admin_manage_user/${member.id}/`, { body })).status,
    ).toBe(401);
    expect((await manage(member, body, treasurer)).status).toBe(403);
    expect((await manage(member, body, member)).status).toBe(403);
    expect((await manage({ id: 999_999 }, body, member)).status).toBe(403);
    expect((await manage({ id: 999_999 }, {})).status).toBe(404);
    expect(
      (
        await group.api("POST", "/api/user/admin_manage_user/x/", {
          token: chairperson.token,
          body,
        })
      ).status,
    ).toBe(404);
    expect(
      (await group.api("POST", "/api/user/deactivate_user/999999/", { token: chairperson.token }))
        .status,
    ).toBe(404);
  });

  it("ends with the office, at once", async () => {
    const second = await group.official("Chairperson");
    await group.api("DELETE", `/api/user/remove_groups/${second.id}/`, {
      token: chairperson.token,
      body: { role: "Chairperson" },
    });
    const member = await group.pendingMember();
    expect((await manage(member, { action: "approve" }, second)).status).toBe(403);
  });
});

describe("what is sent", () => {
  it.each([
    [{}, "action"],
    [{ action: "promote" }, "action"],
    [{ action: 1 }, "action"],
    [{ action: "reject" }, "reject_reason"],
    [{ action: "reject", reject_reason: "  " }, "reject_reason"],
    [{ action: "reject", reject_reason: "x".repeat(501) }, "reject_reason"],
  ])("is refused on its field: %j", async (body, field) => {
    const answer = await manage(chairperson, body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });
});

describe("approving", () => {
  it("makes the member active from today, and tells them and every official", async () => {
    const member = await group.pendingMember({ first_name: "Neema", last_name: "Mutua" });
    const answer = await manage(member, { action: "approve" });
    expect(answer.status).toBe(200);
    expect(answer.body.detail).toBe("Neema Mutua has been approved as a member.");
    expect(answer.body.user).toMatchObject({ id: member.id, status: "active", is_active: true });
    const row = await group.db
      .selectFrom("members")
      .select("approved_on")
      .where("id", "=", member.id)
      .executeTakeFirst();
    expect(row?.approved_on).toBe("2026-03-16");
    expect((await lastMail(member))?.body).toContain("has been approved");
    for (const official of [chairperson, treasurer])
      expect((await lastMail(official))?.body).toContain("Neema Mutua has been approved");
    expect((await manage(member, { action: "approve" })).status).toBe(400);
  });

  it("waits until the email address is proven", async () => {
    const member = await group.signUp();
    expect(await manage(member, { action: "approve" })).toMatchObject({
      status: 400,
      body: { detail: "This member has not confirmed their email address yet." },
    });
  });

  it("is written down with who did it", async () => {
    const member = await group.pendingMember();
    await manage(member, { action: "approve" });
    const entry = await group.db
      .selectFrom("audit_entries")
      .selectAll()
      .where("subject_id", "=", member.id)
      .where("action", "=", "members.approve")
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      actor_id: chairperson.id,
      before: { status: "pending_approval" },
      after: { status: "active" },
    });
  });
});

describe("rejecting", () => {
  it("before the email is proven keeps the account closed until it is approved after all", async () => {
    const member = await group.signUp();
    const reject = { action: "reject", reject_reason: "Nobody knows you" };
    expect((await manage(member, reject)).status).toBe(200);
    const activation_token = await group.mailedToken(member.email, "activate");
    await group.api("POST", "/api/user/activate/", { body: { activation_token } });
    const credentials = { email: member.email, password: member.password };
    const signIn = () => group.api("POST", "/api/user/login", { body: credentials });
    expect((await signIn()).status).toBe(401);
    expect((await manage(member, { action: "approve" })).status).toBe(200);
    expect((await signIn()).status).toBe(200);
  });

  it("shuts the member out, mails the reason, and can be turned into an approval", async () => {
    const member = await group.pendingMember();
    const answer = await manage(member, {
      action: "reject",
      reject_reason: "Not from our village",
    });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ status: "pending_approval", is_active: false });
    expect((await lastMail(member))?.body).toContain("Not from our village");
    expect((await signIn(member)).status).toBe(401);
    expect(
      (await group.api("GET", "/api/user/get_user_data", { token: member.token })).status,
    ).toBe(401);
    expect((await manage(member, { action: "approve" })).body.user).toMatchObject({
      status: "active",
      is_active: true,
    });
    expect((await signIn(member)).status).toBe(200);
  });

  it("is refused while the member has approved or undecided payments", async () => {
    const member = await group.pendingMember();
    const paid = await group.api("POST", "/api/finances/monthly-contribution/", {
      token: member.token,
      body: {
        amount_paid: 1000,
        contribution_month: "2026-03-01",
        payment_date: "2026-03-16T05:00:00Z",
        payment_Reference_Code: "PENDING01",
      },
    });
    expect(paid.status).toBe(201);
    const reject = { action: "reject", reject_reason: "Sorry" };
    expect((await manage(member, reject)).status).toBe(400);
    const id = paid.body.contribution.contribution_id;
    await group.api("POST", `/api/finances/monthly-contribution-approval/${id}/`, {
      token: treasurer.token,
      body: { action: "rejected", reject_reason: "No such payment" },
    });
    expect((await manage(member, reject)).status).toBe(200);
  });
});

describe("the other actions", () => {
  const chain: [string, object][] = [
    ["approve", { status: "active", is_active: true }],
    ["dormant", { status: "dormant", is_active: true }],
    ["lift_dormancy", { status: "active", is_active: true }],
    ["deactivate", { status: "active", is_active: false }],
    ["activate", { status: "active", is_active: true }],
  ];

  it("lead from state to state, each with a mail, and refuse what is not offered", async () => {
    const member = await group.pendingMember();
    const offered: Record<string, string[]> = {
      pending: ["approve", "reject"],
      active: ["dormant", "deactivate"],
      dormant: ["lift_dormancy"],
      inactive: ["activate"],
    };
    const situations = ["pending", "active", "dormant", "active", "inactive"];
    for (const [step, [action, after]] of chain.entries()) {
      for (const other of ["approve", "activate", "dormant", "deactivate", "lift_dormancy"]) {
        if (offered[situations[step] ?? ""]?.includes(other)) continue;
        expect((await manage(member, { action: other })).status).toBe(400);
      }
      const mails = (await group.mailbox(member.email)).length;
      const answer = await manage(member, { action });
      expect([answer.status, answer.body.user]).toEqual([200, expect.objectContaining(after)]);
      expect((await group.mailbox(member.email)).length).toBe(mails + 1);
    }
  });

  it("take the office away, and deactivation the sessions too", async () => {
    for (const action of ["dormant", "deactivate"]) {
      const official = await group.official("Sec-Gen");
      const answer = await manage(official, { action });
      expect(answer.body.user.user_groups).toEqual([]);
      expect((await lastMail(official))?.body).toContain("no longer Sec-Gen");
      const me = await group.api("GET", "/api/user/get_user_data", { token: official.token });
      expect(me.status).toBe(action === "dormant" ? 200 : 401);
    }
  });

  it("deactivate_user is the same as deactivate", async () => {
    const member = await group.activeMember(chairperson);
    const path = `/api/user/deactivate_user/${member.id}/`;
    expect((await group.api("POST", path, { token: treasurer.token })).status).toBe(403);
    const answer = await group.api("POST", path, { token: chairperson.token });
    expect(answer).toMatchObject({
      status: 200,
      body: { detail: expect.any(String), user: { is_active: false, status: "active" } },
    });
    expect((await group.api("POST", path, { token: chairperson.token })).status).toBe(400);
  });
});

describe("the last active Chairperson", () => {
  it("can be neither deactivated, made dormant nor removed", async () => {
    const holders = await group.db
      .selectFrom("members")
      .select("id")
      .where("office", "=", "Chairperson")
      .execute();
    expect(holders).toEqual([{ id: chairperson.id }]);
    for (const action of ["dormant", "deactivate"])
      expect(await manage(chairperson, { action })).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining("last active Chairperson") },
      });
    const answer = await group.api("DELETE", `/api/user/remove_groups/${chairperson.id}/`, {
      token: chairperson.token,
      body: { role: "Chairperson" },
    });
    expect(answer.status).toBe(400);
  });

  it("remains when two Chairpersons remove each other at the same moment", async () => {
    for (let round = 0; round < 8; round++) {
      const other = await group.official("Chairperson");
      const remove = (target: TestMember, by: TestMember) =>
        group.api("DELETE", `/api/user/remove_groups/${target.id}/`, {
          token: by.token,
          body: { role: "Chairperson" },
        });
      const answers = await Promise.all([remove(other, chairperson), remove(chairperson, other)]);
      const statuses = answers.map((answer) => answer.status).toSorted((a, b) => a - b);
      // The second of them is no longer Chairperson.
      expect(statuses).toEqual([200, 403]);
      if (answers[1]?.status === 200) chairperson = other;
    }
  });
});
