// What each person's agreement or objection does to a proposal about an office, and which members' answers count (MEM-26,
// MEM-44, MEM-45). Changes of settings that guard power are objected to alike (MEM-28).
import { refuse } from "../refusal.ts";
import type { OfficeChange } from "./office-proposal.ts";

export type OfficeAnswer = "agree" | "object";

export type OfficeProposalState = {
  /** `setting`: a weaker setting, which nobody gets or loses. */
  change: OfficeChange | "setting";
  memberId: number | null;
  proposedById: number;
  /** It does not take effect by time (MEM-46). */
  needsAgreement: boolean;
  /** Members do not replace an official before. */
  waitsUntil: Date;
  /** Its maker ended the membership of somebody who might have answered: members do not replace an official. */
  hasSilenced: boolean;
};

/** The last answer of a person; `counts`: as one of the members who decide together. */
export type GivenAnswer = { memberId: number; answer: OfficeAnswer; counts: boolean };

/** The members who may answer as members: neither officials, nor who proposed it, nor whose office it is. */
export type Electorate = {
  /** Those of `countsAsMember`. */
  counting: ReadonlySet<number>;
  /** How many are active. */
  active: number;
};

/** Who answers. */
export type Speaker = {
  id: number;
  /** Has the rights of an office now. */
  isOfficial: boolean;
  /** Held an office within `formerOfficialDays`, or holds one without its rights. */
  heldOfficeLately: boolean;
  isActiveMember: boolean;
  /** `countsAsMember`, for this proposal. */
  counts: boolean;
  /** Who got their office within `formerOfficialDays` by a proposal of the one who proposes this. */
  owesOffice: boolean;
};

type Standing = "official" | "debtor" | "former" | "member" | "newcomer" | "outsider";
type Effect = "decides" | "with-others" | "noted" | "recorded" | "stops-the-clock" | "refused";

/** What each person's answer does to a proposal that somebody else made. */
const effects: Readonly<Record<OfficeAnswer, Readonly<Record<Standing, Effect>>>> = {
  agree: {
    official: "decides",
    debtor: "refused",
    former: "refused",
    member: "with-others",
    newcomer: "refused",
    outsider: "refused",
  },
  object: {
    official: "decides",
    debtor: "decides",
    former: "decides",
    member: "with-others",
    newcomer: "noted",
    outsider: "refused",
  },
};

/** How many members decide together at least, as one official does. */
export const membersToDecide = 3;
export const formerOfficialDays = 7;
/** For so long after their approval, a member's answer does not count. */
export const newcomerDays = 30;
/** So many months must be contributed for. */
export const monthsToCount = 3;

export function effectOf(
  proposal: OfficeProposalState,
  speaker: Speaker,
  answer: OfficeAnswer,
): Effect {
  if (speaker.id === proposal.proposedById) return "refused";
  const effect = effects[answer][standingOf(speaker, answer)];
  return speaker.id === proposal.memberId ? effectOfOwn(proposal, answer, effect) : effect;
}

/** What the answer of the person whose office it is does instead. They are not one of the members. */
function effectOfOwn(
  { change }: OfficeProposalState,
  answer: OfficeAnswer,
  effect: Effect,
): Effect {
  if (change === "take") return answer === "agree" ? "decides" : "stops-the-clock";
  if (answer === "agree") return "refused";
  return effect === "with-others" || effect === "noted" ? "recorded" : effect;
}

function standingOf(speaker: Speaker, answer: OfficeAnswer): Standing {
  if (speaker.isOfficial) return speaker.owesOffice ? "debtor" : "official";
  if (answer === "object" && speaker.heldOfficeLately) return "former";
  if (speaker.counts) return "member";
  return speaker.isActiveMember ? "newcomer" : "outsider";
}

export type AnsweredOffice = {
  outcome: "counted" | "objected" | null;
  needsAgreement: boolean;
  /** Whether the answer is one of those that members decide by. */
  counts: boolean;
  /** The members with this answer who decide together, with the speaker. */
  count: number;
};

