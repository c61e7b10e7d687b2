import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#server/db/connection.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { verifyBooks } from "./verify-books.ts";

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

describe("verify", () => {
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
