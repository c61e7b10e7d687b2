// A proposed office: when it takes effect, who may agree or object, and who cannot hold it (MEM-24).
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

/** When it takes effect if nobody agrees or objects before. */
export function countsFrom(proposedAt: Date, delayHours: number): Date {
  return new Date(proposedAt.getTime() + delayHours * 3_600_000);
}

type Proposal = { memberId: number; proposedById: number };

/** For an official: neither the proposer nor the proposed member may agree. */
export function mayAgree({ memberId, proposedById }: Proposal, officialId: number): boolean {
  return officialId !== proposedById && officialId !== memberId;
}

/** For an official: the proposer does not object, but takes it back. */
export function mayObject({ proposedById }: Proposal, officialId: number): boolean {
  return officialId !== proposedById;
}
