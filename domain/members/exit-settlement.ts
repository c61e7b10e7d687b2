// A member's share of the interest, and what is due when they leave (REP-5, EXIT-3).
import {
  splitBadDebt,
  settleOldestFirst,
  type Debt,
  type SettledDebt,
} from "../payments/payment-splits.ts";
import { type Cents, mulDiv } from "../money.ts";

/**
 * One member's whole share: negated retained earnings / active users, rounded down and never below zero.
 * `retainedEarningsCents` is the balance sheet's figure, debit-positive. Zero for who is not counted among the
 * active users.
 */
export function interestShare(params: {
  retainedEarningsCents: Cents;
  activeUsersCount: number;
  isCounted: boolean;
}): Cents {
  const { retainedEarningsCents, activeUsersCount, isCounted } = params;
  if (!isCounted || activeUsersCount === 0 || retainedEarningsCents >= 0n) return 0n;
  return mulDiv(-retainedEarningsCents, 1n, BigInt(activeUsersCount), "down");
}

/** The part of the share a member is given: 63%, or what the group has set, in hundredths of a percent. */
export function shareGiven(shareCents: Cents, basisPoints: bigint): Cents {
  return mulDiv(shareCents, basisPoints, 10_000n, "half-up");
}

export type ExitSettlement = {
  /** Contributions + given share - loans. Zero counts as credit; below zero the member owes that much. */
  dueCents: Cents;
  /** The loans, oldest first, with what the contributions and the share settle of each. */
  loans: SettledDebt[];
  /** Opened when the member owes; it equals what remains of the loans. */
  badDebt: { principalCents: Cents; interestCents: Cents } | null;
};

/** `loans` are the non-cleared ones with their balances, oldest first. */
export function settleExit(member: {
  contributionsCents: Cents;
  shareGivenCents: Cents;
  loans: readonly Debt[];
}): ExitSettlement {
  const heldCents = member.contributionsCents + member.shareGivenCents;
  const loansCents = member.loans.reduce((sum, loan) => sum + loan.balanceCents, 0n);
  const dueCents = heldCents - loansCents;
  return {
    dueCents,
    loans: settleOldestFirst(member.loans, heldCents),
    badDebt: dueCents < 0n ? splitBadDebt(-dueCents) : null,
  };
}
