import { afterEach, beforeEach, expect, test } from "vitest";
import { safeParse } from "zod/v4/core";
import * as contract from "#contract/meetings.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { meetingsOf } from "#tests/support/meetings.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let meetings: ReturnType<typeof meetingsOf>;
let people: [TestMember, TestMember, TestMember];
let path: string;
let id: number;

beforeEach(async () => {
  ({ group, books } = await startFoundedGroup({
    startsAt: "2026-11-28T14:00:00+03:00",
    members: 3,
  }));
  people = [await books.member(), await books.member(), await books.member()];
  meetings = meetingsOf(group, books.chairperson);
  await meetings.turnOn({ meeting_fine_late: 50, meeting_fine_absent: 200 });
});
afterEach(async () => {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});

const post = (by: TestMember, to: string, body: Json = {}) =>
  group.api("POST", to, { token: by.token, body });
const get = (by: TestMember, from: string) => group.api("GET", from, { token: by.token });
const detailOf = async (answer: Promise<{ status: number; body: Json }>) => {
  const { status, body } = await answer;
  return [status, body.detail, ...Object.keys(body.errors ?? {})];
};

/** Officials are there, the first member is late, and the others are not marked. */
async function openMeeting(fines: Json = {}): Promise<void> {
  ({ id } = await meetings.open({ by: books.secGen, body: fines }));
  path = `/api/meetings/${id}/`;
  const there = [books.chairperson, books.treasurer, books.secGen];
  await meetings.mark(books.secGen, id, "present", there);
  await meetings.mark(books.secGen, id, "late", people.slice(0, 1));
}

const fine = (body: Json, by = books.secGen) => post(by, `${path}fines/`, body);
const markOf = async ({ id: memberId }: TestMember) =>
  (await get(books.secGen, path)).body.meeting.roll.find(
    ({ member }: Json) => member.id === memberId,
  );

test("fines follow from the marks: at the table for who came late, after the close for all", async () => {
  await openMeeting();
  const [jane, john, mary] = people;
  const proposed = await get(books.secGen, `${path}fines/`);
  expect(proposed.body).toEqual({
    proposed: [
      { member: expect.objectContaining({ id: jane.id }), attendance: "late", amount: 50 },
    ],
    total: 50,
    charged: [],
  });
  expect(safeParse(contract.getMeetingFines.reply, proposed.body).success).toBe(true);
  expect((await get(jane, `${path}fines/`)).status).toBe(403);
  expect((await fine({ total_seen: 50 }, jane)).status).toBe(403);
  expect(await detailOf(fine({ total_seen: 49 }))).toEqual([
    400,
    "The figures have changed. Reload and try again.",
    "total_seen",
  ]);
  const charged = await fine({ total_seen: 50 });
  expect(charged.status).toBe(201);
  expect(charged.body).toEqual({
    detail: "1 person is fined KES 50.00.",
    fined: [{ member_id: jane.id, fine_id: expect.any(Number), entry_id: expect.any(Number) }],
    total: 50,
  });
  expect(await detailOf(fine({ total_seen: 50 }))).toEqual([
    400,
    "No fine of this meeting is left to charge.",
  ]);
  const { fine_id: fineId } = charged.body.fined[0];
  expect(await markOf(jane)).toMatchObject({ fine: { id: fineId, amount: 50, outstanding: 50 } });
  const { transactions } = (await get(jane, "/api/finances/transactions/")).body;
  expect(transactions[0]).toMatchObject({
    kind: "fine",
    id: fineId,
    meeting_id: id,
    description: "Late at meeting 1 on 28 Nov 2026",
  });
  expect((await group.mailbox(jane.email)).at(-1)?.body).toContain("Late at meeting 1");

  await meetings.close(books.secGen, id);
  const before = (await get(books.secGen, path)).body.meeting.version;
  const rest = await fine({
    total_seen: 200,
    except: [{ member_id: mary.id, reason: "In hospital" }],
  });
  expect(rest.body).toMatchObject({ fined: [{ member_id: john.id }], total: 200 });
  expect(await markOf(mary)).toMatchObject({
    attendance: "absent",
    fine: null,
    excepted: "In hospital",
  });
  const after = (await get(books.secGen, path)).body.meeting.version;
  expect(after).toBe(before + 1);
  expect((await get(books.secGen, `${path}fines/`)).body).toMatchObject({
    proposed: [],
    total: 0,
    charged: [{ amount: expect.any(Number) }, { amount: expect.any(Number) }],
  });
  expect(await detailOf(fine({ total_seen: 0 }))).toEqual([
    400,
    "No fine of this meeting is left to charge.",
  ]);
});

test("all may be excepted, and an exception is for good", async () => {
  await openMeeting();
  const [jane] = people;
  const waived = await fine({
    total_seen: 0,
    except: [{ member_id: jane.id, reason: "Her bus broke down" }],
  });
  expect([waived.status, waived.body]).toEqual([
    201,
    { detail: "Nobody is fined.", fined: [], total: 0 },
  ]);
  await post(books.secGen, `${path}attendance/`, {
    marks: [{ member_id: jane.id, attendance: "absent", was: "late" }],
  });
  expect((await get(books.secGen, `${path}fines/`)).body.proposed).toEqual([]);
  for (const except of [[{ member_id: jane.id }], [{ member_id: jane.id, reason: " " }], "x"])
    expect(await detailOf(fine({ total_seen: 0, except }))).toMatchObject([
      400,
      expect.anything(),
      "except",
    ]);
});

