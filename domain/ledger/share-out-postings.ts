// What a share-out posts (SHARE-5): one entry for all members.
import { type Cents, sumOf } from "../money.ts";
import { credit, debit, type JournalEntry, journalEntry, type Posting } from "./journal-entry.ts";
import { type Occasion, repaid, type RepaidParts } from "./posting-rules.ts";

/** A member's line, in cents: what they get, and what of their debts is set off. */
export type SharePosted = {
  memberId: number;
  shareCents: Cents;
  /** Savings that are paid back. */
  returnedCents: Cents;
  finesCents: Cents;
  loans: readonly (RepaidParts & { loanId: number })[];
};

/** Where what is left of each share goes. */
export const shareOutWays = ["bank", "savings"] as const;
export type ShareOutWay = (typeof shareOutWays)[number];

/** The other of two offices has agreed. Together the loans' parts and the fines are at most what the member gets. */
export function shareOutAgreed(
  event: Occasion & {
    distributionId: number;
    payAs: ShareOutWay;
    shares: readonly SharePosted[];
  },
): JournalEntry {
  return journalEntry({
    ...event,
    source: { kind: "distribution", id: event.distributionId, purpose: "posting" },
    postings: event.shares.flatMap((share) => ofMember(share, event.payAs)),
  });
}

function ofMember(share: SharePosted, payAs: ShareOutWay): Posting[] {
  const { memberId, shareCents, returnedCents, finesCents, loans } = share;
  const repaidCents = sumOf(loans, (loan) => loan.principalCents + loan.interestCents);
  const leftCents = shareCents + returnedCents - finesCents - repaidCents;
  return [
    debit("dividend_expense", shareCents, { memberId }),
    debit("monthly_contribution", returnedCents, { memberId }),
    credit("fine_receivable", finesCents, { memberId }),
    ...loans.flatMap((loan) => repaid(loan, { memberId, loanId: loan.loanId })),
    credit(payAs === "bank" ? "bank" : "monthly_contribution", leftCents, { memberId }),
  ];
}
