import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/db/connection.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { checkBooksAndKeep, readLastVerifyRun } from "./verify-runs.ts";

let group: TestGroup;
let chairperson: TestMember;
let treasurer: TestMember;
let member: TestMember;

beforeAll(async () => {
  group = await startGroup();
  chairperson = await group.official("Chairperson");
  treasurer = await group.official("Treasurer");
  member = await group.activeMember(chairperson);
});
afterAll(() => group.close());

const check = () => checkBooksAndKeep(group.db, { now: group.clock.now, evidence: group.evidence });
const health = async (token?: string) =>
  (await group.api("GET", "/api/health", token === undefined ? {} : { token })).body;
const warnings = async () =>
  (await group.mailbox()).filter(({ subject }) => subject.includes("found something wrong"));

test("the nightly check is stored and shown to officials, and to nobody else", async () => {
  expect(await health(chairperson.token)).toEqual({
    status: "ok",
    verify: null,
    backup: null,
    archive: { on: false, last_at: null, behind_seconds: null, failure: null },
    warnings: [],
  });
  group.clock.set("2026-03-17T01:15:00+03:00");
  chairperson = { ...chairperson, token: await group.signIn(chairperson) };
  treasurer = { ...treasurer, token: await group.signIn(treasurer) };
  member = { ...member, token: await group.signIn(member) };
  await check();

  const { verify } = await health(treasurer.token);
  expect(verify).toMatchObject({ at: "2026-03-17T01:15:00.000+03:00", ok: true, failures: [] });
  expect(verify.checked).toBeGreaterThan(60);
  for (const nobody of [undefined, member.token, "a".repeat(43)])
    expect(await health(nobody)).toEqual({ status: "ok" });
});

test("a broken invariant is named, and mailed once to every official", async () => {
  await inTransaction(group.db, (tx) =>
    sql`ALTER TABLE postings DISABLE TRIGGER postings_append_only`.execute(tx),
  );
  await check();
  await check();

  const { verify } = await health(chairperson.token);
  expect(verify).toMatchObject({
    ok: false,
    failures: [
      { name: "books-are-append-only", offenders: [{ id: 0, found: "postings_append_only" }] },
      {
        name: "schema-as-migrated",
        offenders: [
          {
            id: 1,
            found: expect.stringContaining("trigger postings.postings_append_only is altered"),
          },
        ],
      },
    ],
  });
  const mails = await warnings();
  expect(mails.map(({ recipient }) => recipient)).toEqual([chairperson.email, treasurer.email]);
  expect(mails[0]?.body).toContain("postings_append_only");

  await inTransaction(group.db, (tx) =>
    sql`ALTER TABLE postings ENABLE TRIGGER postings_append_only`.execute(tx),
  );
});

test("the Chairperson checks at once; nobody else may", async () => {
  const answer = await group.api("POST", "/api/verify/", { token: chairperson.token });
  expect(answer).toMatchObject({ status: 200, body: { verify: { ok: true, failures: [] } } });
  expect(answer.body.detail).toBe(
    `The books were checked: ${answer.body.verify.checked} of ${answer.body.verify.checked} hold.`,
  );
  expect((await health(chairperson.token)).verify).toEqual(answer.body.verify);
  expect((await group.api("POST", "/api/verify/", { token: treasurer.token })).status).toBe(403);
  expect((await group.api("POST", "/api/verify/")).status).toBe(401);
  const audited = await group.db
    .selectFrom("audit_entries")
    .select(["action", "actor_id"])
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(audited).toEqual({ action: "books.verify", actor_id: chairperson.id });
});

test("runs are stored for about a year", async () => {
  await sql`INSERT INTO verify_runs (started_at, finished_at, ok, checked, failures, entries)
            SELECT now(), now(), true, 1, '[]', 0 FROM generate_series(1, 500)`.execute(group.db);
  await check();
  const { count } = await group.db
    .selectFrom("verify_runs")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(400);
  expect((await readLastVerifyRun(group.db))?.checked).toBeGreaterThan(60);
});
