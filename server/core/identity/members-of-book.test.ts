import { afterAll, beforeAll, expect, test } from "vitest";
import { mailResetLink, mailActivationLink } from "#server/features/auth/mailed-links.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { bringIn } from "#tests/support/opening-books.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let chairperson: TestMember;
let treasurer: TestMember;

beforeAll(async () => {
  group = await startGroup();
  chairperson = await group.official("Chairperson");
  treasurer = await group.official("Treasurer");
});
afterAll(() => group.close());

const stored = (id: number) =>
  group.db.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

test("a member from the book is active as of the day they joined, without an account", async () => {
  const [first, second] = await bringIn(group, chairperson, [
    { regNumber: "M/1", firstName: "Akinyi", lastName: "Okoth", phone: "+254722000001" },
    { regNumber: "M/2", firstName: "Akinyi", lastName: "Okoth" },
  ]);

  expect(await stored(first!)).toMatchObject({
    username: "akinyi.okoth",
    email: null,
    phone: "+254722000001",
    password_hash: null,
    status: "active",
    is_active: true,
    is_brought_in: true,
    approved_on: "2024-01-15",
  });
  expect(await stored(second!)).toMatchObject({ username: "akinyi.okoth2", phone: null });
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

test("the directory names them, with null for unknown values", async () => {
  const { body } = await group.api("GET", "/api/user/get_users?search=M/2", {
    token: chairperson.token,
  });

  expect(body.users).toEqual([
    expect.objectContaining({ username: "akinyi.okoth2", email: null, phone: null }),
  ]);
});

test("nobody signs in as them, by phone or by email", async () => {
  await bringIn(group, chairperson, [
    { regNumber: "M/3", phone: "+254722000003", email: "atieno@example.com" },
  ]);
  for (const email of ["+254722000003", "atieno@example.com"]) {
    const answer = await group.api("POST", "/api/user/login", {
      body: { email, password: "mti wa matunda 27" },
    });
    expect(answer.status).toBe(401);
  }
});

test("no link is mailed to them that would open the account", async () => {
  const { db } = group;
  const requested = {
    email: "atieno@example.com",
    address: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    now: group.clock.now(),
  };
  await mailResetLink(db, requested);
  await mailActivationLink(db, requested);

  expect(await group.mailbox("atieno@example.com")).toEqual([]);
});

test("a fine is reported to a member who has an address, without their name, and charged to everybody", async () => {
  const members = await group.db
    .selectFrom("members")
    .select("id")
    .where("is_brought_in", "=", true)
    .execute();
  const { status, body } = await group.api("POST", "/api/fines/many/", {
    token: treasurer.token,
    body: { amount: 50, members: members.map(({ id }) => id), description: "Late" },
  });

  expect([status, body.detail]).toEqual([201, expect.any(String)]);
  const mails = await group.mailbox("atieno@example.com");
  expect(mails).toHaveLength(1);
  expect(mails[0]!.body).not.toContain("Atieno");
  const fined = await group.db.selectFrom("fines").select("member_id").execute();
  expect(fined.map((fine) => fine.member_id).toSorted((one, other) => one - other)).toEqual(
    members.map(({ id }) => id),
  );
});

test("an office waits for an account", async () => {
  const { id } = await group.db
    .selectFrom("members")
    .select("id")
    .where("reg_number", "=", "M/1")
    .executeTakeFirstOrThrow();
  const answer = await group.api("POST", `/api/user/assign_groups/${id}/`, {
    token: chairperson.token,
    body: { role: "sec-gen" },
  });

  expect(answer.status).toBe(400);
  expect(answer.body.detail).toContain("email address");
});

test("a registration number, phone or email of somebody else is refused", async () => {
  await expect(bringIn(group, chairperson, [{ regNumber: "m/1" }])).rejects.toMatchObject({
    code: "invalid-fields",
  });
  await expect(
    bringIn(group, chairperson, [{ regNumber: "M/9", phone: "+254722000001" }]),
  ).rejects.toMatchObject({ code: "invalid-fields" });
  await expect(
    bringIn(group, chairperson, [{ regNumber: "M/9", email: chairperson.email.toUpperCase() }]),
  ).rejects.toMatchObject({ code: "invalid-fields" });
});

test.each([
  "UPDATE members SET email_verified_at = now() WHERE reg_number = 'M/2'",
  "UPDATE members SET password_hash = 'x' WHERE reg_number = 'M/2'",
  "UPDATE members SET office = 'Sec-Gen' WHERE reg_number = 'M/1'",
  "UPDATE members SET email = NULL WHERE id = 1",
  "UPDATE members SET status = 'pending_approval' WHERE reg_number = 'M/1'",
])("the database refuses: %s", async (statement) => {
  const { Client } = await import("pg");
  const client = new Client(group.connection);
  await client.connect();
  await expect(client.query(statement)).rejects.toMatchObject({ code: "23514" });
  await client.end();
});
