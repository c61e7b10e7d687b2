import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { startRotation } from "#tests/support/rotations.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { invariants, verifyBooks } from "./verify-books.ts";

let group: TestGroup;

// One that is drawn, after somebody left and came back, and one that members join.
beforeAll(async () => {
  const founded = await startFoundedGroup({ members: 3 });
  ({ group } = founded);
  const { books } = founded;
  const members = [await books.member(), await books.member(), await books.member()];
  const open = await startRotation(group, { by: books.treasurer, members: members.slice(0, 1) });
  const path = `/api/rotations/${open.id}`;
  for (const [step, body] of [
    ["leave", {}],
    ["join", { word: "back" }],
  ] as const)
    await group.api("POST", `${path}/${step}/`, { token: members[0]!.token, body });
  const drawn = await startRotation(group, { by: books.secGen, members });
  const inOrder: TestMember[] = drawn.turns.map(({ receiver }: Json) =>
    members.find((member) => member.id === receiver.id),
  );
  await swapTurns(drawn.id, inOrder);
  for (const [index, member] of members.entries()) await payTurns(books, drawn.id, member, index);
  await moveTurns(books, drawn.id, members);
  await leaveOwing(books, drawn.id, inOrder[0]!);
});
afterAll(() => group.close());

/** The last one's payment waits for the second office. */
async function payTurns(books: Bookkeeping, id: number, member: TestMember, index: number) {
  const body = { amount_paid: 1_500, payment_Reference_Code: `MGR00000${index}` };
  const paid = await group.api("POST", `/api/rotations/${id}/pay/`, { token: member.token, body });
  for (const { token } of [books.treasurer, books.secGen].slice(index === 2 ? 1 : 0))
    await group.api(
      "POST",
      `/api/rotations/payments/approval/${paid.body.rotation_payment.payment_id}/`,
      { token, body: { action: "approved" } },
    );
}

