// What an official says of an item that waits: a payment of any kind, or a loan application.
import type { EvidenceState } from "#contract/approvals.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";

/** `reason` when rejecting, else null. */
export type Decision = {
  id: number;
  action: "approved" | "rejected";
  reason: string | null;
  /** The amount on the official's screen; left out by who need not say, null by who must and did not. */
  amountSeenCents?: Cents | null | undefined;
  /** Why a payment is approved that the statements do not confirm (STAT-24). */
  approveReason?: string | null;
  /** Whether a payment is approved only while the statements confirm it (STAT-26). */
  needsConfirmation?: boolean;
};

type Sent = {
  action: "approved" | "rejected";
  reject_reason?: string | undefined;
  approve_reason?: string | undefined;
  amount_seen?: Cents | undefined;
};

/** Each reason belongs to its own action only. */
export function decisionOf(id: number, body: Sent): Decision {
  const isRejected = body.action === "rejected";
  return {
    id,
    action: body.action,
    reason: isRejected ? (body.reject_reason ?? null) : null,
    approveReason: isRejected ? null : (body.approve_reason ?? null),
    amountSeenCents: body.amount_seen,
  };
}

/** Items never change once submitted; should one ever differ from what was looked at, it is not checked unseen (PAY-14). */
export function requireAmountSeen(decision: Omit<Decision, "id">, amountCents: Cents): void {
  const { amountSeenCents } = decision;
  if (amountSeenCents === null) throw refuse("amount-not-seen").at("amount_seen");
  if (amountSeenCents !== undefined && amountSeenCents !== amountCents)
    throw refuse("figures-changed").at("amount_seen");
}

/** What the statements say of the payment must be what the approval goes by (STAT-24, STAT-25, STAT-26). */
export function requireEvidence(
  { action, approveReason, needsConfirmation }: Omit<Decision, "id">,
  payment: { evidence: EvidenceState; requires_evidence: boolean },
): void {
  const { evidence, requires_evidence: isRequired } = payment;
  if (action === "rejected" || evidence === "confirmed") return;
  if (needsConfirmation === true) throw refuse("no-longer-confirmed");
  if ((evidence === "differs" || isRequired) && (approveReason ?? null) === null)
    throw refuse("approve-reason-required", { evidence }).at("approve_reason");
}
