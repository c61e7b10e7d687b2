// A proposal to give or take an office: when it takes effect, and who cannot hold one (MEM-24, MEM-26, MEM-46, MEM-48).
// What each person's agreement or objection does: office-answers.ts.
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

export type OfficeChange = "give" | "take";

const HOUR_MS = 3_600_000;

/** For so many days after a lower delay counts, offices still wait the higher one. */
const higherDelayDays = 7;

/**
 * How many hours an office waits that is proposed now (MEM-49): those of the settings, or the most that a lower delay
 * replaced within `higherDelayDays`. `lowered`: when each lower delay counted, and the hours before.
 */
export function hoursToWait(
  inForce: number,
  lowered: readonly { at: Date; before: number }[],
  now: Date,
): number {
  const since = now.getTime() - higherDelayDays * 24 * HOUR_MS;
  const replaced = lowered.filter(({ at }) => at.getTime() >= since).map(({ before }) => before);
  return Math.max(inForce, ...replaced);
}

/** When it takes effect if nobody agrees or objects before. */
export function countsFrom(proposedAt: Date, delayHours: number): Date {
  return new Date(proposedAt.getTime() + delayHours * HOUR_MS);
}

/** Whether the proposal takes effect by time at `now`. */
export function isDue(
  proposal: { needsAgreement: boolean; effectiveAt: Date },
  now: Date,
): boolean {
  return !proposal.needsAgreement && proposal.effectiveAt <= now;
}

/**
 * Whether a proposal to give an office takes effect by time (MEM-46). `endedAt`: the moments at which its maker had
 * proposed to take an office from somebody, or ended an official's rights. One in the future counts as now, so that a clock
 * put back gains its maker nothing.
 */
export function countsByTime(
  proposal: { proposedAt: Date; delayHours: number },
  endedAt: readonly Date[],
): boolean {
  const withinMs = proposal.delayHours * HOUR_MS;
  return (
    withinMs === 0 || endedAt.every((at) => proposal.proposedAt.getTime() - at.getTime() > withinMs)
  );
}
