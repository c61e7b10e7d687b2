import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runJobs, startGroup, type TestGroup } from "#tests/support/test-group.ts";

let group: TestGroup;
let people = 0;

beforeAll(async () => {
  group = await startGroup();
});
afterAll(() => group.close());

function form(params: Record<string, unknown> = {}) {
  const number = ++people;
  return {
    first_name: "Achieng",
    last_name: "Otieno",
    username: `achieng${number}`,
    email: `achieng${number}@example.com`,
    RegNo: `A/${number}`,
    phone: `0110${String(100_000 + number)}`,
    password: "maji ya matunda 41",
    confirm_password: "maji ya matunda 41",
    ...params,
  };
}

const signUp = (body: unknown) => group.api("POST", "/api/user/signup/", { body });
const activate = (activation_token: string) =>
  group.api("POST", "/api/user/activate/", { body: { activation_token } });
const signIn = (email: string, password = "maji ya matunda 41") =>
  group.api("POST", "/api/user/login", { body: { email, password } });
const readMember = (username: string) =>
  group.db
    .selectFrom("members")
    .selectAll()
    .where("username", "=", username)
    .executeTakeFirstOrThrow();

describe("sign-up", () => {
  it("keeps an account that cannot sign in yet, and mails its activation link", async () => {
    const params = form({ phone: "0712 345-678" });
    const answer = await signUp(params);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      mailed: false,
      detail: expect.stringContaining("Check whether your email is valid"),
    });
    expect(await readMember(params.username)).toMatchObject({
      phone: "+254712345678",
      status: "pending_approval",
      is_active: false,
      office: null,
      email_verified_at: null,
    });
    const [mail] = await group.mailbox(params.email);
    // The address is unproven, so the mail contains nothing that was typed.
    expect(mail?.body).toMatch(/^Hello,\n/);
    expect(mail?.body).not.toContain("Achieng");
    expect(mail?.body).toMatch(/http:\/\/localhost:3000\/user\/activate\/[A-Za-z0-9_-]{43}\/\n/);
    expect((await signIn(params.email)).status).toBe(401);
  });

  it("never stores the password or the token themselves", async () => {
    const params = form();
    await signUp(params);
    const token = await group.mailedToken(params.email, "activate");
    const { password_hash } = await readMember(params.username);
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const { rows: tokens } = await sql<{ text: string; token_hash: Buffer }>`
      SELECT t::text AS text, token_hash FROM mail_tokens t`.execute(group.db);
    expect(tokens.map(({ text }) => text).join("\n")).not.toContain(token);
    expect(tokens.every((row) => row.token_hash.length === 32)).toBe(true);
  });

  it("names every missing field", async () => {
    const answer = await signUp({});
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors).toSorted()).toEqual(Object.keys(form()).toSorted());
    expect(answer.body.errors.email).toEqual(["Email is required."]);
  });

  it("takes a phone as people write it, and says why not a landline", async () => {
    const written = form({ phone: "00254 (0) 745.600-100" });
    expect((await signUp(written)).status).toBe(201);
    expect(await readMember(written.username)).toMatchObject({ phone: "+254745600100" });
    const landline = await signUp(form({ phone: "(020) 123 4567" }));
    expect([landline.status, landline.body.errors]).toEqual([
      400,
      {
        phone: ["This is a landline, which gets no SMS. Enter a mobile number such as 0712345678."],
      },
    ]);
  });

  it.each([
    ["email", "not-an-address"],
    ["email", 7],
    ["phone", "12345"],
    ["first_name", "x".repeat(61)],
    ["first_name", "x".repeat(41)],
    ["first_name", "Win at evil.example"],
    ["first_name", "Achi\u202eeng"],
    ["last_name", "Оtieno"],
    ["RegNo", "A\u200b/1"],
    ["email", "аchieng@example.com"],
    ["username", ["a"]],
    ["username", "a"],
    ["username", "two words"],
    ["username", "123456"],
    ["username", "x".repeat(31)],
    ["password", "aaaaaaaaaa"],
    ["password", "qwertyuiop[]"],
    ["password", "          "],
    ["password", "short77"],
    ["password", "password"],
    ["password", "PASSWORD123"],
    ["password", "Treasurer2026"],
    ["password", "AkibaGroup1!"],
    ["password", "12345678"],
    ["confirm_password", "something else 9"],
  ])("refuses %s = %j on its field", async (field, value) => {
    const params = form({ [field]: value });
    if (field === "password") params.confirm_password = String(value);
    const answer = await signUp(params);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect(answer.body.errors[field][0]).toMatch(/\.$/);
  });

  it("refuses an office that only first and last name together have, and takes one plainly written", async () => {
    const [title, plain] = [{ first_name: "Akiba" }, { first_name: "Grace" }];
    const answer = await signUp(form({ ...title, last_name: "Treasurer" }));
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      { last_name: ["Last name looks like an office of the group. Write the person's own name."] },
    ]);
    expect((await signUp(form({ ...plain, last_name: "Treasurer" }))).status).toBe(201);
  });

  it("refuses a password made of the person's own data", async () => {
    const params = form({ username: "wafula.simiyu", password: "wafula.simiyu1" });
    const answer = await signUp({ ...params, confirm_password: params.password });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual(["password"]);
  });

  it("reports all taken values at once, whatever their case", async () => {
    const first = form({ phone: "0722000111" });
    await signUp(first);
    const answer = await signUp(
      form({
        username: first.username.toUpperCase(),
        email: first.email.toUpperCase(),
        RegNo: first.RegNo.toLowerCase(),
        phone: "+254 722 000 111",
      }),
    );
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({
      username: ["Username is already in use."],
      email: ["Email is already in use."],
      phone: ["Phone is already in use."],
      RegNo: ["Registration number is already in use."],
    });
  });

  it("reports taken values and a bad password in the same answer as missing fields", async () => {
    const first = form();
    await signUp(first);
    const answer = await signUp({
      ...first,
      last_name: "",
      phone: "12",
      password: "password",
      confirm_password: "another",
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({
      last_name: ["Last name is required."],
      phone: [expect.stringContaining("Kenyan phone number")],
      confirm_password: ["The two passwords are not the same."],
      username: ["Username is already in use."],
      email: ["Email is already in use."],
      RegNo: ["Registration number is already in use."],
      password: ["This password is too common. Choose another one."],
    });
  });

  it("is of one email address however its letters are written", async () => {
    const params = form({ email: "Ｎｊｅｒｉ@example.com" });
    expect((await signUp(params)).status).toBe(201);
    expect((await signUp(form({ email: "njeri@EXAMPLE.com" }))).body.errors).toEqual({
      email: ["Email is already in use."],
    });
  });

  it("lets one of ten simultaneous sign-ups with one email through", async () => {
    const email = "same@example.com";
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(form({ email }))));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.status === 400);
    expect(refused).toHaveLength(9);
    for (const answer of refused)
      expect(answer.body.errors).toEqual({ email: ["Email is already in use."] });
    expect(await group.mailbox(email)).toHaveLength(1);
  });

  it("takes a phone sent as a number, which has lost its first zero", async () => {
    const params = form({ phone: 798_765_432 });
    expect((await signUp(params)).status).toBe(201);
    expect(await readMember(params.username)).toMatchObject({ phone: "+254798765432" });
  });

  it("ignores fields that are not its own", async () => {
    const params = form({ status: "active", is_active: true, office: "Chairperson", id: 1 });
    expect((await signUp(params)).status).toBe(201);
    expect(await readMember(params.username)).toMatchObject({
      status: "pending_approval",
      is_active: false,
      office: null,
    });
  });
});

