// Settling several debts with one amount, the oldest first (Contract 3 for fines, Contract 5 for loans).
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
