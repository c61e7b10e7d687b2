import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runJobs, startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let chairperson: TestMember;

beforeAll(async () => {
  group = await startGroup();
  chairperson = await group.official("Chairperson");
});
afterAll(() => group.close());
// Sessions live as long as a test takes; each begins with a half minute whose code nobody has used.
beforeEach(async () => {
  group.clock.advanceMinutes(5);
  chairperson.token = await signInWith(chairperson);
});

type Enrolled = TestMember & { secret: string; recoveryCodes: string[] };
const secrets = new Map<number, string>();

const post = (path: string, token: string, body: object = {}) =>
  group.api("POST", path, { token, body });
const login = (member: TestMember, code?: string) =>
  group.api("POST", "/api/user/login", {
    body: {
      email: member.email,
      password: member.password,
      ...(code === undefined ? {} : { code }),
    },
  });
/** The code that the app shows, `later` half minutes from now. */
function codeOf(secret: string, later = 0): string {
  const timestamp = group.clock.now().getTime() + later * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}
async function signInWith(member: TestMember): Promise<string> {
  const secret = secrets.get(member.id);
  const answer = await login(member, secret === undefined ? undefined : codeOf(secret));
  expect(answer.status).toBe(200);
  return answer.body.access;
}
async function enrol(member: TestMember): Promise<Enrolled> {
  const { token, password } = member;
  const started = await post("/api/user/two-step/start/", token, { current_password: password });
  expect(started.status).toBe(200);
  const { secret } = started.body;
  const code = codeOf(secret);
  const confirmed = await post("/api/user/two-step/confirm/", token, { code });
  expect(confirmed.status).toBe(200);
  secrets.set(member.id, secret);
  group.clock.advanceMinutes(1);
  return { ...member, secret, recoveryCodes: confirmed.body.recovery_codes };
}
const reset = (token: string, id: unknown) =>
  post(`/api/user/reset-two-step/${String(id)}/`, token);
const state = async (token: string) =>
  (await group.api("GET", "/api/user/two-step/", { token })).body;
const subjects = async (email: string) => (await group.mailbox(email)).map((mail) => mail.subject);

describe("setting up two-step sign-in", () => {
  it("needs the password, then a code of the new secret, and gives ten recovery codes", async () => {
    const member = await group.pendingMember();
    const start = (current_password: string) =>
      post("/api/user/two-step/start/", member.token, { current_password });
    expect(await start("wrong password 1")).toMatchObject({
      status: 400,
      body: { errors: { current_password: [expect.any(String)] } },
    });
    const started = await start(member.password);
    expect(started.body.otpauth_url).toMatch(
      /^otpauth:\/\/totp\/Akiba%20Group:.*secret=[A-Z2-7]{32}/,
    );
    const { secret } = started.body;
    expect((await login(member)).status).toBe(200);
    const confirm = (code: string) => post("/api/user/two-step/confirm/", member.token, { code });
    const wrong = codeOf(secret, 40);
    expect(await confirm(wrong)).toMatchObject({
      status: 400,
      body: { errors: { code: [expect.any(String)] } },
    });
    const confirmed = await confirm(codeOf(secret));
    expect(confirmed.body.recovery_codes).toHaveLength(10);
    expect(new Set(confirmed.body.recovery_codes).size).toBe(10);
    for (const code of confirmed.body.recovery_codes)
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(await state(member.token)).toEqual({
      enabled: true,
      recovery_codes_left: 10,
      demanded: false,
    });
    expect(await subjects(member.email)).toContain(
      "Your two-step sign-in to Akiba Group was turned on",
    );
    const stored = await group.db.selectFrom("recovery_codes").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(
      confirmed.body.recovery_codes[0].replaceAll("-", ""),
    );
  });

  it("ends the sessions that were begun without a code, but not this one", async () => {
    const member = await group.pendingMember();
    const elsewhere = await group.signIn(member);
    const stranger = await group.pendingMember();
    await enrol(member);
    const me = async (token: string) =>
      (await group.api("GET", "/api/user/get_user_data", { token })).status;
    expect([await me(elsewhere), await me(member.token)]).toEqual([401, 200]);
    expect(await me(stranger.token)).toBe(200);
  });

  it("cannot be started again while it is on, and confirms nothing that was not started", async () => {
    const member = await group.pendingMember();
    const { token, password } = member;
    expect((await post("/api/user/two-step/confirm/", token, { code: "123456" })).status).toBe(400);
    await enrol(member);
    const again = await post("/api/user/two-step/start/", token, { current_password: password });
    expect([again.status, again.body.detail]).toEqual([400, "Two-step sign-in is already on."]);
  });
});

