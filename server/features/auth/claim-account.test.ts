import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { bringIn } from "#tests/support/opening-books.ts";
import type { Answer, TestGroup } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
});
afterAll(() => group.close());

const PASSWORD = "ndizi mbivu 4 sana";
let number = 0;

/** Invites a member of the book to claim the account; returns the token. */
async function invited(known: { phone?: string; email?: string } = {}) {
  const regNumber = `CLAIM/${++number}`;
  const [id] = (await bringIn(group, books.secGen, [
    { regNumber, firstName: "Akinyi", lastName: "Okoth", ...known },
  ])) as [number];
  return { id, regNumber, token: await invite(regNumber) };
}

async function invite(regNumber: string, params: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await group.api("POST", "/api/user/invitations/", {
    token: books.chairperson.token,
    body: { kind: "person", reg_number: regNumber, ...params },
  });
  expect(status).toBe(201);
  return body.invitation.url.split("/").at(-1);
}

const open = (invitation: string) =>
  group.api("POST", "/api/user/invitations/open/", { body: { invitation } });
const claim = (invitation: string, params: Record<string, unknown> = {}): Promise<Answer> =>
  group.api("POST", "/api/user/signup/", {
    body: { invitation, password: PASSWORD, confirm_password: PASSWORD, ...params },
  });
const stored = (id: number) =>
  group.db.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

async function activate(email: string): Promise<void> {
  const activation_token = await group.mailedToken(email, "activate");
  const { status } = await group.api("POST", "/api/user/activate/", { body: { activation_token } });
  expect(status).toBe(200);
}

describe("an invitation to somebody of the book", () => {
  test("shows what is known, and no more of phone and email than to know them again", async () => {
    const { regNumber, token } = await invited({
      phone: "+254722100001",
      email: "akinyi1@example.com",
    });

    expect((await open(token)).body.claims).toEqual({
      first_name: "Akinyi",
      last_name: "Okoth",
      username: "akinyi.okoth",
      reg_number: regNumber,
      phone: "…001",
      email: "a…@example.com",
    });
  });

  test("claims nothing when it names somebody new", async () => {
    expect((await open(await invite("NEW/1"))).body.claims).toBeNull();
  });
});

describe("a claim", () => {
  test("takes only a password when all else is known; the member signs in once the address is proven", async () => {
    const { id, token } = await invited({ phone: "+254722100002", email: "akinyi2@example.com" });

    expect((await claim(token)).status).toBe(201);
    const before = await group.api("POST", "/api/user/login", {
      body: { email: "+254722100002", password: PASSWORD },
    });
    expect(before.status).toBe(401);
    await activate("akinyi2@example.com");

    const session = await group.signIn({ email: "+254722100002", password: PASSWORD });
    const own = await group.api("GET", "/api/user/get_user_data", { token: session });
    expect(own.body).toMatchObject({ id, status: "active", email: "akinyi2@example.com" });
    expect((await stored(id)).approved_on).toBe("2024-01-15");
    const [mail] = (await group.mailbox(books.treasurer.email)).slice(-1);
    expect(mail!.body).toContain("has claimed the account");
  });

  test("may bring another phone, email and username, but the name stays the book's", async () => {
    const { id, token } = await invited({ email: "akinyi3@example.com" });
    const own = { username: "achieng.o", phone: "0722100003", email: "achieng@example.com" };

    const claimed = await claim(token, { ...own, first_name: "Achieng" });
    expect([claimed.status, claimed.body.proof]).toEqual([201, "mail"]);
    await activate(own.email);
    await activate("akinyi3@example.com");
    expect(await stored(id)).toMatchObject({
      ...own,
      first_name: "Akinyi",
      last_name: "Okoth",
      phone: "+254722100003",
    });
    const session = await group.signIn({ email: own.email, password: PASSWORD });
    const renamed = await group.api("POST", "/api/user/profile/", {
      token: session,
      body: { first_name: "Achieng" },
    });
    expect([renamed.status, Object.keys(renamed.body.errors)]).toEqual([400, ["first_name"]]);
  });

  test("never asks for what the book knows, whatever else is missing", async () => {
    const { token } = await invited({ phone: "+254722100077" });
    const answer = await group.api("POST", "/api/user/signup/", {
      body: { invitation: token, email: "", phone: "", password: "", confirm_password: "" },
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toContain("password");
    // Nor for an address, which a claimant may not have (OPEN-64).
    for (const known of ["email", "phone"]) expect(answer.body.errors).not.toHaveProperty(known);
  });

  test("reports every missing, taken or wrong value in one answer", async () => {
    const { token } = await invited();
    const missing = await claim(token);
    expect(missing.status).toBe(400);
    expect(Object.keys(missing.body.errors)).toEqual(["phone"]);

    const wrong = await claim(token, {
      username: "!",
      email: books.treasurer.email,
      RegNo: "ANOTHER/1",
    });
    expect(Object.keys(wrong.body.errors).toSorted()).toEqual([
      "RegNo",
      "email",
      "phone",
      "username",
    ]);
  });

  test("uses the invitation up, and another takes the place of one whose address was never proven", async () => {
    const { id, regNumber, token } = await invited({
      phone: "+254722100005",
      email: "right@example.com",
    });
    expect((await claim(token, { email: "mistyped@example.com" })).status).toBe(201);
    expect((await claim(token, { email: "right@example.com" })).status).toBe(400);
    const again = await invite(regNumber);
    expect((await claim(again, { email: "right@example.com" })).status).toBe(201);
    const stale = await group.mailedToken("mistyped@example.com", "activate");
    const { status } = await group.api("POST", "/api/user/activate/", {
      body: { activation_token: stale },
    });
    expect(status).toBe(400);
    await activate("right@example.com");

    expect((await stored(id)).email).toBe("right@example.com");
  });

  test("ends with the address proven: nobody is invited to the account again", async () => {
    const { regNumber, token } = await invited({
      phone: "+254722100006",
      email: "first@example.com",
    });
    await claim(token);
    await activate("first@example.com");

    const { status, body } = await group.api("POST", "/api/user/invitations/", {
      token: books.chairperson.token,
      body: { kind: "person", reg_number: regNumber },
    });
    expect([status, Object.keys(body.errors)]).toEqual([400, ["reg_number"]]);
  });

  test("is nobody's without the invitation, and not by the link of the group", async () => {
    const { regNumber } = await invited();
    const form = {
      first_name: "A",
      last_name: "B",
      username: `thief${number}`,
      email: `thief${number}@example.com`,
      phone: "0722100099",
      RegNo: regNumber,
      password: PASSWORD,
      confirm_password: PASSWORD,
    };
    const alone = await group.api("POST", "/api/user/signup/", { body: form });
    expect([alone.status, Object.keys(alone.body.errors)]).toEqual([400, ["RegNo"]]);
    const { body } = await group.api("POST", "/api/user/invitations/", {
      token: books.chairperson.token,
      body: { kind: "group" },
    });
    const link = body.invitation.url.split("/").at(-1);
    expect(Object.keys((await claim(link, form)).body.errors)).toEqual(["RegNo"]);
  });
});

test("sign-up by oneself still needs every field", async () => {
  const { status, body } = await group.api("POST", "/api/user/signup/", { body: {} });

  expect(status).toBe(400);
  expect(Object.keys(body.errors).toSorted()).toEqual([
    "RegNo",
    "confirm_password",
    "email",
    "first_name",
    "last_name",
    "password",
    "phone",
    "username",
  ]);
});

test("after all of this the books hold every invariant", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
