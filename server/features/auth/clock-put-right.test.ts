// What a clock that was ahead, and is put right, has left (docs/clocks.md).
import { Secret, TOTP } from "otpauth";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueToken, killTokens, spendToken } from "#server/core/identity/mail-tokens.ts";
import { claimMessages } from "#server/core/notices/claim-messages.ts";
import { dispatchNotices } from "#server/core/notices/dispatch-notices.ts";
import { witnessRecords } from "#server/core/audit-log/witness-records.ts";
import { inTransaction, openPool } from "#server/db/connection.ts";
import { purge } from "#server/jobs/sweep.ts";
import { bringForwardJobs } from "#server/jobs/worker.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";

const HOUR = 60;
const DAY = 24 * HOUR;

let group: TestGroup;
let books: Bookkeeping;
let day = 0;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 30 }));
});
afterAll(async () => {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});

/** Each case has a day of its own, and begins at nine with the right clock. */
async function begin(...people: TestMember[]) {
  group.clock.beOffBy(0);
  day += 1;
  group.clock.set(new Date(Date.UTC(2026, 3, day, 6)).toISOString());
  for (const person of people) person.token = await group.signIn(person);
}
const readsOwn = async (token: string) =>
  (await group.api("GET", "/api/user/get_user_data", { token })).status;
const cleanUp = () => purge(group.db, { now: group.clock.now(), keepsMail: true });

describe.each([
  ["a day", 25 * HOUR],
  ["eleven years", 11 * 365 * DAY],
])("a clock that was ahead by %s", (_far, ahead) => {
  /** More than two days behind the log, an operator says that the clock is right (SAFE-29). */
  async function putRight() {
    group.clock.beOffBy(0);
    if (ahead > 2 * DAY) await group.backTo(group.clock.now().toISOString());
  }

  test("shuts nobody out who had signed in five times", async () => {
    const member = await books.member();
    await begin();
    group.clock.beOffBy(ahead);
    for (let count = 0; count < 5; count++) await group.signIn(member);
    await putRight();
    expect(await readsOwn(await group.signIn(member))).toBe(200);
  });

  test("leaves a session that ends an hour after its last use", async () => {
    const member = await books.member();
    await begin();
    group.clock.beOffBy(ahead);
    const token = await group.signIn(member);
    await putRight();
    expect(await readsOwn(token)).toBe(200);
    group.clock.advanceMinutes(61);
    expect(await readsOwn(token)).toBe(401);
  });

  test("leaves no session beyond the night", async () => {
    const member = await books.member();
    await begin();
    group.clock.beOffBy(ahead);
    const token = await group.signIn(member);
    await putRight();
    await cleanUp();
    expect(await readsOwn(token)).toBe(401);
  });

  test("leaves codes that sign in, each once", async () => {
    const member = await books.member();
    await begin(member);
    const body = { current_password: member.password };
    const started = await group.api("POST", "/api/user/two-step/start/", {
      token: member.token,
      body,
    });
    const secret = Secret.fromBase32(started.body.secret);
    const code = () => new TOTP({ secret }).generate({ timestamp: group.clock.now().getTime() });
    await group.api("POST", "/api/user/two-step/confirm/", {
      token: member.token,
      body: { code: code() },
    });
    const signIn = async () => {
      const { email, password } = member;
      const answer = await group.api("POST", "/api/user/login", {
        body: { email, password, code: code() },
      });
      return answer.status;
    };
    group.clock.beOffBy(ahead);
    expect(await signIn()).toBe(200);
    await putRight();
    group.clock.advanceMinutes(5);
    expect(await signIn()).toBe(200);
    expect(await signIn()).not.toBe(200);
  });

  test("leaves a stored answer that is repeated for a day", async () => {
    const { treasurer } = books;
    await begin();
    group.clock.beOffBy(ahead);
    treasurer.token = await group.signIn(treasurer);
    const body = {
      type: "other_income",
      amount_paid: 10,
      description: `Chairs ${ahead}`,
      date: "2026-03-20",
    };
    const headers = { "Idempotency-Key": `ahead-${ahead}` };
    const send = async () =>
      group.api("POST", "/api/accounting/create_ledger_entry/", {
        token: (treasurer.token = await group.signIn(treasurer)),
        body,
        headers,
      });
    const first = await send();
    expect(first.status).toBe(201);
    await putRight();
    await cleanUp();
    group.clock.advanceMinutes(23 * HOUR);
    expect((await send()).body.entry.id).toBe(first.body.entry.id);
    group.clock.advanceMinutes(2 * HOUR);
    await cleanUp();
    const { rows } = await sql`
      SELECT FROM idempotency_keys WHERE key = ${`ahead-${ahead}`}`.execute(group.db);
    expect(rows).toEqual([]);
  });

  test("leaves no mailed link that lives longer than another", async () => {
    const member = await books.member();
    await begin();
    const issue = { purpose: "password-reset", memberId: member.id } as const;
    group.clock.beOffBy(ahead);
    const token = await inTransaction(group.db, (tx) =>
      issueToken(tx, { ...issue, now: group.clock.now() }),
    );
    await putRight();
    await cleanUp();
    const spent = await inTransaction(group.db, (tx) =>
      spendToken(tx, { purpose: issue.purpose, token, now: group.clock.now() }),
    );
    expect(spent).toBeNull();
    await sql`DELETE FROM mail_tokens WHERE member_id = ${member.id}`.execute(group.db);
  });

  test("leaves undoing links whose order is known", async () => {
    const member = await books.member();
    await begin();
    const issue = (email: string) =>
      inTransaction(group.db, (tx) =>
        issueToken(tx, {
          purpose: "email-undo",
          memberId: member.id,
          email,
          now: group.clock.now(),
        }),
      );
    const spend = (token: string) =>
      inTransaction(group.db, (tx) =>
        spendToken(tx, { purpose: "email-undo", token, now: group.clock.now() }),
      );
    group.clock.beOffBy(ahead);
    const first = await issue("one@example.com");
    await putRight();
    const second = await issue("two@example.com");
    const spent = await spend(first);
    await inTransaction(group.db, (tx) =>
      killTokens(tx, {
        memberId: member.id,
        purposes: ["email-undo"],
        from: spent?.number ?? null,
        now: group.clock.now(),
      }),
    );
    expect(await spend(second)).toBeNull();
    await sql`DELETE FROM mail_tokens WHERE member_id = ${member.id}`.execute(group.db);
  });

  test("leaves no message that waits for that day", async () => {
    const member = await books.member();
    await begin();
    group.clock.beOffBy(ahead);
    await books.fine(member, 5);
    const channels = { email: false, sms: true, push: false };
    while ((await dispatchNotices(group.db, { channels, now: group.clock.now() })) > 0);
    await putRight();
    const claimed = await claimMessages(group.db, {
      channel: "sms",
      claimer: "a server",
      most: 50,
      now: group.clock.now(),
    });
    expect(claimed.map((each) => each.member_id)).toContain(member.id);
  });

  test("leaves nothing in the nightly check that was put in", async () => {
    const { treasurer, secGen } = books;
    const member = await books.member();
    await begin();
    group.clock.beOffBy(ahead);
    await witnessRecords(group.db, group.clock.now());
    await putRight();
    for (const person of [member, treasurer, secGen]) person.token = await group.signIn(person);
    await books.contribute(member, 1_000);
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });
});

