import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeSetupLink } from "#server/core/members/setup-links.ts";
import { appointOfficial } from "#server/features/members/change-office.ts";
import { joiningInvariants } from "#server/verify/member-invariants.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import { startGroup, type Json, type TestGroup } from "#tests/support/test-group.ts";

const SETUP = "/api/setup/";
const publicUrl = "http://localhost:3000";
const founder = {
  first_name: "Amina",
  last_name: "Hassan",
  username: "amina",
  email: "amina@example.com",
  RegNo: "U/001",
  phone: "0722000001",
  password: "mti wa matunda 27",
  confirm_password: "mti wa matunda 27",
};
const terms = {
  group_name: "Umoja Savers",
  bank_name: "Co-operative Bank",
  monthly_contribution: 2000,
  late_fine_after_months: 2,
  late_fine_amount: 150,
  financial_year_start: "07-01",
  language: "sw",
};

let group: TestGroup;

const link = (endsEarlier = false) =>
  makeSetupLink(group.db, { publicUrl, endsEarlier, now: group.clock.now() });
const tokenOf = (url: string | null) => url?.split("#")[1] ?? "";
const setUp = (token: string, params: Json = {}) =>
  group.api("POST", SETUP, { body: { token, group: terms, chairperson: founder, ...params } });
const state = async () => (await group.api("GET", SETUP)).body;
const broken = (statement: string) => brokenBy(group.db, joiningInvariants, statement);
const breaches = async () => (await verifyBooks(group.db)).breaches;