describe("signing in in two steps", () => {
  it("asks for the code only after the right password", async () => {
    const member = await enrol(await group.pendingMember());
    expect(await login({ ...member, password: "wrong password 1" })).toMatchObject({
      status: 401,
      body: { detail: "Some of your login information was incorrect" },
    });
    const requested = await login(member);
    expect([requested.status, requested.body]).toEqual([
      401,
      { detail: "Enter the code from your authenticator app.", two_step_required: true },
    ]);
    expect(
      await login({ ...member, password: "wrong password 1" }, codeOf(member.secret)),
    ).toMatchObject({
      status: 401,
      body: { detail: "Some of your login information was incorrect" },
    });
    const answer = await login(member, codeOf(member.secret).replace(/^.../, "$& "));
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ["access", "detail"]]);
  });

  it("takes a code half a minute early or late, none older, and none twice", async () => {
    const member = await enrol(await group.pendingMember());
    group.clock.advanceMinutes(5);
    for (const later of [-2, 2]) {
      const refused = await login(member, codeOf(member.secret, later));
      expect([refused.status, refused.body.two_step_required]).toEqual([401, true]);
    }
    expect((await login(member, codeOf(member.secret, -1))).status).toBe(200);
    expect((await login(member, codeOf(member.secret, 1))).status).toBe(200);
    for (const later of [-1, 0, 1])
      expect((await login(member, codeOf(member.secret, later))).status).toBe(401);
  });

  it("takes one code once, also when it comes ten times at once", async () => {
    const member = await enrol(await group.pendingMember());
    for (const code of [codeOf(member.secret), member.recoveryCodes[0]!]) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => login(member, code)));
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      expect(answers.filter((answer) => answer.status === 401)).toHaveLength(9);
    }
  });

  it("takes each recovery code once, however it is typed, and no other member's", async () => {
    const member = await enrol(await group.pendingMember());
    const other = await enrol(await group.pendingMember());
    const [first, second] = member.recoveryCodes as [string, string];
    expect((await login(other, first)).status).toBe(401);
    expect((await login(member, first.toUpperCase().replaceAll("-", " "))).status).toBe(200);
    expect((await login(member, first)).status).toBe(401);
    const token = (await login(member, second)).body.access;
    expect((await state(token)).recovery_codes_left).toBe(8);
  });

  it("is not got around by a password reset", async () => {
    const member = await enrol(await group.pendingMember());
    const link = await resetPassword(member, "bahari ya hindi 88");
    expect(link.status).toBe(200);
    const renewed = { ...member, password: "bahari ya hindi 88" };
    expect((await login(renewed)).body.two_step_required).toBe(true);
    expect((await login(renewed, codeOf(member.secret))).status).toBe(200);
  });

  it("writes down a wrong code, without the code", async () => {
    const member = await enrol(await group.pendingMember());
    await login(member, "000000");
    const entry = await group.db
      .selectFrom("audit_entries")
      .selectAll()
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      action: "sessions.refuse",
      after: { reason: { key: "audited.wrongCode" } },
    });
  });
});

describe("a code that is none", () => {
  it.each([
    "١٢٣٤٥٦",
    "１２３４５６",
    "🦒🦒🦒",
    "12345\u0666",
    "12345",
    "1234567",
    "ÿÿÿÿÿÿ",
    "é".repeat(16),
  ])("is wrong, and nothing worse: %j", async (code) => {
    const member = await enrol(await group.pendingMember());
    expect((await login(member, code)).status).toBe(401);
    const requested = { current_password: member.password, code };
    expect((await post("/api/user/two-step/turn-off/", member.token, requested)).status).toBe(400);
    const other = await group.pendingMember();
    await post("/api/user/two-step/start/", other.token, { current_password: other.password });
    expect((await post("/api/user/two-step/confirm/", other.token, { code })).status).toBe(400);
  });
});

describe("guessing codes", () => {
  it("meets the same waits as guessing passwords", async () => {
    const throttled = await startGroup({ rateLimit: true });
    const member = await throttled.pendingMember();
    const { token, password } = member;
    const ask = (path: string, body: object) => throttled.api("POST", path, { token, body });
    const { secret } = (await ask("/api/user/two-step/start/", { current_password: password }))
      .body;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: throttled.clock.now().getTime(),
    });
    await ask("/api/user/two-step/confirm/", { code });
    const statuses = [];
    for (let count = 0; count < 7; count++) {
      const body = { email: member.email, password, code: "000000" };
      statuses.push((await throttled.api("POST", "/api/user/login", { body })).status);
    }
    // The confirmation was the first attempt.
    expect(statuses.slice(0, 4)).toEqual([401, 401, 401, 401]);
    expect(statuses.at(-1)).toBe(429);
    await throttled.close();
  });
});

