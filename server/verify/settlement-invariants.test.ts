import { afterAll, beforeAll, expect, test } from "vitest";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { settlementInvariants } from "./settlement-invariants.ts";
import { verifyBooks } from "./verify-books.ts";
import { brokenBy } from "#tests/support/test-database.ts";

let group: TestGroup;
let cleared: TestMember;
let debtor: TestMember;

// One member was cleared; another left owing two loans and has paid part of it back.
beforeAll(async () => {
  const founded = await startFoundedGroup({ members: 2 });
  group = founded.group;
  const { books } = founded;
  [cleared, debtor] = [await books.member(), await books.member()];
  await books.contribute(books.treasurer, 20_000);
  await books.contribute(cleared, 1_000);
  await books.contribute(debtor, 2_000);
  await books.lend(debtor, 2_000);
  await books.lend(debtor, 3_000, "emergency_loan");
  await books.fine(debtor, 50);
  const { token } = books.treasurer;
  const post = async (path: string, body: unknown) => {
    const answer = await group.api("POST", `/api/accounting/${path}/`, { token, body });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  };
  const { body: seen } = await group.api(
    "GET",
    `/api/accounting/settlement_preview/?member=${debtor.id}`,
    { token },
  );
  await post("exit_member", { ...seen, member_id: debtor.id });
  await post("clear_member", { member_id: cleared.id });
  await post("baddebts/recover", { member_id: debtor.id, recovered_amount: 100 });
  await post("baddebts/recover", { member_id: debtor.id, recovered_amount: 200 });
});
afterAll(() => group.close());

test("exits, clearings and recoveries keep every invariant", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

const debtorIs = (column: string) => `${column} = (SELECT member_id FROM bad_debts)`;

test.each([
  [
    "an entry gone",
    "settlements-in-the-books",
    "DELETE FROM entries WHERE source_kind = 'settlement'",
  ],
  [
    "another payout",
    "settlements-in-the-books",
    "UPDATE postings SET amount_cents = amount_cents - 1 WHERE account = 'bank' AND entry_id IN (SELECT id FROM entries WHERE source_kind = 'settlement')",
  ],
  ["a settlement gone", "settlements-in-the-books", "DELETE FROM settlements WHERE kind = 'clear'"],
  ["a debt gone", "exits-conserve-money", "DELETE FROM bad_debts"],
  ["a larger debt", "exits-conserve-money", "UPDATE bad_debts SET amount_cents = amount_cents + 1"],
  [
    "earnings made up",
    "shares-by-the-formula",
    "UPDATE settlements SET retained_earnings_cents = retained_earnings_cents - 1",
  ],
  [
    "income that was there before",
    "shares-by-the-formula",
    "UPDATE postings SET amount_cents = amount_cents - 500 WHERE account = 'interest_income'",
  ],
  [
    "a contribution that stayed",
    "who-left-holds-nothing",
    `UPDATE postings SET amount_cents = amount_cents - 1 WHERE account = 'monthly_contribution' AND ${debtorIs("member_id")}`,
  ],
  [
    "a loan that runs again",
    "who-left-holds-nothing",
    "UPDATE loans SET status = 'active' WHERE status = 'written_off'",
  ],
  [
    "somebody cleared too early",
    "left-once-and-by-the-record",
    `UPDATE members SET status = 'cleared', has_cleared = true WHERE ${debtorIs("id")}`,
  ],
  [
    "somebody back again",
    "left-once-and-by-the-record",
    "UPDATE members SET status = 'active', has_cleared = false, exited_on = NULL WHERE has_cleared",
  ],
  [
    "somebody cleared without a settlement",
    "left-once-and-by-the-record",
    "UPDATE members SET status = 'cleared', has_cleared = true, office = NULL WHERE office = 'Sec-Gen'",
  ],
  [
    "the newer loan settled before the older",
    "loans-settled-oldest-first",
    "UPDATE settled_loans SET amount_cents = 1 WHERE amount_cents = 0",
  ],
  [
    "less settled than was held",
    "loans-settled-oldest-first",
    "UPDATE settled_loans SET amount_cents = amount_cents - 1 WHERE amount_cents > 0",
  ],
  [
    "a balance that moved by itself",
    "written-off-balances-are-the-debt",
    "UPDATE loans SET balance_cents = balance_cents - 1 WHERE status = 'written_off'",
  ],
  [
    "a recovery not told of",
    "recoveries-in-the-books",
    "DELETE FROM bad_debt_recoveries WHERE amount_cents = 20000",
  ],
  [
    "a recovery split otherwise",
    "recoveries-in-the-books",
    "UPDATE bad_debt_recoveries SET principal_cents = principal_cents + 1, interest_cents = interest_cents - 1",
  ],
  [
    "an audit row gone",
    "leaving-is-audited",
    "DELETE FROM audit_entries WHERE action = 'members.exit'",
  ],
  [
    "a recovery's audit row gone",
    "leaving-is-audited",
    "DELETE FROM audit_entries WHERE action = 'bad-debts.recover' AND after ->> 'recovered_amount' = '100'",
  ],
])("verify notices %s", async (_what, name, statement) => {
  expect(await brokenBy(group.db, settlementInvariants, statement)).toContain(name);
});
