// The Chairperson's account is stolen, and has five old accounts beside it: whatever it does by the rules, it gets no second
// office while one loyal official, or three loyal members, read their mail and object (MEM-24, MEM-44 to MEM-49).
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import {
  answerOffice,
  type Electorate,
  type GivenAnswer,
  membersReplaceOfficial,
  type OfficeAnswer,
  type OfficeProposalState,
  type Speaker,
} from "./office-answers.ts";
import {
  countsByTime,
  countsFrom,
  hoursToWait,
  isDue,
  type OfficeChange,
} from "./office-proposal.ts";

const THIEF = 0;
const GHOSTS = [1, 2, 3, 4, 5] as const;
const OFFICIAL = 6;
const LOYAL = [7, 8, 9] as const;
const DELAY = 24;

type Person = {
  isActive: boolean;
  isOfficial: boolean;
  lostOfficeAt: Date | null;
  madeBy: number[];
};
type Proposal = OfficeProposalState & {
  change: OfficeChange;
  memberId: number;
  proposedAt: Date;
  delayHours: number;
  answers: Map<number, GivenAnswer>;
  /** When the loyal read their mail of it. */
  readAt: Date;
};

type Act =
  | { kind: "give" | "agree" | "object"; ghost: number; readAfter: number }
  | { kind: "take" | "deactivate" | "lower"; readAfter: number }
  | { kind: "silence"; whom: number }
  | { kind: "wait"; hours: number };

const readAfter = fc.integer({ min: 0, max: DELAY - 1 });
const ghost = fc.nat(GHOSTS.length - 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom("give" as const, "agree" as const, "agree" as const, "object" as const),
      ghost,
      readAfter,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("take" as const, "deactivate" as const, "lower" as const),
      readAfter,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("silence" as const), whom: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      hours: fc.integer({ min: 1, max: 26 }),
    }),
  },
);

const hoursLater = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000);

class Group {
  now = new Date("2026-11-21T09:00:00Z");
  readonly start = this.now;
  delay = DELAY;
  readonly lowered: { at: Date; before: number }[] = [];
  lowering: { countsAt: Date; readAt: Date } | null = null;
  readonly people = new Map<number, Person>();
  proposals: Proposal[] = [];
  readonly ended: Date[] = [];
  readonly silenced: Date[] = [];
  readonly loyal: "official" | "members";

  constructor(loyal: "official" | "members") {
    this.loyal = loyal;
    const everybody = [THIEF, ...GHOSTS, ...(loyal === "official" ? [OFFICIAL] : LOYAL)];
    for (const id of everybody)
      this.people.set(id, {
        isActive: true,
        isOfficial: id === THIEF || id === OFFICIAL,
        lostOfficeAt: null,
        madeBy: [],
      });
  }

  electorate({ memberId }: { memberId: number }): Electorate {
    const members = [...this.people].filter(
      ([id, each]) => each.isActive && !each.isOfficial && id !== THIEF && id !== memberId,
    );
    return { counting: new Set(members.map(([id]) => id)), active: members.length };
  }

  speaker(id: number, proposal: Proposal): Speaker {
    const { isActive, isOfficial, lostOfficeAt, madeBy } = this.people.get(id)!;
    return {
      id,
      isOfficial: isActive && isOfficial,
      heldOfficeLately:
        isOfficial ||
        (lostOfficeAt !== null &&
          this.now.getTime() - lostOfficeAt.getTime() <= 7 * 24 * 3_600_000),
      isActiveMember: isActive,
      counts: this.electorate(proposal).counting.has(id),
      owesOffice: madeBy.includes(THIEF),
    };
  }

  state(proposal: Proposal): OfficeProposalState {
    return { ...proposal, hasSilenced: !countsByTime(proposal, this.silenced) };
  }

  propose(change: OfficeChange, memberId: number, readAfter: number): void {
    if (this.proposals.some((each) => each.memberId === memberId)) return;
    const delayHours = hoursToWait(this.delay, this.lowered, this.now);
    const made = { proposedAt: this.now, delayHours };
    if (change === "take") this.stopClock("give", this.ended);
    this.proposals.push({
      ...made,
      change,
      memberId,
      proposedById: THIEF,
      needsAgreement: change === "give" && !countsByTime(made, [...this.ended, ...this.silenced]),
      waitsUntil: countsFrom(this.now, delayHours),
      hasSilenced: false,
      answers: new Map(),
      readAt: hoursLater(this.now, Math.min(readAfter, delayHours - 1)),
    });
  }

