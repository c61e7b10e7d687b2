import { describe, expect, test } from "vitest";
import { countsFrom, mayAgree, mayObject, whyNoOffice, type Candidate } from "./office-proposal.ts";

const fit: Candidate = {
  office: null,
  isActive: true,
  status: "active",
  exited: false,
  isProven: true,
  hasContributed: true,
};
const begun = { haveBegun: true };

describe("who can be given an office", () => {
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

test("neither who proposed nor who is proposed agrees, and who proposed does not object", () => {
  const proposal = { memberId: 3, proposedById: 1 };
  expect([1, 2, 3].map((id) => mayAgree(proposal, id))).toEqual([false, true, false]);
  expect([1, 2, 3].map((id) => mayObject(proposal, id))).toEqual([false, true, true]);
});
