import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#server/db/connection.ts";
import { startLedgerBook, type LedgerBook } from "#tests/support/founded-group.ts";
import type { TestGroup } from "#tests/support/test-group.ts";
import { ledgerItemInvariants } from "./ledger-item-invariants.ts";
import { verifyBooks } from "./verify-books.ts";

let group: TestGroup;
let book: LedgerBook;

beforeAll(async () => {
  book = await startLedgerBook({ startsAt: "2025-12-30T10:00:00+03:00" });
  ({ group } = book);
  await book.posted("other_income", { amount_paid: 10_000 });
  await book.posted("expense", { category: "social_welfare", amount: 10 });
  const fined = { charged_user: book.member.id, amount: 5 };
  await book.posted("fine", { ...fined, date: "2025-12-29" });
  await book.posted("fine", fined);
  group.clock.set("2025-12-31T10:00:00+03:00");
  await book.signInAgain();
  await book.posted("expense", { category: "other_expense", amount: 1, date: "2025-12-30" });
  const declared = await book.posted("dividend_declaration", { amount: 300 });
  await book.posted("dividend_payment", { amount: 100, declaration_id: declared.source.id });
  const opened = await book.posted("equity_fixed_deposit", {
    amount: 500,
    start_date: "2025-12-30",
    maturity_date: "2026-12-30",
  });
  await book.posted("redeem_fixed_deposit", {
    amount: 200,
    interest_earned: 20,
    deposit_id: opened.source.id,
  });
  const wrong = await book.posted("goodwill", { amount: 1 });
  await book.reverse(wrong.id);
  group.clock.set("2026-01-02T10:00:00+03:00");
  await book.signInAgain();
  await book.closeYear(2025);
});
afterAll(() => group.close());

/** Changes the books behind the application's back, and returns the names of the broken invariants. */
async function brokenBy(statements: string): Promise<string[]> {
  const snapshot = await inTransaction(group.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql.raw(statements).execute(tx);
    const broken: string[] = [];
    for (const { name, sql: text } of ledgerItemInvariants) {
      const { rows } = await sql`SELECT id, found FROM (${sql.raw(text)}) offenders`.execute(tx);
      if (rows.length > 0) broken.push(name);
    }
    throw new Undone(broken);
  }).catch((error: unknown) => error);
  if (!(snapshot instanceof Undone)) throw snapshot;
  return snapshot.broken;
}

class Undone extends Error {
  readonly broken: string[];
  constructor(broken: string[]) {
    super("undone");
    this.broken = broken;
  }
}

const entry = (kind: string) =>
  `(SELECT id FROM entries WHERE source_kind = '${kind}' ORDER BY id LIMIT 1)`;

describe("verify on ledger entries", () => {
  test("finds nothing wrong with what the Treasurer posted", async () => {
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });

  test.each([
    ["ledger-items-in-the-books", "UPDATE ledger_posts SET amount_cents = amount_cents + 1"],
    ["ledger-items-in-the-books", "DELETE FROM ledger_posts"],
    [
      "dated-entries-as-audited",
      `UPDATE entries SET business_date = business_date - 1 WHERE id = ${entry("dividend_declaration")}`,
    ],
    [
      "dated-entries-as-audited",
      `UPDATE entries SET business_date = business_date + 1 WHERE id = ${entry("fine")}`,
    ],
    [
      "dated-entries-as-audited",
      "UPDATE audit_entries SET after = after - 'date' WHERE action = 'entries.post' AND after ->> 'date' = '2025-12-30'",
    ],
    ["taken-back-means-reversed", "UPDATE fixed_deposit_redemptions SET is_reversed = true"],
    [
      "only-what-may-be-is-reversed",
      "UPDATE entries SET source_kind = 'payment' WHERE id = (SELECT reverses FROM entries WHERE reverses IS NOT NULL)",
    ],
    ["dividends-add-up", "UPDATE dividend_declarations SET paid_cents = paid_cents + 1"],
    ["dividends-payable-in-the-books", "UPDATE dividend_declarations SET amount_cents = 30001"],
    ["deposits-add-up", "UPDATE fixed_deposits SET redeemed_cents = 0"],
    ["deposits-in-the-books", "UPDATE fixed_deposits SET amount_cents = amount_cents - 1"],
    ["deposits-in-the-books", "UPDATE fixed_deposit_redemptions SET interest_cents = 1"],
    [
      "closed-years-stay-closed",
      `UPDATE entries SET recorded_at = '2026-01-03' WHERE id = ${entry("ledger_entry")}`,
    ],
    ["closed-years-in-order", "UPDATE closed_years SET closed_at = '2025-12-31T10:00:00Z'"],
    ["closed-years-in-order", "DELETE FROM closed_years"],
    ["closings-empty-the-year", `DELETE FROM postings WHERE entry_id = ${entry("financial_year")}`],
    [
      "closings-move-the-year",
      `UPDATE postings SET amount_cents = amount_cents + 1 WHERE account = 'other_income' AND entry_id = ${entry("ledger_entry")}`,
    ],
    [
      "retained-earnings-roll-up",
      `UPDATE postings SET account = 'retained_earnings' WHERE account = 'bank' AND entry_id = ${entry("ledger_entry")}`,
    ],
    ["balance-sheet-balances", "UPDATE postings SET amount_cents = 5 WHERE account = 'bank'"],
  ])("finds %s broken by: %s", async (name, statement) => {
    expect(await brokenBy(statement)).toContain(name);
  });

  test("finds a disabled trigger", async () => {
    expect(
      await brokenBy("ALTER TABLE fixed_deposits DISABLE TRIGGER fixed_deposits_keep"),
    ).toEqual(["ledger-items-are-guarded"]);
  });

  test("is a second guard: the database already refuses to change what was posted", async () => {
    for (const statement of [
      "UPDATE ledger_posts SET amount_cents = 1",
      "DELETE FROM ledger_posts",
      "UPDATE dividend_declarations SET amount_cents = amount_cents + 1",
      "UPDATE fixed_deposits SET description = 'x'",
      "DELETE FROM dividend_payments",
      "TRUNCATE fixed_deposit_redemptions",
    ])
      await expect(sql.raw(statement).execute(group.db)).rejects.toThrow(
        /append-only|cannot be changed/,
      );
  });
});
