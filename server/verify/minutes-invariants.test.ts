import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import { meetingsOf } from "#tests/support/meetings.ts";
import type { TestGroup } from "#tests/support/test-group.ts";
import { invariants, verifyBooks } from "./verify-books.ts";

let group: TestGroup;

// Minutes of the first meeting are adopted at the second one, and one official has signed those of the second.
beforeAll(async () => {
  const founded = await startFoundedGroup({ members: 2 });
  ({ group } = founded);
  const { books } = founded;
  const { chairperson, treasurer, secGen } = books;
  const meetings = meetingsOf(group, chairperson);
  const movers = [await books.member(), await books.member()] as const;
  await meetings.turnOn();
  const hold = async (kind: string) => {
    group.clock.advanceMinutes(2);
    const { id } = await meetings.open({ by: secGen, body: { kind } });
    await meetings.mark(secGen, id, "present", [chairperson, secGen, ...movers]);
    return id as number;
  };
  const id = await hold("ordinary");
  await meetings.close(secGen, id);
  const later = await hold("special");
  await meetings.adopt([treasurer, secGen], { id, at: later, movers });
  const { body: answer } = await group.api("POST", `/api/meetings/${later}/resolutions/`, {
    token: secGen.token,
    body: { text: "We paint the hall.", in_favour: 3, against: 0, abstained: 0 },
  });
  await group.api("POST", `/api/meetings/${later}/resolutions/`, {
    token: secGen.token,
    body: { text: "We buy a bus.", in_favour: 1, against: 2, abstained: 0 },
  });
  await group.api("POST", "/api/accounting/create_ledger_entry/", {
    token: treasurer.token,
    body: {
      type: "other_income",
      amount_paid: 500,
      description: "Paint sold",
      resolution_id: answer.resolution.id,
    },
  });
  await meetings.close(secGen, later);
  const third = await hold("annual");
  const body = await meetings.signature(treasurer, { id: later, at: third, movers });
  await group.api("POST", `/api/meetings/${later}/adopt/`, { token: treasurer.token, body });
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

test("verify finds nothing in minutes as they were adopted", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

const [witnessed, stay] = ["meetings-as-witnessed", "minutes-stay-as-adopted"];
const named = "named-resolutions-were-carried";
const FORGED = "bytes = '\\x25504446', sha256 = encode(sha256('\\x25504446'::bytea), 'hex')";

test.each([
  [`UPDATE meeting_minutes SET ${FORGED}`, stay],
  [`UPDATE meeting_minutes SET ${FORGED}`, witnessed],
  ["UPDATE meeting_minutes SET version = version - 1", stay],
  ["UPDATE meeting_minutes SET version = version - 1", witnessed],
  ["UPDATE meeting_minutes SET adopted_at = adopted_at - interval '3 minutes'", stay],
  ["UPDATE meeting_minutes SET adopted_at = adopted_at + interval '1 s'", witnessed],
  ["UPDATE meeting_minutes SET at_meeting_id = at_meeting_id + 1", stay],
  ["UPDATE meeting_minutes SET at_meeting_id = at_meeting_id + 1", witnessed],
  ["UPDATE meeting_minutes SET proposed_by = seconded_by, seconded_by = proposed_by", stay],
  ["UPDATE meeting_minutes SET proposed_by = seconded_by", witnessed],
  ["UPDATE meeting_minutes SET seconded_by = proposed_by", witnessed],
  ["UPDATE meeting_minutes SET needed = 1", stay],
  ["UPDATE meeting_minutes SET there = 9", stay],
  ["UPDATE meeting_minutes SET there = there + 1", witnessed],
  ["UPDATE meeting_minutes SET needed = needed + 1", witnessed],
  ["UPDATE meeting_minutes SET meeting_id = meeting_id + 2", witnessed],
  ["DELETE FROM meeting_minutes", stay],
  ["DELETE FROM meeting_minutes", witnessed],
  ["UPDATE meetings SET status = 'closed' WHERE number = 1", stay],
  ["UPDATE meetings SET version = version + 1 WHERE number = 1", stay],
  ["UPDATE meetings SET closed_at = closed_at + interval '3 minutes' WHERE number = 1", stay],
  ["DELETE FROM meeting_signatures WHERE id = (SELECT min(id) FROM meeting_signatures)", stay],
  ["UPDATE meeting_signatures SET signed_by = (SELECT max(id) FROM members) WHERE id = 1", stay],
  ["UPDATE meeting_signatures SET meeting_id = meeting_id + 2", witnessed],
  ["UPDATE meeting_signatures SET version = version + 100", witnessed],
  ["UPDATE meeting_signatures SET signed_by = signed_by + 100", witnessed],
  ["UPDATE meeting_signatures SET office = 'Chairperson'", witnessed],
  ["UPDATE meeting_signatures SET signed_at = signed_at + interval '1 s'", witnessed],
  ["UPDATE meeting_signatures SET at_meeting_id = at_meeting_id + 1", witnessed],
  ["UPDATE meeting_signatures SET proposed_by = seconded_by", witnessed],
  ["UPDATE meeting_signatures SET seconded_by = proposed_by", witnessed],
  ["DELETE FROM meeting_signatures WHERE meeting_id = 2", witnessed],
  ["DELETE FROM meeting_roll WHERE meeting_id = 2", stay],
  ["UPDATE meeting_resolutions SET carried = false", named],
  ["UPDATE entry_resolutions SET resolution_id = resolution_id + 1", named],
  ["UPDATE entry_resolutions SET entry_id = entry_id - 1", named],
  ["DELETE FROM entry_resolutions", named],
  ["DELETE FROM meeting_resolutions", named],
  [
    "INSERT INTO audit_entries (at, actor_id, action, subject, subject_id) SELECT now(), min(member_id), 'meetings.change', 'meeting', 1 FROM meeting_roll",
    stay,
  ],
] as const)("verify sees %s (%s)", async (change, name) => {
  expect(
    await isSeen(
      `ALTER TABLE meeting_minutes DROP CONSTRAINT meeting_minutes_quorum; ALTER TABLE meeting_signatures DROP CONSTRAINT meeting_signatures_two; ALTER TABLE meeting_signatures DROP CONSTRAINT meeting_signatures_elsewhere; ${change}`,
      name,
    ),
  ).toBe(true);
});

test("the database refuses minutes that nobody signed so, and changes of what was adopted", async () => {
  const minutes =
    "(meeting_id, version, adopted_at, at_meeting_id, proposed_by, seconded_by, there, needed, bytes, sha256)";
  const signature =
    "(meeting_id, version, signed_by, office, signed_at, at_meeting_id, proposed_by, seconded_by)";
  for (const change of [
    `INSERT INTO meeting_minutes ${minutes} SELECT s.meeting_id, s.version, now(), s.at_meeting_id, s.proposed_by, s.seconded_by, 4, 3, a.bytes, a.sha256
       FROM meeting_signatures s, meeting_minutes a WHERE s.meeting_id = 2`,
    `INSERT INTO meeting_signatures ${signature} SELECT meeting_id, version + 1, proposed_by, office, now(), at_meeting_id, proposed_by, seconded_by
       FROM meeting_signatures WHERE meeting_id = 2`,
    "UPDATE meetings SET status = 'adopted' WHERE number = 2",
    "UPDATE meeting_minutes SET there = 5",
    "DELETE FROM meeting_minutes",
    "UPDATE meeting_signatures SET office = 'Chairperson'",
    "DELETE FROM meeting_signatures",
    "INSERT INTO entry_resolutions (entry_id, resolution_id) SELECT min(e.id), min(r.id) FROM entries e, meeting_resolutions r WHERE NOT r.carried",
    "UPDATE meeting_resolutions SET text = 'We sell the hall.' WHERE carried",
    "DELETE FROM entry_resolutions",
  ])
    await expect(sql.raw(change).execute(group.db)).rejects.toThrow(
      /cannot be (adopted|changed|resolved|signed) so|append-only/,
    );
});
