// ROT-9: what members of a merry-go-round are notified of, once each.
import { afterAll, beforeAll, expect, test } from "vitest";
import { nairobiDate } from "#domain/calendar.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { payTurns, startRotation } from "#tests/support/rotations.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { remindOfTurns } from "./remind-of-turns.ts";

let group: TestGroup;
let books: Bookkeeping;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({
    startsAt: "2026-03-16T09:00:00+03:00",
    members: 3,
  }));
});
afterAll(() => group.close());

const noticesOf = async ({ id }: TestMember): Promise<string[]> => {
  const rows = await group.db
    .selectFrom("notices")
    .select("event")
    .where("member_id", "=", id)
    .where("event", "like", "rotation%")
    .orderBy("id")
    .execute();
  return rows.map(({ event }) => event);
};

const sweep = async (): Promise<void> => {
  const now = group.clock.now();
  await remindOfTurns(group.db, { today: nairobiDate(now), now });
  await remindOfTurns(group.db, { today: nairobiDate(now), now });
};

test("members are notified of the draw, their turn, what they owe and got, each once", async () => {
  const members = [await books.member(), await books.member(), await books.member()];
  const { treasurer, secGen } = books;
  const rotation = await startRotation(group, {
    by: treasurer,
    members,
    terms: { every: "week" },
  });
  const [first, second, third]: TestMember[] = rotation.turns.map(({ receiver }: Json) =>
    members.find(({ id }) => id === receiver.id),
  );
  await payTurns(group, { books, rotationId: rotation.id, member: second!, kes: 1_000 });
  await sweep();
  expect(await noticesOf(first!)).toEqual(["rotation_drawn"]);
  expect(await noticesOf(second!)).toEqual(["rotation_drawn", "rotation_turn_next"]);
  expect(await noticesOf(third!)).toEqual(["rotation_drawn", "rotation_owed"]);

  const turn = `/api/rotations/turns/${rotation.turns[0].id}`;
  for (const { token } of [treasurer, secGen])
    await group.api("POST", `${turn}/pay-out/`, { token, body: { amount_seen: 1_000 } });
  expect(await noticesOf(secGen)).toEqual(["rotation_pay_out_waits"]);
  const body = { member_id: third!.id, amount: 400 };
  await group.api("POST", `${turn}/direct/`, { token: first!.token, body });
  expect(await noticesOf(first!)).toEqual(["rotation_drawn", "rotation_paid_out"]);
  expect((await noticesOf(third!)).at(-1)).toBe("rotation_confirmed");

  const swap = await group.api("POST", `/api/rotations/${rotation.id}/swaps/`, {
    token: second!.token,
    body: { with_member_id: third!.id },
  });
  expect((await noticesOf(third!)).at(-1)).toBe("rotation_swap_asked");
  await group.api("POST", `/api/rotations/swaps/${swap.body.swap.id}/answer/`, {
    token: third!.token,
    body: { answer: "yes" },
  });
  for (const member of [second!, third!])
    expect((await noticesOf(member)).at(-1)).toBe("rotation_swapped");
  // The next turn is now another's.
  await sweep();
  expect((await noticesOf(third!)).at(-1)).toBe("rotation_turn_next");
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
