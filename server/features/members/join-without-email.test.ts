// Members whom no mail reaches join, sign in and get a new password (MEM-51 to MEM-53, OPEN-64).
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mailActivationLink, mailResetLink } from "#server/features/auth/mailed-links.ts";
import { signInInvariants } from "#server/verify/member-invariants.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { smsSettings } from "#tests/support/notice-senders.ts";
import { bringIn } from "#tests/support/opening-books.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { brokenBy } from "#tests/support/test-database.ts";

const PASSWORD = "ndizi mbivu 4 sana";

let group: TestGroup;
let books: Bookkeeping;
let number = 0;

const post = (path: string, body: object, by?: TestMember) =>
  group.api("POST", path, { ...(by === undefined ? {} : { token: by.token }), body });
const signIn = (name: string, password = PASSWORD) =>
  post("/api/user/login", { email: name, password });
const stored = (id: number) =>
  group.db.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

async function invited(params: Json): Promise<string> {
  const { body } = await post(
    "/api/user/invitations/",
    { kind: "person", ...params },
    books.chairperson,
  );
  return (body.invitation.url as string).split("/").at(-1) ?? "";
}

type Joined = { id: number; phone: string; answer: Json };

/** Somebody signs up by a personal invitation, without an email address. */
async function signedUp(own: Json = {}): Promise<Joined> {
  number += 1;
  const phone: string = own.phone ?? `+2547333000${String(number).padStart(2, "0")}`;
  const { status, body } = await post("/api/user/signup/", {
    invitation: await invited({}),
    first_name: "Njeri",
    last_name: "Mwangi",
    username: `njeri.${number}`,
    RegNo: `BARE/${number}`,
    phone,
    password: PASSWORD,
    confirm_password: PASSWORD,
    ...own,
  });
  expect(status).toBe(201);
  const { id } = await group.db
    .selectFrom("members")
    .select("id")
    .where("phone", "=", phone)
    .executeTakeFirstOrThrow();
  return { id, phone, answer: body };
}

const confirm = (id: number, by = books.chairperson, body: Json = {}) =>
  post(`/api/user/confirm-account/${id}/`, body, by);

async function payContribution(token: string, reference: string, month = "2026-03-01") {
  const { status, body } = await group.api("POST", "/api/finances/monthly-contribution/", {
    token,
    body: {
      amount_paid: 1000,
      contribution_month: month,
      payment_date: group.clock.now().toISOString(),
      payment_Reference_Code: reference,
    },
  });
  expect(status).toBe(201);
  const path = `/api/finances/monthly-contribution-approval/${body.contribution.contribution_id}/`;
  for (const official of [books.treasurer, books.secGen])
    expect((await post(path, { action: "approved" }, official)).status).toBe(200);
}

