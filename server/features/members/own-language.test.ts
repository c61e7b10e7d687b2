import { afterAll, beforeAll, expect, test } from "vitest";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let chairperson: TestMember;

beforeAll(async () => {
  group = await startGroup();
  chairperson = await group.official("Chairperson");
});
afterAll(() => group.close());

const languageOf = async ({ id }: TestMember) =>
  (
    await group.db
      .selectFrom("members")
      .select("language")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).language;

const choose = ({ token }: TestMember, language: unknown) =>
  group.api("POST", "/api/user/language/", { token, body: { language } });

const changesOf = ({ id }: TestMember) =>
  group.db
    .selectFrom("audit_entries")
    .select(["actor_id", "before", "after"])
    .where("action", "=", "members.change-language")
    .where("subject_id", "=", id)
    .execute();

test("a member who signs up in Swahili gets mail in Swahili from the first one", async () => {
  const form = {
    first_name: "Neema",
    last_name: "Mwangi",
    username: "neema",
    email: "neema@example.com",
    RegNo: "REG/900",
    phone: "0722000900",
    password: "mti wa matunda 27",
    confirm_password: "mti wa matunda 27",
  };
  const answer = await group.api("POST", "/api/user/signup/", {
    body: form,
    headers: { "Accept-Language": "sw-KE,en;q=0.8" },
  });
  expect(answer.status).toBe(201);
  const [mail] = await group.mailbox(form.email);
  expect(mail?.subject).toBe("Thibitisha akaunti yako ya Akiba Group");
  expect(mail?.body).toMatch(/^Habari,\n\nKaribu Akiba Group!/);
});

test("a member who signs up without a choice gets mail in English", async () => {
  const member = await group.signUp();
  expect(await languageOf(member)).toBe("en");
  const [mail] = await group.mailbox(member.email);
  expect(mail?.body).toMatch(/^Hello,\n\nWelcome to Akiba Group!/);
});

test("a choice holds from the next mail on, and is in the audit log once", async () => {
  const member = await group.activeMember(chairperson);
  const chosen = await choose(member, "sw");
  expect(chosen).toMatchObject({ status: 200, body: { detail: "Your language has been saved." } });
  expect((await choose(member, "sw")).status).toBe(200);
  expect(await changesOf(member)).toEqual([
    { actor_id: member.id, before: { language: "en" }, after: { language: "sw" } },
  ]);
  await group.api("POST", `/api/user/admin_manage_user/${member.id}/`, {
    token: chairperson.token,
    body: { action: "dormant" },
  });
  const mail = (await group.mailbox(member.email)).at(-1);
  expect(mail?.subject).toBe("Uanachama wako wa Akiba Group ni tuli");
  const reported = (await group.mailbox(chairperson.email)).at(-1);
  expect(reported?.body).toContain("is now dormant.");
});

test("each official is notified in their own language", async () => {
  const treasurer = await group.official("Treasurer");
  await choose(treasurer, "sw");
  const member = await group.activeMember(chairperson);
  const name = `Wanjiku Kamau ${member.username.slice("wanjiku".length)}`;
  const reported = (await group.mailbox(treasurer.email)).at(-1);
  expect(reported?.subject).toBe(`Akiba Group: ${name} ameidhinishwa kuwa mwanachama`);
  expect(reported?.body).toContain(
    `Limefanywa na ${chairperson.username} tarehe 16 Mac 2026, 09:00.`,
  );
});

test("another language is refused, and nobody chooses without a session", async () => {
  const member = await group.activeMember(chairperson);
  expect(await choose(member, "fr")).toMatchObject({
    status: 400,
    body: { errors: { language: ["Language must be one of: en, sw."] } },
  });
  expect((await choose({ ...member, token: "" }, "sw")).status).toBe(401);
  expect(await languageOf(member)).toBe("en");
});

test("a language chosen in a browser counts from the next sign-in; a preference of the browser does not", async () => {
  const member = await group.activeMember(chairperson);
  const signIn = (headers: Record<string, string>) =>
    group.api("POST", "/api/user/login", {
      body: { email: member.email, password: member.password },
      headers,
    });
  expect((await signIn({ "Accept-Language": "sw" })).status).toBe(200);
  expect(await languageOf(member)).toBe("en");
  const cookie = "language=sw; csrftoken=abc";
  expect((await signIn({ Cookie: cookie, "X-CSRFToken": "abc" })).status).toBe(200);
  expect(await languageOf(member)).toBe("sw");
  expect(await changesOf(member)).toHaveLength(1);
});
