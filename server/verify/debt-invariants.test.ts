import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/db/connection.ts";
import { sweepDay } from "#server/jobs/sweep.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import type { TestGroup } from "#tests/support/test-group.ts";
import { loanInvariants } from "./debt-invariants.ts";
import { verifyBooks } from "./verify-books.ts";
import { brokenBy } from "#tests/support/test-database.ts";

let group: TestGroup;

// The group has one loan repaid in full, one in default and partly repaid, one active with a waiting payment, one
// applied for, and one of the Treasurer.
beforeAll(async () => {
  const founded = await startFoundedGroup({ members: 2 });
  group = founded.group;
  const { books } = founded;
  const [payer, defaulter] = [await books.member(), await books.member()];
  await books.contribute(books.treasurer, 20_000);
  await books.contribute(payer, 2_000);
  await books.contribute(defaulter, 2_000);
  const repaid = await books.lend(payer, 1_000.05);
  await books.repay(payer, repaid, 333.33);
  await books.repay(payer, repaid, 766.73);
  const late = await books.lend(defaulter, 1_000, "emergency_loan");
  await sweepDay(group.db, new Date("2026-09-17T00:10:00+03:00"));
  await group.backTo(group.clock.now().toISOString());
  await books.repay(defaulter, late, 100);
  const running = await books.lend(payer, 2_000);
  await books.submitRepayment(payer, running, 2_200);
  await books.applyForLoan(payer, 500, "emergency_loan");
  await books.lend(books.treasurer, 100);
});
afterAll(() => group.close());

