// What a loan costs and how much a member may borrow (LOAN-2, LOAN-3).
import { type Cents, mulDiv } from "../money.ts";

/** Flat interest: the whole of it on the day of the loan, whatever the term. `rateBasisPoints` 1000 is 10%. */
export function flatInterest(amountCents: Cents, rateBasisPoints: number): Cents {
  return mulDiv(amountCents, BigInt(rateBasisPoints), 10_000n, "half-up");
}

/** The multiple of what was contributed, less what is owed and applied for; never below 0. */
export function loanLimit(params: {
  contributionsCents: Cents;
  /** Balances of active, defaulted and written-off loans. */
  owedCents: Cents;
  /** Applications that still wait for an office. */
  waitingCents: Cents;
  multiple: number;
}): Cents {
  const limit =
    params.contributionsCents * BigInt(params.multiple) - params.owedCents - params.waitingCents;
  return limit > 0n ? limit : 0n;
}
