// Minutes: a draft until two officials sign the same at a later meeting, then one file for ever (MEET-9, MEET-10).
import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { safeParse } from "zod/v4/core";
import * as contract from "#contract/meetings.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { meetingsOf } from "#tests/support/meetings.ts";
import { readPdf } from "#tests/support/pdf-files.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let meetings: ReturnType<typeof meetingsOf>;
let members: [TestMember, TestMember, TestMember];
/** The closed meeting. */
let id: number;
/** The one after it, open and with its quorum. */
let at: number;

// Four of six are there, at both.
beforeEach(async () => {
  ({ group, books } = await startFoundedGroup({
    startsAt: "2026-11-28T14:00:00+03:00",
    members: 3,
  }));
  members = [await books.member(), await books.member(), await books.member()];
  meetings = meetingsOf(group, books.chairperson);
  await meetings.turnOn({ meeting_fine_late: 50, meeting_fine_absent: 100 });
  const items = [{ title: "Loans that are late", notes: "Three were visited." }];
  ({ id } = await meetings.open({ by: books.secGen, body: { items } }));
  await attend(id);
  await ask(books.secGen, "POST", `${pathOf()}resolutions/`, {
    text: "We buy a bench.",
    in_favour: 3,
    against: 1,
    abstained: 0,
    proposed_by: members[0].id,
    seconded_by: members[1].id,
  });
  await meetings.close(books.secGen, id);
  await ask(books.secGen, "POST", `${pathOf()}fines/`, {
    total_seen: 150,
    except: [{ member_id: members[2].id, reason: "Bus broke down" }],
  });
  group.clock.advanceMinutes(2);
  ({ id: at } = await meetings.open({ by: books.secGen, body: { kind: "special" } }));
  await attend(at);
});
afterEach(async () => {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});

async function attend(meeting: number): Promise<void> {
  await meetings.mark(books.secGen, meeting, "present", [
    books.chairperson,
    books.secGen,
    members[0],
  ]);
  await meetings.mark(books.secGen, meeting, "late", [members[1]]);
}

const pathOf = (meeting = id) => `/api/meetings/${meeting}/`;
const ask = (by: TestMember, method: string, path: string, body?: Json) =>
  group.api(method, path, { token: by.token, ...(body === undefined ? {} : { body }) });
const movers = (): [TestMember, TestMember] => [members[0], members[1]];
const signed = (by = books.treasurer) => meetings.signature(by, { id, at, movers: movers() });
const sign = async (by: TestMember, changed: Json = {}) =>
  ask(by, "POST", `${pathOf()}adopt/`, { ...(await signed(by)), ...changed });
const detailOf = async (answer: Promise<{ status: number; body: Json }>) => {
  const { status, body } = await answer;
  return [status, body.detail, ...Object.keys(body.errors ?? {})];
};
const read = async (meeting = id, by = members[2]): Promise<Json> =>
  (await ask(by, "GET", pathOf(meeting))).body.meeting;

async function download(meeting = id, by = members[2], language = "en") {
  const headers = { Authorization: `Bearer ${by.token}`, "Accept-Language": language };
  const answer = await fetch(`${group.url}${pathOf(meeting)}minutes/pdf/`, { headers });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { status: answer.status, name: answer.headers.get("content-disposition") ?? "", bytes };
}
const textOf = async (bytes: Uint8Array) =>
  (await readPdf(bytes)).texts.join("\n").replaceAll(/\s+/g, " ");

