import { afterAll, beforeAll, expect, test } from "vitest";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import type { TestGroup } from "#tests/support/test-group.ts";
import { invariants, verifyBooks } from "./verify-books.ts";

let group: TestGroup;

// A share-out that returned savings and set off a fine, a plain loan and a loan of a product; the same taken back before
// it; and a refused one.
beforeAll(async () => {
  const founded = await startFoundedGroup({ members: 2 });
  ({ group } = founded);
  const { books } = founded;
  const [fined, borrower] = [await books.member(), await books.member()];
  const post = async (by: { token: string }, path: string, body: unknown) =>
    (await group.api("POST", path, { token: by.token, body })).body;
  await books.contribute(books.treasurer, 50_000);
  await books.contribute(fined, 2_000);
  await books.contribute(borrower, 3_000);
  await post(books.treasurer, "/api/accounting/create_ledger_entry/", {
    type: "other_income",
    amount_paid: 9_000,
    description: "Sales",
  });
  await books.fine(fined, 150);
  await books.lend(fined, 500);
  const { product } = await post(books.chairperson, "/api/loans/products/", {
    name: "Jengo",
    method: "equal_instalments",
    rate: 2,
    rate_per: "month",
    instalments_most: 12,
  });
  const { loan } = await post(borrower, "/api/finances/get-create-user-loans/", {
    product_id: product.id,
    instalments: 6,
    amount: 2_000,
  });
  for (const by of [books.treasurer, books.secGen])
    await post(by, `/api/finances/loan-application-approval/${loan.loan_id}/`, {
      action: "approved",
    });
  // By then the loan of a product has interest of some days.
  group.clock.advanceMinutes(10 * 24 * 60);
  for (const by of [books.treasurer, books.secGen]) by.token = await group.signIn(by);
  const terms = {
    basis: "savings_days",
    amount: 1_000.01,
    from: "2026-03-01",
    return_savings: true,
    set_off: "all",
    description: "The cycle",
  };
  const first = await post(books.treasurer, "/api/distributions/", terms);
  await post(books.secGen, `/api/distributions/${first.distribution.id}/refuse/`, {
    reason: "Too early",
  });
  const share = async () => {
    const { distribution } = await post(books.treasurer, "/api/distributions/", terms);
    const done = await post(books.secGen, `/api/distributions/${distribution.id}/agree/`, {
      total_seen: distribution.total,
    });
    if (done.distribution?.status !== "posted") throw new Error(JSON.stringify(done));
    return `/api/distributions/${distribution.id}/take-back/`;
  };
  const back = await share();
  await post(books.treasurer, back, { reason: "Wrong day" });
  const { distribution } = await post(books.secGen, back, { reason: "So it is" });
  if (distribution.status !== "taken_back") throw new Error(JSON.stringify(distribution));
  await share();
});
afterAll(() => group.close());

test("verify finds nothing in a share-out as it was made", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

test.each([
  ["UPDATE distribution_shares SET weight = weight + 1", "shares-by-their-weights"],
  [
    "UPDATE distribution_shares SET share_cents = share_cents + 1, savings_cents = savings_cents - 1 WHERE savings_cents > 0",
    "shares-by-their-weights",
  ],
  [
    "UPDATE distribution_shares SET receives_cents = receives_cents + 1, savings_cents = savings_cents + 1",
    "share-outs-as-posted",
  ],
  [
    "UPDATE distribution_shares SET fines_cents = fines_cents - 1, receives_cents = receives_cents + 1 WHERE fines_cents > 0",
    "share-outs-as-posted",
  ],
  ["DELETE FROM distribution_shares WHERE share_cents = 0", "share-outs-as-audited"],
  ["DELETE FROM distribution_shares WHERE share_cents > 0", "share-outs-as-posted"],
  [
    "UPDATE distribution_fines SET amount_cents = amount_cents - 1",
    "share-outs-set-off-as-settled",
  ],
  ["DELETE FROM distribution_fines", "fines-paid-by-payments"],
  [
    "DELETE FROM loan_repayments WHERE distribution_id IS NOT NULL",
    "share-outs-set-off-as-settled",
  ],
  [
    "UPDATE loan_repayments SET principal_cents = principal_cents + 1, interest_cents = interest_cents - 1 WHERE distribution_id IS NOT NULL",
    "loan-repayments-as-posted",
  ],
  ["DELETE FROM distribution_members", "share-outs-set-off-as-settled"],
  ["UPDATE distributions SET amount_cents = amount_cents - 1", "shares-by-their-weights"],
  ["UPDATE distributions SET from_on = from_on - 1", "share-outs-as-audited"],
  ["UPDATE distributions SET to_on = to_on - 1", "shares-by-their-weights"],
  ["UPDATE distributions SET set_off = 'none'", "share-outs-set-off-as-settled"],
  ["UPDATE distributions SET return_savings = false", "share-outs-set-off-as-settled"],
  ["UPDATE distributions SET description = 'Another'", "share-outs-as-audited"],
  ["UPDATE distributions SET proposed_by = proposed_by - 1", "share-outs-as-audited"],
  ["UPDATE distributions SET proposed_office = 'Sec-Gen'", "share-outs-as-audited"],
  ["UPDATE distributions SET decided_at = decided_at + interval '1 s'", "share-outs-as-posted"],
  [
    "UPDATE distributions SET refused_because = 'Because' WHERE status = 'refused'",
    "share-outs-as-audited",
  ],
  ["UPDATE distributions SET distributable_cents = 1", "share-outs-as-audited"],
  ["UPDATE distributions SET bank_after_cents = 1", "share-outs-as-audited"],
  [
    "UPDATE distributions SET status = 'taken_back' WHERE status = 'posted'",
    "share-outs-as-posted",
  ],
  [
    "UPDATE distributions SET status = 'posted' WHERE status = 'taken_back'",
    "share-outs-as-posted",
  ],
  ["DELETE FROM distribution_take_backs WHERE office = 'Sec-Gen'", "share-outs-as-audited"],
  ["UPDATE distribution_take_backs SET reason = 'Another'", "share-outs-as-audited"],
  [
    "UPDATE distribution_take_backs SET given_at = given_at + interval '1 s'",
    "share-outs-as-audited",
  ],
  ["UPDATE distribution_take_backs SET member_id = member_id + 100", "share-outs-as-audited"],
  [
    "UPDATE loan_repayments SET taken_back_at = NULL WHERE taken_back_at IS NOT NULL",
    "share-outs-as-audited",
  ],
  ["UPDATE loan_interest SET undoes = NULL", "loan-interest-in-the-books"],
  ["DELETE FROM loan_interest WHERE undoes IS NOT NULL", "loan-interest-in-the-books"],
  [
    `INSERT INTO entries (business_date, description, source_kind, source_id, purpose, reverses, recorded_at)
     SELECT business_date, description, 'journal_entry', id, 'reversal', id, now() FROM entries e
      WHERE source_kind = 'loan_interest' AND NOT EXISTS (SELECT FROM entries r WHERE r.reverses = e.id)`,
    "loan-interest-in-the-books",
  ],
  [
    "UPDATE loan_interest SET amount_cents = amount_cents - 1 WHERE undoes IS NOT NULL",
    "loan-interest-in-the-books",
  ],
  ["DELETE FROM distributions", "share-outs-as-audited"],
])("verify sees %s", async (change, name) => {
  const wanted = invariants.filter((each) => each.name === name);
  expect(await brokenBy(group.db, wanted, change)).toEqual([name]);
});
