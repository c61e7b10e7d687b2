import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sweepDay } from "#server/jobs/sweep.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { invariants, verifyBooks } from "./verify-books.ts";

let group: TestGroup;

// Change 1 called on a borrower and a guarantor, change 2 gave new instalments, and change 3 was ended by a no.
beforeAll(async () => {
  const founded = await startFoundedGroup({ members: 2 });
  ({ group } = founded);
  const { books } = founded;
  const people = [await books.member(), await books.member()] as const;
  const [borrower, guarantor] = people;
  await books.contribute(borrower, 3000);
  await books.contribute(guarantor, 9000);
  const post = async (by: TestMember, path: string, body: unknown) =>
    (await group.api("POST", path, { token: by.token, body })).body;
  const { product } = await post(books.chairperson, "/api/loans/products/", {
    name: "Dhamana",
    method: "equal_principal",
    rate: 1,
    rate_per: "month",
    instalments_most: 12,
    guarantee: "whole",
  });
  const { loan } = await post(borrower, "/api/finances/get-create-user-loans/", {
    product_id: product.id,
    amount: 6000,
    instalments: 6,
    guarantors: [{ member_id: guarantor.id, amount: 6000 }],
  });
  const agreeing = { answer: "agree", amount_seen: 6000 };
  await post(guarantor, `/api/loans/guarantees/${loan.guarantees[0].id}/answer/`, agreeing);
  for (const by of [books.treasurer, books.secGen])
    await post(by, `/api/finances/loan-application-approval/${loan.loan_id}/`, {
      action: "approved",
    });
  group.clock.set("2026-06-20T09:00:00+03:00");
  await sweepDay(group.db, group.clock.now());
  for (const by of [books.treasurer, books.secGen, ...people]) by.token = await group.signIn(by);
  const change = async (by: TestMember, body: object): Promise<number> => {
    const path = `/api/loans/${loan.loan_id}/changes/`;
    return (await post(by, path, { reason: "Late", ...body })).change.id;
  };
  const decide = (by: TestMember, id: number) =>
    post(by, `/api/loans/changes/${id}/`, { action: "approved" });
  await decide(books.secGen, await change(books.treasurer, { kind: "call" }));
  group.clock.set("2026-08-20T09:00:00+03:00");
  await sweepDay(group.db, group.clock.now());
  for (const by of [books.treasurer, books.secGen, ...people]) by.token = await group.signIn(by);
  const second = await change(borrower, { kind: "reschedule", instalments: 5 });
  await post(guarantor, `/api/loans/changes/${second}/answer/`, { answer: "yes" });
  for (const by of [books.treasurer, books.secGen]) await decide(by, second);
  const third = await change(books.treasurer, { kind: "reschedule", instalments: 4 });
  await post(guarantor, `/api/loans/changes/${third}/answer/`, { answer: "no" });
});
afterAll(() => group.close());

test("the books are sound before anybody tampers with them", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
  const { rows } = await sql<{ id: number; kind: string; done: boolean; ended: boolean }>`
    SELECT id, kind, done_on IS NOT NULL AS done, ended_at IS NOT NULL AS ended FROM loan_changes ORDER BY id`.execute(
    group.db,
  );
  expect(rows).toEqual([
    { id: 1, kind: "call", done: true, ended: false },
    { id: 2, kind: "reschedule", done: true, ended: false },
    { id: 3, kind: "reschedule", done: false, ended: true },
  ]);
});

const audited = "loan-changes-as-audited";
const nothing = "new-instalments-post-nothing";
const called = "calls-as-posted";
test.each([
  ["UPDATE loan_changes SET asked_by = asked_by + 1 WHERE id = 2", audited],
  ["UPDATE loan_changes SET asked_at = asked_at - interval '1 minute' WHERE id = 2", audited],
  ["UPDATE loan_changes SET reason = 'Other' WHERE id = 2", audited],
  ["UPDATE loan_changes SET loan_id = loan_id + 1 WHERE id = 3", "records-as-witnessed"],
  ["UPDATE loan_changes SET instalments = 7 WHERE id = 2", "records-as-witnessed"],
  ["UPDATE loan_changes SET first_due_on = '2026-09-20' WHERE id = 2", "records-as-witnessed"],
  ["UPDATE loan_changes SET treasurer_id = 1 WHERE id = 2", audited],
  ["UPDATE loan_changes SET sec_gen_at = sec_gen_at - interval '1 hour' WHERE id = 2", audited],
  ["UPDATE loan_changes SET treasurer_acting = true WHERE id = 2", audited],
  ["UPDATE loan_changes SET sec_gen_acting = true WHERE id = 2", audited],
  [
    "UPDATE loan_changes SET sec_gen_verdict = 'rejected', sec_gen_reason = 'No', sec_gen_id = 1, sec_gen_at = asked_at WHERE id = 3",
    audited,
  ],
  ["UPDATE loan_changes SET ended_by = asked_by WHERE id = 3", audited],
  ["UPDATE loan_changes SET ended_at = ended_at + interval '1 minute' WHERE id = 3", audited],
  ["UPDATE loan_changes SET done_on = done_on - 1 WHERE id = 2", nothing],
  ["UPDATE loan_changes SET after_repayment = NULL WHERE id = 2", nothing],
  ["UPDATE loan_changes SET amount_cents = amount_cents + 1 WHERE id = 1", called],
  ["DELETE FROM loan_changes WHERE id = 3", audited],
  ["UPDATE loan_change_answers SET answer = 'no' WHERE change_id = 2", audited],
  [
    "UPDATE loan_change_answers SET answered_at = answered_at + interval '1 minute' WHERE change_id = 2",
    audited,
  ],
  ["UPDATE loan_change_answers SET entered_by = 1 WHERE change_id = 2", audited],
  [
    "UPDATE loan_change_answers SET role = 'guarantor' WHERE change_id = 2 AND role = 'borrower'",
    audited,
  ],
  ["DELETE FROM loan_change_answers WHERE change_id = 2 AND role = 'borrower'", audited],
  ["UPDATE loan_calls SET amount_cents = amount_cents + 1", called],
  ["UPDATE loan_calls SET guarantee_id = NULL", called],
  ["UPDATE loan_calls SET member_id = member_id + 10", called],
  ["DELETE FROM loan_calls WHERE guarantee_id IS NOT NULL", called],
  ["UPDATE loan_guarantees SET called_cents = called_cents + 1", called],
  ["UPDATE loan_repayments SET change_id = 2 WHERE change_id = 1", called],
  ["DELETE FROM loan_repayments WHERE change_id = 1", "loan-repaid-is-its-payments"],
  ["UPDATE loan_versions SET change_id = 3 WHERE change_id = 2", nothing],
  ["UPDATE loan_interest SET change_id = 3 WHERE change_id = 2", nothing],
  ["DELETE FROM loan_interest WHERE change_id = 2 AND amount_cents < 0", nothing],
  ["UPDATE loan_interest SET charged_on = charged_on - 1 WHERE change_id = 2", nothing],
  [
    "UPDATE loan_interest SET charged_at = charged_at + interval '1 day' WHERE change_id = 2",
    nothing,
  ],
  ["DROP TRIGGER loan_calls_posted ON loan_calls", "loan-changes-are-guarded"],
])("verify sees %s", async (change, name) => {
  const wanted = invariants.filter((each) => each.name === name);
  expect(await brokenBy(group.db, wanted, change)).toEqual([name]);
});
