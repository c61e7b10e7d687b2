// What lives longer than a session ends when it should (docs/decisions/054-what-outlives-a-session.md).
import { createECDH, randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { purge } from "#server/jobs/sweep.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { runJobs, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

const NEW = "bahari ya hindi 88";
let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
});
afterAll(() => group.close());
beforeEach(async () => {
  books.chairperson.token = await group.signIn(books.chairperson);
  member = await group.activeMember(books.chairperson);
});

const ask = (token: string, method: string, path: string, body?: unknown, headers = {}) =>
  group.api(method, path, { token, headers, ...(body === undefined ? {} : { body }) });
const post = (path: string, body: unknown) => group.api("POST", path, { body });
async function manage(action: string): Promise<void> {
  const token = await group.signIn(books.chairperson);
  const path = `/api/user/admin_manage_user/${member.id}/`;
  expect((await ask(token, "POST", path, { action })).status).toBe(200);
}

async function resetLink(): Promise<string> {
  await post("/api/user/password-reset/", { email: member.email });
  await runJobs(group);
  return group.mailedToken(member.email, "forgot-password");
}
const useReset = async (link: string) =>
  (
    await post("/api/user/forgot-password/", {
      new_password: NEW,
      confirm_new_password: NEW,
      password_reset_token: link,
    })
  ).status;

async function emailLink(): Promise<string> {
  const email = `new-${member.email}`;
  const body = { email, current_password: member.password };
  expect((await ask(member.token, "POST", "/api/user/profile/", body)).status).toBe(200);
  return group.mailedToken(email, "confirm-email");
}
const useEmail = async (link: string) =>
  (await post("/api/user/confirm-email/", { confirmation_token: link })).status;

test("a link for a new password and one that confirms an email end with deactivation, for good", async () => {
  const [reset, email] = [await resetLink(), await emailLink()];
  await manage("deactivate");
  expect([await useReset(reset), await useEmail(email)]).toEqual([400, 400]);
  await manage("activate");
  expect([await useReset(reset), await useEmail(email)]).toEqual([400, 400]);
  expect(await useReset(await resetLink())).toBe(200);
});

test("both end with another password", async () => {
  const [reset, email] = [await resetLink(), await emailLink()];
  const { status } = await ask(member.token, "POST", "/api/user/change-password/", {
    current_password: member.password,
    new_password: NEW,
    confirm_new_password: NEW,
  });
  expect(status).toBe(200);
  expect([await useReset(reset), await useEmail(email)]).toEqual([400, 400]);
});

async function subscribe(token: string): Promise<void> {
  const keys = {
    p256dh: createECDH("prime256v1").generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  const endpoint = `https://push.example.com/${randomBytes(9).toString("hex")}`;
  const body = { subscription: { endpoint, keys } };
  expect((await ask(token, "POST", "/api/notices/push/", body)).status).toBe(200);
}
const lastAudit = () =>
  group.db
    .selectFrom("audit_entries")
    .select(["action", "after"])
    .where("actor_id", "=", member.id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();

test("ending the other sessions says in the audit log how many browsers get no more notices", async () => {
  const other = await group.signIn(member);
  await subscribe(other);
  await subscribe(member.token);
  expect((await ask(member.token, "DELETE", "/api/user/sessions/")).status).toBe(200);
  expect(await lastAudit()).toMatchObject({
    action: "sessions.end-others",
    after: { push_ended: 1 },
  });
});

test("and so when time had ended the sessions already, and only their browsers are left", async () => {
  await subscribe(await group.signIn(member));
  group.clock.advanceMinutes(13 * 60);
  await purge(group.db, { now: group.clock.now(), keepsMail: true });
  member.token = await group.signIn(member);
  await ask(member.token, "DELETE", "/api/user/sessions/");
  expect(await lastAudit()).toMatchObject({
    action: "sessions.end-others",
    after: { sessions_ended: 0, push_ended: 1 },
  });
  const again = await ask(member.token, "DELETE", "/api/user/sessions/");
  expect(again.body.detail).toBe("You are signed in nowhere else.");
});

test("the stored answer of an idempotency key is its member's alone, and needs a session and the right", async () => {
  const headers = { "Idempotency-Key": "fine-once" };
  const fine = { type: "fine", charged_user: member.username, amount: 10, description: "Late" };
  const path = "/api/accounting/create_ledger_entry/";
  const token = await group.signIn(books.treasurer);
  const first = await ask(token, "POST", path, fine, headers);
  expect(first.status).toBe(201);
  const other = await ask(await group.signIn(books.secGen), "POST", path, fine, headers);
  expect(other.body.entry.id).not.toBe(first.body.entry.id);
  expect((await ask(member.token, "POST", path, fine, headers)).status).toBe(403);
  expect((await ask(token, "POST", "/api/user/logout/")).status).toBe(200);
  expect((await ask(token, "POST", path, fine, headers)).status).toBe(401);
});
