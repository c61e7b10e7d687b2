// Whether a member can leave now, and how (EXIT-1, EXIT-2).
import { refuse, type Refusal } from "#domain/refusal.ts";
import type { MemberRow } from "#server/core/members/member-directory.ts";
import type { SettlementFigures } from "./settlement-figures.ts";

export type SettlementKind = "exit" | "clear";

export function hasLeft(member: MemberRow): boolean {
  return member.exited_on !== null || member.has_cleared;
}

/** What the member card offers: exit with running loans, clear with contributions only, otherwise nothing. */
export function offeredSettlement(
  member: MemberRow,
  figures: SettlementFigures,
): SettlementKind | "none" {
  if (hasLeft(member)) return "none";
  if (figures.loans.length > 0) return "exit";
  return figures.contributionsCents > 0n ? "clear" : "none";
}

/** The refusal that stands in the way, or null; the bank and the last Chairperson are asked separately. */
export function whyNotSettle(params: {
  actorId: number;
  member: MemberRow;
  figures: SettlementFigures;
  kind: SettlementKind;
}): Refusal | null {
  const { actorId, member, figures, kind } = params;
  if (actorId === member.id) return refuse("settle-oneself");
  if (hasLeft(member)) return refuse("already-left");
  if (figures.hasUndecidedItems) return refuse("settlement-waits");
  if (kind === "exit") return figures.loans.length === 0 ? refuse("exit-needs-a-loan") : null;
  if (figures.loans.length > 0) return refuse("clear-needs-no-loan");
  return figures.contributionsCents === 0n ? refuse("nothing-to-clear") : null;
}
