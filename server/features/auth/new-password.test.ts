import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runJobs, startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

const NEW = "bahari ya hindi 88";

let group: TestGroup;

beforeAll(async () => {
  group = await startGroup();
});
afterAll(() => group.close());

const ask = (email: unknown) => group.api("POST", "/api/user/password-reset/", { body: { email } });
const reset = (password_reset_token: string, password = NEW, again = password) =>
  group.api("POST", "/api/user/forgot-password/", {
    body: { new_password: password, confirm_new_password: again, password_reset_token },
  });
const signIn = (member: TestMember, password: string) =>
  group.api("POST", "/api/user/login", { body: { email: member.email, password } });
const isSignedIn = async (token: string) =>
  (await group.api("GET", "/api/user/get_user_data", { token })).status === 200;

async function resetToken(member: TestMember): Promise<string> {
  await ask(member.email);
  await runJobs(group);
  return group.mailedToken(member.email, "forgot-password");
}
const change = (token: string, current_password: string, password = NEW, again = password) =>
  group.api("POST", "/api/user/change-password/", {
    token,
    body: { current_password, new_password: password, confirm_new_password: again },
  });

describe("asking for a password reset", () => {
  it("answers alike for an account and for nobody, and mails to the account only", async () => {
    const member = await group.pendingMember();
    const known = await ask(member.email.toUpperCase());
    const unknown = await ask("nobody@example.com");
    expect(known.status).toBe(200);
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    await runJobs(group);
    const mails = await group.mailbox(member.email);
    expect(mails.at(-1)?.body).toMatch(
      /http:\/\/localhost:3000\/user\/forgot-password\/[A-Za-z0-9_-]{43}\/\n/,
    );
    expect(await group.mailbox("nobody@example.com")).toEqual([]);
  });

  it("builds its link from the configured address, never from the request", async () => {
    const member = await group.pendingMember();
    await group.api("POST", "/api/user/password-reset/", {
      body: { email: member.email },
      headers: { "X-Forwarded-Host": "evil.example", Forwarded: "host=evil.example" },
    });
    await runJobs(group);
    const link = `/user/forgot-password/${await group.mailedToken(member.email, "forgot-password")}/`;
    const mails = JSON.stringify(await group.mailbox(member.email));
    expect(mails).toContain(`http://localhost:3000${link}`);
    expect(mails).not.toContain("evil");
  });

  it.each([[undefined], [""], ["not an address"], [12], [null]])(
    "refuses %j on its field",
    async (email) => {
      const answer = await ask(email);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors)).toEqual(["email"]);
    },
  );

  it("mails an account that was never activated its activation link instead", async () => {
    const member = await group.signUp();
    await ask(member.email);
    await runJobs(group);
    const [first, second] = await group.mailbox(member.email);
    expect(second?.body).toContain("/user/activate/");
    expect(second?.body).not.toBe(first?.body);
    expect(JSON.stringify(second)).not.toContain("forgot-password");
  });
});

describe("resetting a password", () => {
  it("replaces it, ends every session and tells the owner", async () => {
    const member = await group.pendingMember();
    const other = await group.signIn(member);
    const answer = await reset(await resetToken(member));
    expect(answer).toMatchObject({ status: 200, body: { detail: expect.any(String) } });
    expect(await isSignedIn(member.token)).toBe(false);
    expect(await isSignedIn(other)).toBe(false);
    expect((await signIn(member, member.password)).status).toBe(401);
    expect((await signIn(member, NEW)).status).toBe(200);
    const mails = await group.mailbox(member.email);
    expect(mails.at(-1)?.subject).toContain("password was changed");
  });

  it("spends the token once, also when it comes ten times at once", async () => {
    const member = await group.pendingMember();
    const token = await resetToken(member);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) => reset(token, `bahari ya hindi ${number}00`)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(9);
    expect(await reset(token)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("no longer valid") },
    });
  });

  it("lets the newest link kill the older one", async () => {
    const member = await group.pendingMember();
    const older = await resetToken(member);
    const newer = await resetToken(member);
    expect((await reset(older)).status).toBe(400);
    expect((await reset(newer)).status).toBe(200);
  });

  it("refuses a token after an hour", async () => {
    const member = await group.pendingMember();
    const token = await resetToken(member);
    group.clock.advanceMinutes(61);
    expect((await reset(token)).status).toBe(400);
  });

  it("leaves the token alive when the new password is refused", async () => {
    const member = await group.pendingMember();
    const token = await resetToken(member);
    for (const [password, again, field] of [
      ["short77", "short77", "new_password"],
      ["password123", "password123", "new_password"],
      [member.username, member.username, "new_password"],
      [NEW, "something else 9", "confirm_new_password"],
    ] as const) {
      const answer = await reset(token, password, again);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    }
    expect((await reset(token)).status).toBe(200);
  });

  it("takes no token of another kind", async () => {
    const member = await group.signUp();
    const token = await group.mailedToken(member.email, "activate");
    expect((await reset(token)).status).toBe(400);
    const answer = await group.api("POST", "/api/user/activate/", {
      body: { activation_token: token },
    });
    expect(answer.status).toBe(200);
  });
});

describe("changing one's password", () => {
  it("keeps this session, ends the others and tells the owner", async () => {
    const member = await group.pendingMember();
    const other = await group.signIn(member);
    expect((await change(member.token, member.password)).status).toBe(200);
    expect(await isSignedIn(member.token)).toBe(true);
    expect(await isSignedIn(other)).toBe(false);
    expect((await signIn(member, NEW)).status).toBe(200);
    expect((await group.mailbox(member.email)).at(-1)?.subject).toContain("password was changed");
  });

  it("refuses a wrong current password and a bad new one on their fields", async () => {
    const member = await group.pendingMember();
    for (const [current, password, again, field] of [
      ["not it at all", NEW, NEW, "current_password"],
      [member.password, "short77", "short77", "new_password"],
      [member.password, "qwertyuiop", "qwertyuiop", "new_password"],
      [member.password, NEW, `${NEW}!`, "confirm_new_password"],
    ] as const) {
      const answer = await change(member.token, current, password, again);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    }
    expect((await signIn(member, member.password)).status).toBe(200);
  });

  it("makes links mailed before worthless", async () => {
    const member = await group.pendingMember();
    const token = await resetToken(member);
    await change(member.token, member.password);
    expect((await reset(token)).status).toBe(400);
  });

  it("lets one of two changes at once through", async () => {
    const member = await group.pendingMember();
    const other = await group.signIn(member);
    const answers = await Promise.all([
      change(member.token, member.password, "bahari ya hindi 91"),
      change(other, member.password, "bahari ya hindi 92"),
    ]);
    expect(answers.map((answer) => answer.status).filter((status) => status === 200)).toHaveLength(
      1,
    );
  });

  it("needs a session", async () => {
    expect((await change("", "x")).status).toBe(401);
  });
});
