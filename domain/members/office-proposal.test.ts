import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import {
  answerOffice,
  type Candidate,
  countsAsMember,
  countsByTime,
  countsFrom,
  type GivenAnswer,
  isDue,
  type MemberPast,
  type OfficeAnswer,
  type OfficeChange,
  type Speaker,
  whyNoOffice,
} from "./office-proposal.ts";

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
const daysBefore = (days: number) => hoursLater(-24 * days);

describe("a member's answer counts", () => {
  const fitMember: MemberPast = {
    isActiveMember: true,
    hasContributed: true,
    approvedAt: daysBefore(31),
    approvedById: 1,
  };
  const maker = { id: 1, chairpersonSince: daysBefore(100) };

  test.each<[string, Partial<MemberPast>, Partial<typeof maker>, boolean]>([
    ["after more than 30 days, whoever approved them", {}, {}, true],
    ["not on the thirtieth day", { approvedAt: daysBefore(30) }, {}, false],
    [
      "if approved before the maker became Chairperson",
      { approvedAt: daysBefore(5), approvedById: 2 },
      { chairpersonSince: daysBefore(4) },
      true,
    ],
    [
      "not if approved since",
      { approvedAt: daysBefore(4), approvedById: 2 },
      { chairpersonSince: daysBefore(5) },
      false,
    ],
    [
      "not if the maker approved them lately, in an earlier term",
      { approvedAt: daysBefore(5) },
      { chairpersonSince: daysBefore(4) },
      false,
    ],
    ["not without a contribution", { hasContributed: false }, {}, false],
    ["not once dormant", { isActiveMember: false }, {}, false],
    ["not if nobody knows when they were approved", { approvedAt: null }, {}, false],
  ])("%s", (_when, past, made, counts) => {
    expect(countsAsMember({ ...fitMember, ...past }, { ...maker, ...made }, noon)).toBe(counts);
  });
});

test("an office is not made by time within the delay of its maker's ending an official's rights", () => {
  const made = { proposedAt: noon, delayHours: 24 };
  expect(countsByTime(made, [])).toBe(true);
  for (const hours of [-24, -1, 0, 1, 24])
    expect(countsByTime(made, [hoursLater(hours)])).toBe(false);
  for (const hours of [-25, 25]) expect(countsByTime(made, [hoursLater(hours)])).toBe(true);
  expect(countsByTime({ ...made, delayHours: 0 }, [noon])).toBe(true);
});

describe("a proposal, whatever people answer and however time passes", () => {
  const MAKER = 0;
  const PERSON = 1;
  const delayHours = 24;
  // Two officials, who held an office lately, five members who count, one who does not, and one who is not active.
  const standings = [
    "official",
    "person",
    "official",
    "former",
    ...Array<"member">(5).fill("member"),
    "newcomer",
    "dormant",
  ] as const;
  type Standing = (typeof standings)[number];

  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        who: fc.nat(standings.length - 1),
        says: fc.constantFrom<OfficeAnswer>("agree", "object"),
      }),
    },
    { weight: 2, arbitrary: fc.record({ hours: fc.integer({ min: 1, max: 20 }) }) },
    { weight: 1, arbitrary: fc.constant("ends-rights" as const) },
  );
  type Step = { who: number; says: OfficeAnswer } | { hours: number } | "ends-rights";

  function speakerOf(id: number, change: OfficeChange): Speaker {
    const standing: Standing = id === PERSON && change === "give" ? "member" : standings[id]!;
    return {
      id,
      isOfficial: standing === "official" || standing === "person",
      heldOfficeLately: standing === "former",
      isActiveMember: standing !== "dormant",
      counts: standing === "member" || standing === "former",
    };
  }

  /** By the product's rule: one step after the other. */
  function play(change: OfficeChange, steps: readonly Step[]) {
    let now = noon;
    let needsAgreement = false;
    const made = new Map<number, GivenAnswer>();
    const effectiveAt = countsFrom(noon, delayHours);
    const outcomes: string[] = [];
    for (const each of steps) {
      if (typeof each === "object" && "hours" in each)
        now = new Date(now.getTime() + each.hours * 3_600_000);
      if (isDue({ needsAgreement, effectiveAt }, now)) return [...outcomes, "counted"];
      if (each === "ends-rights")
        needsAgreement ||=
          change === "give" && !countsByTime({ proposedAt: noon, delayHours }, [now]);
      if (typeof each === "object" && "who" in each) {
        const proposal = { change, memberId: PERSON, proposedById: MAKER, needsAgreement };
        const speaker = speakerOf(each.who, change);
        try {
          const after = answerOffice(proposal, [...made.values()], { speaker, answer: each.says });
          ({ needsAgreement } = after);
          made.set(each.who, { memberId: each.who, answer: each.says, counts: after.counts });
          if (after.outcome !== null) return [...outcomes, after.outcome];
          outcomes.push("waits");
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          outcomes.push(error.code === "office-answered-already" ? "again" : "refused");
        }
      } else outcomes.push("waits");
    }
    return outcomes;
  }

  /** The same by the sentences of the contract: each step is decided from everything that happened before it. */
  function refer(change: OfficeChange, steps: readonly Step[]) {
    const outcomes: string[] = [];
    const answers: { who: number; says: OfficeAnswer }[] = [];
    let hours = 0;
    let endedRights = false;
    const lastOf = (who: number) => answers.findLast((each) => each.who === who)?.says;
    const isMember = (who: number) =>
      standings[who] === "member" ||
      standings[who] === "former" ||
      (who === PERSON && change === "give");
    for (const each of steps) {
      if (typeof each === "object" && "hours" in each) hours += each.hours;
      const personObjected =
        change === "take" && answers.some(({ who, says }) => who === PERSON && says === "object");
      if (hours >= delayHours && !personObjected && !endedRights) return [...outcomes, "counted"];
      if (each === "ends-rights" && change === "give" && hours <= delayHours) endedRights = true;
      if (typeof each !== "object" || "hours" in each) {
        outcomes.push("waits");
        continue;
      }
      const { who, says } = each;
      const standing = standings[who]!;
      const mayAnswer =
        who !== MAKER &&
        (says === "object"
          ? standing !== "dormant"
          : !(who === PERSON && change === "give") &&
            standing !== "newcomer" &&
            standing !== "dormant");
      if (!mayAnswer) {
        outcomes.push("refused");
        continue;
      }
      if (lastOf(who) === says) {
        outcomes.push("again");
        continue;
      }
      answers.push({ who, says });
      const people = standings.flatMap((_, id) =>
        lastOf(id) === says && isMember(id) ? [id] : [],
      );
      const isPersonOfTake = who === PERSON && change === "take";
      const decides = isPersonOfTake
        ? says === "agree"
        : standing === "official" ||
          (standing === "former" && says === "object") ||
          (isMember(who) && people.length >= 3);
      if (decides) return [...outcomes, says === "agree" ? "counted" : "objected"];
      outcomes.push("waits");
    }
    return outcomes;
  }

  test.each(["give", "take"] as const)("to %s: ends as the contract says", (change) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        expect(play(change, steps)).toEqual(refer(change, steps));
      }),
      { numRuns: 2_000 },
    );
  });
});
