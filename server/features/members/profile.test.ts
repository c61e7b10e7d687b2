import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runJobs, startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;

beforeAll(async () => {
  group = await startGroup();
});
afterAll(() => group.close());

const read = (member: TestMember) =>
  group.api("GET", "/api/user/profile/", { token: member.token });
/** Without the password, unless the test passes it. */
const ask = (member: TestMember, body: object) =>
  group.api("POST", "/api/user/profile/", { token: member.token, body });
const change = (member: TestMember, body: object) =>
  ask(member, { current_password: member.password, ...body });
const undo = (token: string) => group.api("POST", "/api/user/undo-email/", { body: { token } });
const confirmPhone = (by: TestMember, id: number, body: object = {}) =>
  group.api("POST", `/api/user/confirm-phone/${id}/`, { token: by.token, body });
const me = async (token: string) =>
  (await group.api("GET", "/api/user/get_user_data", { token })).status;
async function moveTo(member: TestMember, email: string): Promise<void> {
  expect((await change(member, { email })).status).toBe(200);
  expect((await confirm(await group.mailedToken(email, "confirm-email"))).status).toBe(200);
}
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
      ["first_name", "x".repeat(41)],
      ["last_name", 7],
    ] as const) {
      const refused = await change(member, { [field]: value });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
    }
    expect((await change(member, { last_name: "Treasurer" })).status).toBe(200);
    const office = await change(member, { first_name: "Akiba" });
    expect([office.status, Object.keys(office.body.errors)]).toEqual([400, ["last_name"]]);
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
  it("counts once it is confirmed, and the old address is notified", async () => {
    const member = await group.pendingMember();
    const newEmail = `new-${member.email}`;
    const requested = await change(member, { email: newEmail });
    expect(requested.body).toMatchObject({
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

describe("another phone or email", () => {
  it("needs the current password; names do not", async () => {
    const member = await group.pendingMember();
    for (const body of [{ phone: "0100777001" }, { email: "other1@example.com" }]) {
      for (const params of [{}, { current_password: "not the one 7" }])
        expect(await ask(member, { ...body, ...params })).toMatchObject({
          status: 400,
          body: { errors: { current_password: [expect.any(String)] } },
        });
    }
    const own = { email: member.email.toUpperCase(), phone: member.phone, first_name: "Njeri" };
    expect((await ask(member, own)).body.user).toMatchObject({ first_name: "Njeri" });
  });

  it("needs the code besides where two-step sign-in is on", async () => {
    const member = await group.pendingMember();
    const post = (path: string, body: object) =>
      group.api("POST", `/api/user/two-step/${path}/`, { token: member.token, body });
    const { secret } = (await post("start", { current_password: member.password })).body;
    const codeNow = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: group.clock.now().getTime(),
      });
    await post("confirm", { code: codeNow() });
    group.clock.advanceMinutes(1);
    const command = { phone: "0100777002" };
    for (const params of [{}, { code: "000000" }, { code: "١٢٣٤٥٦" }])
      expect(await change(member, { ...command, ...params })).toMatchObject({
        status: 400,
        body: { errors: { code: [expect.any(String)] } },
      });
    expect((await change(member, { ...command, code: codeNow() })).status).toBe(200);
  });

  it("leaves an older name alone until it is changed", async () => {
    const member = await group.pendingMember();
    const older = "N".repeat(55);
    await sql`UPDATE members SET first_name = ${older} WHERE id = ${member.id}`.execute(group.db);
    expect((await ask(member, { first_name: older, last_name: "Abdi" })).status).toBe(200);
    expect((await ask(member, { first_name: `${older}o` })).body.errors).toEqual({
      first_name: ["First name may have at most 40 characters."],
    });
  });
});

describe("a phone", () => {
  it("signs in once the Chairperson has approved the member with it", async () => {
    const chairperson = await group.official("Chairperson");
    const member = await group.pendingMember();
    expect((await signIn(member.phone, member.password)).status).toBe(401);
    expect((await signIn(member.email, member.password)).status).toBe(200);
    await group.api("POST", `/api/user/admin_manage_user/${member.id}/`, {
      token: chairperson.token,
      body: { action: "approve" },
    });
    expect((await signIn(member.phone, member.password)).status).toBe(200);
  });

  it("that is another one signs in once the Chairperson has confirmed it, and the old one until then", async () => {
    const chairperson = await group.official("Chairperson");
    const member = await group.activeMember(chairperson);
    const requested = await change(member, { phone: "0100888001" });
    expect(requested.body.user).toMatchObject({ pending_phone: "+254100888001" });
    expect(requested.body.user.phone).toMatch(/^\+2547/);
    expect((await signIn("0100888001", member.password)).status).toBe(401);
    expect((await signIn(member.phone, member.password)).status).toBe(200);
    const found = await group.api("GET", `/api/user/get_users?search=Kamau`, {
      token: chairperson.token,
    });
    expect(found.body.users.find(({ id }: { id: number }) => id === member.id).pending_phone).toBe(
      "+254100888001",
    );
    expect((await confirmPhone(member, member.id)).status).toBe(403);
    expect((await confirmPhone(chairperson, 999_999)).status).toBe(404);
    expect((await confirmPhone(chairperson, member.id, { phone_seen: "0100888999" })).status).toBe(
      400,
    );
    const confirmed = await confirmPhone(chairperson, member.id, { phone_seen: "0100888001" });
    expect(confirmed.body.user).toMatchObject({ phone: "+254100888001" });
    expect(confirmed.body.user.pending_phone).toBeUndefined();
    expect((await signIn("0100888001", member.password)).status).toBe(200);
    expect((await signIn(member.phone, member.password)).status).toBe(401);
    expect((await confirmPhone(chairperson, member.id)).status).toBe(400);
  });

  it("that waits is replaced by a later request, keeps nobody from it, and is refused once somebody has it", async () => {
    const chairperson = await group.official("Chairperson");
    const member = await group.activeMember(chairperson);
    await change(member, { phone: "0100888002" });
    await change(member, { phone: "0100888003" });
    expect((await read(member)).body.user.pending_phone).toBe("+254100888003");
    await group.signUp({ phone: "0100888003" });
    expect(await confirmPhone(chairperson, member.id)).toMatchObject({
      status: 400,
      body: { errors: { phone: ["Phone is already in use."] } },
    });
  });

  it("that waits is forgotten when the password is changed", async () => {
    const chairperson = await group.official("Chairperson");
    const member = await group.activeMember(chairperson);
    await change(member, { phone: "0100888004" });
    await group.api("POST", "/api/user/change-password/", {
      token: member.token,
      body: {
        current_password: member.password,
        new_password: "bahari ya hindi 88",
        confirm_new_password: "bahari ya hindi 88",
      },
    });
    expect((await confirmPhone(chairperson, member.id)).status).toBe(400);
  });
});

describe("the way back to an earlier address", () => {
  it("puts it back, ends every session, and leaves a password that nobody knows", async () => {
    const member = await group.pendingMember();
    const thief = `thief-${member.email}`;
    await moveTo(member, thief);
    await change(member, { email: `next-${thief}` });
    const pending = await group.mailedToken(`next-${thief}`, "confirm-email");
    group.clock.advanceMinutes(6 * 24 * 60);
    const token = await group.signIn({ email: thief, password: member.password });
    const link = await group.mailedToken(member.email, "undo-email");
    expect((await undo(link)).status).toBe(200);
    expect(await me(token)).toBe(401);
    expect((await confirm(pending)).status).toBe(400);
    for (const email of [thief, member.email])
      expect((await signIn(email, member.password)).status).toBe(401);
    const reset = await group.api("POST", "/api/user/forgot-password/", {
      body: {
        password_reset_token: await group.mailedToken(member.email, "forgot-password"),
        new_password: "bahari ya hindi 88",
        confirm_new_password: "bahari ya hindi 88",
      },
    });
    expect(reset.status).toBe(200);
    expect((await signIn(member.email, "bahari ya hindi 88")).status).toBe(200);
    expect((await undo(link)).status).toBe(400);
  });

  it("is open for 7 days", async () => {
    const member = await group.pendingMember();
    await moveTo(member, `late-${member.email}`);
    const link = await group.mailedToken(member.email, "undo-email");
    group.clock.advanceMinutes(7 * 24 * 60 + 1);
    expect((await undo(link)).status).toBe(400);
    expect((await undo("nonsense")).status).toBe(400);
  });

  it("outlives the thief's next change, and ends the thief's own way back", async () => {
    const member = await group.pendingMember();
    const [second, third] = [`b-${member.email}`, `c-${member.email}`];
    await moveTo(member, second);
    group.clock.advanceMinutes(1);
    await moveTo(member, third);
    const [own, thiefs] = [
      await group.mailedToken(member.email, "undo-email"),
      await group.mailedToken(second, "undo-email"),
    ];
    expect((await undo(own)).status).toBe(200);
    expect((await undo(thiefs)).status).toBe(400);
    const { email } = await group.db
      .selectFrom("members")
      .select("email")
      .where("id", "=", member.id)
      .executeTakeFirstOrThrow();
    expect(email).toBe(member.email);
  });

  it("keeps the address from everybody else as long as it is open", async () => {
    const member = await group.pendingMember();
    await moveTo(member, `moved-${member.email}`);
    await expect(group.signUp({ email: member.email })).rejects.toThrow("Email is already in use.");
    const other = await group.pendingMember();
    expect((await change(other, { email: member.email })).body.errors).toEqual({
      email: ["Email is already in use."],
    });
    group.clock.advanceMinutes(7 * 24 * 60 + 1);
    await group.signUp({ email: member.email });
  });
});
