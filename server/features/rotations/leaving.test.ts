// ROT-7, ROT-8: turns are swapped, members leave after the draw, and owe what is due, over HTTP on a real PostgreSQL.
import { afterEach, beforeEach, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { payTurns, startRotation } from "#tests/support/rotations.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let rotation: Json;
/** In the order of their turns, of which the first is today, and the others a week later each. */
let people: [TestMember, TestMember, TestMember];

beforeEach(async () => {
  ({ group, books } = await startFoundedGroup({
    startsAt: "2026-03-16T09:00:00+03:00",
    members: 4,
  }));
  const members = [await books.member(), await books.member(), await books.member()];
  rotation = await startRotation(group, {
    by: books.treasurer,
    members,
    terms: { every: "week" },
  });
  const inOrder = rotation.turns.map(({ receiver }: Json) =>
    members.find(({ id }) => id === receiver.id),
  );
  people = inOrder;
});
afterEach(async () => {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});

const post = (by: TestMember, path: string, body: Json = {}) =>
  group.api("POST", path, { token: by.token, body });
const get = async (by: TestMember, path: string): Promise<Json> =>
  (await group.api("GET", path, { token: by.token })).body;

const pay = (by: TestMember, kes: number) =>
  payTurns(group, { books, rotationId: rotation.id, member: by, kes });
const payOut = (by: TestMember, turn: number, amount_seen: number) =>
  post(by, `/api/rotations/turns/${rotation.turns[turn - 1].id}/pay-out/`, { amount_seen });
const read = async (): Promise<Json> =>
  (await get(people[0], `/api/rotations/${rotation.id}/`)).rotation;
const standingOf = async ({ id }: TestMember): Promise<Json> =>
  (await read()).members.find(({ member }: Json) => member.id === id);

/** A week later, all signed in again. */
async function aWeekLater(day: string): Promise<void> {
  group.clock.set(`${day}T09:00:00+03:00`);
  for (const person of [...people, books.treasurer, books.secGen])
    person.token = await group.signIn(person);
}

/** The second and the third member pay for the first turn, which is paid out. */
async function payFirstTurn(): Promise<void> {
  for (const member of people.slice(1)) await pay(member, 1_000);
  for (const office of [books.treasurer, books.secGen]) await payOut(office, 1, 2_000);
}

const ask = (by: TestMember, other: TestMember) =>
  post(by, `/api/rotations/${rotation.id}/swaps/`, { with_member_id: other.id });
const answer = (by: TestMember, id: number, reply: string) =>
  post(by, `/api/rotations/swaps/${id}/answer/`, { answer: reply });
const leave = (by: TestMember) => post(by, `/api/rotations/${rotation.id}/leave/`);
const duesOf = (member: TestMember) => get(member, "/api/finances/dues/");
const settle = (by: TestMember, { id }: TestMember) =>
  post(by, `/api/rotations/${rotation.id}/settle/`, { member_id: id, reason: "Left owing" });
const reasonToStay = async ({ id }: TestMember): Promise<string | undefined> =>
  (await get(books.treasurer, `/api/accounting/settlement_preview/?member=${id}`)).reason;

test("two members swap turns of which nothing was received: one asks, the other answers", async () => {
  const [first, second, third] = people;
  const outsider = await books.member();
  expect((await ask(outsider, second)).status).toBe(403);
  expect((await ask(second, outsider)).status).toBe(403);
  expect((await ask(second, second)).body.errors).toEqual({
    with_member_id: ["Choose another member to swap with."],
  });
  const request = await ask(second, third);
  expect(request).toMatchObject({ status: 201, body: { swap: { status: "asked" } } });
  const { id } = request.body.swap;
  expect((await ask(second, third)).status).toBe(400);
  expect((await answer(first, id, "yes")).status).toBe(403);
  expect((await answer(second, id, "yes")).status).toBe(403);
  await pay(second, 2_000);
  expect((await answer(third, id, "yes")).body.swap.status).toBe("done");
  expect((await answer(third, id, "no")).body.detail).toBe("This was answered already.");
  const { turns } = await read();
  expect(turns.map(({ receiver }: Json) => receiver.id)).toEqual([first.id, third.id, second.id]);
  // What the second one had paid for the other's turn goes to it, now the second.
  expect(turns.map(({ collected }: Json) => collected)).toEqual([1_000, 1_000, 0]);
  const refused = await ask(third, second);
  expect((await answer(second, refused.body.swap.id, "no")).body.swap.status).toBe("refused");

  await payOut(books.treasurer, 1, 1_000);
  expect((await ask(first, second)).body.detail).toBe(
    "A turn that was paid out cannot be swapped.",
  );
  await payOut(books.secGen, 1, 1_000);
  expect((await ask(second, first)).status).toBe(400);
});

test("whoever leaves before their turn pays no more, and gets there what they paid in", async () => {
  const [first, second, third] = people;
  await payFirstTurn();
  expect((await leave(third)).body.detail).toMatch(/You have left/);
  expect((await leave(third)).status).toBe(403);
  expect(await standingOf(third)).toMatchObject({
    left: "2026-03-16",
    owes_now: 0,
    left_to_pay: 0,
  });
  expect((await pay(third, 1_000).catch(String)) as string).toContain("left to pay");
  await aWeekLater("2026-03-23");
  expect(await duesOf(first)).toMatchObject({
    rotations: [{ id: rotation.id, name: "Mzunguko", owes_now: 1_000 }],
  });
  expect((await duesOf(third)).rotations).toBeUndefined();
  await pay(first, 2_000);
  const { turns } = await read();
  expect(turns.map(({ due }: Json) => due)).toEqual([2_000, 1_000, 1_000]);
  await aWeekLater("2026-03-30");
  for (const turn of [2, 3])
    for (const office of [books.treasurer, books.secGen])
      expect((await payOut(office, turn, 1_000)).status).toBe(200);
  expect((await read()).status).toBe("ended");
  expect(await standingOf(second)).toMatchObject({ position: 0 });
  expect((await duesOf(first)).rotations).toBeUndefined();
});

test("whoever leaves after their turn owes all that is left, which both offices may take from savings", async () => {
  const [first, second] = people;
  await books.contribute(first, 1_500);
  await payFirstTurn();
  expect(await reasonToStay(first)).toBe(
    "This member is in a merry-go-round. They leave it first.",
  );
  const before = await duesOf(first);
  await leave(first);
  const after = await duesOf(first);
  expect(after.rotations).toMatchObject([{ owes_now: 2_000 }]);
  expect(after.total_now - before.total_now).toBe(2_000);
  expect(await reasonToStay(first)).toBe("This member owes KES 2,000.00 in a merry-go-round.");

  expect((await settle(second, first)).status).toBe(403);
  expect((await settle(books.treasurer, second)).body.errors).toHaveProperty("member_id");
  const begun = await settle(books.treasurer, first);
  expect(begun.body.detail).toMatch(/waits for the Sec-Gen/);
  expect(await standingOf(first)).toMatchObject({ owes_now: 2_000, settling_waits_for: "Sec-Gen" });
  expect((await settle(books.treasurer, first)).status).toBe(400);
  expect((await settle(books.secGen, first)).body.detail).toMatch(/^KES 1,500.00/);
  expect(await standingOf(first)).toMatchObject({ owes_now: 500, settling_waits_for: null });
  expect((await settle(books.secGen, first)).body.errors).toEqual({
    member_id: ["This member has no free savings."],
  });
  const { transactions } = await get(first, "/api/finances/transactions/?page=1");
  expect(transactions).toContainEqual(
    expect.objectContaining({
      kind: "rotation",
      description: "Merry-go-round Mzunguko: taken from savings",
      amount: 1_500,
    }),
  );
  // A payment that waits need not be taken again.
  await books.contribute(first, 500);
  const waits = { amount_paid: 500, payment_Reference_Code: "WAITS00001" };
  expect((await post(first, `/api/rotations/${rotation.id}/pay/`, waits)).status).toBe(201);
  expect((await duesOf(first)).rotations).toMatchObject([{ owes_now: 0 }]);
  expect((await settle(books.secGen, first)).status).toBe(400);
});
