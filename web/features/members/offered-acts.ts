// Which acts on a member a screen offers: the rules that the server asks, of the facts in its answer.
import type { User } from "#contract/members.ts";
import { settlementKindOf, whyNotSettle } from "#domain/members/leaving.ts";
import { hasLeft, memberFacts } from "#domain/members/member-status.ts";
import { whyNoOffice } from "#domain/members/office-proposal.ts";
import type { Office } from "#domain/permissions.ts";
import type { Refusal } from "#domain/refusal.ts";

/** Why the member cannot be given the office; null if they can. */
export function whyNoOfficeFor(user: User, office: Office): Refusal | null {
  const hasContributed = user.needs_contribution === undefined;
  return whyNoOffice(
    { ...memberFacts(user), office: user.user_groups[0] ?? null, hasContributed },
    office,
    {
      haveBegun: !hasContributed,
    },
  );
}

type SettlementOffered = {
  action: "recover" | "exit" | "clear" | "cleared";
  disabled: boolean;
};

/**
 * The one button of a member's summary card for this official. EXIT-12: bad debt first, then running loans, then
 * clearing. What still waits for a verdict is reported once the dialog is open.
 */
export function settlementOffered(user: User, officialId: number): SettlementOffered {
  const isOneself = user.id === officialId;
  if (user.bad_debt_outstanding > 0) return { action: "recover", disabled: isOneself };
  const facts = memberFacts(user);
  const member = {
    isOneself,
    hasLeft: hasLeft(facts),
    holdsOffice: user.user_groups.length > 0,
    hasLoans: user.loans.some(({ status }) => status === "active" || status === "default"),
    hasContributions: user.total_contributions > 0,
    hasUndecidedItems: false,
    heldForOthersCents: 0n,
    leavesDebtToGuarantors: false,
    isInRotation: false,
    owedInRotationsCents: 0n,
  };
  if (member.hasLeft) return { action: "cleared", disabled: true };
  const action = settlementKindOf(member);
  return { action, disabled: whyNotSettle(member, action) !== null };
}
