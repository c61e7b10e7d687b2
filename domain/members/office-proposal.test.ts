import { describe, expect, test } from "vitest";
import { type Candidate, countsByTime, countsFrom, whyNoOffice } from "./office-proposal.ts";

const fit: Candidate = {
  office: null,
  isActive: true,
  status: "active",
  exited: false,
  isProven: true,
  hasContributed: true,
};
const begun = { haveBegun: true };

describe("who can be made an office", () => {
  test("is an active member without one, who has contributed", () => {
    expect(whyNoOffice(fit, "Treasurer", begun)).toBeNull();
  });

  test.each([
    [{ office: "Treasurer" }, "already-holds-office"],
    [{ office: "Sec-Gen" }, "holds-another-office"],
    [{ isActive: false }, "office-needs-active-member"],
    [{ status: "dormant" }, "office-needs-active-member"],
    [{ status: "pending_approval" }, "office-needs-active-member"],
    [{ exited: true }, "office-needs-active-member"],
    [{ isProven: false }, "email-not-confirmed"],
    [{ hasContributed: false }, "office-needs-contribution"],
  ] as const)("is nobody with %j", (facts, code) => {
    expect(whyNoOffice({ ...fit, ...facts }, "Treasurer", begun)?.code).toBe(code);
  });

  test("needs no contribution while the books are empty", () => {
    const founder = { ...fit, hasContributed: false };
    expect(whyNoOffice(founder, "Treasurer", { haveBegun: false })).toBeNull();
  });
});

test("a proposed office counts so many hours later", () => {
  const proposedAt = new Date("2026-03-16T09:00:00+03:00");
  expect(countsFrom(proposedAt, 24)).toEqual(new Date("2026-03-17T09:00:00+03:00"));
  expect(countsFrom(proposedAt, 0)).toEqual(proposedAt);
});

const noon = new Date("2026-11-21T09:00:00Z");
const hoursLater = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);

test("an office is not made by time within the delay of its maker's ending an official's rights", () => {
  const made = { proposedAt: noon, delayHours: 24 };
  expect(countsByTime(made, [])).toBe(true);
  for (const hours of [-24, -1, 0, 1, 24])
    expect(countsByTime(made, [hoursLater(hours)])).toBe(false);
  expect(countsByTime(made, [hoursLater(-25)])).toBe(true);
  // The clock was put back in between.
  expect(countsByTime(made, [hoursLater(25)])).toBe(false);
  expect(countsByTime({ ...made, delayHours: 0 }, [noon])).toBe(true);
});
