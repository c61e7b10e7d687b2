import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isLaterMeeting, signaturesThatCount, whyNotSigned } from "./adoption.ts";
import { meetingStatuses, type MeetingStep, whyNotOpened, whyNotStep } from "./meeting-steps.ts";
import { isCarried, whyNotMoved, whyNotResolved } from "./resolutions.ts";

const votes = fc.nat(500);

test.each([
  ["simple", 2, 1, true],
  ["simple", 2, 2, false],
  ["simple", 0, 0, false],
  ["simple", 1, 0, true],
  ["two_thirds", 2, 1, true],
  ["two_thirds", 3, 2, false],
  ["two_thirds", 0, 0, false],
] as const)("%s: %i in favour, %i against", (majority, inFavour, against, carried) => {
  expect(isCarried({ inFavour, against, abstained: 9, majority }, true)).toBe(carried);
  expect(isCarried({ inFavour, against, abstained: 9, majority }, false)).toBe(false);
});

test("one more in favour loses nothing, one more against wins nothing, and two thirds are a majority", () => {
  fc.assert(
    fc.property(
      votes,
      votes,
      fc.constantFrom("simple", "two_thirds"),
      (inFavour, against, majority) => {
        const carried = (more: { inFavour?: number; against?: number }) =>
          isCarried({ inFavour, against, abstained: 0, majority, ...more }, true);
        const [oneMoreFor, oneMoreAgainst] = [
          carried({ inFavour: inFavour + 1 }),
          carried({ against: against + 1 }),
        ];
        expect([oneMoreFor || !carried({}), oneMoreAgainst && !carried({})]).toEqual([true, false]);
        const ofBoth = { inFavour, against, abstained: 0 };
        const byMajority = isCarried({ ...ofBoth, majority: "simple" }, true);
        expect(byMajority || !isCarried({ ...ofBoth, majority: "two_thirds" }, true)).toBe(true);
      },
    ),
  );
});

test("no more people vote than were there, and two of them propose and second", () => {
  const there = new Set([1, 2, 3]);
  const resolved = { inFavour: 2, against: 1, abstained: 0, proposedBy: 1, secondedBy: 2 };
  expect(whyNotResolved(resolved, there)).toBeNull();
  expect(whyNotResolved({ ...resolved, proposedBy: null, secondedBy: null }, there)).toBeNull();
  const many = whyNotResolved({ ...resolved, abstained: 1 }, there);
  expect([many?.code, many?.facts, Object.keys(many?.errors ?? {})]).toEqual([
    "too-many-votes",
    { there: 3 },
    ["in_favour"],
  ]);
  const codeOf = (proposedBy: number | null, secondedBy: number | null) => {
    const refusal = whyNotMoved({ proposedBy, secondedBy }, there);
    return [refusal?.code, ...Object.keys(refusal?.errors ?? {})];
  };
  expect(codeOf(4, 2)).toEqual(["person-not-there", "proposed_by"]);
  expect(codeOf(1, 4)).toEqual(["person-not-there", "seconded_by"]);
  expect(codeOf(1, 1)).toEqual(["seconded-by-oneself", "seconded_by"]);
});

test("each step has its statuses, and is refused with where the meeting stands", () => {
  const table: Record<MeetingStep, string> = {
    "change-terms": "called",
    change: "called open closed",
    open: "called",
    close: "open",
    cancel: "called open",
    mark: "open closed",
    fine: "open closed",
    collect: "open closed",
    resolve: "open closed",
    adopt: "closed",
  };
  for (const [step, from] of Object.entries(table) as [MeetingStep, string][])
    expect(meetingStatuses.filter((status) => whyNotStep(step, status) === null).join(" ")).toBe(
      from,
    );
  expect(meetingStatuses.map((status) => whyNotStep("adopt", status)?.code)).toEqual([
    "meeting-not-begun",
    "meeting-open",
    undefined,
    "minutes-adopted",
    "meeting-cancelled",
  ]);
  expect(whyNotOpened("2026-12-05", "2026-12-05")).toBeNull();
  expect(whyNotOpened("2026-12-05", "2026-12-04")?.code).toBe("meeting-not-yet");
  expect(whyNotOpened("2026-12-05", "2027-01-01")).toBeNull();
});

test("two people sign the same thing, and a change ends the first signature", () => {
  const adoption = { atMeetingId: 9, proposedBy: 1, secondedBy: 2 };
  const first = { ...adoption, byId: 5, version: 3 };
  expect(signaturesThatCount([first], 3)).toEqual([first]);
  expect(signaturesThatCount([first], 4)).toEqual([]);
  expect(whyNotSigned([], { ...adoption, byId: 5 })).toBeNull();
  expect(whyNotSigned([first], { ...adoption, byId: 6 })).toBeNull();
  expect(whyNotSigned([first], { ...adoption, byId: 5 })?.code).toBe("minutes-signed");
  for (const [other, field] of [
    [{ atMeetingId: 8 }, "at_meeting_id"],
    [{ proposedBy: 3 }, "proposed_by"],
    [{ secondedBy: 3 }, "seconded_by"],
  ] as const) {
    const refusal = whyNotSigned([first], { ...adoption, ...other, byId: 6 });
    expect([refusal?.code, Object.keys(refusal?.errors ?? {})]).toEqual([
      "minutes-otherwise",
      [field],
    ]);
  }
});

test("minutes are adopted at a meeting that opened after theirs closed and has its quorum", () => {
  const closedAt = new Date("2026-11-28T18:00:00Z");
  const later = {
    status: "open",
    openedAt: new Date("2026-12-05T14:00:00Z"),
    hasQuorum: true,
  } as const;
  expect(isLaterMeeting(later, { closedAt })).toBe(true);
  expect(isLaterMeeting({ ...later, status: "closed" }, { closedAt })).toBe(true);
  for (const wrong of [
    { ...later, hasQuorum: false },
    { ...later, openedAt: new Date("2026-11-28T14:00:00Z") },
    { ...later, openedAt: null, status: "called" } as const,
    { ...later, status: "cancelled" } as const,
    { ...later, status: "adopted" } as const,
  ])
    expect(isLaterMeeting(wrong, { closedAt })).toBe(false);
  expect(isLaterMeeting(later, { closedAt: null })).toBe(false);
});
