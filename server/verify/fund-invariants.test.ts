import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { sumPostings } from "#server/core/ledger/balances.ts";
import { cashOf } from "#tests/support/cash.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import { fundsOf } from "#tests/support/funds.ts";
import { meetingsOf } from "#tests/support/meetings.ts";
import type { TestGroup } from "#tests/support/test-group.ts";
import { invariants, verifyBooks } from "./verify-books.ts";

let group: TestGroup;

// Two funds out of retained earnings, money between them, spent from the bank and in cash, and taken back.
beforeAll(async () => {
  const founded = await startFoundedGroup({ members: 2 });
  ({ group } = founded);
  const { books } = founded;
  await books.contribute(await books.member(), 10_000);
  await meetingsOf(group, books.chairperson).turnOn();
  const funds = fundsOf(group, books);
  await funds.posted("other_income", { amount_paid: 900 });
  const cash = cashOf(group, books);
  const welfare = (await funds.make("Welfare", { rule: "monthly", amount: 100 })).id;
  const tea = (await funds.make("Tea", { benefits: [{ name: "Milk", limit: 20 }] })).id;
  await funds.transfer(600, { to_fund_id: welfare });
  await funds.transfer(200, { from_fund_id: welfare, to_fund_id: tea });
  await funds.transfer(50, { from_fund_id: tea });
  await cash.withdraw(300);
  await funds.spend(tea, 30, { paid_from: "cash" });
  await funds.reverse((await funds.spend(welfare, 70)) ?? 0);
  await funds.send(books.chairperson, `/api/funds/${welfare}/`, { amount: 150 });
  // What members pay in: of two kinds of funds, and one that waits.
  const payer = await books.member();
  await funds.paid(payer, welfare, 120);
  await funds.paid(payer, tea, 15);
  await funds.report(payer, tea, 25);
  await sumPostings(group.db);
  await sealAudit(group.db);
  await funds.spend(welfare, 10);
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

test("verify finds nothing in funds as they were moved", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

const [holds, above] = ["funds-hold-what-was-posted", "money-above-funds"];
const paidIn = "fund-payments-in-their-funds";
const PAID = "(SELECT min(id) FROM entries WHERE purpose = 'fund_payment')";
const [both, witnessed] = ["funds-moved-by-both", "funds-as-witnessed"];
const SPENT = "(SELECT min(id) FROM entries WHERE purpose = 'fund_spending')";
const MOVED = "(SELECT min(id) FROM entries WHERE purpose = 'fund_transfer')";

test.each([
  ["UPDATE postings SET fund_id = 3 - fund_id WHERE fund_id IS NOT NULL", holds],
  [
    `ALTER TABLE postings DROP CONSTRAINT postings_of_fund; UPDATE postings SET fund_id = NULL WHERE entry_id = ${SPENT}`,
    holds,
  ],
  [
    `UPDATE postings SET amount_cents = 900000 WHERE entry_id = ${SPENT} AND fund_id IS NOT NULL`,
    holds,
  ],
  ["UPDATE postings SET fund_id = 3 - fund_id WHERE fund_id IS NOT NULL", "entries-as-logged"],
  ["UPDATE fund_days SET in_cents = in_cents + 1", holds],
  ["UPDATE fund_days SET out_cents = out_cents + 1", holds],
  ["UPDATE fund_days SET business_date = business_date - 1", holds],
  ["DELETE FROM fund_days", holds],
  ["UPDATE postings_to_sum SET from_fund = NOT from_fund WHERE fund_id IS NOT NULL", holds],
  ["UPDATE funds SET closed_at = created_at, closed_by = created_by", holds],
  ["UPDATE postings SET amount_cents = 1 WHERE account = 'bank' AND amount_cents > 0", above],
  [`UPDATE proposals SET proposed_office = NULL WHERE entry_id = ${SPENT}`, both],
  [
    `UPDATE postings SET account = 'investment' WHERE entry_id = ${SPENT} AND fund_id IS NULL`,
    both,
  ],
  [
    "UPDATE ledger_posts SET from_fund_id = 2 WHERE type = 'fund_transfer' AND from_fund_id IS NULL",
    both,
  ],
  ["UPDATE ledger_posts SET amount_cents = amount_cents + 1 WHERE type LIKE 'fund%'", both],
  ["UPDATE ledger_posts SET paid_from = 'cash' WHERE type = 'fund_spending'", both],
  [
    "UPDATE ledger_posts SET type = 'fund_transfer', paid_from = NULL WHERE type = 'fund_spending'",
    both,
  ],
  [`DELETE FROM entry_resolutions WHERE entry_id = ${MOVED}`, both],
  [
    `UPDATE postings SET fund_id = 3 - fund_id WHERE entry_id = ${PAID} AND fund_id IS NOT NULL`,
    paidIn,
  ],
  [`UPDATE postings SET member_id = NULL WHERE entry_id = ${PAID} AND fund_id IS NOT NULL`, paidIn],
  [`UPDATE postings SET member_id = member_id - 1 WHERE entry_id = ${PAID}`, paidIn],
  [`UPDATE postings SET amount_cents = 2 * amount_cents WHERE entry_id = ${PAID}`, paidIn],
  [`UPDATE postings SET account = 'cash' WHERE entry_id = ${PAID} AND account = 'bank'`, paidIn],
  ["UPDATE payments SET fund_id = 3 - fund_id WHERE status = 'approved'", paidIn],
  [
    "ALTER TABLE payments DROP CONSTRAINT payments_fund; UPDATE payments SET fund_id = NULL WHERE kind = 'fund_payment'",
    paidIn,
  ],
  ["UPDATE funds SET closed_at = created_at, closed_by = created_by WHERE name = 'Tea'", paidIn],
  [
    "UPDATE postings SET member_id = 1 WHERE fund_id IS NOT NULL AND amount_cents < 0 AND entry_id IN (SELECT id FROM entries WHERE purpose = 'fund_transfer')",
    paidIn,
  ],
  ["UPDATE payments SET fund_id = 3 - fund_id WHERE fund_id IS NOT NULL", "payments-as-audited"],
  ["UPDATE funds SET name = 'Chai' WHERE name = 'Tea'", witnessed],
  ["UPDATE funds SET rule = 'once'", witnessed],
  ["UPDATE funds SET starts_on = starts_on - 1", witnessed],
  ["UPDATE funds SET benefits = '[]'", witnessed],
  ["UPDATE funds SET claims_a_year = 2", witnessed],
  ["UPDATE funds SET needs_evidence = NOT needs_evidence", witnessed],
  ["UPDATE funds SET created_by = created_by + 1", witnessed],
  ["UPDATE fund_amounts SET amount_cents = amount_cents + 1", witnessed],
  ["UPDATE fund_amounts SET counts_from = '2026-01-01'", witnessed],
  ["DELETE FROM fund_amounts WHERE counts_from IS NOT NULL", witnessed],
  ["DELETE FROM funds WHERE name = 'Tea'", witnessed],
  [
    "UPDATE ledger_posts SET from_fund_id = from_fund_id + 1 WHERE type = 'fund_spending'",
    "records-as-witnessed",
  ],
  ["DROP TRIGGER funds_keep ON funds", "funds-are-guarded"],
  ["DROP TRIGGER postings_fund_by_both ON postings", "funds-are-guarded"],
] as const)("verify sees %s", async (change, name) => {
  expect(await isSeen(change, name)).toBe(true);
});

test("the database refuses a fund that one office moves alone, and one that is closed and changed", async () => {
  const alone = group.db.transaction().execute(async (tx) => {
    await sql`INSERT INTO ledger_posts (type, description, amount_cents, from_fund_id, posted_by, posted_at)
      SELECT type, description, amount_cents, from_fund_id, posted_by, posted_at FROM ledger_posts
       WHERE type = 'fund_spending' LIMIT 1`.execute(tx);
    await sql`INSERT INTO entries (business_date, description, source_kind, source_id, purpose, author_id, recorded_at)
      SELECT business_date, description, source_kind, (SELECT max(id) FROM ledger_posts), purpose, author_id, recorded_at
        FROM entries WHERE id = ${sql.raw(SPENT)}`.execute(tx);
    await sql`INSERT INTO postings (entry_id, line, account, amount_cents, business_date, fund_id)
      SELECT (SELECT max(id) FROM entries), line, account, amount_cents, business_date, fund_id FROM postings
       WHERE entry_id = ${sql.raw(SPENT)}`.execute(tx);
    await sql`SET CONSTRAINTS postings_fund_by_both IMMEDIATE`.execute(tx);
  });
  await expect(alone).rejects.toThrow(/moves a fund, which needs both offices/);
  // Nor is a payment on another fund than its own.
  const elsewhere = group.db.transaction().execute(async (tx) => {
    await sql`ALTER TABLE postings DISABLE TRIGGER USER`.execute(tx);
    await sql`ALTER TABLE postings ENABLE TRIGGER postings_fund_by_both`.execute(tx);
    await sql`INSERT INTO postings (entry_id, line, account, amount_cents, business_date, member_id, fund_id)
      SELECT entry_id, line + 5, account, amount_cents, business_date, member_id, 3 - fund_id FROM postings
       WHERE entry_id = ${sql.raw(PAID)} AND fund_id IS NOT NULL`.execute(tx);
    await sql`SET CONSTRAINTS postings_fund_by_both IMMEDIATE`.execute(tx);
  });
  await expect(elsewhere).rejects.toThrow(/moves a fund, which needs both offices/);
  const reopened = group.db.transaction().execute(async (tx) => {
    await sql`UPDATE funds SET closed_at = created_at, closed_by = created_by`.execute(tx);
    await sql`UPDATE funds SET closed_at = NULL, closed_by = NULL`.execute(tx);
  });
  await expect(reopened).rejects.toThrow(/is kept as it was made and closed/);
});
