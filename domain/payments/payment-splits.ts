// How incoming money is split: a repayment into principal and interest, the recovery of a written-off loan, and one
// amount over several debts.
import { assert } from "#domain/assert.ts";
import { mulDiv, type Cents } from "#domain/money.ts";

/**
 * Splits by the running total, so that nothing drifts: the principal paid so far is round half up(paid so far x
 * principal / total), this payment's principal is the difference to before, and its interest the rest. The last
 * payment clears both to exactly zero. All in cents.
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

// How a bad debt and its recoveries split into principal and interest (EXIT-11: principal = amount x 100/110).

type Split = { principalCents: Cents; interestCents: Cents };

/** The parts of a bad debt when it is opened. */
export function splitBadDebt(debtCents: Cents): Split {
  const principalCents = mulDiv(debtCents, 100n, 110n, "half-up");
  return { principalCents, interestCents: debtCents - principalCents };
}

/** The parts of one recovery, by the running total, so that a full recovery adds up to the debt's own parts. */
export function splitRecovery(params: {
  debtCents: Cents;
  recoveredBeforeCents: Cents;
  recoveredCents: Cents;
}): Split {
  const { debtCents, recoveredBeforeCents, recoveredCents } = params;
  assert(
    recoveredBeforeCents >= 0n &&
      recoveredCents > 0n &&
      recoveredBeforeCents + recoveredCents <= debtCents,
    `${recoveredCents} cents on top of ${recoveredBeforeCents} do not fit a debt of ${debtCents}`,
  );
  const before = splitBadDebt(recoveredBeforeCents);
  const after = splitBadDebt(recoveredBeforeCents + recoveredCents);
  return {
    principalCents: after.principalCents - before.principalCents,
    interestCents: after.interestCents - before.interestCents,
  };
}

// Settles several debts with one amount, the oldest first: fines (PAY-8), and loans after an exit (EXIT-10).

export type Debt = { id: number; balanceCents: Cents };
export type SettledDebt = { id: number; settledCents: Cents; remainingCents: Cents };

/** `debts` come oldest first. What exceeds them all is left over and settles nothing. */
export function settleOldestFirst(debts: readonly Debt[], amountCents: Cents): SettledDebt[] {
  let leftCents = amountCents;
  return debts.map(({ id, balanceCents }) => {
    const settledCents = leftCents < balanceCents ? leftCents : balanceCents;
    leftCents -= settledCents;
    return { id, settledCents, remainingCents: balanceCents - settledCents };
  });
}
