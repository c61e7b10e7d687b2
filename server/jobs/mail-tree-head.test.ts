import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { readTreeHead } from "#server/core/audit-log/log-tree.ts";
import { inTransaction } from "#server/db/connection.ts";
import { runJobs } from "#tests/support/run-jobs.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { checkBooksAndKeep } from "#server/verify/verify-runs.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { mailTreeHead } from "./task-list.ts";

let group: TestGroup;
let officials: TestMember[];

beforeAll(async () => {
  group = await startGroup({ startsAt: "2026-03-31T23:59:00+03:00" });
  officials = [await group.official("Chairperson"), await group.official("Treasurer")];
  await group.activeMember(officials[0]!);
});
afterAll(() => group.close());

const publicUrl = "https://akiba.example";
const mailHead = () => mailTreeHead(group.db, { now: group.clock.now(), publicUrl });
const heads = async () =>
  (await group.mailbox()).filter(({ subject }) => subject.includes("fingerprint"));

test("nothing is mailed while the log is empty", async () => {
  await mailHead();
  expect(await heads()).toEqual([]);
});

test("every official gets the head and the last check once a month, however often the job runs", async () => {
  await sealAudit(group.db);
  const head = (await readTreeHead(group.db))!;
  group.clock.set("2026-04-01T05:00:00+03:00");
  await Promise.all([mailHead(), mailHead(), mailHead()]);
  await mailHead();

  const mails = await heads();
  expect(mails.map(({ recipient }) => recipient)).toEqual(officials.map(({ email }) => email));
  for (const { body } of mails) {
    expect(body).toContain("On 01 Apr 2026 at 05:00");
    expect(body).toContain(
      `${head.size} entries, with the fingerprint\n${writeFingerprint(head.fingerprint)}`,
    );
    expect(body).toContain("https://akiba.example/check");
    expect(body).toContain("not been checked yet");
  }
});

test("the next month's tells of more entries and how the last check went; a month without a server is left out", async () => {
  group.clock.set("2026-06-09T08:00:00+03:00");
  const token = await group.signIn(officials[0]!);
  await sealAudit(group.db);
  await checkBooksAndKeep(group.db, { now: group.clock.now, evidence: group.evidence });
  await mailHead();
  await mailHead();

  const mails = await heads();
  expect(mails).toHaveLength(4);
  expect(mails.at(-1)?.body).toMatch(/last checked on 09 Jun 2026 at 08:00: all \d+ things/);
  const { noted } = (await group.api("GET", "/api/audit/noted/", { token })).body;
  expect(noted.map(({ month }: { month: string }) => month)).toEqual(["2026-06-01", "2026-04-01"]);
  expect(noted[0].entries).toBeGreaterThan(noted[1].entries);
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

test("the job queue does it", async () => {
  group.clock.set("2026-07-01T05:00:00+03:00");
  await sql`SELECT graphile_worker.add_job('mail-log-head')`.execute(group.db);
  await runJobs(group);
  expect(await heads()).toHaveLength(6);
});

test("verify names the month whose head is no longer in the log", async () => {
  await inTransaction(group.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`UPDATE noted_heads SET root = sha256('x') WHERE month = '2026-06-01'`.execute(tx);
  });
  const { breaches } = await verifyBooks(group.db);
  expect(breaches).toMatchObject([{ name: "noted-heads-hold", offenders: [{ id: 20260601 }] }]);
});
