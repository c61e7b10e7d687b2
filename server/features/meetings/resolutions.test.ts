import { afterEach, beforeEach, expect, test } from "vitest";
import { safeParse } from "zod/v4/core";
import * as contract from "#contract/meetings.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { meetingsOf } from "#tests/support/meetings.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const LIST = "/api/meetings/resolutions/";

let group: TestGroup;
let books: Bookkeeping;
let meetings: ReturnType<typeof meetingsOf>;
let people: [TestMember, TestMember, TestMember];
let path: string;
let id: number;

// Four of six are there.
beforeEach(async () => {
  ({ group, books } = await startFoundedGroup({
    startsAt: "2026-11-28T14:00:00+03:00",
    members: 3,
  }));
  people = [await books.member(), await books.member(), await books.member()];
  meetings = meetingsOf(group, books.chairperson);
  await meetings.turnOn();
  ({ id } = await meetings.open({ by: books.secGen }));
  path = `/api/meetings/${id}/`;
  await meetings.mark(books.secGen, id, "present", [books.chairperson, books.secGen, people[0]]);
  await meetings.mark(books.secGen, id, "late", [people[1]]);
});
afterEach(async () => {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});

const ask = (by: TestMember, method: string, to: string, body?: Json) =>
  group.api(method, to, { token: by.token, ...(body === undefined ? {} : { body }) });
const resolve = (body: Json = {}, by = books.secGen) =>
  ask(by, "POST", `${path}resolutions/`, { ...bench, ...body });
const detailOf = async (answer: Promise<{ status: number; body: Json }>) => {
  const { status, body } = await answer;
  return [status, body.detail, ...Object.keys(body.errors ?? {})];
};

const bench = { text: "We buy a bench.", in_favour: 3, against: 1, abstained: 0 };

test("a resolution has a number in its meeting, its votes and movers, and is read by members", async () => {
  const answer = await resolve({ proposed_by: people[0].id, seconded_by: people[1].id });
  expect([answer.status, answer.body.detail]).toEqual([201, "The resolution is carried."]);
  expect(safeParse(contract.writeResolution.reply, answer.body).success).toBe(true);
  const { resolution } = answer.body;
  expect(resolution).toEqual({
    ...bench,
    id: expect.any(Number),
    number: 1,
    meeting: { id, number: 1, date: "2026-11-28" },
    majority: "simple",
    carried: true,
    proposed_by: expect.objectContaining({ id: people[0].id }),
    seconded_by: expect.objectContaining({ id: people[1].id }),
    corrects: null,
    named_by: 0,
  });
  const lost = (await resolve({ majority: "two_thirds", in_favour: 2, against: 2, text: "A Roof" }))
    .body;
  expect([lost.detail, lost.resolution.number]).toEqual(["The resolution is not carried.", 2]);
  const numbers = async (query: string) =>
    (await ask(people[2], "GET", LIST + query)).body.resolutions.map(({ number }: Json) => number);
  expect(await numbers("")).toEqual([2, 1]);
  expect(await numbers("?carried=true")).toEqual([1]);
  expect(await numbers("?carried=false")).toEqual([2]);
  expect(await numbers("?search=roof")).toEqual([2]);
  expect((await ask(people[2], "GET", `${LIST}?page=1&page_size=1`)).body).toMatchObject({
    count: 2,
    resolutions: [{ number: 2 }],
  });
  const { meeting } = (await ask(people[2], "GET", path)).body;
  expect(meeting.resolutions).toEqual([resolution, lost.resolution]);
  expect(meeting.version).toBe(6);
  expect((await resolve({}, people[0])).status).toBe(403);
});

test("no more vote than were there, and movers are two who were there", async () => {
  expect(await detailOf(resolve({ abstained: 1 }))).toEqual([
    400,
    "Only 4 people were there to vote.",
    "in_favour",
  ]);
  for (const [body, detail, field] of [
    [{ proposed_by: people[2].id }, "This person was not there.", "proposed_by"],
    [{ seconded_by: 999_999 }, "This person was not there.", "seconded_by"],
    [
      { proposed_by: people[0].id, seconded_by: people[0].id },
      "Somebody else seconds.",
      "seconded_by",
    ],
    [{ corrects: id }, "Only adopted minutes are corrected.", "corrects"],
  ] as const)
    expect(await detailOf(resolve(body))).toEqual([400, detail, field]);
  for (const [field, value] of [
    ["text", ""],
    ["text", "x".repeat(1_001)],
    ["in_favour", -1],
    ["against", 1.5],
    ["abstained", undefined],
    ["majority", "half"],
  ] as const)
    expect(await detailOf(resolve({ [field]: value }))).toMatchObject([
      400,
      expect.anything(),
      field,
    ]);
  expect(
    await detailOf(ask(books.secGen, "POST", "/api/meetings/999/resolutions/", bench)),
  ).toMatchObject([404, expect.anything()]);
});

test("without its quorum a meeting carries nothing, and marks decide it until the end", async () => {
  const { resolution } = (await resolve({ in_favour: 2, against: 0 })).body;
  const isCarried = async () =>
    (await ask(people[0], "GET", path)).body.meeting.resolutions[0].carried;
  const remark = (member: TestMember, was: string, attendance: string) =>
    ask(books.secGen, "POST", `${path}attendance/`, {
      marks: [{ member_id: member.id, attendance, was }],
    });
  await remark(people[1], "late", "apology");
  expect(await isCarried()).toBe(true);
  await remark(people[0], "present", "absent");
  expect(await isCarried()).toBe(false);
  const changed = await ask(books.treasurer, "POST", `${LIST}${resolution.id}/`, { in_favour: 1 });
  expect(changed.body.detail).toBe("The resolution is not carried.");
  await remark(people[0], "absent", "late");
  expect(await isCarried()).toBe(true);
});

test("it is changed and taken away while its meeting is open or closed", async () => {
  const { resolution } = (await resolve()).body;
  const one = `${LIST}${resolution.id}/`;
  const changed = await ask(books.treasurer, "POST", one, { against: 2, in_favour: 2 });
  expect(changed.body.resolution).toEqual({
    ...resolution,
    in_favour: 2,
    against: 2,
    carried: false,
  });
  expect(await detailOf(ask(books.treasurer, "POST", one, { against: 5 }))).toMatchObject([
    400,
    expect.anything(),
    "in_favour",
  ]);
  expect(await detailOf(ask(books.secGen, "POST", `${path}cancel/`, { reason: "Rain" }))).toEqual([
    400,
    "Money, fines or resolutions rest on this meeting, so it stays.",
  ]);
  await meetings.close(books.secGen, id);
  expect((await ask(people[0], "DELETE", one)).status).toBe(403);
  expect((await ask(books.secGen, "DELETE", one)).body).toEqual({
    detail: "The resolution is gone.",
  });
  expect((await ask(books.secGen, "DELETE", one)).status).toBe(404);
  expect((await ask(people[0], "GET", path)).body.meeting.resolutions).toEqual([]);
  const other = await meetings.call({ by: books.secGen, body: { kind: "special" } });
  expect(
    await detailOf(ask(books.secGen, "POST", `/api/meetings/${other.id}/resolutions/`, bench)),
  ).toEqual([400, "This meeting has not begun."]);
});