describe("a group without a Chairperson", () => {
  beforeAll(async () => {
    group = await startGroup();
  });
  afterAll(() => group.close());

  test("is open for the setup, by a link of 128 random bits of which only the hash is stored", async () => {
    expect(await state()).toEqual({ open: true, group_name: "Akiba Group" });
    const url = await link();
    expect(url).toMatch(/^http:\/\/localhost:3000\/setup#[A-Za-z0-9_-]{22}$/);
    const stored = await group.db.selectFrom("setup_links").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(tokenOf(url));
    const { rows } = await sql`SELECT after FROM audit_entries`.execute(group.db);
    expect(JSON.stringify(rows)).not.toContain(tokenOf(url));
  });

  test("is set up by no other token, and that is reported before anything else", async () => {
    for (const body of [{}, { token: "" }, { token: 7, group: {} }, { token: "A".repeat(22) }])
      expect((await group.api("POST", SETUP, { body })).status).toBe(403);
    expect((await setUp("B".repeat(22))).status).toBe(403);
  });

  test("lets earlier links live when the server starts again, and ends them when a new one is asked for", async () => {
    const [first, second] = [await link(), await link()];
    expect((await setUp(tokenOf(first), { chairperson: {} })).status).toBe(400);
    expect((await setUp(tokenOf(second), { chairperson: {} })).status).toBe(400);
    const third = await link(true);
    expect((await setUp(tokenOf(first))).status).toBe(403);
    expect((await setUp(tokenOf(second))).status).toBe(403);
    expect((await setUp(tokenOf(third), { chairperson: {} })).status).toBe(400);
    expect(await breaches()).toEqual([]);
  });

  test("names every wrong field in one answer, and changes nothing", async () => {
    await group.signUp({ username: "Amina", phone: "0722000001" });
    const answer = await setUp(tokenOf(await link()), {
      group: { ...terms, monthly_contribution: -1, financial_year_start: "13-40" },
      chairperson: { ...founder, email: "no address", confirm_password: "another" },
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors).toSorted()).toEqual([
      "chairperson.confirm_password",
      "chairperson.email",
      "chairperson.phone",
      "chairperson.username",
      "group.financial_year_start",
      "group.monthly_contribution",
    ]);
    expect((await state()).group_name).toBe("Akiba Group");
    const weak = { ...founder, username: "amina2", phone: "0722000009" };
    const answered = await setUp(tokenOf(await link()), {
      chairperson: { ...weak, password: "password", confirm_password: "password" },
    });
    expect(answered.body.errors).toHaveProperty(["chairperson.password"]);
  });

  test("is set up by one of two who do so at once, who is signed in as Chairperson", async () => {
    const tokens = [tokenOf(await link()), tokenOf(await link())];
    const answers = await Promise.all(
      tokens.map((token, at) =>
        setUp(token, {
          chairperson: {
            ...founder,
            username: `amina.${at}`,
            email: `amina${at}@example.com`,
            phone: `072200010${at}`,
            RegNo: `U/10${at}`,
          },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 403,
    ]);
    const { body } = answers.find(({ status }) => status === 201)!;
    expect(Object.keys(body).toSorted()).toEqual(["access", "detail"]);
    const user = await group.api("GET", "/api/user/get_user_data", { token: body.access });
    expect(user.body).toMatchObject({
      user_groups: ["Chairperson"],
      status: "active",
      is_active: true,
      left_to_do: ["confirm_email", "treasurer", "sec_gen", "begins", "no_mail"],
    });
    expect(await state()).toEqual({ open: false, group_name: "Umoja Savers" });
    const settings = await group.api("GET", "/api/group/settings/", { token: body.access });
    const { language: _, ...wanted } = terms;
    expect(settings.body).toMatchObject(wanted);
    expect(settings.body.history).toHaveLength(1);
    expect(await breaches()).toEqual([]);
    for (const token of tokens) expect((await setUp(token)).status).toBe(403);
    expect(await link()).toBeNull();
  });
});

describe("whoever set up the group", () => {
  let access: string;
  beforeAll(async () => {
    group = await startGroup();
    access = (await setUp(tokenOf(await link()))).body.access;
  });
  afterAll(() => group.close());

  const own = async () =>
    (await group.api("GET", "/api/user/get_user_data", { token: access })).body;
  const post = (path: string, body?: unknown) => group.api("POST", path, { token: access, body });

  test("is written to in the language of the setup, and signs in before the email is proven", async () => {
    const [mail] = await group.mailbox(founder.email);
    expect(mail?.body).toMatch(/^Habari,/);
    expect(await group.signIn(founder)).not.toBe("");
  });

  test("proves the email later, and stays deactivated when another Chairperson deactivated them first", async () => {
    expect((await own()).left_to_do).toContain("confirm_email");
    const second = await group.official("Chairperson");
    await group.api("POST", `/api/user/deactivate_user/${(await own()).id}/`, {
      token: second.token,
    });
    const activation_token = await group.mailedToken(founder.email, "activate");
    const answer = await group.api("POST", "/api/user/activate/", { body: { activation_token } });
    expect(answer.status).toBe(200);
    const member = await group.db
      .selectFrom("members")
      .selectAll()
      .where("is_founder", "=", true)
      .executeTakeFirstOrThrow();
    expect(member).toMatchObject({ is_active: false, office: null });
    expect(member.email_verified_at).not.toBeNull();
    expect(await breaches()).toEqual([]);
    await group.api("POST", `/api/user/admin_manage_user/${member.id}/`, {
      token: second.token,
      body: { action: "activate" },
    });
    await appointOfficial(group.db, {
      email: founder.email,
      office: "Chairperson",
      now: group.clock.now(),
    });
    access = await group.signIn(founder);
    expect((await own()).left_to_do).not.toContain("confirm_email");
  });

  test("says how the group begins, and tries whether mail arrives", async () => {
    expect((await post("/api/setup/begins/", { begins: "later" })).status).toBe(400);
    expect((await post("/api/setup/begins/", { begins: "books" })).status).toBe(200);
    expect((await own()).left_to_do).toContain("bring_books");
    expect((await post("/api/setup/begins/", { begins: "new" })).status).toBe(200);
    expect((await own()).left_to_do).toEqual(["treasurer", "sec_gen", "no_mail"]);
    expect((await post("/api/setup/test-mail/")).status).toBe(200);
    const mails = await group.mailbox(founder.email);
    expect(mails.at(-1)?.subject).toBe("Barua pepe za Umoja Savers zinafika");
    expect(await breaches()).toEqual([]);
  });

  test("a group with a book tells its Treasurer to bring it, and nobody else of the offices", async () => {
    const treasurer = await group.official("Treasurer");
    const secGen = await group.official("Sec-Gen");
    const leftOf = async ({ token }: { token: string }) =>
      (await group.api("GET", "/api/user/get_user_data", { token })).body.left_to_do;
    expect(await leftOf(treasurer)).toBeUndefined();
    await post("/api/setup/begins/", { begins: "books" });
    expect(await leftOf(treasurer)).toEqual(["bring_books"]);
    expect(await leftOf(secGen)).toBeUndefined();
    await post("/api/setup/begins/", { begins: "new" });
    expect(await leftOf(treasurer)).toBeUndefined();
  });

  test("cannot be made up behind the log", async () => {
    const someone = await group.pendingMember();
    expect(await broken("UPDATE members SET is_founder = false")).toContain(
      "founder-came-by-a-setup-link",
    );
    expect(await broken(`UPDATE members SET is_founder = (id = ${someone.id})`)).toContain(
      "founder-came-by-a-setup-link",
    );
    expect(
      await broken("INSERT INTO setup_links (token_hash, made_at) VALUES ('abc', now())"),
    ).toContain("setup-links-as-made");
    expect(await broken("UPDATE setup_links SET ended_at = NULL")).toContain("setup-links-as-made");
    expect(await broken("UPDATE founding SET begins = 'books'")).toContain("setup-as-audited");
  });
});

test("a group that began by appointing its Chairperson is asked for nothing of the setup", async () => {
  const other = await startGroup();
  const chairperson = await other.official("Chairperson");
  const own = await other.api("GET", "/api/user/get_user_data", { token: chairperson.token });
  expect(own.body).not.toHaveProperty("left_to_do");
  expect((await other.api("GET", SETUP)).body).toEqual({ open: false, group_name: "Akiba Group" });
  const made = makeSetupLink(other.db, { publicUrl, endsEarlier: true, now: other.clock.now() });
  expect(await made).toBeNull();
  await other.close();
});
