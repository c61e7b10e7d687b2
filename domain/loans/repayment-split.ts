// How a repayment divides into principal and interest (LOAN-9).
import { assert } from "../assert.ts";
import { type Cents, mulDiv } from "../money.ts";

/**
 * Splits by the running total, so that nothing drifts: the principal paid so far is round half up(paid so far x
 * principal / total), this payment's principal the difference to before, and interest the rest. The last payment
 * clears both to exactly zero.
 */
export function splitRepayment(params: {
  /** The amount lent. */
  loanPrincipalCents: Cents;
  /** The amount lent and its interest. */
  loanTotalCents: Cents;
  paidBeforeCents: Cents;
  paymentCents: Cents;
}): { principalCents: Cents; interestCents: Cents } {
  const { loanPrincipalCents, loanTotalCents, paidBeforeCents, paymentCents } = params;
  const paidAfterCents = paidBeforeCents + paymentCents;
  assert(
    paidBeforeCents >= 0n && paymentCents > 0n && paidAfterCents <= loanTotalCents,
    `${paymentCents} cents on top of ${paidBeforeCents} do not fit a loan of ${loanTotalCents}`,
  );
  const principalOf = (paidCents: Cents) =>
    mulDiv(paidCents, loanPrincipalCents, loanTotalCents, "half-up");
  const principalCents = principalOf(paidAfterCents) - principalOf(paidBeforeCents);
  return { principalCents, interestCents: paymentCents - principalCents };
}