describe("on a server that sends neither mail nor SMS", () => {
  beforeAll(async () => {
    ({ group, books } = await startFoundedGroup());
  });
  afterAll(() => group.close());

  test("five members without an email are in and have paid, and no mail was written to any of them", async () => {
    const before = await unread();
    const newcomers = [await signedUp(), await signedUp(), await signedUp()];
    for (const { id, phone, answer } of newcomers) {
      expect(answer).toMatchObject({ mailed: false });
      expect(answer.detail).toContain("the Chairperson");
      expect((await signIn(phone)).status).toBe(401);
      expect((await confirm(id, books.chairperson, { phone_seen: phone })).status).toBe(200);
    }
    const regNumbers = ["BOOK/1", "BOOK/2"];
    const ids = await bringIn(
      group,
      books.secGen,
      regNumbers.map((regNumber) => ({ regNumber, firstName: "Akinyi", lastName: "Okoth" })),
    );
    const claimants = [];
    for (const [index, regNumber] of regNumbers.entries()) {
      const phone = `+2547333001${index}0`;
      const { body } = await post("/api/user/signup/", {
        invitation: await invited({ reg_number: regNumber }),
        phone,
        password: PASSWORD,
        confirm_password: PASSWORD,
      });
      expect(body).toMatchObject({ proof: "officials" });
      expect(body).not.toHaveProperty("activation_token");
      for (const official of [books.treasurer, books.secGen]) {
        expect((await signIn(phone)).status).toBe(401);
        const answer = await post(`/api/user/confirm-claim/${ids[index]}/`, {}, official);
        expect(answer.status).toBe(200);
      }
      claimants.push({ id: ids[index]!, phone });
    }

    for (const [index, { id, phone }] of [...newcomers, ...claimants].entries()) {
      const { status, body } = await signIn(phone);
      expect(status).toBe(200);
      const user = await group.api("GET", "/api/user/get_user_data", { token: body.access });
      expect(user.body).toMatchObject({
        id,
        email: null,
        phone,
        status: "active",
        is_active: true,
      });
      await payContribution(body.access, `CASH-${index}0001`);
    }
    expect(await unread()).toEqual(before);
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });

  test("only a personal invitation may leave the email empty", async () => {
    const form = {
      first_name: "Njeri",
      last_name: "Mwangi",
      username: "njeri.none",
      RegNo: "BARE/NONE",
      phone: "+254733309999",
      password: PASSWORD,
      confirm_password: PASSWORD,
    };
    const link = await post("/api/user/invitations/", { kind: "group" }, books.chairperson);
    const ofGroup = (link.body.invitation.url as string).split("/").at(-1);
    for (const invitation of [undefined, ofGroup]) {
      const { status, body } = await post("/api/user/signup/", { ...form, invitation });
      expect(status).toBe(400);
      expect(Object.keys(body.errors)).toEqual(["email"]);
    }
  });

  test("only the Chairperson confirms in person, once, and the phone that they saw", async () => {
    const { id, phone } = await signedUp();
    for (const by of [books.treasurer, books.secGen])
      expect((await confirm(id, by)).status).toBe(403);
    const other = await confirm(id, books.chairperson, { phone_seen: "+254733399999" });
    expect(other.body.errors).toHaveProperty("phone_seen");
    const listed = async () =>
      (
        await group.api("GET", `/api/user/get_users?search=BARE/${number}`, {
          token: books.chairperson.token,
        })
      ).body.users[0];
    expect(await listed()).toMatchObject({ id, proof: "waits" });
    expect((await confirm(id, books.chairperson, { phone_seen: phone })).status).toBe(200);
    expect((await confirm(id)).status).toBe(400);
    expect(await listed()).toMatchObject({ id, proof: "by-hand", status: "active" });
    const [ofBook] = await bringIn(group, books.secGen, [{ regNumber: "BOOK/9" }]);
    expect((await confirm(ofBook!)).status).toBe(400);
  });

  test("an account confirmed in person takes no link at the address that nobody proved", async () => {
    const email = "mistyped@example.com";
    const { id, phone } = await signedUp({ email });
    const activation_token = await group.mailedToken(email, "activate");
    expect((await confirm(id)).status).toBe(200);
    expect((await post("/api/user/activate/", { activation_token })).status).toBe(400);
    const written = await group.mailbox(email);
    const requested = {
      email,
      address: "127.0.0.1",
      publicUrl: "http://localhost:3000",
      now: group.clock.now(),
    };
    await mailResetLink(group.db, requested);
    await mailActivationLink(group.db, requested);
    expect(await group.mailbox(email)).toEqual(written);
    expect((await signIn(phone)).status).toBe(200);
    expect(await stored(id)).toMatchObject({ email, email_verified_at: null });
  });

  test("the Chairperson hands over a link for a new password, of which every official and the member are notified", async () => {
    const { id, phone } = await signedUp();
    const path = `/api/user/hand-over-reset/${id}/`;
    expect((await post(path, {}, books.chairperson)).status).toBe(400);
    await confirm(id);
    const old = (await signIn(phone)).body.access as string;
    expect((await post(path, {}, books.treasurer)).status).toBe(403);
    const { status, body } = await post(path, {}, books.chairperson);
    expect(status).toBe(201);
    const token = /forgot-password\/([\w-]+)\//.exec(body.url)?.[1] ?? "";
    const reset = {
      new_password: "maji ya matunda 41",
      confirm_new_password: "maji ya matunda 41",
      password_reset_token: token,
    };
    const answer = await post("/api/user/forgot-password/", reset);
    expect(answer.body).toMatchObject({ email: phone });
    expect((await post("/api/user/forgot-password/", reset)).status).toBe(400);
    expect((await group.api("GET", "/api/user/get_user_data", { token: old })).status).toBe(401);
    expect((await signIn(phone)).status).toBe(401);
    const again = await signIn(phone, "maji ya matunda 41");
    expect(again.status).toBe(200);
    const answered = await group.api("GET", "/api/notices/", { token: again.body.access });
    const texts = answered.body.notices.map(({ text }: { text: string }) => text).join("\n");
    expect(texts).toContain("made a link that sets a new password");
    for (const official of [books.treasurer, books.secGen]) {
      const seen = await group.api("GET", "/api/notices/", { token: official.token });
      expect(JSON.stringify(seen.body.notices)).toContain("a new password");
    }
  });

  test("nobody gets a link to an official's account, to their own, or to one that reads mail", async () => {
    for (const official of [books.treasurer, books.secGen, books.chairperson])
      expect(
        (await post(`/api/user/hand-over-reset/${official.id}/`, {}, books.chairperson)).status,
      ).toBe(400);
    const { id } = await signedUp();
    await confirm(id);
    await post(`/api/user/assign_groups/${id}/`, { role: "treasurer" }, books.chairperson);
    const { rows } =
      await sql`SELECT FROM mail_tokens WHERE purpose = 'password-reset' AND spent_at IS NULL`.execute(
        group.db,
      );
    expect(rows).toEqual([]);
  });

  test("no answer tells of a mail: it says who helps instead", async () => {
    const { email } = books.treasurer;
    for (const path of ["resend-activation", "password-reset"]) {
      const { status, body } = await post(`/api/user/${path}/`, { email });
      expect([status, body.detail]).toEqual([
        200,
        expect.stringContaining("sends no mail: the Chairperson can"),
      ]);
    }
    const { password: current_password } = books.treasurer;
    const wished = { email: "new.address@example.com", current_password };
    const { status, body } = await post("/api/user/profile/", wished, books.treasurer);
    expect([status, body.detail]).toEqual([200, expect.stringContaining("npm run mail")]);
  });

  test("who was handed a link has no voice about offices, as if newly approved by its maker", async () => {
    const people = [await signedUp(), await signedUp(), await signedUp()];
    for (const [index, { id, phone }] of people.entries()) {
      await confirm(id);
      const token: string = (await signIn(phone)).body.access;
      for (const month of ["01", "02", "03"])
        await payContribution(token, `UCV0IC${month}${index}`, `2026-${month}-01`);
    }
    group.clock.advanceMinutes(31 * 24 * 60);
    books.chairperson.token = await group.signIn(books.chairperson);
    const [candidate, other, handed] = people as [Joined, Joined, Joined];
    const link = await post(`/api/user/hand-over-reset/${handed.id}/`, {}, books.chairperson);
    const path = `/api/user/assign_groups/${candidate.id}/`;
    const proposed = await post(path, { role: "treasurer" }, books.chairperson);
    expect([link.status, proposed.status]).toEqual([201, 200]);
    for (const { phone } of [other, handed]) {
      const token: string = (await signIn(phone)).body.access;
      const body = { reason: "Unknown here" };
      const { body: answer } = await group.api("POST", `${path}object/`, { token, body });
      expect(answer).toMatchObject({ objections: 1 });
    }
  });

  test("a session of an account that nobody confirmed breaks verify", async () => {
    const statement =
      "UPDATE members SET confirmed_at = NULL, is_active = false WHERE confirmed_at IS NOT NULL AND NOT is_brought_in";
    expect(await brokenBy(group.db, signInInvariants, statement)).toEqual(
      expect.arrayContaining(["accounts-are-whole", "devices-of-proven-accounts"]),
    );
  });
});

