import { afterAll, beforeAll, expect, test } from "vitest";
import { sweepDay } from "#server/jobs/sweep.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import type { TestGroup } from "#tests/support/test-group.ts";
import { noticeInvariants } from "./notice-invariants.ts";
import { verifyBooks } from "./verify-books.ts";

let group: TestGroup;

// The group has contributions, a loan repaid in part, a paid fine, a late fine, and a rejected payment.
beforeAll(async () => {
  const founded = await startFoundedGroup({ members: 1 });
  group = founded.group;
  const { books } = founded;
  const member = await books.member();
  await books.contribute(books.treasurer, 20_000);
  await books.contribute(member, 3_000);
  const loan = await books.lend(member, 1_000.05);
  await books.repay(member, loan, 333.33);
  await books.fine(member, 200);
  await sweepDay(group.db, new Date("2026-07-17T00:10:00+03:00"));
});
afterAll(() => group.close());

test("a notice of money holds every invariant", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

const one = "(SELECT min(id) FROM notices WHERE event = 'payment_approved')";

test.each([
  ["money-was-told", "DELETE FROM notices WHERE event = 'loan_paid_out'"],
  ["money-was-told", "DELETE FROM notices WHERE event = 'fine_charged'"],
  [
    "money-was-told",
    "DELETE FROM notices WHERE id = (SELECT max(id) FROM notices WHERE event = 'payment_submitted')",
  ],
  [
    "money-was-told",
    `INSERT INTO notices (member_id, event, kind, about_kind, about_id, occasion, facts, created_at)
     SELECT member_id, event, kind, about_kind, about_id, 'again', facts, created_at FROM notices WHERE id = ${one}`,
  ],
  [
    "money-was-told",
    `UPDATE notices SET facts = jsonb_set(facts, '{amount,cents}', '"1"') WHERE id = ${one}`,
  ],
  [
    "receipts-are-true",
    `UPDATE notices SET member_id = (SELECT max(id) FROM members WHERE office IS NOT NULL) WHERE id IN (
       SELECT id FROM notices WHERE event = 'payment_approved' AND about_kind = 'loan_payment')`,
  ],
  [
    "messages-are-of-notices",
    `INSERT INTO notice_messages (notice_id, member_id, channel, state, send_after, created_at, cost_units)
     SELECT id, member_id, 'push', 'sent', created_at, created_at, 8000 FROM notices WHERE id = ${one}`,
  ],
])("%s is broken by a change behind the application's back", async (name, statement) => {
  expect(await brokenBy(group.db, noticeInvariants, statement)).toContain(name);
});