type Answering = { speaker: Speaker; answer: OfficeAnswer; electorate: Electorate; now: Date };

/** The proposal after the answer. Refuses a speaker who may not give it, and the same answer again. */
export function answerOffice(
  proposal: OfficeProposalState,
  earlier: readonly GivenAnswer[],
  { speaker, answer, electorate, now }: Answering,
): AnsweredOffice {
  const effect = effectOf(proposal, speaker, answer);
  if (effect === "refused") throw refuse(whyRefused(proposal, speaker, answer));
  if (earlier.some((each) => each.memberId === speaker.id && each.answer === answer))
    throw refuse("office-answered-already");
  const counts = effect === "with-others";
  const own = { memberId: speaker.id, answer, counts };
  const allAnswers = [...earlier.filter((each) => each.memberId !== speaker.id), own];
  const isDecided =
    effect === "decides" ||
    (answer === "agree"
      ? membersReplaceOfficial(proposal, allAnswers, { electorate, now })
      : effect !== "recorded" &&
        effect !== "stops-the-clock" &&
        membersObject(proposal, allAnswers, electorate));
  return {
    outcome: isDecided ? (answer === "agree" ? "counted" : "objected") : null,
    needsAgreement: proposal.needsAgreement || effect === "stops-the-clock",
    counts,
    count: allAnswers.filter((each) => each.answer === answer && each.counts).length,
  };
}

/**
 * Whether the members' agreement counts as an official's: once the wait is over, of more than half of those who count, and
 * of three at least.
 */
export function membersReplaceOfficial(
  proposal: Pick<OfficeProposalState, "waitsUntil" | "hasSilenced">,
  allAnswers: readonly GivenAnswer[],
  { electorate, now }: { electorate: Electorate; now: Date },
): boolean {
  if (proposal.hasSilenced || now < proposal.waitsUntil) return false;
  const agreed = allAnswers.filter(
    ({ memberId, answer, counts }) =>
      answer === "agree" && counts && electorate.counting.has(memberId),
  ).length;
  return agreed >= membersToDecide && agreed * 2 > electorate.counting.size;
}

/** Three who count, or a third of the active members, three at least. Who has objected before stays one of them. */
function membersObject(
  { memberId: personId }: OfficeProposalState,
  allAnswers: readonly GivenAnswer[],
  { active }: Electorate,
): boolean {
  const objected = allAnswers.filter(
    ({ memberId, answer }) => answer === "object" && memberId !== personId,
  );
  return (
    objected.filter(({ counts }) => counts).length >= membersToDecide ||
    (objected.length >= membersToDecide && objected.length * 3 >= active)
  );
}

function whyRefused(proposal: OfficeProposalState, speaker: Speaker, answer: OfficeAnswer) {
  const isOwn = speaker.id === proposal.proposedById;
  if (answer === "object")
    return isOwn
      ? ("cannot-object-to-own-proposal" as const)
      : ("cannot-object-to-office" as const);
  return !isOwn && speaker.isOfficial && speaker.owesOffice
    ? ("office-owed-to-proposer" as const)
    : ("cannot-agree-to-office" as const);
}

// Which members count.

export type MemberPast = {
  /** Active, and without an office. */
  isActiveMember: boolean;
  /** When the membership was approved, or the account handed to them (MEM-52); null if nobody knows. */
  approvedAt: Date | null;
  /** Months for which the monthly amount was contributed, approved before the proposal. */
  months: number;
  /** Savings of the book, of a claimed account, come to so many months' amounts. */
  bookMonths: number;
};

/** Whether the member's answer counts for a proposal of that moment, whoever approved them. */
export function countsAsMember(past: MemberPast, proposedAt: Date): boolean {
  const { approvedAt } = past;
  if (!past.isActiveMember || approvedAt === null) return false;
  const membershipMs = proposedAt.getTime() - approvedAt.getTime();
  return (
    membershipMs > newcomerDays * 24 * 3_600_000 &&
    (past.months >= monthsToCount || past.bookMonths >= monthsToCount)
  );
}
