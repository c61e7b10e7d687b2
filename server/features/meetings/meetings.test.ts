import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { safeParse } from "zod/v4/core";
import * as contract from "#contract/meetings.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { meetingsOf } from "#tests/support/meetings.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const PATH = "/api/meetings/";

let group: TestGroup;
let books: Bookkeeping;
let meetings: ReturnType<typeof meetingsOf>;
let people: TestMember[];

beforeEach(async () => {
  ({ group, books } = await startFoundedGroup({
    startsAt: "2026-11-28T14:00:00+03:00",
    members: 3,
  }));
  people = [await books.member(), await books.member(), await books.member()];
  meetings = meetingsOf(group, books.chairperson);
});
afterEach(async () => {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});

const post = (by: TestMember, path: string, body: Json = {}) =>
  group.api("POST", path, { token: by.token, body });
const get = (by: TestMember, path: string) => group.api("GET", path, { token: by.token });
const detailOf = async (answer: Promise<{ status: number; body: Json }>) => {
  const { status, body } = await answer;
  return [status, body.detail, ...Object.keys(body.errors ?? {})];
};

const today = { kind: "ordinary", date: "2026-11-28", place: "Hall" };

test("no meeting is called while meetings are off, and lists are there and empty", async () => {
  expect(await detailOf(post(books.secGen, PATH, today))).toEqual([
    400,
    "Meetings are not turned on.",
  ]);
  expect((await get(people[0]!, PATH)).body).toEqual({ meetings: [] });
});