test("a clock that is put back brings back no earlier limit of what one person may take out", async () => {
  const { chairperson, treasurer, secGen } = books;
  const member = await books.member();
  await begin(member, chairperson, treasurer, secGen);
  await books.contribute(member, 5_000);
  const set = await group.api("POST", "/api/group/settings/", {
    token: chairperson.token,
    body: { second_person_above: 100 },
  });
  expect(set.status).toBe(200);
  for (const hoursBack of [0, 25]) {
    group.clock.beOffBy(-hoursBack * HOUR);
    treasurer.token = await group.signIn(treasurer);
    const answer = await group.api("POST", "/api/accounting/create_ledger_entry/", {
      token: treasurer.token,
      body: { type: "expense", category: "server_expense", amount: 200, description: "Hosting" },
    });
    expect(answer.body).toMatchObject({ status: "proposed" });
  }
});

test("an auditor gets in who had entered five times by a clock that was a day ahead", async () => {
  const { chairperson } = books;
  await begin(chairperson);
  const { body } = await group.api("POST", "/api/auditors/", {
    token: chairperson.token,
    body: { name: "Otieno & Partners", days: 30 },
  });
  const enter = async () =>
    (
      await group.api("POST", "/api/auditors/enter/", {
        body: { token: body.auditor.url.split("/").at(-1) },
      })
    ).body.access;
  group.clock.beOffBy(25 * HOUR);
  for (let count = 0; count < 5; count++) await enter();
  group.clock.beOffBy(0);
  const token = await enter();
  const path = "/api/accounting/trial_balance/";
  const read = await group.api("GET", path, { token });
  expect(read.status).not.toBe(401);
});

test("a job queued by a clock that was ahead is due when the clock is right", async () => {
  const pool = openPool(group.serverConnection);
  await sql`
    UPDATE graphile_worker._private_jobs SET run_at = now() + interval '25 hours', updated_at = now() + interval '25 hours'`.execute(
    group.db,
  );
  await bringForwardJobs(pool);
  await pool.end();
  const { rows } = await sql`
    SELECT FROM graphile_worker.jobs WHERE run_at > now() + interval '1 hour' AND updated_at > now()`.execute(
    group.db,
  );
  expect(rows).toEqual([]);
});
