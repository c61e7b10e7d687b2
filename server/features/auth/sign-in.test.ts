import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let chairperson: TestMember;

beforeAll(async () => {
  group = await startGroup();
  chairperson = await group.official("Chairperson");
});
afterAll(() => group.close());

const signIn = (email: unknown, password: unknown) =>
  group.api("POST", "/api/user/login", { body: { email, password } });
const me = (token: string) => group.api("GET", "/api/user/get_user_data/", { token });
const manage = (member: TestMember, action: string) =>
  group.api("POST", `/api/user/admin_manage_user/${member.id}/`, {
    token: chairperson.token,
    body: { action },
  });
const post = (body: string, type = "application/json") =>
  group.api("POST", "/api/user/login", { body, headers: { "Content-Type": type } });

describe("signing in", () => {
  it("answers an opaque token and is open to the email in any case and the phone in any form", async () => {
    const chairperson = await group.official("Chairperson");
    const member = await group.activeMember(chairperson, { phone: "0733123456" });
    for (const name of [
      member.email.toUpperCase(),
      "0733123456",
      "254 733 123 456",
      "+254733123456",
      "00254 (0) 733.123-456",
      "[0733] 123.456",
    ]) {
      const answer = await signIn(name, member.password);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        access: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        detail: "Login was successful",
      });
      expect((await me(answer.body.access)).status).toBe(200);
    }
  });

  it("answers alike to a wrong password, an unknown person, and an account not activated or deactivated", async () => {
    const unactivated = await group.signUp();
    const deactivated = await group.activeMember(chairperson);
    await manage(deactivated, "deactivate");
    const refused = [
      await signIn(chairperson.email, "wrong password 1"),
      await signIn("nobody@example.com", "wrong password 1"),
      await signIn("0799999999", "wrong password 1"),
      await signIn("no phone at all", "wrong password 1"),
      await signIn(unactivated.email, unactivated.password),
      await signIn(deactivated.email, deactivated.password),
    ];
    for (const answer of refused) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ detail: "Some of your login information was incorrect" });
    }
  });

  it("takes a password however a keyboard writes its letters", async () => {
    const [composed, decomposed] = ["caf\u00e9 yetu tamu 27", "cafe\u0301 yetu tamu 27"];
    const passwords = { password: composed, confirm_password: decomposed };
    const member = await group.activeMember(chairperson, passwords);
    for (const typed of [composed, decomposed, "\uff43afe\u0301 yetu tamu 27"])
      expect((await signIn(member.email, typed)).status).toBe(200);
    expect((await signIn(member.email, "cafe yetu tamu 27")).status).toBe(401);
  });

  it("takes a password whose hash is older than the one form as it was typed, and then in each form", async () => {
    const [composed, decomposed] = ["caf\u00e9 yetu tamu 28", "cafe\u0301 yetu tamu 28"];
    const member = await group.activeMember(chairperson);
    const password_hash = await hash(decomposed, {
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
    });
    await group.db
      .updateTable("members")
      .set({ password_hash })
      .where("id", "=", member.id)
      .execute();
    expect((await signIn(member.email, composed)).status).toBe(401);
    expect((await signIn(member.email, decomposed)).status).toBe(200);
    for (const typed of [composed, decomposed])
      expect((await signIn(member.email, typed)).status).toBe(200);
  });

  it("asks for both fields in the words of the form", async () => {
    expect(await signIn("", undefined)).toMatchObject({
      status: 400,
      body: {
        errors: {
          email: ["Your email or mobile number is required."],
          password: ["Your password is required."],
        },
      },
    });
  });

  it("refuses broken JSON, another content type and a body that is too large", async () => {
    expect((await post("{")).status).toBe(400);
    expect((await post("email=a", "application/x-www-form-urlencoded")).status).toBe(415);
    expect((await post(JSON.stringify({ email: "x".repeat(70_000) }))).status).toBe(413);
  });

  it("keeps the hash of the token only", async () => {
    const token = await group.signIn(chairperson);
    const rows = await group.db.selectFrom("sessions").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("writes down who signed in", async () => {
    await group.signIn(chairperson);
    const entry = await group.db
      .selectFrom("audit_entries")
      .selectAll()
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      action: "sessions.open",
      actor_id: chairperson.id,
      address: "127.0.0.1",
    });
  });
});

