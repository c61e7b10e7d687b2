// A device that is signed out gets no push messages (NOTE-19).
import { createECDH, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { purge } from "#server/jobs/sweep.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const PUSH = "/api/notices/push/";
let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
/** Two sessions of the member. */
let tokens: [phone: string, desk: string];

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 1 }));
  member = await books.member();
});
afterAll(() => group.close());
beforeEach(async () => {
  tokens = [await group.signIn(member), await group.signIn(member)];
  await sql`DELETE FROM push_subscriptions`.execute(group.db);
});

const ask = (token: string, method: string, path: string, body?: unknown) =>
  group.api(method, path, { token, ...(body === undefined ? {} : { body }) });

async function subscribe(token: string): Promise<string> {
  const key = createECDH("prime256v1").generateKeys("base64url");
  const endpoint = `https://push.example.com/${randomBytes(9).toString("hex")}`;
  const keys = { p256dh: key, auth: randomBytes(16).toString("base64url") };
  const { status } = await ask(token, "POST", PUSH, { subscription: { endpoint, keys } });
  expect(status).toBe(200);
  return endpoint;
}

async function endpoints(): Promise<string[]> {
  const { rows } = await sql<{ endpoint: string }>`
    SELECT endpoint FROM push_subscriptions ORDER BY id`.execute(group.db);
  return rows.map(({ endpoint }) => endpoint);
}

test("the member is notified of a new browser, which is listed, and ended by its member alone", async () => {
  const endpoint = await subscribe(tokens[0]);
  await subscribe(tokens[1]);
  const { body } = await ask(tokens[1], "GET", `${PUSH}devices/`);
  expect(body.devices).toHaveLength(2);
  const [, first] = body.devices as Json[];
  expect(first).toMatchObject({ endpoint, id: expect.any(Number) });
  const { rows } = await sql<{ event: string }>`
    SELECT event FROM notices WHERE member_id = ${member.id} AND event = 'push_added'`.execute(
    group.db,
  );
  expect(rows).toHaveLength(2);
  const others = await ask(books.treasurer.token, "DELETE", `${PUSH}devices/${first!.id}/`);
  expect(others.status).toBe(404);
  expect((await ask(tokens[1], "DELETE", `${PUSH}devices/${first!.id}/`)).status).toBe(200);
  expect(await endpoints()).not.toContain(endpoint);
});

test("it ends with its own session, and no other's", async () => {
  const [, desk] = [await subscribe(tokens[0]), await subscribe(tokens[1])];
  expect((await ask(tokens[0], "POST", "/api/user/logout/")).status).toBe(200);
  expect(await endpoints()).toEqual([desk]);
});

test("it ends when the session is ended from another device, or with all others", async () => {
  const [phone, desk] = [await subscribe(tokens[0]), await subscribe(tokens[1])];
  expect(await endpoints()).toEqual([phone, desk]);
  expect((await ask(tokens[1], "DELETE", "/api/user/sessions/")).status).toBe(200);
  expect(await endpoints()).toEqual([desk]);
});

test("a session that only expired leaves it, until all others are ended", async () => {
  const phone = await subscribe(tokens[0]);
  group.clock.advanceMinutes(13 * 60);
  await purge(group.db, { now: group.clock.now(), keepsMail: true });
  expect(await endpoints()).toEqual([phone]);
  // Signed in again in the same browser, it belongs to the new session.
  const again = await group.signIn(member);
  expect((await ask(again, "POST", "/api/user/logout/")).status).toBe(200);
  expect(await endpoints()).toEqual([]);
});

test("it ends with another password, whatever wrote it", async () => {
  await subscribe(tokens[0]);
  await sql`UPDATE push_subscriptions SET session_id = 999999`.execute(group.db);
  await sql`UPDATE members SET password_hash = password_hash || 'x' WHERE id = ${member.id}`.execute(
    group.db,
  );
  expect(await endpoints()).toEqual([]);
  await sql`UPDATE members SET password_hash = rtrim(password_hash, 'x') WHERE id = ${member.id}`.execute(
    group.db,
  );
});

test("it ends with the member's deactivation", async () => {
  await subscribe(tokens[0]);
  books.chairperson.token = await group.signIn(books.chairperson);
  const { status } = await ask(
    books.chairperson.token,
    "POST",
    `/api/user/deactivate_user/${member.id}/`,
  );
  expect(status).toBe(200);
  expect(await endpoints()).toEqual([]);
});
