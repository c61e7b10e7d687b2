import type { Contribution } from "#contract/contributions.ts";

/** The reason that an office gave for rejecting, or null when none was given. */
export function rejectionReason(contribution: Contribution): string | null {
  const verdict = contribution.approval_status.find(({ action }) => action === "rejected");
  return verdict?.reject_reason || null;
}
