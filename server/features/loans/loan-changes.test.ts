// New instalments of a loan, and calls on its guarantors (LEND-9, LEND-10), over HTTP on a real PostgreSQL.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readWaiting } from "#server/core/notices/still-true.ts";
import { sweepDay } from "#server/jobs/sweep.ts";
import { type Bookkeeping, closeSoundly, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const LOANS = "/api/finances/get-create-user-loans/";
const CHANGES = "/api/loans/changes/";

let group: TestGroup;
let books: Bookkeeping;
let product: number;
const people: TestMember[] = [];

// The group begins on 16 March 2026.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 14 }));
  await books.contribute(books.chairperson, 500_000);
  const { body } = await post(books.chairperson, "/api/loans/products/", {
    name: "Dhamana",
    method: "equal_principal",
    rate: 1,
    rate_per: "month",
    instalments_most: 12,
    round_up_to: 0.01,
    guarantee: "whole",
  });
  product = body.product.id;
});
afterAll(() => closeSoundly(group));

const get = async (by: TestMember, path: string) => group.api("GET", path, { token: by.token });
const post = (by: TestMember, path: string, body: unknown = {}) =>
  group.api("POST", path, { token: by.token, body });
async function saver(amount: number): Promise<TestMember> {
  const member = await books.member();
  member.token = await group.signIn(member);
  people.push(member);
  await books.contribute(member, amount);
  return member;
}
/** A loan of KES 6,000 in six rows of KES 1,000 and 1% a month, from today on. */
async function lend(borrower: TestMember, guarantors: [TestMember, number][]): Promise<number> {
  const applied = await post(borrower, LOANS, {
    product_id: product,
    amount: 6000,
    instalments: 6,
    guarantors: guarantors.map(([{ id: member_id }, amount]) => ({ member_id, amount })),
  });
  const { loan } = applied.body;
  for (const [index, [member, amount]] of guarantors.entries()) {
    const path = `/api/loans/guarantees/${loan.guarantees[index].id}/answer/`;
    const answered = await post(member, path, { answer: "agree", amount_seen: amount });
    expect(answered.status).toBe(200);
  }
  for (const by of [books.treasurer, books.secGen]) {
    const path = `/api/finances/loan-application-approval/${loan.loan_id}/`;
    expect((await post(by, path, { action: "approved" })).status).toBe(200);
  }
  return loan.loan_id;
}
async function moveTo(day: string): Promise<void> {
  group.clock.set(`${day}T09:00:00+03:00`);
  await sweepDay(group.db, group.clock.now());
  for (const by of [books.chairperson, books.treasurer, books.secGen, ...people])
    by.token = await group.signIn(by);
}
const change = (by: TestMember, loan: number, body: Json) =>
  post(by, `/api/loans/${loan}/changes/`, { reason: "As we agreed", ...body });
const decide = (by: TestMember, id: number, body: Json = { action: "approved" }) =>
  post(by, `${CHANGES}${id}/`, body);
const answer = (by: TestMember, id: number, body: Json) =>
  post(by, `${CHANGES}${id}/answer/`, body);
const waitsFor = async (by: TestMember): Promise<number> =>
  (await readWaiting(group.db, { now: group.clock.now(), memberId: by.id }))[0]?.count ?? 0;
const listed = async (by: TestMember): Promise<Json> =>
  (await get(by, "/api/waiting/")).body.waiting.find(({ kind }: Json) => kind === "loan_change");
