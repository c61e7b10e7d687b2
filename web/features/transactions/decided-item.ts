import type { StatusWord } from "#web/ui/status-badge.tsx";

/** What a payment and a loan application have in common: two offices decide on them. */
export type DecidedItem = {
  approval: { approval_date: string | null };
  approval_status: readonly {
    role: "Treasurer" | "Sec-Gen";
    action: "pending_approval" | "approved" | "rejected";
    reject_reason: string | null;
  }[];
};

/** Why it was rejected, by whichever office; null when no reason was given. */
export function rejectReasonOf(item: DecidedItem): string | null {
  return item.approval_status.find(({ action }) => action === "rejected")?.reject_reason || null;
}

/** What one office said. PAY-10: pending without its word. */
export function verdictOf(
  item: DecidedItem,
  office: "Treasurer" | "Sec-Gen",
): { status: StatusWord; reason: string | null } {
  const verdict = item.approval_status.find(({ role }) => role === office);
  const action = verdict?.action ?? "pending_approval";
  return {
    status: action === "pending_approval" ? "pending" : action,
    reason: verdict?.reject_reason ?? null,
  };
}
