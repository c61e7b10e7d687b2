// ROT-5, ROT-6: turns are paid out by both offices, or straight to their receiver, over HTTP on a real PostgreSQL.
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
const confirm = (by: TestMember, turn: number, member: TestMember, amount: number) =>
  post(by, `/api/rotations/turns/${rotation.turns[turn - 1].id}/direct/`, {
    member_id: member.id,
    amount,
  });
const read = async (): Promise<Json> =>
  (await get(people[0], `/api/rotations/${rotation.id}/`)).rotation;
const turnOf = async (number: number): Promise<Json> => (await read()).turns[number - 1];
const standingOf = async ({ id }: TestMember): Promise<Json> =>
  (await read()).members.find(({ member }: Json) => member.id === id);
const balances = async (): Promise<Json> =>
  (await get(books.treasurer, "/api/accounting/create_ledger_entry/")).ledger_balances;

/** A week later, all signed in again. */
async function aWeekLater(day: string): Promise<void> {
  group.clock.set(`${day}T09:00:00+03:00`);
  for (const person of [...people, books.treasurer, books.secGen])
    person.token = await group.signIn(person);
}

test("both offices pay a turn out from its day on, with what was paid in for it", async () => {
  const [first, second, third] = people;
  expect((await payOut(books.treasurer, 1, 0)).body.detail).toBe(
    "Nothing was paid in for this turn yet.",
  );
  await pay(second, 1_000);
  await pay(third, 2_000);
  expect(await turnOf(1)).toMatchObject({ collected: 2_000, pays: 2_000, state: "open" });
  const early = await payOut(books.treasurer, 2, 1_000);
  expect([early.status, early.body.detail]).toEqual([400, "This turn is on 23 Mar 2026."]);
  const changed = await payOut(books.treasurer, 1, 1_000);
  expect(changed.body.errors).toEqual({
    amount_seen: ["The figures have changed. Reload and try again."],
  });
  expect((await payOut(first, 1, 2_000)).status).toBe(403);
  expect((await payOut(books.chairperson, 1, 2_000)).status).toBe(403);

  const begun = await payOut(books.treasurer, 1, 2_000);
  expect(begun.body.detail).toMatch(/waits for the Sec-Gen/);
  expect(begun.body.rotation.turns[0]).toMatchObject({ paid_out: 0, waits_for: "Sec-Gen" });
  expect((await payOut(books.treasurer, 1, 2_000)).status).toBe(400);
  expect((await balances()).bank).toBe(3_000);
  const paid = await payOut(books.secGen, 1, 2_000);
  expect(paid.body.rotation.turns[0]).toMatchObject({
    collected: 2_000,
    paid_out: 2_000,
    state: "paid_out",
    waits_for: null,
  });
  expect(await balances()).toMatchObject({ bank: 1_000, merry_go_round: -1_000 });
  expect(await standingOf(first)).toMatchObject({ paid: 0, received: 2_000, position: -2_000 });
  expect((await payOut(books.treasurer, 1, 0)).status).toBe(400);

  const { transactions } = await get(first, "/api/finances/transactions/?page=1");
  expect(transactions[0]).toMatchObject({
    kind: "rotation",
    description: "Merry-go-round Mzunguko: a turn paid out",
    amount: 2_000,
  });
});

test("a turn above the amount that one person may take out alone needs nobody beside both offices", async () => {
  const [, second, third] = people;
  await post(books.chairperson, "/api/group/settings/", { second_person_above: 50 });
  await pay(second, 1_000);
  await pay(third, 1_000);
  for (const office of [books.secGen, books.treasurer])
    expect((await payOut(office, 1, 2_000)).status).toBe(200);
  expect(await turnOf(1)).toMatchObject({ paid_out: 2_000, state: "paid_out" });
});

test("what a receiver owes for earlier turns is retained, and what comes late is paid later", async () => {
  const [first, second, third] = people;
  await pay(third, 2_000);
  for (const office of [books.treasurer, books.secGen]) await payOut(office, 1, 1_000);
  await aWeekLater("2026-03-23");
  expect(await standingOf(second)).toMatchObject({ owes_now: 1_000 });
  expect(await turnOf(2)).toMatchObject({ collected: 1_000, pays: 0, kept_back: 1_000 });
  for (const office of [books.treasurer, books.secGen])
    expect((await payOut(office, 2, 0)).status).toBe(200);
  expect(await turnOf(2)).toMatchObject({ paid_out: 1_000, pays: 0 });
  expect(await standingOf(second)).toMatchObject({ paid: 1_000, received: 1_000, owes_now: 0 });
  // It went to the first turn, whose receiver gets it now.
  expect(await turnOf(1)).toMatchObject({ collected: 2_000, paid_out: 1_000, pays: 1_000 });
  for (const office of [books.secGen, books.treasurer])
    expect((await payOut(office, 1, 1_000)).status).toBe(200);
  expect(await balances()).toMatchObject({ bank: 0 });
  // The first member pays late for the second turn, and at once for the third.
  await pay(first, 2_000);
  for (const office of [books.secGen, books.treasurer])
    expect((await payOut(office, 2, 1_000)).status).toBe(200);
  await pay(second, 1_000);
  await aWeekLater("2026-03-30");
  for (const office of [books.secGen, books.treasurer])
    expect((await payOut(office, 3, 2_000)).status).toBe(200);
  expect((await read()).status).toBe("ended");
});

test("the receiver alone confirms what was paid straight to them, up to what is left for the turn", async () => {
  const [first, second, third] = people;
  const outsider = await books.member();
  expect((await confirm(second, 1, second, 100)).status).toBe(403);
  expect((await confirm(books.treasurer, 1, second, 100)).status).toBe(403);
  expect((await confirm(first, 1, outsider, 100)).status).toBe(403);
  const confirmed = await confirm(first, 1, second, 400);
  expect(confirmed).toMatchObject({
    status: 200,
    body: { detail: /^KES 400.00 from .* confirmed/ },
  });
  const more = await confirm(first, 1, second, 601);
  expect(more.body.errors).toEqual({
    amount: ["This member has KES 600.00 left to pay for this turn."],
  });
  expect((await confirm(first, 1, first, 1)).status).toBe(400);
  expect(await turnOf(1)).toMatchObject({ collected: 400, paid_out: 400, pays: 0 });
  expect(await standingOf(second)).toMatchObject({ paid: 400, position: 400, left_to_pay: 1_600 });
  expect(await standingOf(first)).toMatchObject({ received: 400, position: -400 });
  expect((await balances()).bank).toBe(0);
  await confirm(first, 1, second, 600);
  await confirm(first, 1, third, 1_000);
  expect((await turnOf(1)).state).toBe("paid_out");
});
