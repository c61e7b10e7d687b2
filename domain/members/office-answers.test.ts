import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import {
  answerOffice,
  countsAsMember,
  type Electorate,
  type GivenAnswer,
  type MemberPast,
  membersReplaceOfficial,
  type OfficeAnswer,
  type Speaker,
} from "./office-answers.ts";
import { countsByTime, countsFrom, isDue, type OfficeChange } from "./office-proposal.ts";

const noon = new Date("2026-11-21T09:00:00Z");
const hoursLater = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);
const daysBefore = (days: number) => hoursLater(-24 * days);

describe("a member's answer counts", () => {
  const fitMember: MemberPast = {
    isActiveMember: true,
    approvedAt: daysBefore(31),
    months: 3,
    bookMonths: 0,
  };

  test.each<[string, Partial<MemberPast>, boolean]>([
    ["more than 30 days after the approval, with three months contributed", {}, true],
    ["not on the thirtieth day", { approvedAt: daysBefore(30) }, false],
    ["not with two months", { months: 2 }, false],
    ["with three months' amounts in the book", { months: 0, bookMonths: 3 }, true],
    ["not with two months of each", { months: 2, bookMonths: 2 }, false],
    ["not once dormant", { isActiveMember: false }, false],
    ["not if nobody knows when they were approved", { approvedAt: null }, false],
  ])("%s", (_when, past, counts) => {
    expect(countsAsMember({ ...fitMember, ...past }, noon)).toBe(counts);
  });
});

describe("a proposal, whatever people answer and however time passes", () => {
  const MAKER = 0;
  const PERSON = 1;
  const delayHours = 24;
  // Two officials, one whom the maker made one lately, who held an office lately, five members who count, four who do not,
  // and one who is not active.
  const standings = [
    "official",
    "person",
    "official",
    "debtor",
    "former",
    ...Array<"member">(5).fill("member"),
    ...Array<"newcomer">(4).fill("newcomer"),
    "dormant",
  ] as const;
  type Standing = (typeof standings)[number];
  const isMember = (id: number) => standings[id] === "member" || standings[id] === "former";
  const everybody = [...standings.keys()];
  const electorate: Electorate = {
    counting: new Set(everybody.filter(isMember)),
    active: everybody.filter((id) => isMember(id) || standings[id] === "newcomer").length,
  };

  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        who: fc.nat(standings.length - 1),
        says: fc.constantFrom<OfficeAnswer>("agree", "object"),
      }),
    },
    { weight: 2, arbitrary: fc.record({ hours: fc.integer({ min: 1, max: 20 }) }) },
    { weight: 1, arbitrary: fc.constantFrom("ends-rights" as const, "silences" as const) },
  );
  type Step = { who: number; says: OfficeAnswer } | { hours: number } | "ends-rights" | "silences";

  function speakerOf(id: number, change: OfficeChange): Speaker {
    const standing: Standing = id === PERSON && change === "give" ? "newcomer" : standings[id]!;
    return {
      id,
      isOfficial: ["official", "person", "debtor"].includes(standing),
      heldOfficeLately: standing === "former",
      isActiveMember: standing !== "dormant",
      counts: isMember(id),
      owesOffice: standing === "debtor",
    };
  }

  /** By the product's rule: one step after the other. */
  function play(change: OfficeChange, steps: readonly Step[]) {
    let now = noon;
    let needsAgreement = false;
    let hasSilenced = false;
    const made = new Map<number, GivenAnswer>();
    const effectiveAt = countsFrom(noon, delayHours);
    const outcomes: string[] = [];
    for (const each of steps) {
      if (typeof each === "object" && "hours" in each)
        now = new Date(now.getTime() + each.hours * 3_600_000);
      const waits = { change, memberId: PERSON, proposedById: MAKER, waitsUntil: effectiveAt };
      const agreed = membersReplaceOfficial({ ...waits, hasSilenced }, [...made.values()], {
        electorate,
        now,
      });
      if (isDue({ needsAgreement, effectiveAt }, now) || agreed) return [...outcomes, "counted"];
      if (each === "silences") hasSilenced = needsAgreement = true;
      if (each === "ends-rights")
        needsAgreement ||=
          change === "give" && !countsByTime({ proposedAt: noon, delayHours }, [now]);
      if (typeof each === "object" && "who" in each) {
        const proposal = { ...waits, needsAgreement, hasSilenced };
        const speaker = speakerOf(each.who, change);
        try {
          const after = answerOffice(proposal, [...made.values()], {
            speaker,
            answer: each.says,
            electorate,
            now,
          });
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
    let silenced = false;
    const lastOf = (who: number) => answers.findLast((each) => each.who === who)?.says;
    const who = (says: OfficeAnswer, among: (id: number) => boolean) =>
      everybody.filter((id) => among(id) && lastOf(id) === says).length;
    const haveAgreed = () =>
      hours >= delayHours &&
      !silenced &&
      who("agree", isMember) >= 3 &&
      who("agree", isMember) > 6 / 2;
    const haveObjected = () =>
      who("object", isMember) >= 3 ||
      who("object", (id) => id !== PERSON) >= Math.max(3, Math.ceil(10 / 3));
    for (const each of steps) {
      if (typeof each === "object" && "hours" in each) hours += each.hours;
      const personObjected =
        change === "take" && answers.some(({ who, says }) => who === PERSON && says === "object");
      const isByTime = !personObjected && !endedRights && !silenced;
      if ((hours >= delayHours && isByTime) || haveAgreed()) return [...outcomes, "counted"];
      if (each === "silences") silenced = true;
      if (each === "ends-rights" && change === "give" && hours <= delayHours) endedRights = true;
      if (typeof each !== "object" || "hours" in each) {
        outcomes.push("waits");
        continue;
      }
      const { who: speaker, says } = each;
      const standing = standings[speaker]!;
      const mayAnswer =
        speaker !== MAKER &&
        (says === "object"
          ? standing !== "dormant"
          : !(speaker === PERSON && change === "give") &&
            standing !== "debtor" &&
            standing !== "newcomer" &&
            standing !== "dormant");
      if (!mayAnswer) {
        outcomes.push("refused");
        continue;
      }
      if (lastOf(speaker) === says) {
        outcomes.push("again");
        continue;
      }
      answers.push({ who: speaker, says });
      const isPersonOfTake = speaker === PERSON && change === "take";
      const isOwn = speaker === PERSON && change === "give";
      const alone =
        standing === "official" ||
        (says === "object" && (standing === "former" || standing === "debtor"));
      const decides = isPersonOfTake
        ? says === "agree"
        : !isOwn && (alone || (says === "agree" ? haveAgreed() : haveObjected()));
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
