import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#server/db/connection.ts";
import { appointBookkeepers } from "#tests/support/bookkeeping.ts";
import { brokenBy } from "#tests/support/broken-invariants.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { amountInvariants } from "./witness-invariants.ts";
import { databaseInvariants } from "./database-invariants.ts";
import { invariants, verifyBooks } from "./verify-books.ts";

// I26 is a figure that only a report adds up; I31 and I32 compare with what a client was answered, in the fault tests.
const notBySql = [26, 31, 32];

test("every promise that SQL can prove is proven by name", () => {
  const proven = new Set<string>(invariants.flatMap(({ proves }) => proves));
  const promised = Array.from({ length: 35 }, (_, at) => at + 1).filter(
    (number) => !notBySql.includes(number),
  );
  expect(promised.filter((number) => !proven.has(`I${number}`))).toEqual([]);
});

test("no two invariants have the same name", () => {
  const names = invariants.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

describe("altered behind the application's back", () => {
  let group: TestGroup;

  beforeAll(async () => {
    group = await startGroup();
    const books = await appointBookkeepers(group);
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

  test("nothing is broken before", async () => {
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });

  test.each([
    // The payment, its entry and its sums, all made to agree: only the log tells.
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

  test("notices when the guard of the books was taken away", async () => {
    await sql`ALTER TABLE postings DISABLE TRIGGER postings_append_only`.execute(group.db);
    expect(await brokenNames()).toContain("books-are-append-only");
  });
});
