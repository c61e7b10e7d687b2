import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#server/db/connection.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { amountInvariants } from "./witness-invariants.ts";
import { databaseInvariants } from "./evidence.ts";
import { invariants, verifyBooks } from "./verify-books.ts";
import { checkBooksAndKeep, readLastVerifyRun } from "./verify-runs.ts";

// Only a report adds up the figure of I26. The fault tests check I31 and I32 against a recording client.
const notBySql = [26, 31, 32];

test("every promise that SQL can prove is proven by name", () => {
  const proven = new Set<string>(invariants.flatMap(({ proves }) => proves));
  const promised = Array.from({ length: 35 }, (_, at) => at + 1).filter(
    (number) => !notBySql.includes(number),
  );
  expect(promised.filter((number) => !proven.has(`I${number}`))).toEqual([]);
});

test("each number of docs/invariants.md is of one invariant, and each that a check cites is there", async () => {
  const page = await readFile("docs/invariants.md", "utf8");
  const numbers = [...page.matchAll(/^- \*\*(I\d+)\*\*/gm)].map(([, number]) => number);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  const cited = invariants.flatMap(({ proves }) => proves);
  expect(cited.filter((number) => !numbers.includes(number))).toEqual([]);
});

test("no two invariants have the same name", () => {
  const names = invariants.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

describe("altered behind the application's back", () => {
  let group: TestGroup;

  beforeAll(async () => {
    const founded = await startFoundedGroup({ members: 1 });
    group = founded.group;
    const { books } = founded;
    const member = await books.member();
    await books.contribute(member, 20_000);
    await books.lend(member, 1_000);
    await books.fine(member, 200);
    const posted = await group.api("POST", "/api/accounting/create_ledger_entry/", {
      token: books.treasurer.token,
      body: { type: "expense", category: "server_expense", amount: 100, description: "Hosting" },
    });
    if (posted.status >= 300) throw new Error(JSON.stringify(posted.body));
  });
  afterAll(() => group.close());

  const checked = [...amountInvariants, ...databaseInvariants];

  test("every invariant holds before", async () => {
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });

  test.each([
    // The payment, its entry and its sums are altered alike, so only the log shows it.
    [
      "payments-as-audited",
      `UPDATE payments SET amount_cents = amount_cents + 100;
       UPDATE postings SET amount_cents = amount_cents + sign(amount_cents) * 100
        WHERE entry_id IN (SELECT id FROM entries WHERE source_kind = 'payment')`,
    ],
    ["payments-as-audited", "UPDATE payments SET reference = 'ANOTHER99'"],
    ["loans-as-audited", "UPDATE loans SET amount_cents = amount_cents + 1"],
    ["fines-as-audited", "UPDATE fines SET member_id = member_id - 1"],
    ["ledger-entries-are-audited", "DELETE FROM audit_entries WHERE action = 'entries.post'"],
    ["ledger-entries-are-audited", "DELETE FROM entries WHERE source_kind = 'ledger_entry'"],
    [
      "numbers-come-from-their-counter",
      "INSERT INTO entries (id, business_date, description, source_kind, source_id, purpose, recorded_at) OVERRIDING SYSTEM VALUE VALUES (900, '2026-03-16', 'x', 'x', 1, 'x', now())",
    ],
    ["numbers-are-unique", "DROP INDEX payments_reference_key"],
    [
      "tokens-open-once",
      "UPDATE mail_tokens SET spent_at = expires_at + interval '1 second' WHERE spent_at IS NOT NULL",
    ],
  ])("%s breaks", async (name, statement) => {
    expect(await brokenBy(group.db, checked, statement)).toContain(name);
  });
});

describe("verify", () => {
  let group: TestGroup;

  beforeAll(async () => {
    group = await startGroup();
  });
  afterAll(() => group.close());

  /** Runs SQL with triggers and foreign keys off, as somebody with the database's password could. */
  async function tamper(text: string): Promise<void> {
    await inTransaction(group.db, async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql.raw(text).execute(tx);
    });
  }

  async function brokenNames(): Promise<string[]> {
    return (await verifyBooks(group.db)).breaches.map((breach) => breach.name);
  }

  test("a new group's books hold every invariant", async () => {
    const { checked, breaches } = await verifyBooks(group.db);
    expect(breaches).toEqual([]);
    expect(checked).toBeGreaterThan(15);
  });

  test("finds what was changed behind the application's back, and which row it is", async () => {
    const member = await group.pendingMember();
    const [treasurer, secGen] = [
      await group.official("Treasurer"),
      await group.official("Sec-Gen"),
    ];
    const paid = await group.api("POST", "/api/finances/monthly-contribution/", {
      token: member.token,
      body: {
        amount_paid: 1000,
        contribution_month: "2026-03-01",
        payment_date: "2026-03-16T08:00:00+03:00",
        payment_Reference_Code: "QWE1234567",
      },
    });
    const id = paid.body.contribution.contribution_id;
    for (const { token } of [treasurer, secGen])
      await group.api("POST", `/api/finances/monthly-contribution-approval/${id}/`, {
        token,
        body: { action: "approved" },
      });
    expect(await brokenNames()).toEqual([]);

    await tamper("UPDATE postings SET amount_cents = 250000 WHERE account = 'bank'");
    expect(await brokenNames()).toEqual(
      expect.arrayContaining(["entries-balance", "days-balance", "approved-means-posted-once"]),
    );
    await tamper("UPDATE postings SET amount_cents = 100000 WHERE account = 'bank'");
    expect(await brokenNames()).toEqual([]);

    await tamper("DELETE FROM payment_references");
    expect(await brokenNames()).toContain("references-are-claimed");
    await tamper(`INSERT INTO payment_references VALUES ('QWE1234567', ${member.id}, 1)`);
    expect(await brokenNames()).toEqual([]);

    await tamper("DELETE FROM audit_entries WHERE subject = 'contribution'");
    expect(await brokenNames()).toEqual(["changes-are-audited"]);
  });

  test("notices a disabled guard of the books", async () => {
    await sql`ALTER TABLE postings DISABLE TRIGGER postings_append_only`.execute(group.db);
    expect(await brokenNames()).toContain("books-are-append-only");
  });
});

describe("runs of verify", () => {
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

  const check = () =>
    checkBooksAndKeep(group.db, { now: group.clock.now, evidence: group.evidence });
  const health = async (token?: string) =>
    (await group.api("GET", "/api/health", token === undefined ? {} : { token })).body;
  const warnings = async () =>
    (await group.mailbox()).filter(({ subject }) => subject.includes("found something wrong"));

  test("the nightly check is stored, and shown only to officials", async () => {
    expect(await health(chairperson.token)).toEqual({
      status: "ok",
      clock: "ok",
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
      expect(await health(nobody)).toEqual({ status: "ok", clock: "ok" });
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
});
