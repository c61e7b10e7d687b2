// A proposal to give or take an office: when it takes effect, what each person's agreement or objection does, and who
// cannot hold an office (MEM-24, MEM-26, MEM-44 to MEM-46).
import type { MemberStatus, Office } from "../permissions.ts";
import { refuse, type Refusal } from "../refusal.ts";

export type Candidate = {
  office: Office | null;
  isActive: boolean;
  status: MemberStatus;
  exited: boolean;
  /** Whether they can sign in: a member from the group's book must claim the account first (OPEN-50). */
  isProven: boolean;
  /** Whether both offices have approved at least one contribution of theirs. */
  hasContributed: boolean;
};

/**
 * Why the member cannot hold the office; null when they can. Checked when it is proposed and again when it takes
 * effect.
 */
export function whyNoOffice(
  candidate: Candidate,
  office: Office,
  books: { haveBegun: boolean },
): Refusal | null {
  if (candidate.office === office) return refuse("already-holds-office", { office });
  if (candidate.office !== null)
    return refuse("holds-another-office", { office: candidate.office });
  if (!candidate.isActive || candidate.status !== "active" || candidate.exited)
    return refuse("office-needs-active-member");
  if (!candidate.isProven) return refuse("email-not-confirmed");
  if (books.haveBegun && !candidate.hasContributed)
    return refuse("office-needs-contribution").at("role");
  return null;
}

/** Why the office stays with the member; null when it can be taken. Checked at both moments, too. */
export function whyOfficeStays(
  holder: { office: Office | null; isLastChairperson: boolean },
  office: Office,
): Refusal | null {
  if (holder.office !== office) return refuse("no-office-to-remove", { office });
  return holder.isLastChairperson ? refuse("last-chairperson") : null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** When it takes effect if nobody agrees or objects before. */
export function countsFrom(proposedAt: Date, delayHours: number): Date {
  return new Date(proposedAt.getTime() + delayHours * HOUR_MS);
}

// What an answer does.

export type OfficeChange = "give" | "take";
export type OfficeAnswer = "agree" | "object";

export type OfficeProposalState = {
  change: OfficeChange;
  memberId: number;
  proposedById: number;
  /** It does not take effect by time (MEM-46). */
  needsAgreement: boolean;
};

/** The last answer of a person; `counts`: as one of the members who decide together. */
export type GivenAnswer = { memberId: number; answer: OfficeAnswer; counts: boolean };

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
};

type Standing = "official" | "former" | "member" | "newcomer" | "outsider";
type Effect = "decides" | "one-of-three" | "noted" | "stops-the-clock" | "refused";

/** What each person's answer does to a proposal that somebody else made. */
const effects: Readonly<Record<OfficeAnswer, Readonly<Record<Standing, Effect>>>> = {
  agree: {
    official: "decides",
    former: "refused",
    member: "one-of-three",
    newcomer: "refused",
    outsider: "refused",
  },
  object: {
    official: "decides",
    former: "decides",
    member: "one-of-three",
    newcomer: "noted",
    outsider: "refused",
  },
};

/** What the answer of the person whose office it is does instead. */
const effectsOfOwn: Readonly<Record<`${OfficeChange}-${OfficeAnswer}`, Effect | null>> = {
  "give-agree": "refused",
  "give-object": null,
  "take-agree": "decides",
  "take-object": "stops-the-clock",
};

/** How many members decide together, as one official does. */
export const membersToDecide = 3;
export const formerOfficialDays = 7;
/** For so long after their approval, a member's answer may not count. */
export const newcomerDays = 30;

export function effectOf(
  proposal: OfficeProposalState,
  speaker: Speaker,
  answer: OfficeAnswer,
): Effect {
  if (speaker.id === proposal.proposedById) return "refused";
  const own =
    speaker.id === proposal.memberId ? effectsOfOwn[`${proposal.change}-${answer}`] : null;
  return own ?? effects[answer][standingOf(speaker, answer)];
}

function standingOf(speaker: Speaker, answer: OfficeAnswer): Standing {
  if (speaker.isOfficial) return "official";
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

/** The proposal after the answer. Refuses a speaker who may not give it, and the same answer again. */
export function answerOffice(
  proposal: OfficeProposalState,
  earlier: readonly GivenAnswer[],
  { speaker, answer }: { speaker: Speaker; answer: OfficeAnswer },
): AnsweredOffice {
  const effect = effectOf(proposal, speaker, answer);
  if (effect === "refused") throw refuse(whyRefused(proposal, speaker, answer));
  if (earlier.some((each) => each.memberId === speaker.id && each.answer === answer))
    throw refuse("office-answered-already");
  const counts = effect === "one-of-three";
  const others = earlier.filter(
    (each) => each.memberId !== speaker.id && each.answer === answer && each.counts,
  );
  const count = others.length + (counts ? 1 : 0);
  const isDecided = effect === "decides" || (counts && count >= membersToDecide);
  return {
    outcome: isDecided ? (answer === "agree" ? "counted" : "objected") : null,
    needsAgreement: proposal.needsAgreement || effect === "stops-the-clock",
    counts,
    count,
  };
}

function whyRefused({ proposedById }: OfficeProposalState, speaker: Speaker, answer: OfficeAnswer) {
  if (answer === "agree") return "cannot-agree-to-office" as const;
  return speaker.id === proposedById ? "cannot-object-to-own-proposal" : "cannot-object-to-office";
}

/** Whether the proposal takes effect by time at `now`. */
export function isDue(
  proposal: { needsAgreement: boolean; effectiveAt: Date },
  now: Date,
): boolean {
  return !proposal.needsAgreement && proposal.effectiveAt <= now;
}

/**
 * Whether a proposal to give an office takes effect by time (MEM-46). `endedAt`: the moments at which its maker
 * proposed to take an office from somebody, or ended an official's rights.
 */
export function countsByTime(
  proposal: { proposedAt: Date; delayHours: number },
  endedAt: readonly Date[],
): boolean {
  const withinMs = proposal.delayHours * HOUR_MS;
  return (
    withinMs === 0 ||
    endedAt.every((at) => Math.abs(at.getTime() - proposal.proposedAt.getTime()) > withinMs)
  );
}

// Which members count (MEM-45).

export type MemberPast = {
  isActiveMember: boolean;
  hasContributed: boolean;
  /** When the membership was approved, and by whom; null if nobody's approval is known. */
  approvedAt: Date | null;
  approvedById: number | null;
};

export type Maker = {
  id: number;
  /** When they last became Chairperson; null if never. */
  chairpersonSince: Date | null;
};

/** Whether the member's answer counts for a proposal of this maker. */
export function countsAsMember(past: MemberPast, maker: Maker, now: Date): boolean {
  const { approvedAt, approvedById } = past;
  if (!past.isActiveMember || !past.hasContributed || approvedAt === null) return false;
  if (now.getTime() - approvedAt.getTime() > newcomerDays * DAY_MS) return true;
  if (approvedById === maker.id || maker.chairpersonSince === null) return false;
  return approvedAt < maker.chairpersonSince;
}