test("however many phones charge at once, nobody has two fines", async () => {
  await openMeeting();
  const second = await group.addServer();
  const answers = await Promise.all(
    [group, second, group, second].map((server, index) =>
      server.api("POST", `${path}fines/`, {
        token: [books.secGen, books.treasurer][index % 2]!.token,
        body: { total_seen: 50 },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201, 400, 400, 400,
  ]);
  expect((await get(people[0], "/api/accounting/get_user_fines/")).body.total_fines).toBe(50);
});

test("a mark that bears a fine is corrected by the Treasurer, and the fine goes with it", async () => {
  await openMeeting();
  const [jane, john] = people;
  const { fined } = (await fine({ total_seen: 50 })).body;
  const marks = [{ member_id: jane.id, attendance: "present", was: "late" }];
  const resting = [
    400,
    `A fine rests on the mark of ${(await markOf(jane)).member.full_name}. The Treasurer corrects it, with a reason.`,
  ];
  expect(await detailOf(post(books.secGen, `${path}attendance/`, { marks }))).toEqual([
    ...resting,
    "marks",
  ]);
  const entry = `/api/accounting/reverse_entry/${fined[0].entry_id}/`;
  expect(await detailOf(post(books.treasurer, entry, { reason: "Mistake" }))).toEqual(resting);
  expect(await detailOf(post(books.secGen, `${path}cancel/`, { reason: "Rain" }))).toEqual([
    400,
    "Money, fines or resolutions rest on this meeting, so it stays.",
  ]);
  const correct = (by: TestMember, body: Json) => post(by, `${path}correct-mark/`, body);
  const body = { member_id: jane.id, attendance: "absent", reason: "She never came" };
  expect((await correct(books.secGen, body)).status).toBe(403);
  expect(await detailOf(correct(books.treasurer, { ...body, reason: "" }))).toMatchObject([
    400,
    expect.anything(),
    "reason",
  ]);
  expect((await correct(books.treasurer, { ...body, member_id: 999_999 })).status).toBe(404);
  expect(await detailOf(correct(books.treasurer, { ...body, member_id: john.id }))).toEqual([
    400,
    "No fine of this meeting rests on this member.",
    "member_id",
  ]);
  const corrected = await correct(books.treasurer, body);
  expect([corrected.status, corrected.body.detail]).toEqual([
    200,
    "The mark is corrected and its fine is taken back.",
  ]);
  expect(corrected.body.reversal_id).toEqual(expect.any(Number));
  expect(await markOf(jane)).toMatchObject({ attendance: "absent", fine: null });
  expect((await get(jane, "/api/accounting/get_user_fines/")).body.unpaid_fines).toBe(0);
  // The other mark has a fine of its own.
  expect((await fine({ total_seen: 200 })).body.fined).toMatchObject([{ member_id: jane.id }]);
});

test("a fine that is partly paid stays, with its mark", async () => {
  await openMeeting();
  const [jane] = people;
  await fine({ total_seen: 50 });
  await books.payFine(jane, 20);
  const body = { member_id: jane.id, attendance: "present", reason: "Mistake" };
  expect((await post(books.treasurer, `${path}correct-mark/`, body)).body.detail).toBe(
    "This fine is already paid, in whole or in part, so it stays. Pay the member back by an expense entry instead.",
  );
  expect(await markOf(jane)).toMatchObject({
    attendance: "late",
    fine: { amount: 50, outstanding: 30 },
  });
});

test("above the limit of one official, fines and corrections wait for another", async () => {
  await openMeeting({ fine_late: 6_000 });
  const [jane] = people;
  const proposed = await fine({ total_seen: 6_000 });
  expect([proposed.status, proposed.body.status]).toEqual([201, "proposed"]);
  expect(await markOf(jane)).toMatchObject({ fine: null });
  const agree = (by: TestMember, proposal: number) =>
    post(by, `/api/accounting/proposals/${proposal}/agree/`);
  expect((await agree(books.secGen, proposed.body.id)).status).toBe(403);
  expect((await agree(books.treasurer, proposed.body.id)).status).toBe(200);
  expect(await markOf(jane)).toMatchObject({ fine: { amount: 6_000, outstanding: 6_000 } });
  const body = { member_id: jane.id, attendance: "present", reason: "Wrong name" };
  const correction = await post(books.treasurer, `${path}correct-mark/`, body);
  expect([correction.status, correction.body.status]).toEqual([201, "proposed"]);
  expect(await markOf(jane)).toMatchObject({ attendance: "late" });
  expect((await agree(books.chairperson, correction.body.id)).status).toBe(200);
  expect(await markOf(jane)).toMatchObject({ attendance: "present", fine: null });
});