  stopClock(of: "give" | "all", log: Date[]): void {
    log.push(this.now);
    for (const each of this.proposals)
      if (of === "all" || each.change === "give") each.needsAgreement = true;
  }

  answer(id: number, proposal: Proposal, answer: OfficeAnswer): void {
    if (!this.proposals.includes(proposal)) return;
    // Who was deactivated cannot sign in; who held an office objects by the link in their mail.
    if (!this.people.get(id)!.isActive && id !== OFFICIAL) return;
    try {
      const electorate = this.electorate(proposal);
      const allAnswers = [...proposal.answers.values()];
      const speaker = this.speaker(id, proposal);
      const params = { speaker, answer, electorate, now: this.now };
      const after = answerOffice(this.state(proposal), allAnswers, params);
      proposal.needsAgreement = after.needsAgreement;
      proposal.answers.set(id, { memberId: id, answer, counts: after.counts });
      if (after.outcome !== null) this.end(proposal, after.outcome);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  end(proposal: Proposal, outcome: "counted" | "objected"): void {
    this.proposals = this.proposals.filter((each) => each !== proposal);
    if (outcome === "objected") return;
    const person = this.people.get(proposal.memberId)!;
    person.isOfficial = proposal.change === "give";
    if (proposal.change === "give") person.madeBy.push(THIEF);
    else person.lostOfficeAt = this.now;
  }

  /** An hour later: what is due counts, and the loyal object to what they have read. */
  hour(): void {
    this.now = hoursLater(this.now, 1);
    const { lowering } = this;
    // An official objects to a lower delay, too.
    if (lowering !== null && this.loyal === "official" && lowering.readAt <= this.now)
      this.lowering = null;
    else if (lowering !== null && lowering.countsAt <= this.now) {
      this.lowered.push({ at: this.now, before: this.delay });
      this.delay = 1;
      this.lowering = null;
    }
    for (const proposal of this.proposals)
      if (proposal.readAt <= this.now)
        for (const id of this.loyal === "official" ? [OFFICIAL] : LOYAL)
          this.answer(id, proposal, "object");
    for (const proposal of this.proposals) {
      const { needsAgreement, waitsUntil: effectiveAt } = proposal;
      const allAnswers = [...proposal.answers.values()];
      const electorate = this.electorate(proposal);
      if (
        isDue({ needsAgreement, effectiveAt }, this.now) ||
        membersReplaceOfficial(this.state(proposal), allAnswers, { electorate, now: this.now })
      )
        this.end(proposal, "counted");
    }
  }

  do(act: Act, until: Date): void {
    switch (act.kind) {
      case "wait":
        for (let hour = 0; hour < act.hours && this.now < until; hour++) this.hour();
        return;
      case "give":
        return this.propose("give", GHOSTS[act.ghost]!, act.readAfter);
      case "agree":
      case "object":
        for (const proposal of this.proposals) this.answer(GHOSTS[act.ghost]!, proposal, act.kind);
        return;
      case "take":
        if (this.people.get(OFFICIAL)?.isOfficial === true)
          this.propose("take", OFFICIAL, act.readAfter);
        return;
      case "deactivate": {
        const official = this.people.get(OFFICIAL);
        if (official?.isOfficial !== true || !official.isActive) return;
        this.stopClock("give", this.ended);
        official.isActive = false;
        return this.propose("take", OFFICIAL, act.readAfter);
      }
      case "silence": {
        const member = this.people.get(LOYAL[act.whom]!);
        if (member?.isActive !== true) return;
        member.isActive = false;
        return this.stopClock("all", this.silenced);
      }
      case "lower": {
        const hours = hoursToWait(this.delay, this.lowered, this.now);
        this.lowering ??= {
          countsAt: hoursLater(this.now, hours),
          readAt: hoursLater(this.now, Math.min(act.readAfter, hours - 1)),
        };
      }
    }
  }
}

// An official's voice lasts 7 days beyond the office; members whom the Chairperson silences first are heard of for the delay.
test.each([
  ["one loyal official", "official", 6 * 24],
  ["three loyal members", "members", 2 * DELAY],
] as const)("no second office while %s object", (_who, loyal, hours) => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const group = new Group(loyal);
      const until = hoursLater(group.start, hours);
      for (const each of acts) if (group.now < until) group.do(each, until);
      expect(GHOSTS.filter((id) => group.people.get(id)!.isOfficial)).toEqual([]);
    }),
    { numRuns: 5_000 },
  );
});