describe("activation", () => {
  it("lets the member sign in while the Chairperson's approval is awaited", async () => {
    const params = form();
    await signUp(params);
    const answer = await activate(await group.mailedToken(params.email, "activate"));
    expect([answer.status, answer.body]).toEqual([
      200,
      { detail: "Account activated!", email: params.email },
    ]);
    const { access } = (await signIn(params.email)).body;
    const me = await group.api("GET", "/api/user/get_user_data", { token: access });
    expect(me.body).toMatchObject({
      username: params.username,
      is_active: true,
      status: "pending_approval",
      user_groups: [],
    });
  });

  it("refuses an unknown token and a missing one", async () => {
    expect(await activate("nonsense")).toMatchObject({
      status: 400,
      body: { detail: "Activation failed" },
    });
    expect(await group.api("POST", "/api/user/activate/", { body: {} })).toMatchObject({
      status: 400,
      body: { errors: { activation_token: ["Activation token is required."] } },
    });
  });

  it("spends a token once, also when it comes ten times at once", async () => {
    const params = form();
    await signUp(params);
    const token = await group.mailedToken(params.email, "activate");
    const answers = await Promise.all(Array.from({ length: 10 }, () => activate(token)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await activate(token)).toMatchObject({
      status: 400,
      body: { detail: "This activation link was already used. You can sign in." },
    });
  });

  it("refuses a token after 72 hours", async () => {
    const params = form();
    await signUp(params);
    const token = await group.mailedToken(params.email, "activate");
    group.clock.advanceMinutes(72 * 60 + 1);
    expect(await activate(token)).toMatchObject({
      status: 400,
      body: { detail: "This activation link has expired. Ask for a new one." },
    });
  });

  it("mails a new link on request, which makes the older one worthless", async () => {
    const params = form();
    await signUp(params);
    const older = await group.mailedToken(params.email, "activate");
    const resend = (email: string) =>
      group.api("POST", "/api/user/resend-activation/", { body: { email } });
    const known = await resend(params.email.toUpperCase());
    const unknown = await resend("nobody@example.com");
    expect(known.status).toBe(200);
    expect(unknown).toEqual({ ...known, headers: expect.anything() });
    await runJobs(group);
    const newer = await group.mailedToken(params.email, "activate");
    expect(newer).not.toBe(older);
    expect((await activate(older)).status).toBe(400);
    expect((await activate(newer)).status).toBe(200);
    expect(await group.mailbox("nobody@example.com")).toEqual([]);
  });
});