test("a draft says who was there, what was decided, and what was charged, to every approved member", async () => {
  const draft = await download();
  expect([draft.status, draft.name]).toEqual([
    200,
    expect.stringMatching(/minutes-1-2026-11-28\.pdf"$/),
  ]);
  const text = await textOf(draft.bytes);
  for (const words of [
    "DRAFT: Minutes of meeting 1",
    "Ordinary meeting on 28 Nov 2026, Kawangware",
    "28 Nov 2026 at 14:00",
    "4 of 6",
    "3 (1/2), reached",
    "1. Loans that are late Three were visited.",
    "1. Carried We buy a bench. 3 in favour, 1 against, 0 abstained",
    "Fines charged",
    "Late 50.00",
    "Absent 100.00",
    "Bus broke down",
    "What the group held at the close",
    "Present (3)",
    "Absent (2)",
  ])
    expect(text).toContain(words);
  expect(await textOf((await download(id, members[2], "sw")).bytes)).toContain(
    "RASIMU: Kumbukumbu za mkutano 1",
  );
});

test("two officials sign the same, and from then on everybody gets the same bytes", async () => {
  const first = await sign(books.treasurer);
  expect([first.status, first.body.detail]).toEqual([
    200,
    "You have signed the minutes of meeting 1. They are adopted once another official signs the same.",
  ]);
  expect(safeParse(contract.adoptMinutes.reply, first.body).success).toBe(true);
  expect(first.body.meeting).toMatchObject({
    status: "closed",
    minutes: null,
    signed: [{ office: "Treasurer", by: { id: books.treasurer.id } }],
  });
  const before = await read(at);
  const second = await sign(books.secGen);
  expect(second.body.detail).toBe(
    "The minutes of meeting 1 are adopted. From now on they stay as they are.",
  );
  const { meeting } = second.body;
  const file = await download();
  const sha256 = createHash("sha256").update(file.bytes).digest("hex");
  expect(meeting).toMatchObject({
    status: "adopted",
    version: first.body.meeting.version,
    signed: [{ office: "Treasurer" }, { office: "Sec-Gen" }],
    minutes: {
      sha256,
      at_meeting: { id: at, number: 2, date: "2026-11-28" },
      proposed_by: { id: members[0].id },
      seconded_by: { id: members[1].id },
    },
  });
  const text = await textOf(file.bytes);
  expect(text).toContain("Minutes of meeting 1 Ordinary meeting");
  expect(text).not.toContain("DRAFT");
  expect(text).toContain("Meeting 2, 28 Nov 2026");
  group.clock.advanceMinutes(2);
  for (const [by, language] of [
    [books.treasurer, "en"],
    [members[0], "sw"],
  ] as const)
    expect(Buffer.compare((await download(id, by, language)).bytes, file.bytes)).toBe(0);
  // The audit row has the hash, and the minutes of the later meeting name those that it adopted.
  const { entries } = (await ask(books.treasurer, "GET", "/api/audit/?page=1&page_size=20")).body;
  expect(entries.find(({ action }: Json) => action === "meetings.adopt").after.sha256).toBe(sha256);
  expect((await read(at)).version).toBe(before.version + 1);
  expect(await textOf((await download(at)).bytes)).toContain(
    "Minutes adopted at this meeting Meeting Proposed by Seconded by Meeting 1, 28 Nov 2026",
  );
  const { meetings: list } = (await ask(members[0], "GET", "/api/meetings/")).body;
  expect(list.find((each: Json) => each.id === id).minutes).toEqual(meeting.minutes);
  // Nothing of it changes, and a correction names it.
  for (const [path, body] of [
    ["adopt/", await signed()],
    ["", { edits_seen: 0, place: "Elsewhere" }],
    ["attendance/", { marks: [{ member_id: members[0].id, attendance: "absent" }] }],
    ["resolutions/", { text: "More", in_favour: 1, against: 0, abstained: 0 }],
  ] as const)
    expect(await detailOf(ask(books.chairperson, "POST", pathOf() + path, body))).toEqual([
      400,
      "The minutes of this meeting are adopted, so they stay.",
    ]);
  await ask(books.secGen, "POST", `${pathOf(at)}resolutions/`, {
    text: "The bench costs less.",
    in_favour: 4,
    against: 0,
    abstained: 0,
    corrects: id,
  });
  expect((await read()).corrections).toMatchObject([{ text: "The bench costs less." }]);
});

test("everybody on the roll is notified once the minutes are adopted", async () => {
  await meetings.adopt([books.treasurer, books.secGen], { id, at, movers: movers() });
  for (const { token } of [members[2], books.chairperson]) {
    const { notices } = (await group.api("GET", "/api/notices/", { token })).body;
    expect((notices as Json[]).map(({ text }) => text)).toContain(
      "The minutes of meeting 1 on 28 Nov 2026 are adopted. They stay as they are from now on.",
    );
  }
});

test("a change ends the first signature, and whoever did not see it reads again", async () => {
  const seen = await signed();
  await sign(books.treasurer);
  await ask(books.secGen, "POST", pathOf(), { edits_seen: 0, place: "Hall" });
  expect((await read()).signed).toEqual([]);
  expect(await detailOf(ask(books.secGen, "POST", `${pathOf()}adopt/`, seen))).toEqual([
    400,
    "This meeting has changed since you opened it. Reload and try again.",
    "version_seen",
  ]);
  expect((await sign(books.treasurer)).body.meeting.signed).toHaveLength(1);
  expect((await sign(books.secGen)).body.meeting.status).toBe("adopted");
});

test("nobody signs twice, nor otherwise than the first", async () => {
  await sign(books.treasurer);
  expect(await detailOf(sign(books.treasurer))).toEqual([
    400,
    "You have signed these minutes already.",
  ]);
  const otherwise = "The first signature says otherwise.";
  for (const [changed, field] of [
    [{ proposed_by: books.secGen.id }, "proposed_by"],
    [{ seconded_by: books.secGen.id }, "seconded_by"],
  ] as const)
    expect(await detailOf(sign(books.secGen, changed))).toEqual([400, otherwise, field]);
  const { id: third } = await meetings.open({ by: books.secGen, body: { kind: "annual" } });
  await attend(third);
  expect(await detailOf(sign(books.secGen, { at_meeting_id: third }))).toEqual([
    400,
    otherwise,
    "at_meeting_id",
  ]);
});

test("minutes are adopted at a later meeting with its quorum, and moved by two who are there", async () => {
  const elsewhere = "Minutes are adopted at a later meeting that has its quorum.";
  for (const wrong of [id, 999_999])
    expect(await detailOf(sign(books.treasurer, { at_meeting_id: wrong }))).toEqual([
      400,
      elsewhere,
      "at_meeting_id",
    ]);
  for (const [changed, detail, field] of [
    [{ proposed_by: members[2].id }, "This person was not there.", "proposed_by"],
    [{ seconded_by: members[0].id }, "Somebody else seconds.", "seconded_by"],
  ] as const)
    expect(await detailOf(sign(books.treasurer, changed))).toEqual([400, detail, field]);
  await ask(books.secGen, "POST", `${pathOf(at)}attendance/`, {
    marks: [members[0], books.chairperson].map((each) => ({
      member_id: each.id,
      attendance: "absent",
      was: "present",
    })),
  });
  expect(await detailOf(sign(books.treasurer))).toEqual([400, elsewhere, "at_meeting_id"]);
});

test("only officials sign, and only what is closed; a meeting that has not begun has no minutes", async () => {
  expect((await sign(members[0])).status).toBe(403);
  expect(await detailOf(ask(books.secGen, "POST", `${pathOf(at)}adopt/`, await signed()))).toEqual([
    400,
    "This meeting is open.",
  ]);
  expect((await ask(books.secGen, "POST", "/api/meetings/999/adopt/", await signed())).status).toBe(
    404,
  );
  expect((await download(999)).status).toBe(404);
  const { id: called } = await meetings.call({ by: books.secGen, body: { kind: "annual" } });
  expect(await detailOf(ask(members[0], "GET", `${pathOf(called)}minutes/pdf/`))).toEqual([
    400,
    "This meeting has not begun.",
  ]);
  await ask(books.secGen, "POST", `${pathOf(called)}cancel/`, { reason: "Rain" });
  expect(await detailOf(ask(members[0], "GET", `${pathOf(called)}minutes/pdf/`))).toEqual([
    400,
    "This meeting was cancelled.",
  ]);
});

test("of two who sign at one moment, one adopts", async () => {
  const answers = await Promise.all([sign(books.treasurer), sign(books.secGen)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await read()).status).toBe("adopted");
});