const entriesOf = async (loan: number): Promise<number> => {
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(DISTINCT entry_id) FROM postings WHERE loan_id = ${loan}`.execute(group.db);
  return Number(rows[0]?.count);
};
const savings = async (by: TestMember): Promise<number> =>
  (await get(by, "/api/loans/guarantees/")).body.free_savings;
const own = async (by: TestMember, id: number): Promise<Json> =>
  (await get(by, LOANS)).body.loans.find((loan: Json) => loan["loan_id"] === id);

describe("loans that fall behind", () => {
  let borrower: TestMember;
  let [one, two]: TestMember[] = [];
  let called: number;
  let moved: number;
  let second: TestMember;
  let third: TestMember;
  let official: number;

  beforeAll(async () => {
    borrower = await saver(3000);
    [one, two] = [await saver(5000), await saver(5000)];
    called = await lend(borrower, [
      [one, 4000],
      [two, 2000],
    ]);
    second = await saver(3000);
    third = await saver(7000);
    moved = await lend(second, [[third, 6000]]);
    await books.contribute(books.treasurer, 9000);
    official = await lend(await saver(2000), [[books.treasurer, 6000]]);
  });

  test("call on nobody before the days of the product are over", async () => {
    await moveTo("2026-05-06");
    const early = await change(books.treasurer, called, { kind: "call" });
    expect(early.body.detail).toBe("Guarantors can be called once an instalment is 30 days late.");
    expect((await change(one!, called, { kind: "call" })).status).toBe(404);
    expect((await change(borrower, called, { kind: "call" })).status).toBe(403);
    expect((await change(books.chairperson, called, { kind: "call" })).status).toBe(403);
  });

  test("are called: first the borrower's own savings, then the guarantors' by what they hold", async () => {
    await moveTo("2026-06-20");
    const { status, body } = await change(books.treasurer, called, { kind: "call" });
    expect(status).toBe(201);
    expect(body.change).toMatchObject({
      kind: "call",
      status: "pending_approval",
      amount: 3150,
      calls: [
        { member: { id: borrower.id }, amount: 3000 },
        { member: { id: one!.id }, amount: 100 },
        { member: { id: two!.id }, amount: 50 },
      ],
      instalments: [],
      answers: [],
    });
    const again = await change(books.secGen, called, { kind: "call" });
    expect(again.body.detail).toBe("A change of this loan already waits.");
    for (const by of [books.secGen, borrower, one!])
      expect((await get(by, CHANGES)).body.changes).toEqual([
        expect.objectContaining({ id: body.change.id }),
      ]);
    expect((await get(third, CHANGES)).body.changes).toEqual([]);
    expect((await decide(books.treasurer, body.change.id)).status).toBe(400);
    const done = await decide(books.secGen, body.change.id);
    expect(done.body.change).toMatchObject({ status: "approved", amount: 3150 });
    expect(done.body.change.calls).toEqual(body.change.calls);
    expect(await own(borrower, called)).toMatchObject({
      current_balance: 3000,
      days_late: 0,
      guarantees: [
        { held: 2000, called: 100 },
        { held: 1000, called: 50 },
      ],
    });
    expect([await savings(one!), await savings(two!)]).toEqual([2900, 3950]);
    const kinds = async (by: TestMember) =>
      (await get(by, "/api/finances/transactions/?kind=guarantee_call")).body.transactions;
    expect(await kinds(one!)).toMatchObject([{ kind: "guarantee_call", amount: 100, out: 100 }]);
    expect(await kinds(borrower)).toMatchObject([{ amount: 3150, in: 3150, out: 3000 }]);
    const nothing = await change(books.treasurer, called, { kind: "call" });
    expect(nothing.status).toBe(400);
  });

  test("whose guarantor is the Treasurer are called by the Sec-Gen and the Chairperson", async () => {
    expect((await change(books.treasurer, official, { kind: "call" })).body.detail).toMatch(
      /Treasurer/,
    );
    const waiting = await waitsFor(books.chairperson);
    const { body } = await change(books.secGen, official, { kind: "call" });
    expect(await waitsFor(books.chairperson)).toBe(waiting + 1);
    expect(await listed(books.chairperson)).toMatchObject({ count: 1 });
    expect(await listed(books.treasurer)).toBeUndefined();
    expect((await decide(books.treasurer, body.change.id)).status).toBe(403);
    const done = await decide(books.chairperson, body.change.id);
    expect(done.body.change).toMatchObject({ status: "approved", amount: 3150 });
    expect(done.body.change.approval_status[0]).toMatchObject({
      role: "Treasurer",
      action: "approved",
    });
  });

  test("get new instalments once both offices and everybody who answers for them agreed", async () => {
    const far = await change(second, moved, {
      kind: "reschedule",
      instalments: 10,
      first_due_on: "2026-09-01",
    });
    expect(far.body.errors.first_due_on).toEqual(["Choose a day from 05 Jul 2026 to 21 Aug 2026."]);
    const many = await change(second, moved, { kind: "reschedule", instalments: 13 });
    expect(many.body.errors.instalments).toEqual(["Choose 1 to 12 instalments."]);
    const wanted = { kind: "reschedule", instalments: 10, first_due_on: "2026-07-20" };
    const { body } = await change(second, moved, wanted);
    const { id } = body.change;
    expect(body.change).toMatchObject({
      status: "pending",
      amount: 6000,
      answers: [
        { member: { id: second.id }, role: "borrower", answer: "yes" },
        { member: { id: third.id }, role: "guarantor", answer: "asked" },
      ],
    });
    expect(body.change.instalments).toHaveLength(10);
    // The overdue interest of three rows, KES 60 + 60 + 60, and that of the month.
    expect(body.change.instalments[0]).toMatchObject({ due_on: "2026-07-20", principal: 600 });
    expect((await decide(books.treasurer, id)).body.change.status).toBe("pending_approval");
    const { full_name } = body.change.answers[1].member;
    expect((await decide(books.secGen, id)).body.detail).toBe(
      `Not everybody has agreed yet: ${full_name}.`,
    );
    expect((await answer(one!, id, { answer: "yes" })).status).toBe(404);
    expect((await answer(third, id, { answer: "yes" })).body.change.answers[1].answer).toBe("yes");
    const before = await entriesOf(moved);
    const balance = (await own(second, moved))["current_balance"];
    const done = await decide(books.secGen, id);
    expect(done.body.change).toMatchObject({ status: "approved", amount: 6000 });
    expect(done.body.change.instalments).toEqual(body.change.instalments);
    expect(await entriesOf(moved)).toBe(before);
    expect(await own(second, moved)).toMatchObject({
      status: "active",
      current_balance: balance,
      days_late: 0,
      next_due: { due_on: "2026-07-20" },
    });
    const path = `/api/loans/${moved}/schedule/`;
    const { body: schedule } = await get(second, path);
    expect(schedule.versions.map((each: Json) => each["reason"])).toEqual(["payout", "reschedule"]);
    expect((await get(second, `${path}?version=1`)).body.instalments).toHaveLength(6);
    await moveTo("2026-07-25");
    expect(await own(second, moved)).toMatchObject({ days_late: 5 });
  });

  test("keep their instalments when somebody says no", async () => {
    const { body } = await change(books.secGen, moved, { kind: "reschedule", instalments: 6 });
    expect(body.change).toMatchObject({ status: "pending_approval" });
    const { id } = body.change;
    const refused = await answer(third, id, { answer: "no" });
    expect(refused.body.change.status).toBe("rejected");
    expect((await decide(books.treasurer, id)).status).toBe(400);
    expect((await answer(second, id, { answer: "yes" })).status).toBe(400);
    expect((await get(second, `/api/loans/${moved}/schedule/`)).body.versions).toHaveLength(2);
    expect((await get(second, `${CHANGES}?loan_id=${moved}`)).body.changes).toHaveLength(2);
  });
});
