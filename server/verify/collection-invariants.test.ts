import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { collectionsOf } from "#tests/support/collections.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import { meetingsOf } from "#tests/support/meetings.ts";
import type { TestGroup } from "#tests/support/test-group.ts";
import { invariants, verifyBooks } from "./verify-books.ts";

let group: TestGroup;

// One collection approved with less than its sheet, one rejected, one that the Treasurer has approved.
beforeAll(async () => {
  const founded = await startFoundedGroup({ members: 1 });
  ({ group } = founded);
  const { books } = founded;
  const member = await books.member();
  await books.contribute(member, 10_000);
  await books.fine(member, 500);
  const meetings = meetingsOf(group, books.chairperson);
  await meetings.turnOn();
  const { id } = await meetings.open({ by: books.secGen });
  const sheets = collectionsOf(group, books);
  const rows = [{ member_id: member.id, contribution: 100, fines: 50 }];
  const less = { counted: 149, difference_reason: "Torn" };
  await sheets.approve(await sheets.collect(id, rows, less));
  const { id: refused } = await sheets.collect(id, rows);
  await sheets.decide(books.secGen, refused, { action: "rejected", reject_reason: "Again" });
  await sheets.approve(await sheets.collect(id, rows), [books.treasurer]);
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

test("verify finds nothing in collections as they were decided", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

const [whole, posted, both] = [
  "collections-decided-as-a-whole",
  "collections-in-the-books",
  "cash-moved-by-both",
];
const APPROVED = "(SELECT id FROM collections WHERE status = 'approved')";
const swap = (from: string, to: string) =>
  `UPDATE collections SET ${to}_verdict = ${from}_verdict, ${to}_id = ${from}_id, ${to}_at = ${from}_at, ${to}_counted = ${from}_counted,
     ${from}_verdict = 'pending_approval', ${from}_id = NULL, ${from}_at = NULL, ${from}_counted = NULL WHERE status = 'pending_approval'`;

test.each([
  ["UPDATE collections SET total_cents = total_cents + 1, difference_reason = 'x'", whole],
  [
    "UPDATE collections SET counted_cents = 15000, treasurer_counted = 15000, sec_gen_counted = 15000 WHERE status = 'approved'",
    whole,
  ],
  [
    "UPDATE collections SET counted_cents = 15000, treasurer_counted = 15000, sec_gen_counted = 15000 WHERE status = 'approved'",
    posted,
  ],
  ["UPDATE collections SET entered_by = (SELECT id FROM members WHERE office = 'Sec-Gen')", whole],
  ["UPDATE collections SET entered_at = entered_at + interval '1 hour'", whole],
  [
    "UPDATE collections SET treasurer_at = treasurer_at + interval '1 hour' WHERE status = 'approved'",
    whole,
  ],
  ["UPDATE collections SET sec_gen_reason = 'Never' WHERE status = 'rejected'", whole],
  [swap("treasurer", "sec_gen"), whole],
  ["DELETE FROM audit_entries WHERE action = 'collections.approve'", whole],
  [
    "UPDATE meetings SET status = 'cancelled', cancelled_by = opened_by, cancelled_at = opened_at, cancelled_because = 'x'",
    whole,
  ],
  ["UPDATE payments SET amount_cents = amount_cents + 1 WHERE collection_id IS NOT NULL", whole],
  [
    `UPDATE payments SET collection_id = NULL WHERE collection_id = ${APPROVED} AND kind = 'fine_payment'`,
    whole,
  ],
  [
    `UPDATE payments SET collection_id = NULL WHERE collection_id = ${APPROVED} AND kind = 'fine_payment'`,
    "payments-as-audited",
  ],
  [
    `UPDATE payments SET collection_id = NULL WHERE collection_id = ${APPROVED} AND kind = 'fine_payment'`,
    "approved-means-posted-once",
  ],
  [
    `UPDATE payments SET collection_id = NULL WHERE collection_id = ${APPROVED} AND kind = 'fine_payment'`,
    both,
  ],
  [
    "UPDATE payments SET reference = concat('CASH', '-999999-0001') WHERE collection_id IS NOT NULL AND kind = 'contribution' AND status = 'approved'",
    whole,
  ],
  ["UPDATE postings SET amount_cents = amount_cents + 1 WHERE account = 'cash'", posted],
  ["DELETE FROM entries WHERE source_kind = 'collection'", posted],
  [
    "UPDATE entries SET recorded_at = recorded_at + interval '1 second' WHERE source_kind = 'collection'",
    posted,
  ],
  ["UPDATE postings SET account = 'server_expense' WHERE account = 'other_expense'", posted],
  ["UPDATE postings SET account = 'bank' WHERE account = 'cash' AND member_id IS NOT NULL", posted],
  [
    "UPDATE postings SET account = 'bank' WHERE account = 'cash' AND member_id IS NOT NULL",
    "approved-means-posted-once",
  ],
  ["UPDATE collections SET difference_reason = 'Lost'", "records-as-witnessed"],
  ["UPDATE collections SET meeting_id = meeting_id + 1", "records-as-witnessed"],
  ["DROP TRIGGER collections_keep ON collections", "collections-are-guarded"],
  [
    "ALTER TABLE payments DISABLE TRIGGER payments_decided_with_collection",
    "collections-are-guarded",
  ],
] as const)("verify sees %s", async (change, name) => {
  expect(await isSeen(change, name)).toBe(true);
});

test.each([
  [
    "a changed count",
    "UPDATE collections SET counted_cents = 1, difference_reason = 'x'",
    /cannot be changed so/,
  ],
  [
    "a second verdict",
    "UPDATE collections SET treasurer_at = now() WHERE status = 'pending_approval'",
    /cannot be changed so/,
  ],
  [
    "a payment that is approved without its sheet",
    `UPDATE payments SET sec_gen_verdict = 'approved', sec_gen_at = now(), sec_gen_id = (SELECT id FROM members WHERE office = 'Sec-Gen')
      WHERE collection_id IN (SELECT id FROM collections WHERE status = 'pending_approval')`,
    /is decided with it/,
  ],
  [
    "a sheet that is approved without its payments",
    `UPDATE collections SET sec_gen_verdict = 'approved', sec_gen_at = now(), sec_gen_counted = counted_cents,
        sec_gen_id = (SELECT id FROM members WHERE office = 'Sec-Gen') WHERE status = 'pending_approval'`,
    /and its payments differ/,
  ],
  ["a sheet that goes", "DELETE FROM collections", /append-only/],
] as const)("the database refuses %s", async (_what, change, why) => {
  await expect(sql.raw(change).execute(group.db)).rejects.toThrow(why);
});
