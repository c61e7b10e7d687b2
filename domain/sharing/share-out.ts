// A share-out: what each member gets of an amount, what of their debts is set off, and what is paid. All in cents.
import { daysBetween, type PlainDate } from "#domain/calendar.ts";
import { byLargestRemainder } from "#domain/largest-remainder.ts";
import { type Cents, least, sumOf } from "#domain/money.ts";

export const bases = ["savings_days", "shares", "equal"] as const;
export type Basis = (typeof bases)[number];

/** Which debts are taken out of what a member gets. */
export const setOffs = ["none", "overdue", "all"] as const;
export type SetOff = (typeof setOffs)[number];

/** A change of a member's savings: up, or down below 0. */
export type SavingsChange = { on: PlainDate; cents: Cents };

/** Savings at the end of each day, added up from `from` to `to`, both counted: cents x days. */
export function savingsDays(
  changes: readonly SavingsChange[],
  { from, to }: { from: PlainDate; to: PlainDate },
): bigint {
  return sumOf(changes, ({ on, cents }) => {
    const first = on > from ? on : from;
    return on > to ? 0n : cents * BigInt(daysBetween(first, to) + 1);
  });
}

/** How many whole shares the savings hold. */
export function wholeShares(savingsCents: Cents, shareValueCents: Cents): bigint {
  return savingsCents > 0n ? savingsCents / shareValueCents : 0n;
}

/** A member of a share-out; debts are the oldest first. */
export type Sharer = {
  id: number;
  weight: bigint;
  /** Savings that are paid back too; 0 if the group keeps them. */
  returnedCents: Cents;
  finesCents: Cents;
  loans: readonly { loanId: number; cents: Cents }[];
};

export type Share = {
  id: number;
  shareCents: Cents;
  returnedCents: Cents;
  setOffFinesCents: Cents;
  setOffLoans: { loanId: number; cents: Cents }[];
  /** What is left to be paid out, or added to contributions. */
  receivesCents: Cents;
};

/**
 * Shares the amount by the weights, to the cent, and sets off debts: fines, then loans, never more than the member gets.
 * By ascending id. Somebody needs a weight.
 */
export function shareOut(amountCents: Cents, sharers: readonly Sharer[]): Share[] {
  const shares = byLargestRemainder(amountCents, sharers);
  const known = new Map(sharers.map((sharer) => [sharer.id, sharer]));
  return shares.flatMap(({ id, cents }) => {
    const sharer = known.get(id);
    return sharer === undefined ? [] : [setOff(sharer, cents)];
  });
}

function setOff({ id, returnedCents, finesCents, loans }: Sharer, shareCents: Cents): Share {
  let leftCents = shareCents + returnedCents;
  const take = (debtCents: Cents): Cents => {
    const takenCents = least(debtCents, leftCents);
    leftCents -= takenCents;
    return takenCents;
  };
  const setOffFinesCents = take(finesCents);
  const setOffLoans = loans
    .map(({ loanId, cents }) => ({ loanId, cents: take(cents) }))
    .filter(({ cents }) => cents > 0n);
  return { id, shareCents, returnedCents, setOffFinesCents, setOffLoans, receivesCents: leftCents };
}
