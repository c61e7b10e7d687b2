import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Refusal } from "../refusal.ts";
import { shownVerdict } from "./shown-verdict.ts";
import {
  type ApprovingOffice,
  approvalView,
  decide,
  isOwnItem,
  itemStatus,
  undecided,
  type Verdicts,
} from "./two-officials.ts";

const noon = new Date("2026-11-21T09:00:00Z");
const later = new Date("2026-11-22T09:00:00Z");
const [treasurerId, secGenId] = [1, 2];

const approve = (
  verdicts: Verdicts,
  office: ApprovingOffice,
  memberId = office === "Treasurer" ? treasurerId : secGenId,
  at = noon,
) => decide(verdicts, { office, memberId, action: "approved", reason: null, at });

const reject = (verdicts: Verdicts, office: ApprovingOffice, reason: string | null) =>
  decide(verdicts, { office, memberId: treasurerId, action: "rejected", reason, at: noon });

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return "no refusal";
}

describe("an item", () => {
  it("is pending, then half approved, then approved", () => {
    const half = approve(undecided, "Sec-Gen");
    const whole = approve(half, "Treasurer");
    expect([undecided, half, whole].map(itemStatus)).toEqual([
      "pending",
      "pending_approval",
      "approved",
    ]);
  });

  it("is rejected by either office, before or after the other approved", () => {
    expect(itemStatus(reject(undecided, "Treasurer", "No such payment"))).toBe("rejected");
    const half = approve(undecided, "Sec-Gen");
    expect(itemStatus(reject(half, "Treasurer", "No such payment"))).toBe("rejected");
  });
});

describe("an official", () => {
  it("cannot act for an office that has acted, whoever holds it now", () => {
    const half = approve(undecided, "Treasurer");
    expect(codeOf(() => approve(half, "Treasurer"))).toBe("office-already-acted");
    expect(codeOf(() => approve(half, "Treasurer", 9))).toBe("office-already-acted");
    const whole = approve(half, "Sec-Gen");
    expect(codeOf(() => approve(whole, "Sec-Gen"))).toBe("office-already-acted");
  });

  it("cannot act on an item the other office has rejected", () => {
    const rejected = reject(undecided, "Treasurer", "No such payment");
    expect(codeOf(() => approve(rejected, "Sec-Gen"))).toBe("item-decided");
  });

  it("cannot give both verdicts by changing office in between", () => {
    const half = approve(undecided, "Treasurer", 7);
    expect(codeOf(() => approve(half, "Sec-Gen", 7))).toBe("same-person-twice");
  });

  it("must give a reason for a rejection, and gives none with an approval", () => {
    expect(codeOf(() => reject(undecided, "Treasurer", null))).toBe("reject-reason-required");
    expect(codeOf(() => reject(undecided, "Treasurer", "  "))).toBe("reject-reason-required");
    expect(reject(undecided, "Treasurer", " Wrong amount ").treasurer.reason).toBe("Wrong amount");
    const approved = decide(undecided, {
      office: "Treasurer",
      memberId: 1,
      action: "approved",
      reason: "Fine",
      at: noon,
    });
    expect(approved.treasurer.reason).toBeNull();
  });
});

describe("the view of an approval", () => {
  it("shows both as pending when nobody has acted", () => {
    expect(approvalView(undecided)).toEqual({
      approvedOfficial: "",
      firstOfficialGroupAction: "pending_approval",
      secondOfficialGroupAction: "pending_approval",
      firstOfficialGroupRejectReason: null,
      secondOfficialGroupRejectReason: null,
      treasurerRejectionReason: null,
      secGenRejectionReason: null,
      approvalDate: null,
    });
  });

  it("names the office that acted first and the moment of the second approval", () => {
    const half = approve(undecided, "Sec-Gen");
    expect(approvalView(half)).toMatchObject({ approvedOfficial: "Sec-Gen", approvalDate: null });
    const whole = approve(half, "Treasurer", treasurerId, later);
    expect(approvalView(whole)).toMatchObject({
      approvedOfficial: "Sec-Gen",
      firstOfficialGroupAction: "approved",
      secondOfficialGroupAction: "approved",
      approvalDate: later,
    });
  });

  it("keeps the order of two verdicts given in the same millisecond", () => {
    const whole = approve(approve(undecided, "Sec-Gen"), "Treasurer");
    expect(approvalView(whole).approvedOfficial).toBe("Sec-Gen");
    const other = approve(approve(undecided, "Treasurer"), "Sec-Gen");
    expect(approvalView(other).approvedOfficial).toBe("Treasurer");
  });

  it("shows the reason of whoever rejected, and no date", () => {
    const half = approve(undecided, "Treasurer", 9);
    expect(approvalView(reject(half, "Sec-Gen", "Not on the statement"))).toMatchObject({
      approvedOfficial: "Treasurer",
      secondOfficialGroupAction: "rejected",
      secondOfficialGroupRejectReason: "Not on the statement",
      secGenRejectionReason: "Not on the statement",
      treasurerRejectionReason: null,
      approvalDate: null,
    });
  });
});

it("is approved exactly when two people approved for the two offices, and a decision is final", () => {
  const attempt = fc.record({
    office: fc.constantFrom<ApprovingOffice>("Treasurer", "Sec-Gen"),
    memberId: fc.integer({ min: 1, max: 3 }),
    action: fc.constantFrom("approved" as const, "rejected" as const),
    reason: fc.constantFrom(null, "", "Wrong amount"),
    at: fc.constantFrom(noon, later),
  });
  fc.assert(
    fc.property(fc.array(attempt, { maxLength: 8 }), (attempts) => {
      let verdicts = undecided;
      for (const params of attempts) {
        const before = verdicts;
        const wasFinal = ["approved", "rejected"].includes(itemStatus(before));
        const refused = codeOf(() => {
          verdicts = decide(before, params);
        });
        const wasRefused = refused !== "no refusal";
        expect(wasRefused || !wasFinal).toBe(true);
        expect(verdicts === before).toBe(wasRefused);
        const { treasurer, secGen } = verdicts;
        const both = treasurer.verdict === "approved" && secGen.verdict === "approved";
        expect(itemStatus(verdicts) === "approved").toBe(both);
        expect(treasurer.byMemberId === null || treasurer.byMemberId !== secGen.byMemberId).toBe(
          true,
        );
        for (const { verdict, reason } of [treasurer, secGen]) {
          expect(verdict === "rejected").toBe(reason !== null);
        }
      }
    }),
  );
});

describe("a list", () => {
  it("marks an item to its member, and to everybody once the member decided on it", () => {
    const person = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(
        person,
        person,
        fc.array(fc.option(person), { maxLength: 2 }),
        (memberId, callerId, deciderIds) => {
          const isOwn = isOwnItem({ memberId, callerId, deciderIds });
          const hasDecided = deciderIds.some((id) => id === memberId);
          expect(isOwn).toBe(hasDecided || memberId === callerId);
        },
      ),
    );
  });

  it("shows a bare pending only on what still waits", () => {
    const verdicts = ["pending_approval", "approved", "rejected"] as const;
    for (const treasurer of verdicts)
      for (const secGen of verdicts) {
        const status = itemStatus({
          treasurer: { ...undecided.treasurer, verdict: treasurer },
          secGen: { ...undecided.secGen, verdict: secGen },
        });
        const shown = [treasurer, secGen].map((verdict) => shownVerdict(verdict, { status }));
        expect(shown.includes("pending")).toBe(status.startsWith("pending"));
        expect(shown.includes("not_needed")).toBe(
          status === "rejected" && [treasurer, secGen].includes("pending_approval"),
        );
      }
  });
});
