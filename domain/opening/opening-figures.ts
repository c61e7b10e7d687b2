// The figures that each member will see on the cut-over day (OPEN-13), computed by the product's own rules.
import type { PlainDate } from "../calendar.ts";
import { paidUpTo } from "../contributions.ts";
import { leftOfLoan } from "../ledger/opening-postings.ts";
import { interestShare, retainedEarnings } from "../ledger/statements.ts";
import { loanLimit } from "../loans.ts";
import { shareGiven } from "../ledger/share-given.ts";
import type { Cents } from "../money.ts";
import type { ValidatedSheet } from "./opening-book.ts";

type OpeningFigures = {
  regNumber: string;
  name: string;
  savingsCents: Cents;
  paidUpTo: PlainDate | null;
  loanLimitCents: Cents;
  /** The whole share of the interest. */
  shareCents: Cents;
  /** Savings, and the given part of the share. */
  accountValueCents: Cents;
};

export type GroupTerms = {
  /** Who shares in the interest once the sheet is brought over. */
  activeMembers: number;
  monthlyContributionCents: Cents;
  loanLimitMultiple: number;
  interestShareBasisPoints: number;
};

/** As if any difference went to retained earnings. */
export function openingFigures(
  { book, totals, differenceCents }: Pick<ValidatedSheet, "book" | "totals" | "differenceCents">,
  terms: GroupTerms,
): OpeningFigures[] {
  const balances = totals.map(({ account, debitCents, creditCents }) => ({
    account,
    balanceCents: debitCents - creditCents,
  }));
  const shareCents = interestShare({
    retainedEarningsCents: retainedEarnings(balances) - differenceCents,
    activeUsersCount: terms.activeMembers,
    isCounted: true,
  });
  const givenCents = shareGiven(shareCents, BigInt(terms.interestShareBasisPoints));
  const owed = new Map<string, Cents>();
  for (const loan of book.loans) {
    const { principalCents, interestCents } = leftOfLoan(loan);
    const before = owed.get(loan.regNumber) ?? 0n;
    owed.set(loan.regNumber, before + principalCents + interestCents);
  }
  return book.members.map((member) => ({
    regNumber: member.regNumber,
    name: `${member.firstName} ${member.lastName}`,
    savingsCents: member.savingsCents,
    paidUpTo: paidUpTo({
      joinedOn: member.joinedOn,
      bookPaidUpTo: member.paidUpTo,
      totalPaidCents: 0n,
      monthlyCents: terms.monthlyContributionCents,
    }),
    loanLimitCents: loanLimit({
      contributionsCents: member.savingsCents,
      owedCents: owed.get(member.regNumber) ?? 0n,
      waitingCents: 0n,
      multiple: terms.loanLimitMultiple,
    }),
    shareCents,
    accountValueCents: member.savingsCents + givenCents,
  }));
}

// The possible answers to figures from the group's book (OPEN-60 to OPEN-62): one table for the buttons and the
// server.

export type FiguresAnswer = "yes" | "no" | "confirmed_on_paper" | "resolved";

/** What an office may answer for a member with this newest answer; `hasAccount`: they can answer themselves. */
export function offeredForMember(
  newest: FiguresAnswer | null,
  hasAccount: boolean,
): FiguresAnswer[] {
  if (newest === "no") return ["resolved"];
  return newest === null && !hasAccount ? ["confirmed_on_paper"] : [];
}

/** The state of a member's figures. */
export function standingOfFigures(newest: FiguresAnswer | null): "confirmed" | "disputed" | "open" {
  if (newest === null) return "open";
  return newest === "no" ? "disputed" : "confirmed";
}
