// What the Chairperson may do with a member, and the resulting state: one table for the buttons and the server
// (MEM-16, MEM-17).
import type { MemberStatus } from "../permissions.ts";
import { refuse } from "../refusal.ts";

export type ManageAction =
  | "approve"
  | "reject"
  | "activate"
  | "dormant"
  | "deactivate"
  | "lift_dormancy";

export type MemberState = { status: MemberStatus; isActive: boolean; exited: boolean };

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

export const manageActions = [
  "approve",
  "reject",
  "activate",
  "dormant",
  "deactivate",
  "lift_dormancy",
] as const satisfies readonly ManageAction[];

/** One word for a member's state: a member who can no longer sign in is inactive, whatever their status. */
export function shownStatus(member: {
  status: MemberStatus;
  is_active: boolean;
}): MemberStatus | "inactive" {
  return member.is_active || member.status === "cleared" ? member.status : "inactive";
}

/** The offered actions, in the order of their buttons. */
export function offeredActions(state: MemberState): ManageAction[] {
  return Object.keys(changes[situationOf(state)]) as ManageAction[];
}

/** The member's next state. Refuses an action that is not offered. */
export function applyAction(state: MemberState, action: ManageAction): MemberState {
  const situation = situationOf(state);
  const change = changes[situation][action];
  if (!change) {
    throw refuse("action-not-offered", { action, state: situation });
  }
  return { ...state, ...change };
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
