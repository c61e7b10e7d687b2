// What members are notified of as meetings are called, moved, cancelled and closed (MEET-11).
import { afterEach, beforeEach, expect, test } from "vitest";
import { isStillTrue } from "#server/core/notices/still-true.ts";
import { sweepDay } from "#server/jobs/sweep.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { meetingsOf } from "#tests/support/meetings.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let meetings: ReturnType<typeof meetingsOf>;
let member: TestMember;

beforeEach(async () => {
  ({ group, books } = await startFoundedGroup({
    startsAt: "2026-11-28T14:00:00+03:00",
    members: 1,
  }));
  member = await books.member();
  meetings = meetingsOf(group, books.chairperson);
  await meetings.turnOn();
});
afterEach(() => group.close());

const rowsOf = ({ id }: TestMember) =>
  group.db
    .selectFrom("notices")
    .selectAll()
    .where("member_id", "=", id)
    .where("event", "like", "meeting_%")
    .orderBy("id")
    .execute();

const readBy = async ({ token }: TestMember): Promise<string[]> => {
  const { body } = await group.api("GET", "/api/notices/", { token });
  return (body.notices as { text: string }[])
    .map(({ text }) => text)
    .filter((text) => /meeting/i.test(text));
};

const change = (id: number, body: object) =>
  group.api("POST", `/api/meetings/${id}/`, { token: books.secGen.token, body });

test("all who would be on the roll are notified of a meeting, of each change of where and when, and of its end", async () => {
  const later = { date: "2026-12-05", time: "14:30", place: "Hall" };
  const { id } = await meetings.call({ by: books.secGen, body: later });
  await change(id, { edits_seen: 0, items: [{ title: "Loans" }], fine_late: 20 });
  await change(id, { edits_seen: 1, place: "School" });
  await group.api("POST", `/api/meetings/${id}/cancel/`, {
    token: books.secGen.token,
    body: { reason: "Rain" },
  });
  expect(await readBy(member)).toEqual([
    "Meeting 1 on 05 Dec 2026 is cancelled.",
    "Changed: meeting 1 is on 05 Dec 2026 at 14:30. Place: School",
    "Meeting 1 is on 05 Dec 2026 at 14:30. Place: Hall",
  ]);
  for (const official of [books.chairperson, books.treasurer, books.secGen])
    expect(await rowsOf(official)).toHaveLength(3);
});

test("nobody is notified of a meeting that is entered afterwards, but of its close", async () => {
  const past = { date: "2026-11-20", kind: "special" };
  const { id } = await meetings.open({ by: books.secGen, body: past });
  expect(await rowsOf(member)).toEqual([]);
  await meetings.mark(books.secGen, id, "present", [books.chairperson, books.secGen]);
  await meetings.mark(books.secGen, id, "late", [member]);
  await meetings.close(books.secGen, id);
  expect(await readBy(member)).toEqual([
    "Meeting 1: 3 of 4 were there. You: late. The bank holds KES 0.00.",
  ]);
  expect((await readBy(books.treasurer))[0]).toContain("You: absent.");
});

test("the day before, each is reminded once, and by no text once it is on another day", async () => {
  const { id } = await meetings.call({ by: books.secGen, body: { date: "2026-12-05" } });
  for (const day of ["2026-12-03", "2026-12-04", "2026-12-04", "2026-12-05"])
    await sweepDay(group.db, new Date(`${day}T08:00:00+03:00`));
  const [called, tomorrow, ...more] = await rowsOf(member);
  expect([called?.event, tomorrow?.event, more]).toEqual([
    "meeting_called",
    "meeting_tomorrow",
    [],
  ]);
  const areTrue = () =>
    Promise.all(
      [called, tomorrow].map((each) =>
        isStillTrue(group.db, { ...each!, notice_at: each!.created_at }, "sms"),
      ),
    );
  expect(await areTrue()).toEqual([true, true]);
  await change(id, { edits_seen: 0, date: "2026-12-06" });
  expect(await areTrue()).toEqual([false, false]);
});
