// What can wait for somebody, as `GET /api/waiting/` names it.
import { paymentKinds } from "./payments/payment-kinds.ts";

export const waitingKinds = [
  ...paymentKinds,
  "loan_application",
  "loan_change",
  "proposal",
  "distribution",
  "collection",
  "payout",
  "rotation_request",
  "opening",
  "office",
  "new_member",
  "claim",
  "line",
  "word",
  // Figures of the group's book that a member disputes, and another phone that a member asks for.
  "dispute",
  "phone",
  // For the member themselves.
  "guarantee",
  "swap",
  "figures",
] as const;

export type WaitingKind = (typeof waitingKinds)[number];

/** Not in an official's digest (NOTE-9): lines are found by reading them, and members have notices of their own. */
const leftOut: readonly WaitingKind[] = ["line", "guarantee", "swap", "figures"];

export const digestKinds: readonly WaitingKind[] = waitingKinds.filter(
  (kind) => !leftOut.includes(kind),
);