test("verify finds nothing in merry-go-rounds as they were made", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

/** The first turn is paid out, and a receiver confirms what was paid straight to them. */
async function moveTurns(books: Bookkeeping, id: number, members: readonly TestMember[]) {
  const path = `/api/rotations/${id}/`;
  const { turns } = (await group.api("GET", path, { token: books.secGen.token })).body.rotation;
  for (const office of [books.treasurer, books.secGen])
    await post(`turns/${turns[0].id}/pay-out/`, office, { amount_seen: turns[0].pays });
  for (const turn of turns) {
    const { token } = members.find((member) => member.id === turn.receiver.id)!;
    for (const { id: member_id } of members) {
      const body = { member_id, amount: 100 };
      const direct = `/api/rotations/turns/${turn.id}/direct/`;
      if ((await group.api("POST", direct, { token, body })).status === 200) return;
    }
  }
}

async function post(path: string, { token }: TestMember, body: Json = {}): Promise<Json> {
  const answer = await group.api("POST", `/api/rotations/${path}`, { token, body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The last two swap their turns, and another swap waits. */
async function swapTurns(id: number, [, one, other]: readonly TestMember[]) {
  for (const isAnswered of [true, false]) {
    const { swap } = await post(`${id}/swaps/`, one!, { with_member_id: other!.id });
    if (isAnswered) await post(`swaps/${swap.id}/answer/`, other!, { answer: "yes" });
  }
}

/** After their turn they leave, and what they owe is taken from their savings. */
async function leaveOwing(books: Bookkeeping, id: number, member: TestMember) {
  await books.contribute(member, 1_000);
  await post(`${id}/leave/`, member);
  for (const office of [books.treasurer, books.secGen])
    await post(`${id}/settle/`, office, { member_id: member.id, reason: "Left owing" });
}

const [draw, witnessed] = ["draws-follow-from-seed-and-words", "merry-go-rounds-as-witnessed"];
const offices = "merry-go-round-money-by-both-offices";
const [booked, posted] = ["merry-go-rounds-in-the-books", "merry-go-round-events-as-posted"];
const [first, last] = [
  "(SELECT min(id) FROM rotation_events WHERE kind = 'paid')",
  "(SELECT max(id) FROM rotation_events)",
];
const swapped =
  "UPDATE rotation_turns SET number = CASE number WHEN 1 THEN -2 ELSE -1 END WHERE number < 3; UPDATE rotation_turns SET number = -number WHERE number < 0";

test.each([
  ["ALTER TABLE rotation_turns DROP CONSTRAINT rotation_turns_number; " + swapped, draw],
  ["UPDATE rotation_members SET word = 'another'", witnessed],
  ["DELETE FROM rotation_turns WHERE number = 2", draw],
  [
    "UPDATE rotations SET seed = repeat('a', 64), commitment = encode(sha256(convert_to(repeat('a', 64), 'UTF8')), 'hex')",
    witnessed,
  ],
  ["UPDATE rotations SET name = 'Another'", witnessed],
  ["UPDATE rotations SET amount_cents = amount_cents + 1", witnessed],
  ["UPDATE rotations SET every = 'week'", witnessed],
  ["UPDATE rotations SET first_on = first_on + 1", witnessed],
  ["UPDATE rotations SET created_by = created_by + 1", witnessed],
  ["UPDATE rotations SET created_at = created_at + interval '1 s'", witnessed],
  ["UPDATE rotations SET drawn_by = drawn_by + 1 WHERE drawn_at IS NOT NULL", witnessed],
  ["UPDATE rotations SET drawn_at = drawn_at + interval '1 s'", witnessed],
  ["UPDATE rotations SET drawn_by = NULL, drawn_at = NULL", witnessed],
  ["UPDATE rotation_turns SET due_on = due_on + 1 WHERE number = 1", witnessed],
  ["UPDATE rotation_members SET salt = 'another'", witnessed],
  ["UPDATE rotation_members SET joined_at = joined_at + interval '1 s'", witnessed],
  ["DELETE FROM rotation_members", witnessed],
  ["DELETE FROM rotations", witnessed],
  ["UPDATE rotation_events SET retained_cents = 1 WHERE kind = 'paid_out'", witnessed],
  ["UPDATE rotation_events SET turn_id = turn_id + 1 WHERE kind = 'paid_out'", witnessed],
  ["UPDATE rotation_events SET receiver_id = 9999 WHERE kind = 'direct'", witnessed],
  ["UPDATE rotation_events SET request_id = request_id + 100 WHERE kind = 'paid_out'", witnessed],
  ["DELETE FROM rotation_events WHERE kind = 'direct'", witnessed],
  ["DELETE FROM rotation_requests", witnessed],
  ["DELETE FROM rotation_swaps", witnessed],
  ["DELETE FROM rotation_swaps WHERE answer IS NULL", witnessed],
  ["UPDATE rotation_swaps SET answer = 'no' WHERE answer IS NOT NULL", witnessed],
  ["UPDATE rotation_swaps SET answered_at = answered_at + interval '1 s'", witnessed],
  ["UPDATE rotation_swaps SET asked_at = asked_at + interval '1 s'", witnessed],
  ["UPDATE rotation_swaps SET asked_by = 9999", witnessed],
  ["UPDATE rotation_swaps SET with_member = 9999", witnessed],
  ["UPDATE rotation_swaps SET rotation_id = rotation_id - 1", witnessed],
  ["UPDATE rotation_events SET swap_id = swap_id + 1 WHERE kind = 'swapped'", witnessed],
  ["UPDATE rotation_events SET at = at + interval '1 s' WHERE kind = 'left'", witnessed],
  ["UPDATE rotation_members SET left_at = left_at + interval '1 s'", witnessed],
  ["UPDATE rotation_members SET left_at = NULL", witnessed],
  ["UPDATE rotation_requests SET reason = 'Another' WHERE reason IS NOT NULL", witnessed],
  ["UPDATE rotation_requests SET member_id = member_id + 1 WHERE reason IS NOT NULL", offices],
  ["UPDATE rotation_requests SET rotation_id = rotation_id - 1", offices],
  ["UPDATE rotation_requests SET turn_id = turn_id + 1", offices],
  ["UPDATE rotation_requests SET office = 'Sec-Gen'", offices],
  [
    "UPDATE rotation_requests SET asked_by = (SELECT done_by FROM rotation_events WHERE kind = 'paid_out')",
    offices,
  ],
  ["UPDATE rotation_requests SET asked_at = asked_at + interval '1 s'", witnessed],
  ["UPDATE rotation_turns SET due_on = due_on + 1 WHERE number = 1", offices],
  [`UPDATE rotation_events SET amount_cents = amount_cents + 1 WHERE id = ${first}`, booked],
  [
    "UPDATE postings SET member_id = (SELECT max(member_id) FROM rotation_members) WHERE account = 'merry_go_round'",
    booked,
  ],
  [`DELETE FROM rotation_events WHERE id = ${last}`, posted],
  [
    `UPDATE rotation_events SET member_id = (SELECT max(member_id) FROM rotation_members) WHERE id = ${first}`,
    posted,
  ],
  [`UPDATE rotation_events SET rotation_id = rotation_id - 1 WHERE id = ${first}`, posted],
  [`UPDATE rotation_events SET done_by = done_by + 1 WHERE id = ${first}`, posted],
  [`UPDATE rotation_events SET at = at + interval '1 s' WHERE id = ${first}`, posted],
  [
    `UPDATE rotation_events SET payment_id = (SELECT id FROM payments WHERE status <> 'approved' AND kind = 'rotation_payment') WHERE id = ${first}`,
    posted,
  ],
  [
    "UPDATE payments SET rotation_id = rotation_id - 1 WHERE status = 'approved' AND kind = 'rotation_payment'",
    posted,
  ],
] as const)("verify sees %s", async (change, name) => {
  const wanted = invariants.filter((each) => each.name === name);
  expect(await brokenBy(group.db, wanted, change)).toEqual([name]);
});