describe("turning two-step sign-in off", () => {
  it("needs password and code; new recovery codes replace the older ones", async () => {
    const member = await enrol(await group.pendingMember());
    const { token, password: current_password, secret } = member;
    const renew = await post("/api/user/two-step/recovery-codes/", token, {
      current_password,
      code: codeOf(secret),
    });
    expect(renew.status).toBe(200);
    expect((await login(member, member.recoveryCodes[0])).status).toBe(401);
    const code: string = renew.body.recovery_codes[0];
    const stop = (body: object) => post("/api/user/two-step/turn-off/", token, body);
    expect((await stop({ current_password: "wrong password 1", code })).status).toBe(400);
    expect((await stop({ current_password, code: "000000" })).status).toBe(400);
    expect((await stop({ current_password, code })).status).toBe(200);
    expect(await state(token)).toEqual({ enabled: false, recovery_codes_left: 0, demanded: false });
    expect((await login(member)).status).toBe(200);
    expect(await subjects(member.email)).toContain(
      "Your two-step sign-in to Akiba Group was turned off",
    );
  });

  it("is done by the Chairperson for who lost everything; member and officials are notified", async () => {
    const secGen = await group.official("Sec-Gen");
    const member = await enrol(await group.activeMember(chairperson));
    expect((await reset(secGen.token, member.id)).status).toBe(403);
    expect((await reset(chairperson.token, 9999)).status).toBe(404);
    expect((await reset(chairperson.token, chairperson.id)).status).toBe(400);
    expect((await reset(chairperson.token, secGen.id)).body.detail).toBe(
      "Two-step sign-in is not on.",
    );
    expect((await reset(chairperson.token, member.id)).status).toBe(200);
    expect(
      (await group.api("GET", "/api/user/get_user_data", { token: member.token })).status,
    ).toBe(401);
    expect((await login(member)).status).toBe(200);
    expect(await subjects(member.email)).toContain(
      "Your two-step sign-in to Akiba Group was turned off by the Chairperson",
    );
    expect((await subjects(secGen.email)).at(-1)).toMatch(/two-step sign-in of .* was turned off$/);
  });
});

describe("the group's demand on officials", () => {
  it("is made by a Chairperson who has it, stops offices without it, and lets them set it up", async () => {
    const treasurer = await group.official("Treasurer");
    const demand = (officials_two_step: unknown, token = chairperson.token) =>
      post("/api/group/settings/", token, { officials_two_step });
    expect((await demand("maybe")).status).toBe(400);
    const tooEarly = await demand(true);
    expect([tooEarly.status, Object.keys(tooEarly.body.errors)]).toEqual([
      400,
      ["officials_two_step"],
    ]);
    await enrol(chairperson);
    expect((await demand(true)).body.settings.officials_two_step).toBe(true);

    const list = () => group.api("GET", "/api/user/get_users", { token: treasurer.token });
    const stopped = await list();
    expect(stopped.status).toBe(403);
    expect(stopped.body.detail).toContain("Set it up in your profile");
    const me = () => group.api("GET", "/api/user/get_user_data", { token: treasurer.token });
    expect((await me()).body).toMatchObject({ user_groups: ["Treasurer"], two_step: "missing" });
    expect(await state(treasurer.token)).toMatchObject({ enabled: false, demanded: true });
    const expense = { type: "expense", expense_type: "expense", amount: 1, description: "Airtime" };
    expect(
      (await post("/api/accounting/create_ledger_entry/", treasurer.token, expense)).status,
    ).toBe(403);

    const enrolled = await enrol(treasurer);
    expect((await list()).status).toBe(200);
    expect((await me()).body.two_step).toBe("on");
    const stop = await post("/api/user/two-step/turn-off/", treasurer.token, {
      current_password: treasurer.password,
      code: codeOf(enrolled.secret),
    });
    expect([stop.status, stop.body.detail]).toEqual([
      400,
      expect.stringContaining("cannot be turned off"),
    ]);
    const member = await group.pendingMember();
    expect(
      (await group.api("GET", "/api/user/get_user_data", { token: member.token })).body.two_step,
    ).toBeUndefined();

    chairperson.token = await signInWith(chairperson);
    expect((await demand(false)).status).toBe(200);
  });
});

async function resetPassword(member: TestMember, password: string) {
  await group.api("POST", "/api/user/password-reset/", { body: { email: member.email } });
  await runJobs(group);
  return group.api("POST", "/api/user/forgot-password/", {
    body: {
      password_reset_token: await group.mailedToken(member.email, "forgot-password"),
      new_password: password,
      confirm_new_password: password,
    },
  });
}
