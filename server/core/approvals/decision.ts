// What an official says of an item that waits: a payment of any kind, or a loan application.
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";

/** `reason` when rejecting, else null. */
export type Decision = {
  id: number;
  action: "approved" | "rejected";
  reason: string | null;
  /** The amount on the official's screen; left out by who need not say, null by who must and did not. */
  amountSeenCents?: Cents | null | undefined;
};

type Sent = {
  action: "approved" | "rejected";
  reject_reason?: string | undefined;
  amount_seen?: Cents | undefined;
};

/** A reason belongs to a rejection only. */
export function decisionOf(id: number, body: Sent): Decision {
  const reason = body.action === "rejected" ? (body.reject_reason ?? null) : null;
  return { id, action: body.action, reason, amountSeenCents: body.amount_seen };
}

/** Items never change once submitted; should one ever differ from what was looked at, it is not checked unseen (PAY-14). */
export function requireAmountSeen(decision: Omit<Decision, "id">, amountCents: Cents): void {
  const { amountSeenCents } = decision;
  if (amountSeenCents === null) throw refuse("amount-not-seen").at("amount_seen");
  if (amountSeenCents !== undefined && amountSeenCents !== amountCents)
    throw refuse("figures-changed").at("amount_seen");
}
