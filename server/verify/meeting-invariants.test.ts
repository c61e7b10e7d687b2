import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import { meetingsOf } from "#tests/support/meetings.ts";
import type { TestGroup } from "#tests/support/test-group.ts";
import { invariants, verifyBooks } from "./verify-books.ts";

let group: TestGroup;

// One that is closed, one that is open, one that is called and one that was cancelled.
beforeAll(async () => {
  const founded = await startFoundedGroup({ members: 3 });
  ({ group } = founded);
  const { books } = founded;
  const meetings = meetingsOf(group, books.chairperson);
  const members = [await books.member(), await books.member(), await books.member()];
  await meetings.turnOn({ meeting_fine_late: 50, meeting_fine_absent: 100 });
  const closed = await meetings.open({ by: books.secGen });
  await meetings.mark(books.secGen, closed.id, "present", [books.chairperson, books.secGen]);
  await meetings.mark(books.treasurer, closed.id, "late", members.slice(0, 2));
  const votes = { in_favour: 3, against: 1, abstained: 0, text: "A bench", majority: "simple" };
  for (const more of [
    {},
    { in_favour: 1 },
    { proposed_by: members[0]!.id, seconded_by: members[1]!.id },
  ])
    await group.api("POST", `/api/meetings/${closed.id}/resolutions/`, {
      token: books.secGen.token,
      body: { ...votes, ...more },
    });
  await meetings.close(books.secGen, closed.id);
  // One late is excepted, and the others are fined.
  await group.api("POST", `/api/meetings/${closed.id}/fines/`, {
    token: books.secGen.token,
    body: { total_seen: 250, except: [{ member_id: members[0]!.id, reason: "Bus broke down" }] },
  });
  const open = await meetings.open({ by: books.secGen, body: { kind: "special" } });
  await meetings.mark(books.secGen, open.id, "apology", members.slice(0, 1));
  const { id } = await meetings.call({ by: books.secGen, body: { kind: "annual" } });
  await group.api("POST", `/api/meetings/${id}/cancel/`, {
    token: books.secGen.token,
    body: { reason: "Rain" },
  });
  await meetings.call({ by: books.secGen, body: { kind: "annual" } });
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

test("verify finds nothing in meetings as they were held", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

const [witnessed, way, fines, carried] = [
  "meetings-as-witnessed",
  "meetings-went-their-way",
  "fines-of-meetings",
  "resolutions-carried-by-votes",
];

test.each([
  ["UPDATE meetings SET number = number + 1 WHERE number = 4", way],
  ["UPDATE meetings SET held_on = held_on + 1", way],
  ["UPDATE meetings SET opened_at = opened_at - interval '1 day' WHERE number = 1", way],
  ["DELETE FROM meeting_roll WHERE meeting_id IN (SELECT id FROM meetings WHERE number = 2)", way],
  [
    "INSERT INTO meeting_roll (meeting_id, member_id) SELECT m.id, p.id FROM meetings m, members p WHERE m.status = 'called'",
    way,
  ],
  ["UPDATE meeting_roll SET mark = NULL, marked_by = NULL, marked_at = NULL", way],
  ["UPDATE meetings SET kind = 'special' WHERE number = 3", witnessed],
  ["UPDATE meetings SET held_on = held_on - 1", witnessed],
  ["UPDATE meetings SET held_at = '10:00'", witnessed],
  ["UPDATE meetings SET place = 'Elsewhere'", witnessed],
  [`UPDATE meetings SET items = '[{"title": "Another", "notes": null}]'`, witnessed],
  ["UPDATE meetings SET chair_id = secretary_id", witnessed],
  ["UPDATE meetings SET secretary_id = chair_id", witnessed],
  ["UPDATE meetings SET quorum = '1/3'", witnessed],
  ["UPDATE meetings SET fine_late_cents = 1", witnessed],
  ["UPDATE meetings SET fine_absent_cents = 1", witnessed],
  ["UPDATE meetings SET fine_apology_cents = 1", witnessed],
  ["UPDATE meetings SET version = version + 1", witnessed],
  ["UPDATE meetings SET edits = edits + 1", witnessed],
  ["UPDATE meetings SET called_by = called_by + 1", witnessed],
  ["UPDATE meetings SET called_at = called_at - interval '1 s'", witnessed],
  ["UPDATE meetings SET opened_by = opened_by + 1", witnessed],
  ["UPDATE meetings SET opened_at = opened_at + interval '1 s'", witnessed],
  ["UPDATE meetings SET closed_by = closed_by + 1", witnessed],
  ["UPDATE meetings SET closed_at = closed_at + interval '1 s'", witnessed],
  ["UPDATE meetings SET bank_cents = bank_cents + 1", witnessed],
  ["UPDATE meetings SET cancelled_by = cancelled_by + 1", witnessed],
  ["UPDATE meetings SET cancelled_at = cancelled_at + interval '1 s'", witnessed],
  ["UPDATE meetings SET cancelled_because = 'Sun' WHERE number = 3", witnessed],
  ["DELETE FROM meetings WHERE number = 4", witnessed],
  ["UPDATE meeting_roll SET mark = 'present' WHERE mark = 'late'", witnessed],
  ["UPDATE meeting_roll SET marked_by = marked_by + 1", witnessed],
  ["UPDATE meeting_roll SET marked_at = marked_at + interval '1 s'", witnessed],
  [
    "UPDATE meeting_roll SET excepted_because = 'Friend', excepted_by = member_id, excepted_at = now()",
    witnessed,
  ],
  [
    "UPDATE meeting_roll SET excepted_because = 'Friend' WHERE excepted_because IS NOT NULL",
    witnessed,
  ],
  ["UPDATE meeting_roll SET excepted_by = excepted_by + 1", witnessed],
  ["UPDATE meeting_roll SET excepted_at = excepted_at + interval '1 s'", witnessed],
  ["UPDATE fines SET amount_cents = amount_cents + 1 WHERE meeting_id IS NOT NULL", fines],
  ["UPDATE meeting_roll SET mark = 'present' WHERE mark = 'absent'", fines],
  ["UPDATE fines SET meeting_id = meeting_id + 1", fines],
  [
    "DROP INDEX fines_of_meeting; INSERT INTO fines (member_id, amount_cents, description, charged_on, charged_at, charged_by, meeting_id) SELECT member_id, amount_cents, description, charged_on, charged_at, charged_by, meeting_id FROM fines WHERE meeting_id IS NOT NULL",
    fines,
  ],
  [
    "UPDATE meeting_roll r SET excepted_because = 'Friend', excepted_by = r.member_id, excepted_at = now() FROM fines f WHERE (f.meeting_id, f.member_id) = (r.meeting_id, r.member_id)",
    fines,
  ],
  ["DELETE FROM meeting_roll WHERE mark = 'absent'", witnessed],
  ["DELETE FROM meeting_roll", witnessed],
  ["UPDATE meeting_resolutions SET carried = NOT carried", carried],
  ["UPDATE meeting_resolutions SET against = 9", carried],
  ["UPDATE meeting_resolutions SET in_favour = 0", carried],
  ["UPDATE meeting_resolutions SET majority = 'two_thirds', against = 2", carried],
  ["UPDATE meeting_roll SET mark = 'apology' WHERE mark IS NOT NULL", carried],
  ["UPDATE meeting_resolutions SET text = 'A chair'", witnessed],
  ["UPDATE meeting_resolutions SET abstained = 1", witnessed],
  ["UPDATE meeting_resolutions SET number = number + 9", witnessed],
  ["UPDATE meeting_resolutions SET majority = 'two_thirds'", witnessed],
  ["UPDATE meeting_resolutions SET proposed_by = NULL", witnessed],
  ["UPDATE meeting_resolutions SET seconded_by = NULL", witnessed],
  ["UPDATE meeting_resolutions SET corrects = meeting_id", witnessed],
  ["UPDATE meeting_resolutions SET meeting_id = meeting_id + 1", witnessed],
  ["DELETE FROM meeting_resolutions WHERE number = 2", witnessed],
] as const)("verify sees %s", async (change, name) => {
  expect(await isSeen(change, name)).toBe(true);
});

test("the database refuses what no step of a meeting does", async () => {
  for (const change of [
    "UPDATE meetings SET kind = 'special' WHERE number = 1",
    "UPDATE meetings SET version = version - 1 WHERE number = 1",
    "UPDATE meetings SET status = 'open', closed_by = NULL, closed_at = NULL, bank_cents = NULL WHERE number = 1",
    "UPDATE meetings SET place = 'Elsewhere' WHERE status = 'cancelled'",
    "UPDATE meetings SET quorum = '1/3' WHERE status = 'called'",
    "UPDATE meeting_roll SET mark = NULL, marked_by = NULL, marked_at = NULL WHERE mark IS NOT NULL",
    "INSERT INTO meeting_roll (meeting_id, member_id) SELECT m.id, p.id FROM meetings m, members p WHERE m.status = 'called'",
    "DELETE FROM meeting_roll",
    "DELETE FROM meetings",
  ])
    await expect(sql.raw(change).execute(group.db)).rejects.toThrow(
      /cannot be changed so|append-only/,
    );
});