test("loans repaid, in default, running and applied for hold every invariant", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

const paidOut =
  "source_kind = 'loan' AND source_id IN (SELECT id FROM loans WHERE status = 'active')";

test.each([
  ["loan-repaid-is-its-payments", "UPDATE loans SET repaid_cents = repaid_cents + 1"],
  [
    "loan-balance-is-what-is-left",
    "UPDATE loans SET balance_cents = balance_cents - 1 WHERE status = 'active'",
  ],
  ["loan-paid-out-once", `DELETE FROM entries WHERE ${paidOut}`],
  [
    "loan-balance-in-the-books",
    "UPDATE postings SET amount_cents = amount_cents + 1 WHERE account = 'interest_receivable'",
  ],
  [
    "loan-principal-by-the-running-total",
    "UPDATE postings SET amount_cents = amount_cents - 1 WHERE account = 'loan_receivable' AND amount_cents < 0",
  ],
  [
    "receivables-belong-to-loans",
    "UPDATE postings SET loan_id = NULL WHERE account = 'loan_receivable'",
  ],
  [
    "loan-approved-by-both-offices",
    "ALTER TABLE loans DROP CONSTRAINT loans_two_people; UPDATE loans SET treasurer_id = sec_gen_id",
  ],
  [
    "loan-approved-by-both-offices",
    "ALTER TABLE loans DROP CONSTRAINT loans_status_follows_verdicts; UPDATE loans SET status = 'rejected' WHERE status = 'pending'",
  ],
  [
    "loan-owed-while-it-runs",
    "ALTER TABLE loans DROP CONSTRAINT loans_owed_while_live; UPDATE loans SET status = 'active' WHERE status = 'cleared'",
  ],
  [
    "loan-judged-by-whom-it-is-for",
    "UPDATE loans SET treasurer_acting = true WHERE status = 'cleared'",
  ],
  [
    "loan-judged-by-whom-it-is-for",
    "UPDATE loans SET treasurer_acting = false WHERE treasurer_acting",
  ],
  [
    "loan-judged-by-whom-it-is-for",
    "UPDATE loans SET treasurer_id = member_id WHERE treasurer_acting",
  ],
  [
    "loan-judged-by-whom-it-is-for",
    "UPDATE loans SET sec_gen_id = (SELECT id FROM members WHERE office = 'Chairperson') WHERE status = 'cleared'",
  ],
  ["loan-paid-out-when-approved", "UPDATE loans SET expiry_date = expiry_date + 1"],
  ["loan-paid-out-when-approved", "UPDATE loans SET interest_cents = interest_cents + 1"],
  [
    "loan-paid-out-when-approved",
    `UPDATE entries SET recorded_at = recorded_at + interval '1 second' WHERE ${paidOut}`,
  ],
  [
    "loan-within-its-limit",
    "UPDATE postings SET amount_cents = amount_cents / 3 WHERE account = 'monthly_contribution'",
  ],
  ["loan-changes-are-audited", "DELETE FROM audit_entries WHERE action = 'sweep.mark-default'"],
  ["loan-changes-are-audited", "DELETE FROM audit_entries WHERE action = 'loans.clear'"],
  [
    "repayments-are-the-borrowers-own",
    "UPDATE payments SET loan_id = (SELECT id FROM loans WHERE status = 'default') WHERE kind = 'loan_payment'",
  ],
  [
    "repayments-are-the-borrowers-own",
    "UPDATE payments SET amount_cents = amount_cents + 1 WHERE status = 'pending'",
  ],
  ["loans-are-guarded", "ALTER TABLE loans DISABLE TRIGGER loans_keep"],
  ["loans-are-guarded", "ALTER TABLE loans DISABLE TRIGGER loans_judge"],
])("%s breaks by %s", async (name, statement) => {
  expect(await brokenBy(group.db, loanInvariants, statement)).toContain(name);
});

test.each([
  ["another amount", "UPDATE loans SET amount_cents = amount_cents + 1"],
  ["other terms", "UPDATE loans SET term_months = 24 WHERE status = 'pending'"],
  ["a verdict taken back", "UPDATE loans SET treasurer_id = sec_gen_id WHERE status = 'active'"],
  ["a later date", "UPDATE loans SET expiry_date = expiry_date + 1 WHERE status = 'active'"],
  [
    "a higher balance",
    "UPDATE loans SET balance_cents = balance_cents + 1 WHERE status = 'default'",
  ],
  ["a default forgotten", "UPDATE loans SET status = 'active' WHERE status = 'default'"],
  [
    "a cleared loan that runs again",
    "UPDATE loans SET status = 'active', balance_cents = 1 WHERE status = 'cleared'",
  ],
  [
    "a loan that runs without being paid out",
    `UPDATE loans SET status = 'pending_approval', treasurer_verdict = 'approved', treasurer_at = now(),
            treasurer_id = (SELECT id FROM members WHERE office = 'Treasurer') WHERE status = 'pending';
     UPDATE loans SET status = 'active', sec_gen_verdict = 'approved', sec_gen_at = now(),
            sec_gen_id = (SELECT id FROM members WHERE office = 'Sec-Gen'),
            start_date = '2026-03-16', expiry_date = '2026-09-16', balance_cents = 55000
      WHERE status = 'pending_approval'`,
  ],
  [
    "a second payout",
    `INSERT INTO entries (business_date, description, source_kind, source_id, purpose, recorded_at)
       SELECT '2026-03-16', 'again', 'loan', id, 'disbursement', now() FROM loans WHERE status = 'active'`,
  ],
  [
    "a payout of what was only applied for",
    `INSERT INTO entries (business_date, description, source_kind, source_id, purpose, recorded_at)
       SELECT '2026-03-16', 'early', 'loan', id, 'disbursement', now() FROM loans WHERE status = 'pending';
     INSERT INTO postings (entry_id, line, account, amount_cents, business_date)
       SELECT max(id), 1, 'bank', -1, '2026-03-16'::date FROM entries
       UNION ALL SELECT max(id), 2, 'loan_receivable', 1, '2026-03-16'::date FROM entries`,
  ],
  ["no loan at all", "DELETE FROM loans"],
])("the database refuses %s", async (_what, statement) => {
  await expect(
    inTransaction(group.db, (tx) => sql.raw(statement).execute(tx)),
  ).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
