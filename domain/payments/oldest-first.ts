// Settling several debts with one amount, the oldest first: fines (PAY-8), and loans after an exit (EXIT-10).
import type { Cents } from "../money.ts";

export type Debt = { id: number; balanceCents: Cents };
export type SettledDebt = { id: number; settledCents: Cents; remainingCents: Cents };

/** `debts` come oldest first. An amount beyond them all is left over and settles nothing. */
export function settleOldestFirst(debts: readonly Debt[], amountCents: Cents): SettledDebt[] {
  let leftCents = amountCents;
  return debts.map(({ id, balanceCents }) => {
    const settledCents = leftCents < balanceCents ? leftCents : balanceCents;
    leftCents -= settledCents;
    return { id, settledCents, remainingCents: balanceCents - settledCents };
  });
}