describe("a session", () => {
  it("is asked for in the words of the specification", async () => {
    for (const answer of [
      await group.api("GET", "/api/user/get_user_data"),
      await me("x".repeat(43)),
      await group.api("GET", "/api/user/get_user_data", {
        headers: { Authorization: "Basic eA==" },
      }),
    ]) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ detail: "Please login again" });
    }
  });

  it("ends with signing out, and only that one", async () => {
    const [one, other] = [await group.signIn(chairperson), await group.signIn(chairperson)];
    const answer = await group.api("POST", "/api/user/logout/", { token: one });
    expect([answer.status, answer.body]).toEqual([200, { detail: "You have signed out." }]);
    expect((await me(one)).status).toBe(401);
    expect((await me(other)).status).toBe(200);
    expect((await group.api("POST", "/api/user/logout/", { token: one })).status).toBe(401);
  });

  it("ends after 60 minutes without use, for an official after 30", async () => {
    const member = await group.pendingMember();
    const token = await group.signIn(chairperson);
    group.clock.advanceMinutes(29);
    expect((await me(token)).status).toBe(200);
    group.clock.advanceMinutes(30.5);
    expect((await me(token)).status).toBe(401);
    expect((await me(member.token)).status).toBe(200);
    group.clock.advanceMinutes(60.5);
    expect((await me(member.token)).status).toBe(401);
  });

  it("ends 12 hours after it began, however much it is used", async () => {
    const member = await group.pendingMember();
    for (let used = 0; used < 14; used++) {
      group.clock.advanceMinutes(50);
      expect((await me(member.token)).status).toBe(200);
    }
    group.clock.advanceMinutes(21);
    expect((await me(member.token)).status).toBe(401);
  });

  it("ends the moment the member is deactivated", async () => {
    chairperson.token = await group.signIn(chairperson);
    const member = await group.activeMember(chairperson);
    await manage(member, "deactivate");
    expect((await me(member.token)).status).toBe(401);
  });

  it("gives way to a sixth", async () => {
    const member = await group.pendingMember();
    const tokens = [member.token];
    for (let count = 0; count < 5; count++) {
      group.clock.advanceMinutes(0.1);
      tokens.push(await group.signIn(member));
    }
    const statuses = await Promise.all(tokens.map(async (token) => (await me(token)).status));
    expect(statuses).toEqual([401, 200, 200, 200, 200, 200]);
  });
});

describe("one's own sessions", () => {
  it("are listed with where they are from, the current one marked", async () => {
    const member = await group.pendingMember();
    group.clock.advanceMinutes(2);
    const token = await group.signIn(member);
    const answer = await group.api("GET", "/api/user/sessions/", {
      token,
      headers: { "User-Agent": "Simu 3" },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.sessions).toHaveLength(2);
    expect(answer.body.sessions[0]).toEqual({
      id: expect.any(Number),
      created_at: expect.stringMatching(/\+03:00$/),
      last_used_at: expect.stringMatching(/\+03:00$/),
      address: "127.0.0.1",
      device: expect.any(String),
      current: true,
    });
    expect(answer.body.sessions[1].current).toBe(false);
  });

  it("leave out those that have died", async () => {
    const member = await group.pendingMember();
    group.clock.advanceMinutes(61);
    const token = await group.signIn(member);
    const answer = await group.api("GET", "/api/user/sessions/", { token });
    expect(answer.body.sessions).toHaveLength(1);
  });

  it("can be ended one by one; those of others are not there", async () => {
    const member = await group.pendingMember();
    const other = await group.pendingMember();
    const token = await group.signIn(member);
    const { sessions } = (await group.api("GET", "/api/user/sessions/", { token })).body;
    const first = sessions.find((session: { current: boolean }) => !session.current).id;
    const end = (id: unknown, by: string) =>
      group.api("DELETE", `/api/user/sessions/${String(id)}/`, { token: by });
    expect(await end(first, other.token)).toMatchObject({ status: 404 });
    expect(await end("x", token)).toMatchObject({ status: 404 });
    expect(await end(first, token)).toMatchObject({ status: 200 });
    expect((await me(member.token)).status).toBe(401);
    expect(await end(first, token)).toMatchObject({ status: 404 });
    expect(await end(first, "")).toMatchObject({ status: 401 });
  });
});

describe("signing out everywhere else", () => {
  it("ends every session but this one", async () => {
    const member = await group.pendingMember();
    const token = await group.signIn(member);
    const endOthers = () => group.api("DELETE", "/api/user/sessions/", { token });
    expect((await endOthers()).body.detail).toContain("have been signed out");
    expect((await me(member.token)).status).toBe(401);
    expect((await me(token)).status).toBe(200);
    expect((await endOthers()).body.detail).toContain("nowhere else");
  });
});
