// What officials may do with a member, and the resulting state: one rule for each act, which the server asks before it
// refuses and a screen before it offers the button (MEM-16, MEM-17, MEM-22, EXIT-12).
import type { MemberStatus } from "../permissions.ts";
import { refuse, type Refusal } from "../refusal.ts";

export type ManageAction =
  | "approve"
  | "reject"
  | "activate"
  | "dormant"
  | "deactivate"
  | "lift_dormancy";

export type MemberState = { status: MemberStatus; isActive: boolean; exited: boolean };
export type MemberFacts = MemberState & {
  /** Whether they confirmed their email address. */
  isProven: boolean;
  isLastChairperson: boolean;
};

/** The states of the table. A member who has exited in debt stays dormant until the debt is recovered. */
type Situation = "pending" | "active" | "dormant" | "exited" | "cleared" | "inactive";
type Change = { status?: MemberStatus; isActive?: boolean };

const changes: Record<Situation, Partial<Record<ManageAction, Change>>> = {
  pending: {
    approve: { status: "active", isActive: true },
    // The status stays, so that a rejection can still become an approval.
    reject: { isActive: false },
  },
  active: { dormant: { status: "dormant" }, deactivate: { isActive: false } },
  dormant: { lift_dormancy: { status: "active" } },
  exited: {},
  cleared: {},
  inactive: { activate: { isActive: true } },
};

/** The facts of a member as answers have them. EXIT-10: who has exited is either cleared or dormant with a bad debt. */
export function memberFacts(user: {
  status: MemberStatus;
  is_active: boolean;
  has_cleared: boolean;
  bad_debt_outstanding: number;
  unproven?: true | undefined;
  last_chairperson?: true | undefined;
}): MemberFacts {
  return {
    status: user.status,
    isActive: user.is_active,
    exited: user.has_cleared || user.bad_debt_outstanding > 0,
    isProven: user.unproven === undefined,
    isLastChairperson: user.last_chairperson !== undefined,
  };
}

export const manageActions = [
  "approve",
  "reject",
  "activate",
  "dormant",
  "deactivate",
  "lift_dormancy",
] as const satisfies readonly ManageAction[];

/** Whether they left by an exit or a clearing, also while they owe a bad debt. */
export function hasLeft({ status, exited }: Pick<MemberState, "status" | "exited">): boolean {
  return exited || status === "cleared";
}

/** Whether they wait for the Chairperson: they confirmed their email address and were not rejected (MEM-43). */
export function waitsForApproval({
  status,
  isActive,
}: Pick<MemberState, "status" | "isActive">): boolean {
  return status === "pending_approval" && isActive;
}

/** Why nobody fines them; null if they can be fined. */
export function whyNoFine(state: Pick<MemberState, "status" | "exited">): Refusal | null {
  return hasLeft(state) ? refuse("fine-after-leaving") : null;
}

/** Why no official enters a payment in their name; null if one may. */
export function whyNoPayment(state: Pick<MemberState, "status" | "exited">): Refusal | null {
  return hasLeft(state) || state.status === "pending_approval" ? refuse("member-has-left") : null;
}

/** The offered actions, in the order of their buttons. */
export function offeredActions(member: MemberFacts): ManageAction[] {
  const offered = Object.keys(changes[situationOf(member)]) as ManageAction[];
  return offered.filter((action) => whyNotChange(member, action) === null);
}

/** Why the action is not offered; null if it is. */
export function whyNotChange(member: MemberFacts, action: ManageAction): Refusal | null {
  const situation = situationOf(member);
  if (!changes[situation][action])
    return refuse("action-not-offered", { action, state: situation });
  if (action === "approve" && !member.isProven) return refuse("email-not-confirmed");
  if (takesOfficeAway(action) && member.isLastChairperson) return refuse("last-chairperson");
  return null;
}

/** The member's next state. Refuses an action that is not offered. */
export function applyAction(member: MemberFacts, action: ManageAction): MemberState {
  const refusal = whyNotChange(member, action);
  if (refusal !== null) throw refusal;
  const { status, isActive, exited } = member;
  return { status, isActive, exited, ...changes[situationOf(member)][action] };
}

/** MEM-23: deactivation and dormancy take the member's office away. */
export function takesOfficeAway(action: ManageAction): boolean {
  return action === "deactivate" || action === "dormant";
}

function situationOf({ status, isActive, exited }: MemberState): Situation {
  if (status === "pending_approval") return "pending";
  if (!isActive) return "inactive";
  return exited && status === "dormant" ? "exited" : status;
}
