import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cashOf } from "#tests/support/cash.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import { meetingsOf } from "#tests/support/meetings.ts";
import type { TestGroup } from "#tests/support/test-group.ts";
import { invariants, verifyBooks } from "./verify-books.ts";

let group: TestGroup;

// Cash taken from the bank, back to it and spent, and three counts.
beforeAll(async () => {
  const founded = await startFoundedGroup({ members: 1 });
  ({ group } = founded);
  const { books } = founded;
  await books.contribute(await books.member(), 10_000);
  await meetingsOf(group, books.chairperson).turnOn();
  const cash = cashOf(group, books);
  await cash.withdraw(1_000);
  await cash.both(cash.propose(books.treasurer, { type: "cash_deposit", amount: 300 }));
  await cash.both(
    cash.propose(books.treasurer, {
      type: "expense",
      category: "social_welfare",
      amount: 100,
      paid_from: "cash",
    }),
  );
  await cash.both(cash.count(books.treasurer, { counted: 600 }));
  await cash.both(cash.count(books.treasurer, { counted: 590, reason: "Lost" }));
  await cash.both(cash.count(books.treasurer, { counted: 595, reason: "Found" }));
  const meetings = meetingsOf(group, books.chairperson);
  const { id } = await meetings.open({ by: books.secGen });
  await meetings.mark(books.secGen, id, "present", [books.chairperson, books.secGen]);
  await meetings.close(books.secGen, id);
});
afterAll(() => group.close());

/** Whether the invariant finds something after the change, which is rolled back. */
async function isSeen(change: string, name: string): Promise<boolean> {
  const invariant = invariants.find((each) => each.name === name);
  let found = 0;
  await group.db
    .transaction()
    .execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql.raw(change).execute(tx);
      found = (await sql.raw(invariant?.sql ?? "").execute(tx)).rows.length;
      throw new Error("undo");
    })
    .catch((error: Error) => {
      if (error.message !== "undo") throw error;
    });
  return found > 0;
}

test("verify finds nothing in cash as it was moved", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

const [both, recorded, counts] = ["cash-moved-by-both", "cash-as-recorded", "counts-as-agreed"];
const DEPOSIT = "(SELECT id FROM entries WHERE purpose = 'cash_deposit')";

test.each([
  [`UPDATE proposals SET outcome = 'refused', entry_id = NULL WHERE entry_id = ${DEPOSIT}`, both],
  [`UPDATE proposals SET proposed_office = NULL WHERE entry_id = ${DEPOSIT}`, both],
  ["UPDATE proposals SET proposed_office = 'Sec-Gen'", both],
  ["DELETE FROM proposals", both],
  ["UPDATE postings SET amount_cents = amount_cents * 2 WHERE account = 'cash'", recorded],
  [
    `UPDATE postings SET account = 'investment' WHERE account = 'bank' AND entry_id = ${DEPOSIT}`,
    recorded,
  ],
  ["UPDATE postings SET account = 'expense' WHERE account = 'other_expense'", recorded],
  ["UPDATE ledger_posts SET type = 'cash_withdrawal' WHERE type = 'cash_deposit'", recorded],
  ["UPDATE ledger_posts SET paid_from = NULL", recorded],
  ["UPDATE ledger_posts SET category = 'server_expense' WHERE category IS NOT NULL", recorded],
  [
    "UPDATE postings SET account = 'cash' WHERE account = 'bank' AND entry_id IN (SELECT id FROM entries WHERE source_kind = 'payment')",
    recorded,
  ],
  ["UPDATE postings SET amount_cents = amount_cents + 1 WHERE account = 'cash'", counts],
  ["UPDATE proposals SET amount_cents = amount_cents + 1 WHERE kind = 'cash_count'", counts],
  [
    "UPDATE proposals SET asked = asked || '{\"books_seen\": 599}' WHERE kind = 'cash_count'",
    counts,
  ],
  ["UPDATE proposals SET asked = asked || '{\"counted\": 599}' WHERE kind = 'cash_count'", counts],
  ["UPDATE proposals SET asked = asked - 'reason' WHERE kind = 'cash_count'", counts],
  ["UPDATE proposals SET entry_id = NULL WHERE kind = 'cash_count'", counts],
  [
    "UPDATE postings SET amount_cents = -amount_cents WHERE account = 'cash'",
    "no-asset-below-zero",
  ],
  ["UPDATE ledger_posts SET paid_from = NULL", "records-as-witnessed"],
  ["UPDATE meetings SET cash_cents = cash_cents + 1", "meetings-as-witnessed"],
  ["DROP TRIGGER postings_cash_by_both ON postings", "proposals-are-guarded"],
] as const)("verify sees %s", async (change, name) => {
  expect(await isSeen(change, name)).toBe(true);
});

test("the database refuses cash that only one office moves, and another office's word", async () => {
  const alone = group.db.transaction().execute(async (tx) => {
    await sql`INSERT INTO ledger_posts (type, description, amount_cents, posted_by, posted_at)
      SELECT type, description, amount_cents, posted_by, posted_at FROM ledger_posts WHERE type = 'cash_deposit'`.execute(
      tx,
    );
    await sql`INSERT INTO entries (business_date, description, source_kind, source_id, purpose, author_id, recorded_at)
      SELECT business_date, description, source_kind, (SELECT max(id) FROM ledger_posts), purpose, author_id, recorded_at
        FROM entries WHERE purpose = 'cash_deposit'`.execute(tx);
    await sql`INSERT INTO postings (entry_id, line, account, amount_cents, business_date)
      SELECT (SELECT max(id) FROM entries), line, account, amount_cents, business_date FROM postings
       WHERE entry_id = (SELECT min(id) FROM entries WHERE purpose = 'cash_deposit')`.execute(tx);
  });
  await expect(alone).rejects.toThrow(/moves cash, which needs both offices/);
  const ownWord = group.db.transaction().execute(async (tx) => {
    await sql`INSERT INTO proposals (kind, asked, description, amount_cents, proposed_by, proposed_at, proposed_from, proposed_office)
      SELECT kind, asked, description, amount_cents, proposed_by, proposed_at, proposed_from, proposed_office
        FROM proposals WHERE kind = 'cash_count' AND entry_id IS NULL`.execute(tx);
    await sql`UPDATE proposals SET outcome = 'agreed', decided_at = proposed_at,
        decided_by = (SELECT id FROM members WHERE office = 'Chairperson') WHERE outcome IS NULL`.execute(
      tx,
    );
  });
  await expect(ownWord).rejects.toThrow(/agreed to by the other office/);
});
