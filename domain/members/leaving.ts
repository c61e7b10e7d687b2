// How a member leaves the group, and why not yet: asked by the server and by the button (EXIT-1, EXIT-12, EXIT-14).
import type { Cents } from "../money.ts";
import { refuse, type Refusal } from "../refusal.ts";

export type SettlementKind = "exit" | "clear";

/** By an exit with running loans, otherwise by a clearing. */
export function settlementKindOf({ hasLoans }: { hasLoans: boolean }): SettlementKind {
  return hasLoans ? "exit" : "clear";
}

/** Why the member does not leave this way; null if they may. The bank must have what is paid out, too. */
export function whyNotSettle(
  member: {
    isOneself: boolean;
    hasLeft: boolean;
    /** With its rights or without them (MEM-23). */
    holdsOffice: boolean;
    /** Active or default. */
    hasLoans: boolean;
    hasContributions: boolean;
    /** Payments or loan applications wait for a verdict. */
    hasUndecidedItems: boolean;
    /** What of their savings is held for loans of others (LEND-8). */
    heldForOthersCents: Cents;
    /** They would leave a debt, and guarantors answer for a part of it. */
    leavesDebtToGuarantors: boolean;
    /** In a merry-go-round that goes on, and what they owe in any (ROT-8). */
    isInRotation: boolean;
    owedInRotationsCents: Cents;
  },
  kind: SettlementKind,
): Refusal | null {
  if (member.isOneself) return refuse("settle-oneself");
  if (member.hasLeft) return refuse("already-left");
  if (member.holdsOffice) return refuse("office-first");
  if (member.hasUndecidedItems) return refuse("settlement-waits");
  if (kind === "exit" && !member.hasLoans) return refuse("exit-needs-a-loan");
  if (kind === "clear" && member.hasLoans) return refuse("clear-needs-no-loan");
  if (kind === "clear" && !member.hasContributions) return refuse("nothing-to-clear");
  const { heldForOthersCents: held } = member;
  if (held > 0n) return refuse("still-guarantees", { held });
  if (member.leavesDebtToGuarantors) return refuse("guarantors-first");
  if (member.isInRotation) return refuse("rotation-leave-first");
  const { owedInRotationsCents: owed } = member;
  return owed > 0n ? refuse("rotation-owed", { owed }) : null;
}
