import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appointBookkeepers } from "#tests/support/bookkeeping.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { amountInvariants } from "./amount-invariants.ts";
import { databaseInvariants } from "./database-invariants.ts";
import { invariants } from "./invariants.ts";
import { verifyBooks } from "./verify-books.ts";
import { brokenBy } from "#tests/support/broken-invariants.ts";

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
