import { afterAll, beforeAll, expect, test } from "vitest";
import { sweepDay } from "#server/jobs/sweep.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import type { TestGroup } from "#tests/support/test-group.ts";
import { invariants, verifyBooks } from "./verify-books.ts";

let group: TestGroup;

// A loan of a product that was topped up by another one, with a payment that lowered its principal early.
beforeAll(async () => {
  const founded = await startFoundedGroup({ members: 1 });
  ({ group } = founded);
  const { books } = founded;
  const member = await books.member();
  await books.contribute(member, 50_000);
  const post = async (by: { token: string }, path: string, body: unknown) =>
    (await group.api("POST", path, { token: by.token, body })).body;
  const { product } = await post(books.chairperson, "/api/loans/products/", {
    name: "Jengo",
    method: "equal_principal",
    rate: 2,
    rate_per: "month",
    instalments_most: 12,
    fee_amount: 100,
  });
  const lend = async (fields: object): Promise<number> => {
    const { loan } = await post(member, "/api/finances/get-create-user-loans/", {
      product_id: product.id,
      instalments: 6,
      ...fields,
    });
    for (const by of [books.treasurer, books.secGen])
      await post(by, `/api/finances/loan-application-approval/${loan.loan_id}/`, {
        action: "approved",
      });
    return loan.loan_id;
  };
  const first = await lend({ amount: 6000 });
  group.clock.set("2026-04-20T09:00:00+03:00");
  await sweepDay(group.db, group.clock.now());
  for (const by of [member, books.treasurer, books.secGen]) by.token = await group.signIn(by);
  const { loan_payment: paid } = await post(member, `/api/finances/pay-loan/${first}/`, {
    amount_paid: 3500,
    payment_Reference_Code: "JENGO00001",
    early: "smaller",
  });
  for (const by of [books.treasurer, books.secGen])
    await post(by, `/api/finances/loan-payment-approval/${paid.payment_id}/`, {
      action: "approved",
    });
  await lend({ amount: 9000, tops_up: first });
});
afterAll(() => group.close());

test("the books are sound before anybody tampers with them", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

test.each([
  [
    "UPDATE loan_rows SET interest_cents = interest_cents + 1 WHERE place = 5",
    "loan-rows-as-witnessed",
  ],
  ["UPDATE loan_rows SET due_on = due_on + 1 WHERE place = 5", "loan-rows-as-witnessed"],
  ["UPDATE loan_rows SET number = number + 1 WHERE place = 5", "loan-rows-as-witnessed"],
  ["UPDATE loan_rows SET carried_cents = 1 WHERE place = 5", "loan-rows-as-witnessed"],
  ["UPDATE loan_rows SET is_moved = true WHERE place = 5", "loan-rows-as-witnessed"],
  [
    "UPDATE loan_rows SET principal_cents = principal_cents + 1 WHERE place = 5",
    "loan-rows-repay-the-amount",
  ],
  ["DELETE FROM loan_rows WHERE version = 1 AND place = 5", "loan-rows-repay-the-amount"],
  ["UPDATE loan_versions SET reason = 'book' WHERE version = 1", "loan-rows-as-witnessed"],
  ["UPDATE loan_versions SET from_on = from_on - 1", "loan-rows-as-witnessed"],
  ["UPDATE loan_versions SET flat_from = 0", "loan-rows-as-witnessed"],
  [
    "UPDATE loan_versions SET reason = 'payout', repayment_id = NULL WHERE version = 2",
    "loan-rows-as-witnessed",
  ],
  ["DELETE FROM loan_versions WHERE version = 1", "loan-rows-repay-the-amount"],
  ["UPDATE loans SET version = 1", "loan-rows-repay-the-amount"],
  ["UPDATE loans SET rows_interest_cents = rows_interest_cents - 1", "loan-rows-repay-the-amount"],
  [
    "UPDATE loans SET principal_left_cents = principal_left_cents - 1 WHERE status = 'active'",
    "loan-receivables-as-walked",
  ],
  ["UPDATE loans SET charges_next_on = '2026-12-31'", "loan-interest-as-it-fell-due"],
  ["UPDATE loans SET fee_cents = 0", "loan-paid-out-once"],
  ["UPDATE loans SET tops_up = NULL", "loan-repayments-as-posted"],
  ["UPDATE loans SET instalments = 5", "records-as-witnessed"],
  ["UPDATE loan_interest SET amount_cents = amount_cents + 1", "loan-interest-as-it-fell-due"],
  ["UPDATE loan_interest SET due_on = due_on + 1", "loan-interest-as-it-fell-due"],
  ["UPDATE loan_interest SET charged_on = charged_on - 1", "loan-interest-in-the-books"],
  [
    "UPDATE loan_interest SET charged_at = charged_at + interval '1 day'",
    "loan-interest-in-the-books",
  ],
  ["DELETE FROM loan_interest", "loan-interest-as-it-fell-due"],
  [
    "UPDATE loan_repayments SET amount_cents = amount_cents + 1, interest_cents = interest_cents + 1",
    "loan-repayments-as-posted",
  ],
  [
    "UPDATE loan_repayments SET principal_cents = principal_cents + 1, interest_cents = interest_cents - 1",
    "loan-repayments-as-posted",
  ],
  ["UPDATE loan_repayments SET paid_on = paid_on - 1", "loan-repayments-as-posted"],
  [
    "UPDATE loan_repayments SET early = 'ahead' WHERE payment_id IS NOT NULL",
    "loan-repayments-as-posted",
  ],
  ["UPDATE loan_repayments SET allocation = '[]'", "loan-repayments-as-posted"],
  [
    "UPDATE loan_repayments SET early_principal_cents = early_principal_cents + 1",
    "loan-repayments-as-posted",
  ],
  ["DELETE FROM loan_repayments WHERE top_up_id IS NOT NULL", "loan-repayments-as-posted"],
  ["UPDATE loan_products SET rate_bp = 100", "records-as-witnessed"],
  ["UPDATE loan_products SET made_by = 1 + made_by", "loan-products-as-audited"],
  ["UPDATE loan_products SET ended_at = made_at, ended_by = made_by", "loan-products-as-audited"],
  ["DELETE FROM loan_products", "loan-products-as-audited"],
  ["UPDATE payments SET early = 'shorter' WHERE kind = 'loan_payment'", "payments-as-audited"],
])("verify sees %s", async (change, name) => {
  const wanted = invariants.filter((each) => each.name === name);
  expect(await brokenBy(group.db, wanted, change)).toEqual([name]);
});
