// What the group offers to lend, and which applications fit it (LEND-1).
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import type { GuaranteeRule } from "./guarantees.ts";
import { feeOf, interestOnlyRows, type LoanTerms } from "./loan-terms.ts";
import { openSchedule, type Schedule } from "./schedule.ts";

export type LoanProduct = {
  id: number;
  name: string;
  loanType: "normal_loan" | "emergency_loan";
  terms: LoanTerms;
  instalmentsMost: number;
  fee: { percentBasisPoints: number; amountCents: Cents };
  /** How many times their contributions a member may owe; null: as the group has it. */
  multiple: number | null;
  leastCents: Cents | null;
  mostCents: Cents | null;
  guarantee: GuaranteeRule;
  guarantorsLeast: number;
  /** Guarantors are called so many days after an instalment fell due. */
  callAfterDays: number;
  isOffered: boolean;
};

export type Wanted = { amountCents: Cents; instalments: number; paidOutOn: PlainDate };

/**
 * The schedule of an application, as if it were paid out on `paidOutOn`, and its fee. Refuses what the product does not
 * allow, at its field.
 */
export function scheduleOf(
  product: LoanProduct,
  { amountCents, instalments, paidOutOn }: Wanted,
): { schedule: Schedule; feeCents: Cents } {
  requireAmount(product, amountCents);
  const least = interestOnlyRows(product.terms) + 1;
  const most = product.instalmentsMost;
  if (instalments < least || instalments > most)
    throw refuse("instalments-out-of-range", { least, most }).at("instalments");
  const feeCents = feeOf(product.fee, amountCents);
  if (feeCents >= amountCents) throw refuse("fee-above-amount").at("amount");
  const schedule = openSchedule({ terms: product.terms, amountCents, instalments, paidOutOn });
  if (schedule === null) throw refuse("instalments-too-many").at("instalments");
  return { schedule, feeCents };
}

function requireAmount({ leastCents: least, mostCents: most }: LoanProduct, amount: Cents): void {
  const isTooLow = least !== null && amount < least;
  const isTooHigh = most !== null && amount > most;
  if (!isTooLow && !isTooHigh) return;
  if (most === null) throw refuse("loan-amount-at-least", { least: least ?? 0n }).at("amount");
  if (least === null) throw refuse("loan-amount-at-most", { most }).at("amount");
  throw refuse("loan-amount-out-of-range", { least, most }).at("amount");
}
