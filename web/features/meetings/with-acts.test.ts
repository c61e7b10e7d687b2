import { expect, test } from "vitest";
import type { MeetingView } from "#endpoints/meetings.ts";
import { withActs } from "./with-acts.ts";

const person = (id: number) =>
  ({ member: { id }, attendance: null }) as MeetingView["roll"][number];
const meeting = {
  status: "called",
  edits: 2,
  items: [],
  roll: [person(1), person(2), person(3), person(4)],
  counts: { present: 0, late: 0, apology: 0, absent: 0, unmarked: 4 },
  quorum: { rule: "1/2", needed: 2, there: 0, reached: false },
} as unknown as MeetingView;

test("what waits on a device is shown as done, with the quorum that follows from its marks", () => {
  const shown = withActs(meeting, [
    { act: "open" },
    { act: "marks", marks: [{ member_id: 1, attendance: "present", was: null }] },
    {
      act: "marks",
      marks: [
        { member_id: 2, attendance: "late", was: null },
        { member_id: 1, attendance: "apology", was: "present" },
        { member_id: 3, attendance: "present", was: null },
      ],
    },
    { act: "items", items: [{ title: "Loans", notes: "Two are late." }], editsSeen: 2 },
  ]);
  expect(shown).toMatchObject({
    status: "open",
    counts: { present: 1, late: 1, apology: 1, absent: 0, unmarked: 1 },
    quorum: { rule: "1/2", needed: 2, there: 2, reached: true },
    items: [{ title: "Loans", notes: "Two are late." }],
    edits: 3,
  });
  expect(shown.roll.map(({ attendance }) => attendance)).toEqual([
    "apology",
    "late",
    "present",
    null,
  ]);
});

test("a meeting that somebody else has opened and closed meanwhile stays closed", () => {
  expect(withActs({ ...meeting, status: "closed" }, [{ act: "open" }]).status).toBe("closed");
});