describe("calling", () => {
  test("takes quorum and fines of the group over, and chair and secretary from the offices", async () => {
    await meetings.turnOn({
      meeting_quorum: "2/3",
      meeting_fine_late: 50,
      meeting_fine_absent: 200,
    });
    expect((await post(people[0]!, PATH, today)).status).toBe(403);
    const body = {
      ...today,
      time: "14:30",
      items: [{ title: "Minutes" }, { title: "Loans", notes: "Two apply" }],
      fine_absent: 500,
    };
    const answer = await post(books.secGen, PATH, body);
    expect(answer.status).toBe(201);
    expect(answer.body.detail).toBe("Meeting 1 on 28 Nov 2026 is called.");
    expect(safeParse(contract.callMeeting.reply, answer.body).success).toBe(true);
    const { meeting } = answer.body;
    expect(meeting).toMatchObject({
      number: 1,
      kind: "ordinary",
      date: "2026-11-28",
      time: "14:30",
      place: "Hall",
      items: [
        { title: "Minutes", notes: null },
        { title: "Loans", notes: "Two apply" },
      ],
      chair: { id: books.chairperson.id },
      secretary: { id: books.secGen.id },
      fine_late: 50,
      fine_absent: 500,
      fine_apology: 0,
      status: "called",
      counts: { present: 0, late: 0, apology: 0, absent: 0, unmarked: 6 },
      quorum: { rule: "2/3", needed: 4, there: 0, reached: false },
      balances: null,
      version: 1,
      edits: 0,
      signed: [],
      minutes: null,
      corrections: [],
      resolutions: [],
    });
    expect(meeting.roll).toHaveLength(6);
    // Another quorum of the group leaves it as it was called.
    await meetings.turnOn({ meeting_quorum: "1/2" });
    expect((await get(people[0]!, `${PATH}${meeting.id}/`)).body.meeting).toEqual(meeting);
    const { roll: _roll, items: _items, resolutions: _resolutions, ...summary } = meeting;
    expect((await get(people[0]!, PATH)).body).toEqual({ meetings: [summary] });
    expect((await get(books.secGen, "/api/audit/?page=1")).body.entries[1]).toMatchObject({
      action: "meetings.call",
      after: { number: 1, place: "Hall", meeting_kind: "ordinary", meeting_fine_absent: 500 },
    });
  });

  test("gives a kind and day once, a number once, and no day more than a year ahead", async () => {
    await meetings.turnOn();
    const first = await meetings.call({ by: books.secGen });
    const again = await post(books.treasurer, PATH, today);
    expect([again.status, again.body]).toEqual([
      400,
      {
        detail: "An ordinary meeting on 28 Nov 2026 is here already.",
        errors: { date: ["An ordinary meeting on 28 Nov 2026 is here already."] },
        meeting_id: first.id,
      },
    ]);
    for (const [kind, words] of [
      ["special", "A special"],
      ["annual", "An annual"],
    ] as const) {
      await meetings.call({ by: books.secGen, body: { kind } });
      expect((await post(books.secGen, PATH, { ...today, kind })).body.detail).toBe(
        `${words} meeting on 28 Nov 2026 is here already.`,
      );
    }
    expect(await detailOf(post(books.secGen, PATH, { ...today, date: "2027-11-29" }))).toEqual([
      400,
      "A meeting is called at most a year ahead.",
      "date",
    ]);
    expect((await post(books.secGen, PATH, { ...today, date: "2027-11-28" })).status).toBe(201);
    const past = await meetings.call({ by: books.secGen, body: { date: "2026-01-31" } });
    expect(past.number).toBe(5);
    await post(books.secGen, `${PATH}${past.id}/cancel/`, { reason: "Wrong day" });
    const another = await meetings.call({ by: books.secGen, body: { date: "2026-01-31" } });
    expect(another.number).toBe(6);
    const numbers = async (query: string) =>
      (await get(people[0]!, `${PATH}?${query}`)).body.meetings.map(({ number }: Json) => number);
    expect(await numbers("")).toEqual([4, 3, 2, 1, 6, 5]);
    expect(await numbers("status=cancelled")).toEqual([5]);
    expect(await numbers("from=2026-02-01&to=2026-12-31")).toEqual([3, 2, 1]);
    expect((await get(people[0]!, `${PATH}?page=2&page_size=4`)).body).toMatchObject({
      count: 6,
      meetings: [{ number: 6 }, { number: 5 }],
    });
    const unknown = await post(books.secGen, PATH, { ...today, chair_id: 999_999 });
    expect(unknown.status).toBe(404);
  });

  test("of two phones, one calls it and the other is shown which", async () => {
    await meetings.turnOn();
    const second = await group.addServer();
    const answers = await Promise.all(
      [group, second, group, second].map((server, index) =>
        server.api("POST", PATH, {
          token: [books.secGen, books.treasurer][index % 2]!.token,
          body: today,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 400, 400, 400,
    ]);
    const made = answers.find(({ status }) => status === 201)!.body.meeting;
    for (const { status, body } of answers)
      expect([status, body.meeting_id ?? body.meeting.id]).toEqual([status, made.id]);
  });
});

test("a change needs the edits that were seen, and terms stay once it is open", async () => {
  await meetings.turnOn();
  const { id } = await meetings.call({ by: books.secGen });
  const change = (body: Json) => post(books.treasurer, `${PATH}${id}/`, body);
  expect(await detailOf(change({ place: "School" }))).toMatchObject([
    400,
    expect.anything(),
    "edits_seen",
  ]);
  const moved = await change({ edits_seen: 0, date: "2026-12-05", place: "School", fine_late: 20 });
  expect(moved.body).toMatchObject({
    detail: "Meeting 1 is saved.",
    meeting: { date: "2026-12-05", place: "School", fine_late: 20, edits: 1, version: 2 },
  });
  expect(await detailOf(change({ edits_seen: 0, place: "Church" }))).toEqual([
    400,
    "This meeting has changed since you opened it. Reload and try again.",
    "edits_seen",
  ]);
  expect((await change({ edits_seen: 1, place: "School" })).body.meeting).toMatchObject({
    edits: 1,
    version: 2,
  });
  expect(await detailOf(post(books.secGen, `${PATH}${id}/open/`))).toEqual([
    400,
    "This meeting is on 05 Dec 2026. It opens on that day.",
  ]);
  await change({ edits_seen: 1, date: "2026-11-28" });
  await post(books.secGen, `${PATH}${id}/open/`);
  for (const [field, value] of [
    ["kind", "special"],
    ["date", "2026-11-27"],
    ["time", "10:00"],
    ["fine_late", 1],
  ] as const)
    expect(await detailOf(change({ edits_seen: 2, [field]: value }))).toEqual([
      400,
      "This meeting is open.",
      field,
    ]);
  const items = [{ title: "Loans", notes: "Agreed" }];
  expect((await change({ edits_seen: 2, items, fine_late: 20 })).body.meeting).toMatchObject({
    items,
    edits: 3,
    version: 5,
  });
});

test("each step has its time, and a cancelled meeting stays as it is", async () => {
  await meetings.turnOn();
  const { id } = await meetings.call({ by: books.secGen });
  const step = (name: string, body: Json = {}) =>
    detailOf(post(books.secGen, `${PATH}${id}/${name}/`, body));
  const marks = [{ member_id: people[0]!.id, attendance: "present" }];
  for (const [name, body] of [
    ["close", {}],
    ["attendance", { marks }],
  ] as const)
    expect(await step(name, body)).toEqual([400, "This meeting has not begun."]);
  expect(await step("cancel")).toMatchObject([400, expect.anything(), "reason"]);
  expect(await step("open")).toEqual([200, "Meeting 1 is open."]);
  expect(await step("open")).toEqual([400, "This meeting is open."]);
  expect(await step("close")).toEqual([
    400,
    "The chair was not there. Name who led the meeting.",
    "chair_id",
  ]);
  await meetings.mark(books.secGen, id, "late", [books.chairperson]);
  expect(await step("close")).toEqual([
    400,
    "The secretary was not there. Name who wrote the minutes.",
    "secretary_id",
  ]);
  await meetings.mark(books.secGen, id, "present", people);
  await post(books.secGen, `${PATH}${id}/`, { edits_seen: 0, secretary_id: people[0]!.id });
  expect(await step("close")).toEqual([200, "Meeting 1 is closed."]);
  const { meeting } = (await get(people[0]!, `${PATH}${id}/`)).body;
  expect(meeting).toMatchObject({
    status: "closed",
    counts: { present: 3, late: 1, apology: 0, absent: 2, unmarked: 0 },
    quorum: { rule: "1/2", needed: 3, there: 4, reached: true },
    balances: { bank: 0, cash: 0, funds: [] },
  });
  for (const name of ["open", "close"])
    expect(await step(name)).toEqual([400, "This meeting is closed."]);
  expect(await step("cancel", { reason: "No" })).toEqual([400, "This meeting is closed."]);
  const other = await meetings.open({ by: books.secGen, body: { kind: "special" } });
  const cancelled = await post(books.secGen, `${PATH}${other.id}/cancel/`, { reason: "Rain" });
  expect(cancelled.body).toMatchObject({
    detail: "Meeting 2 is cancelled.",
    meeting: { status: "cancelled" },
  });
  for (const [name, body] of [
    ["open", {}],
    ["close", {}],
    ["cancel", { reason: "Rain" }],
    ["attendance", { marks }],
  ] as const)
    expect(await detailOf(post(books.secGen, `${PATH}${other.id}/${name}/`, body))).toEqual([
      400,
      "This meeting was cancelled.",
    ]);
  expect((await post(books.secGen, `${PATH}999/open/`)).status).toBe(404);
  expect((await post(people[0]!, `${PATH}${id}/open/`)).status).toBe(403);
});

test("the roll is taken when it opens: who comes later is not on it", async () => {
  await meetings.turnOn();
  const called = await meetings.call({ by: books.secGen });
  await books.member();
  const before = (await get(people[0]!, `${PATH}${called.id}/`)).body.meeting;
  expect(before.counts.unmarked).toBe(7);
  const { meeting } = (await post(books.secGen, `${PATH}${called.id}/open/`)).body;
  expect(meeting.roll).toEqual(before.roll);
  const late = await books.member();
  expect((await get(people[0]!, `${PATH}${called.id}/`)).body.meeting.roll).toEqual(before.roll);
  const marks = [{ member_id: late.id, attendance: "present" }];
  expect(await detailOf(post(books.secGen, `${PATH}${called.id}/attendance/`, { marks }))).toEqual([
    400,
    "Only people on the roll are marked.",
    "marks",
  ]);
});

test("marks of two phones: the same is none, another comes back with who made it, none is lost", async () => {
  await meetings.turnOn();
  const { id } = await meetings.open({ by: books.secGen });
  const [jane, john, mary] = people as [TestMember, TestMember, TestMember];
  const send = (by: TestMember, marks: Json[]) => post(by, `${PATH}${id}/attendance/`, { marks });
  const first = await send(books.secGen, [
    { member_id: jane.id, attendance: "present", was: null },
    { member_id: john.id, attendance: "late" },
  ]);
  expect(first.body).toEqual({
    detail: "2 marks are saved.",
    counts: { present: 1, late: 1, apology: 0, absent: 0, unmarked: 4 },
    quorum: { rule: "1/2", needed: 3, there: 2, reached: false },
    version: 3,
    conflicts: [],
  });
  const other = await send(books.treasurer, [
    { member_id: jane.id, attendance: "present", was: null },
    { member_id: john.id, attendance: "absent", was: null },
    { member_id: mary.id, attendance: "apology" },
  ]);
  expect(other.body).toMatchObject({
    detail: "1 mark is saved. Another phone marked 1 otherwise.",
    version: 4,
    conflicts: [
      {
        member: { id: john.id },
        yours: "absent",
        theirs: "late",
        by: { id: books.secGen.id },
        at: "2026-11-28T14:00:00.000+03:00",
      },
    ],
  });
  expect(safeParse(contract.markAttendance.reply, other.body).success).toBe(true);
  expect(
    (await send(books.treasurer, [{ member_id: john.id, attendance: "absent", was: "late" }])).body
      .version,
  ).toBe(5);
  expect(
    await detailOf(
      send(books.secGen, [
        { member_id: mary.id, attendance: "present", was: "apology" },
        { member_id: mary.id, attendance: "present", was: "apology" },
      ]),
    ),
  ).toEqual([400, "Somebody is marked twice.", "marks"]);
  for (const marks of [
    [],
    [{ member_id: mary.id }],
    [{ member_id: mary.id, attendance: "x" }],
    "x",
    undefined,
  ])
    expect(await detailOf(post(books.secGen, `${PATH}${id}/attendance/`, { marks }))).toMatchObject(
      [400, expect.anything(), "marks"],
    );
  const { meeting } = (await get(jane, `${PATH}${id}/`)).body;
  const markOf = ({ id: memberId }: TestMember) =>
    meeting.roll.find(({ member }: Json) => member.id === memberId);
  expect([jane, john, mary].map((each) => markOf(each).attendance)).toEqual([
    "present",
    "absent",
    "apology",
  ]);
  expect(markOf(john)).toMatchObject({
    by: { id: books.treasurer.id },
    fine: null,
    excepted: null,
  });
});

test("phones that mark everybody at once lose no mark, and a key sends each once", async () => {
  await meetings.turnOn();
  const { id, roll } = await meetings.open({ by: books.secGen });
  const second = await group.addServer();
  const ids: number[] = roll.map(({ member }: Json) => member.id);
  const answers = await Promise.all(
    ids.flatMap((memberId, index) =>
      [group, second].map((server, phone) =>
        server.api("POST", `${PATH}${id}/attendance/`, {
          token: [books.secGen, books.treasurer][phone]!.token,
          body: { marks: [{ member_id: memberId, attendance: phone === 0 ? "present" : "late" }] },
          headers: { "Idempotency-Key": `phone-${phone}-${index}` },
        }),
      ),
    ),
  );
  const conflicts = answers.flatMap(({ body }) => body.conflicts);
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(
    conflicts.map(({ member }: Json) => member.id).toSorted((one, other) => one - other),
  ).toEqual(ids.toSorted((one, other) => one - other));
  const again = await group.api("POST", `${PATH}${id}/attendance/`, {
    token: books.secGen.token,
    body: { marks: [{ member_id: ids[0], attendance: "present" }] },
    headers: { "Idempotency-Key": "phone-0-0" },
  });
  expect(again.body).toEqual(answers[0]!.body);
  const { meeting } = (await get(books.secGen, `${PATH}${id}/`)).body;
  expect(meeting.version).toBe(2 + ids.length);
});