/** Whoever was mailed and is no official. */
async function unread(): Promise<string[]> {
  const { rows } = await sql<{ recipient: string }>`
    SELECT DISTINCT recipient FROM mails
     WHERE recipient NOT IN (SELECT email FROM members WHERE office IS NOT NULL) ORDER BY 1`.execute(
    group.db,
  );
  return rows.map(({ recipient }) => recipient);
}

describe("where the group sends SMS", () => {
  beforeAll(async () => {
    ({ group, books } = await startFoundedGroup({ env: smsSettings("http://127.0.0.1:9") }));
  });
  afterAll(() => group.close());

  test.each([
    ["no address", "1", {}],
    ["an address that no mail reaches", "2", { email: "typed@example.com" }],
  ])(
    "the code to the book's phone opens the account at once, and nothing else does: with %s",
    async (_what, last, contact) => {
      const phone = `+25472270000${last}`;
      const [id] = await bringIn(group, books.secGen, [
        { regNumber: `CODE/${last}`, firstName: "Akinyi", phone },
      ]);
      const { body } = await post("/api/user/signup/", {
        invitation: await invited({ reg_number: `CODE/${last}` }),
        ...contact,
        password: PASSWORD,
        confirm_password: PASSWORD,
      });
      expect(body).toMatchObject({ proof: "sms", activation_token: expect.any(String) });
      const { activation_token } = body;
      for (const code of [undefined, "000000"]) {
        const refused = await post("/api/user/activate/", { activation_token, code });
        expect(refused.body.errors).toHaveProperty("code");
      }
      expect((await signIn(phone)).status).toBe(401);
      const code = await textedCode(phone);
      const opened = await post("/api/user/activate/", { activation_token, code });
      expect(opened.body).toMatchObject({ email: phone });
      expect(opened.body).not.toHaveProperty("waits");
      expect((await signIn(phone)).status).toBe(200);
      expect(await stored(id!)).toMatchObject({
        email: null,
        ...contact,
        email_verified_at: null,
        is_proven: true,
      });
      expect((await verifyBooks(group.db)).breaches).toEqual([]);
    },
  );

  test("a newcomer without an address is in by the code to their own phone, and the officials are notified", async () => {
    const before = await unread();
    const { id, phone, answer } = await signedUp();
    expect(answer).toMatchObject({ mailed: false, activation_token: expect.any(String) });
    expect(answer.detail).toContain("a code by SMS to 07•• •••");
    const { activation_token } = answer;
    const code = await textedCode(phone);
    for (const other of [undefined, code === "000000" ? "000001" : "000000"]) {
      const refused = await post("/api/user/activate/", { activation_token, code: other });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ["code"]]);
    }
    expect((await signIn(phone)).status).toBe(401);

    const opened = await post("/api/user/activate/", { activation_token, code });
    expect([opened.status, opened.body.email, opened.body.waits]).toEqual([200, phone, undefined]);
    expect((await signIn(phone)).status).toBe(200);
    expect(await stored(id)).toMatchObject({ status: "active", is_active: true, is_proven: true });
    const again = await post("/api/user/activate/", { activation_token, code });
    expect(again.body.errors.code[0]).toContain("You can sign in");

    const { rows: audited } = await sql<{ action: string }>`
      SELECT action FROM audit_entries WHERE subject = 'member' AND subject_id = ${id} AND action LIKE 'members.%'
       ORDER BY id`.execute(group.db);
    expect(audited.map(({ action }) => action)).toEqual([
      "members.sign-up",
      "members.activate-by-sms",
      "members.approve",
    ]);
    for (const official of [books.chairperson, books.treasurer, books.secGen]) {
      const seen = await group.api("GET", "/api/notices/", { token: official.token });
      expect(JSON.stringify(seen.body.notices)).toContain("has proven their phone by a code");
      expect(JSON.stringify(seen.body.notices)).not.toContain(code);
    }
    expect(await unread()).toEqual(before);
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });

  test("the code to an own phone ends after an hour and after ten tries; then the Chairperson confirms", async () => {
    const slow = await signedUp();
    const code = await textedCode(slow.phone);
    group.clock.advanceMinutes(61);
    books.chairperson.token = await group.signIn(books.chairperson);
    expect((await activate(slow, code)).body.errors.code[0]).toContain("Ask the Chairperson");

    const guesser = await signedUp();
    const right = await textedCode(guesser.phone);
    const wrong = right === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < 10; tries++)
      expect((await activate(guesser, wrong)).body.errors.code[0]).toContain("not the code");
    expect((await activate(guesser, right)).body.errors.code[0]).toContain("Too many codes");
    for (const { id, phone } of [slow, guesser]) {
      expect((await signIn(phone)).status).toBe(401);
      expect((await confirm(id, books.chairperson, { phone_seen: phone })).status).toBe(200);
      expect((await signIn(phone)).status).toBe(200);
    }
    expect((await activate(guesser, right)).body.errors.code[0]).toContain("You can sign in");
  });

  test("a phone that takes no SMS gets no code, and neither does who signs up by the group's link", async () => {
    const phone = "+254733388888";
    await sql`INSERT INTO sms_stops (phone, reason, at) VALUES (${phone}, 'wrong_number', ${group.clock.now()})`.execute(
      group.db,
    );
    const stopped = await signedUp({ phone });
    expect(stopped.answer).not.toHaveProperty("activation_token");
    expect(stopped.answer.detail).toContain("the Chairperson");

    const link = await post("/api/user/invitations/", { kind: "group" }, books.chairperson);
    const invitation = (link.body.invitation.url as string).split("/").at(-1);
    const { answer } = await signedUp({ invitation, email: "by.link@example.com" });
    expect(answer).not.toHaveProperty("activation_token");
  });
});

const activate = (joined: Joined, code: string) =>
  post("/api/user/activate/", { activation_token: joined.answer.activation_token, code });

/** The code of the newest text to a number. */
async function textedCode(phone: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    SELECT text FROM notice_messages WHERE recipient = ${phone} AND text ~ '[0-9]{6} '
     ORDER BY id DESC LIMIT 1`.execute(group.db);
  return /\b\d{6}\b/.exec(rows[0]?.text ?? "")?.[0] ?? "none";
}
