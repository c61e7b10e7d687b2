// Leaving the group: what is due (EXIT-3, EXIT-4), and what it posts (EXIT-6 to EXIT-11).
import {
  splitBadDebt,
  settleOldestFirst,
  type Debt,
  type SettledDebt,
} from "../payments/payment-splits.ts";
import type { Cents } from "../money.ts";
import { assert } from "../assert.ts";
import { credit, debit, type JournalEntry, journalEntry, type Posting } from "./journal-entry.ts";
import type { Occasion } from "./posting-rules.ts";

export type ExitSettlement = {
  /** Contributions + given share - loans, in cents. Zero counts as credit; below zero the member owes that much. */
  dueCents: Cents;
  /** The loans, oldest first, with the amount settled of each. */
  loans: SettledDebt[];
  /** Opened when the member owes; equals what remains of the loans. */
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

// Postings of leaving the group: an exit, a clearing, and what an exited member repays later (EXIT-6 to EXIT-11).

/** A non-cleared loan at the exit; both parts leave the receivables. */
export type LoanToSettle = { loanId: number; principalCents: Cents; interestCents: Cents };

export type Settlement = Occasion & {
  settlementId: number;
  purpose: "exit" | "clearing";
  memberId: number;
  /** The member's savings, C. */
  contributionsCents: Cents;
  /** The member's whole share of the interest, S: it leaves retained earnings. */
  shareCents: Cents;
  /** The part of the share that the member gets, s; the group keeps the rest as income. */
  shareGivenCents: Cents;
  loans: readonly LoanToSettle[];
  /** Fines are not in the amount due, so what is unpaid is written off in the same entry. */
  unpaidFinesCents: Cents;
};

/** The group owes the member C + s - L, which may be exactly zero, and pays it. */
export function memberPaidOut(settlement: Settlement): JournalEntry {
  const dueCents = amountDue(settlement);
  assert(dueCents >= 0n, `member ${settlement.memberId} is not owed anything: ${dueCents} cents`);
  return settlementEntry(settlement, [credit("bank", dueCents, { memberId: settlement.memberId })]);
}

/** The member owes D = L - C - s. The loans leave the books, and D becomes a bad debt. */
export function memberLeftOwing(settlement: Settlement): JournalEntry {
  const dueCents = amountDue(settlement);
  assert(dueCents < 0n, `member ${settlement.memberId} owes nothing: ${dueCents} cents`);
  return settlementEntry(settlement, [
    debit("bad_debt_expense", -dueCents, { memberId: settlement.memberId }),
  ]);
}

/** An exited member repays; split by `payments/payment-splits.ts`. */
export function badDebtRecovered(
  event: Occasion & {
    recoveryId: number;
    memberId: number;
    principalCents: Cents;
    interestCents: Cents;
  },
): JournalEntry {
  const { memberId, principalCents, interestCents } = event;
  return journalEntry({
    ...event,
    source: { kind: "bad_debt_recovery", id: event.recoveryId, purpose: "recovery" },
    postings: [
      debit("bank", principalCents + interestCents, { memberId }),
      credit("bad_debt_recovery_income", principalCents, { memberId }),
      credit("exited_member_interest_income", interestCents, { memberId }),
    ],
  });
}

function amountDue({ contributionsCents, shareGivenCents, loans }: Settlement): Cents {
  const loansCents = loans.reduce(
    (sum, loan) => sum + loan.principalCents + loan.interestCents,
    0n,
  );
  return contributionsCents + shareGivenCents - loansCents;
}

function settlementEntry(settlement: Settlement, outcome: readonly Posting[]): JournalEntry {
  const { memberId, shareCents, shareGivenCents, unpaidFinesCents } = settlement;
  return journalEntry({
    ...settlement,
    source: {
      kind: "settlement",
      id: settlement.settlementId,
      purpose: settlement.purpose,
    },
    postings: [
      debit("monthly_contribution", settlement.contributionsCents, { memberId }),
      debit("retained_earnings", shareCents, { memberId }),
      ...settlement.loans.flatMap(({ loanId, principalCents, interestCents }) => [
        credit("loan_receivable", principalCents, { memberId, loanId }),
        credit("interest_receivable", interestCents, { memberId, loanId }),
      ]),
      credit("income_from_exited_member", shareCents - shareGivenCents, { memberId }),
      ...outcome,
      debit("bad_debt_expense", unpaidFinesCents, { memberId }),
      credit("fine_receivable", unpaidFinesCents, { memberId }),
    ],
  });
}
