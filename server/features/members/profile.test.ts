import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runJobs } from "#tests/support/run-jobs.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;

beforeAll(async () => {
  group = await startGroup();
});
afterAll(() => group.close());

const read = (member: TestMember) =>
  group.api("GET", "/api/user/profile/", { token: member.token });
const change = (member: TestMember, body: unknown) =>
  group.api("POST", "/api/user/profile/", { token: member.token, body });
const confirm = (confirmation_token: unknown) =>
  group.api("POST", "/api/user/confirm-email/", { body: { confirmation_token } });
const signIn = (email: string, password: string) =>
  group.api("POST", "/api/user/login", { body: { email, password } });

describe("one's own profile", () => {
  it("is the User, and no other email waits", async () => {
    const member = await group.pendingMember();
    const answer = await read(member);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      user: { id: member.id, email: member.email },
      pending_email: null,
    });
    expect((await group.api("GET", "/api/user/profile/")).status).toBe(401);
  });

  it("takes new names and a new phone; what is left out stays", async () => {
    const member = await group.pendingMember();
    const answer = await change(member, { first_name: "Halima", phone: "0100 222 333" });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ first_name: "Halima", phone: "+254100222333" });
    expect((await change(member, { last_name: "Abdi" })).body.user).toMatchObject({
      first_name: "Halima",
      last_name: "Abdi",
      phone: "+254100222333",
    });
  });

  it("is written down with the last three digits of a phone only", async () => {
    const member = await group.pendingMember();
    await change(member, { phone: "0100 222 444" });
    const entry = await group.db
      .selectFrom("audit_entries")
      .select(["action", "after"])
      .where("actor_id", "=", member.id)
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ action: "members.change-profile", after: { phone: "…444" } });
  });

  it("changes nothing that is not a member's own to change", async () => {
    const member = await group.pendingMember();
    const before = (await read(member)).body.user;
    await change(member, {
      status: "active",
      is_active: false,
      office: "Treasurer",
      user_groups: ["Treasurer"],
      reg_number: "X",
      username: "x",
      id: 1,
    });
    expect((await read(member)).body.user).toEqual(before);
  });

  it("refuses bad and taken values on their fields", async () => {
    const member = await group.pendingMember();
    const other = await group.pendingMember();
    const answer = await change(member, { phone: other.phone, email: other.email.toUpperCase() });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({
      phone: ["Phone is already in use."],
      email: ["Email is already in use."],
    });
    for (const [field, value] of [
      ["phone", "123"],
      ["email", "nothing"],
      ["first_name", "x".repeat(61)],
      ["last_name", 7],
    ] as const) {
      const refused = await change(member, { [field]: value });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
    }
  });

  it("lets one of two members have a phone both ask for at once", async () => {
    const members = [await group.pendingMember(), await group.pendingMember()];
    const answers = await Promise.all(
      members.map((member) => change(member, { phone: "0711999888" })),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const refused = answers.find((answer) => answer.status === 400);
    expect(refused?.body.errors).toEqual({ phone: ["Phone is already in use."] });
  });

  it("audits a phone number by its last digits only", async () => {
    const member = await group.pendingMember();
    await change(member, { phone: "0712345679" });
    const entry = await group.db
      .selectFrom("audit_entries")
      .selectAll()
      .where("action", "=", "members.change-profile")
      .where("subject_id", "=", member.id)
      .executeTakeFirstOrThrow();
    expect(entry.after).toMatchObject({ phone: "…679" });
    expect(JSON.stringify(entry.after)).not.toContain("345679");
  });
});

describe("a new email address", () => {
  it("counts once it is confirmed, and the old one is told", async () => {
    const member = await group.pendingMember();
    const newEmail = `new-${member.email}`;
    const asked = await change(member, { email: newEmail });
    expect(asked.body).toMatchObject({
      user: { email: member.email },
      pending_email: newEmail,
      detail: expect.stringContaining(newEmail),
    });
    expect((await read(member)).body.pending_email).toBe(newEmail);
    expect((await group.mailbox(member.email)).at(-1)?.body).toContain(newEmail);
    const token = await group.mailedToken(newEmail, "confirm-email");
    expect((await confirm(token)).status).toBe(200);
    expect((await read(member)).body).toMatchObject({
      user: { email: newEmail },
      pending_email: null,
    });
    expect((await signIn(member.email, member.password)).status).toBe(401);
    expect((await signIn(newEmail, member.password)).status).toBe(200);
    expect((await group.mailbox(member.email)).at(-1)?.subject).toContain("was changed");
    expect((await confirm(token)).status).toBe(400);
  });

  it("is confirmed by a living token only", async () => {
    const member = await group.pendingMember();
    await change(member, { email: `late-${member.email}` });
    const token = await group.mailedToken(`late-${member.email}`, "confirm-email");
    group.clock.advanceMinutes(24 * 60 + 1);
    expect((await confirm(token)).status).toBe(400);
    expect((await confirm("nonsense")).status).toBe(400);
    expect((await confirm(undefined)).body.errors).toEqual({
      confirmation_token: ["Confirmation token is required."],
    });
  });

  it("is refused at confirmation when somebody else took it meanwhile", async () => {
    const member = await group.pendingMember();
    await change(member, { email: "wanted@example.com" });
    const token = await group.mailedToken("wanted@example.com", "confirm-email");
    await group.signUp({ email: "Wanted@example.com" });
    expect(await confirm(token)).toMatchObject({
      status: 400,
      body: { errors: { email: ["Email is already in use."] } },
    });
  });

  it("is forgotten when the password is changed or reset", async () => {
    const member = await group.pendingMember();
    await change(member, { email: `stolen-${member.email}` });
    const token = await group.mailedToken(`stolen-${member.email}`, "confirm-email");
    await group.api("POST", "/api/user/password-reset/", { body: { email: member.email } });
    await runJobs(group);
    const password_reset_token = await group.mailedToken(member.email, "forgot-password");
    const reset = await group.api("POST", "/api/user/forgot-password/", {
      body: {
        password_reset_token,
        new_password: "bahari ya hindi 88",
        confirm_new_password: "bahari ya hindi 88",
      },
    });
    expect(reset.status).toBe(200);
    expect((await confirm(token)).status).toBe(400);
  });
});
