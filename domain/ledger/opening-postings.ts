// Postings that bring the group's book forward: each entry balances against retained earnings (OPEN-33, OPEN-34). No
// income.
import type { PlainDate } from "../calendar.ts";
import { splitRepayment } from "../payments/payment-splits.ts";
import type { Cents } from "../money.ts";
import type { OpeningAccount } from "../opening/opening-book.ts";
import { accountOf } from "./chart-of-accounts.ts";
import { credit, debit, type JournalEntry, journalEntry, type Posting } from "./journal-entry.ts";
import type { Occasion } from "./posting-rules.ts";

/** The member's savings and unpaid fines; null without either. */
export function memberBroughtForward(
  event: Occasion & {
    openingMemberId: number;
    memberId: number;
    savingsCents: Cents;
    unpaidFinesCents: Cents;
  },
): JournalEntry | null {
  const { memberId, savingsCents, unpaidFinesCents } = event;
  if (savingsCents === 0n && unpaidFinesCents === 0n) return null;
  return journalEntry({
    ...event,
    source: { kind: "opening_member", id: event.openingMemberId, purpose: "opening" },
    postings: [
      debit("retained_earnings", savingsCents, { memberId }),
      credit("monthly_contribution", savingsCents, { memberId }),
      debit("fine_receivable", unpaidFinesCents, { memberId }),
      credit("retained_earnings", unpaidFinesCents, { memberId }),
    ],
  });
}

/** What remains of a loan and its interest. */
export function loanBroughtForward(
  event: Occasion & { loanId: number; memberId: number } & LoanTerms,
): JournalEntry {
  const { loanId, memberId } = event;
  const { principalCents, interestCents } = leftOfLoan(event);
  const concerns = { memberId, loanId };
  return journalEntry({
    ...event,
    source: { kind: "opening_loan", id: loanId, purpose: "opening" },
    postings: [
      debit("loan_receivable", principalCents, concerns),
      debit("interest_receivable", interestCents, concerns),
      credit("retained_earnings", principalCents + interestCents, concerns),
    ],
  });
}

type LoanTerms = { amountCents: Cents; interestCents: Cents; paidCents: Cents };

/** By the running total of repayments, so that later ones continue where the book stopped (OPEN-34). */
export function leftOfLoan({ amountCents, interestCents, paidCents }: LoanTerms): {
  principalCents: Cents;
  interestCents: Cents;
} {
  const loanTotalCents = amountCents + interestCents;
  return splitRepayment({
    loanPrincipalCents: amountCents,
    loanTotalCents,
    paidBeforeCents: paidCents,
    paymentCents: loanTotalCents - paidCents,
  });
}

/**
 * The group's own accounts and its deposits. Retained earnings take the rest, whatever `balances` says about them:
 * together with the other entries they come to the sheet's figure, plus the difference if there is one. Null when
 * there is nothing to post.
 */
export function groupBroughtForward(
  event: Occasion & {
    openingId: number;
    balances: readonly { account: OpeningAccount; cents: Cents }[];
    depositsCents: Cents;
  },
): JournalEntry | null {
  const lines: Posting[] = event.balances
    .filter(({ account, cents }) => account !== "retained_earnings" && cents !== 0n)
    .map(({ account, cents }) =>
      accountOf(account).normalSide === "debit" ? debit(account, cents) : credit(account, cents),
    );
  if (event.depositsCents > 0n) lines.push(debit("equity_fixed_deposit", event.depositsCents));
  if (lines.length === 0) return null;
  const restCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0n);
  return journalEntry({
    ...event,
    source: { kind: "opening", id: event.openingId, purpose: "opening" },
    postings: [
      ...lines,
      restCents < 0n
        ? debit("retained_earnings", -restCents)
        : credit("retained_earnings", restCents),
    ],
  });
}

/** Overdue loans start in default. */
export function statusOfLoan(dueOn: PlainDate, today: PlainDate): "active" | "default" {
  return dueOn < today ? "default" : "active";
}
