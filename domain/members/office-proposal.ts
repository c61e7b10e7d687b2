// A proposed office: from when it counts, who may agree or object, and what stands in the way of holding it (MEM-24).
import type { MemberStatus, Office } from "../permissions.ts";
import { refuse, type Refusal } from "../refusal.ts";

export type Candidate = {
  office: Office | null;
  isActive: boolean;
  status: MemberStatus;
  exited: boolean;
  /** Whether they can sign in: who came with the group's book claims the account first (OPEN-50). */
  isProven: boolean;
  /** Whether at least one contribution of theirs was approved by both offices. */
  hasContributed: boolean;
};

/** Why the member cannot be given the office; null when they can. Checked when it is proposed and again when it counts. */
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

/** The moment from which it counts when nobody agrees or objects before. */
export function countsFrom(proposedAt: Date, delayHours: number): Date {
  return new Date(proposedAt.getTime() + delayHours * 3_600_000);
}

type Proposal = { memberId: number; proposedById: number };

/** Of an official: to agree takes another person than the one who proposed and the one who is proposed. */
export function mayAgree({ memberId, proposedById }: Proposal, officialId: number): boolean {
  return officialId !== proposedById && officialId !== memberId;
}

/** Of an official: whoever proposed it does not object, but takes it back. */
export function mayObject({ proposedById }: Proposal, officialId: number): boolean {
  return officialId !== proposedById;
}
