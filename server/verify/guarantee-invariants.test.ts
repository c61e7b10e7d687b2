import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { invariants, verifyBooks } from "./verify-books.ts";

let group: TestGroup;

// A loan that two members guarantee, a third one declined, and one who was released.
beforeAll(async () => {
  const founded = await startFoundedGroup({ members: 5 });
  ({ group } = founded);
  const { books } = founded;
  const post = async (by: TestMember, path: string, body: unknown) =>
    (await group.api("POST", path, { token: by.token, body })).body;
  const saver = async () => {
    const member = await books.member();
    await books.contribute(member, 9000);
    return member;
  };
  const borrower = await saver();
  const others = [await saver(), await saver(), await saver(), await saver()];
  const { product } = await post(books.chairperson, "/api/loans/products/", {
    name: "Dhamana",
    method: "equal_principal",
    rate: 2,
    rate_per: "month",
    instalments_most: 12,
    guarantee: "whole",
    guarantors_least: 2,
  });
  const { loan } = await post(borrower, "/api/finances/get-create-user-loans/", {
    product_id: product.id,
    amount: 6000,
    instalments: 6,
  });
  const answers = ["agree", "agree", "decline"];
  for (const [index, member] of others.entries()) {
    const { guarantee } = await post(borrower, `/api/loans/${loan.loan_id}/guarantors/`, {
      member_id: member.id,
      amount: 3000,
    });
    const answer = answers[index];
    const at = `/api/loans/guarantees/${guarantee.id}/`;
    if (answer === undefined) await group.api("DELETE", at, { token: borrower.token });
    else await post(member, `${at}answer/`, { answer, amount_seen: 3000 });
  }
  for (const by of [books.treasurer, books.secGen])
    await post(by, `/api/finances/loan-application-approval/${loan.loan_id}/`, {
      action: "approved",
    });
});
afterAll(() => group.close());

test("the books are sound before anybody tampers with them", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM loan_guarantees ORDER BY id`.execute(group.db);
  expect(rows.map(({ state }) => state)).toEqual(["agreed", "agreed", "declined", "released"]);
});

test.each([
  ["UPDATE loan_guarantees SET state = 'agreed' WHERE state = 'declined'", "guarantees-as-audited"],
  ["UPDATE loan_guarantees SET state = 'declined' WHERE id = 1", "guarantees-as-audited"],
  [
    "UPDATE loan_guarantees SET answered_at = answered_at + interval '1 minute' WHERE id = 1",
    "guarantees-as-audited",
  ],
  ["UPDATE loan_guarantees SET member_id = member_id + 1 WHERE id = 3", "guarantees-as-audited"],
  ["DELETE FROM loan_guarantees WHERE id = 4", "guarantees-as-audited"],
  [
    "UPDATE loan_guarantees SET amount_cents = 200000 WHERE id = 1",
    "loans-guaranteed-when-paid-out",
  ],
  ["UPDATE loan_guarantees SET amount_cents = 400000 WHERE id = 1", "records-as-witnessed"],
  [
    "UPDATE loan_guarantees SET asked_at = asked_at - interval '1 minute' WHERE id = 1",
    "records-as-witnessed",
  ],
  ["UPDATE loans SET guarantee_needed_cents = 0", "loans-guaranteed-when-paid-out"],
  ["UPDATE loans SET guarantee_needed_cents = NULL", "loans-guaranteed-when-paid-out"],
  ["UPDATE loan_products SET guarantors_least = 3", "loans-guaranteed-when-paid-out"],
  ["UPDATE loan_guarantees SET amount_cents = 1000000 WHERE id = 1", "guarantees-within-savings"],
  ["UPDATE loan_guarantees SET called_cents = 1 WHERE id = 3", "guarantees-within-savings"],
  ["DROP TRIGGER loan_guarantees_keep ON loan_guarantees", "guarantees-are-guarded"],
])("verify sees %s", async (change, name) => {
  const wanted = invariants.filter((each) => each.name === name);
  expect(await brokenBy(group.db, wanted, change)).toEqual([name]);
});
