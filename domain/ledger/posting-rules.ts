// What each money event posts (BOOK-10 to BOOK-17). A debit is positive, a credit negative; every amount is in cents.
// Leaving the group and closing a year stand in `settlement.ts` and `year-end.ts`.
import type { PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";
import type { AccountCode } from "./chart-of-accounts.ts";
import {
  type Concerns,
  credit,
  debit,
  type JournalEntry,
  journalEntry,
  type Posting,
} from "./journal-entry.ts";

/** The day of the event, and its description in the journal. */
export type Occasion = { businessDate: PlainDate; description: string };

/** The account that an expense is paid from. */
export type PaidFrom = "bank" | "cash";

/** The day of a payment's approval, and the account that it was paid into; the bank unless it came in cash at a meeting. */
export type PaidIn = Occasion & { paidIn?: PaidFrom };

export type ExpenseCategory =
  | "social_welfare"
  | "end_year_party"
  | "server_expense"
  | "certificate_renewal"
  | "transaction_cost"
  | "other_expense";

/** The second office has approved a contribution. */
export function contributionApproved(
  event: PaidIn & { paymentId: number; memberId: number; amountCents: Cents },
): JournalEntry {
  const { memberId, amountCents, paidIn = "bank" } = event;
  return journalEntry({
    ...event,
    source: { kind: "payment", id: event.paymentId, purpose: "contribution" },
    postings: [
      debit(paidIn, amountCents, { memberId }),
      credit("monthly_contribution", amountCents, { memberId }),
    ],
  });
}

/** The whole flat interest is earned on the day of disbursement. */
export function loanDisbursed(
  event: Occasion & {
    loanId: number;
    memberId: number;
    principalCents: Cents;
    interestCents: Cents;
  },
): JournalEntry {
  const { loanId, memberId, principalCents, interestCents } = event;
  const concerns = { memberId, loanId };
  return journalEntry({
    ...event,
    source: { kind: "loan", id: loanId, purpose: "disbursement" },
    postings: [
      debit("loan_receivable", principalCents, concerns),
      debit("interest_receivable", interestCents, concerns),
      credit("bank", principalCents, concerns),
      credit("interest_income", interestCents, concerns),
    ],
  });
}

/** The second office has approved a repayment, split by `payments/payment-splits.ts`. */
export function loanPaymentApproved(
  event: PaidIn & {
    paymentId: number;
    loanId: number;
    memberId: number;
    principalCents: Cents;
    interestCents: Cents;
  },
): JournalEntry {
  const { loanId, memberId, principalCents, interestCents, paidIn = "bank" } = event;
  const concerns = { memberId, loanId };
  return journalEntry({
    ...event,
    source: { kind: "payment", id: event.paymentId, purpose: "loan_payment" },
    postings: [
      debit(paidIn, principalCents + interestCents, concerns),
      credit("loan_receivable", principalCents, concerns),
      credit("interest_receivable", interestCents, concerns),
    ],
  });
}

/** What repays a loan of a product: its parts, and the interest charged beyond them that is taken back. */
export type RepaidParts = {
  principalCents: Cents;
  /** Below zero if interest that was paid ahead repays principal after all. */
  interestCents: Cents;
  takenBackCents: Cents;
};

/**
 * A loan of a product is paid out. The group retains the fee, and what pays another loan off. Only flat interest is earned
 * on this day.
 */
export function productLoanPaidOut(
  event: Occasion & {
    loanId: number;
    memberId: number;
    amountCents: Cents;
    flatInterestCents: Cents;
    feeCents: Cents;
    paysOff: (RepaidParts & { loanId: number }) | null;
  },
): JournalEntry {
  const { loanId, memberId, amountCents, flatInterestCents, feeCents, paysOff } = event;
  const concerns = { memberId, loanId };
  const paidOffCents = paysOff === null ? 0n : paysOff.principalCents + paysOff.interestCents;
  return journalEntry({
    ...event,
    source: { kind: "loan", id: loanId, purpose: "disbursement" },
    postings: [
      debit("loan_receivable", amountCents, concerns),
      debit("interest_receivable", flatInterestCents, concerns),
      credit("bank", amountCents - feeCents - paidOffCents, concerns),
      credit("other_income", feeCents, concerns),
      credit("interest_income", flatInterestCents, concerns),
      ...(paysOff === null ? [] : repaid(paysOff, { memberId, loanId: paysOff.loanId })),
    ],
  });
}

/** Interest of a row that fell due, or that a repayment reached. */
export function loanInterestCharged(
  event: Occasion & { chargeId: number; loanId: number; memberId: number; amountCents: Cents },
): JournalEntry {
  const { chargeId, loanId, memberId, amountCents } = event;
  const concerns = { memberId, loanId };
  return journalEntry({
    ...event,
    source: { kind: "loan_interest", id: chargeId, purpose: "charge" },
    postings: [
      debit("interest_receivable", amountCents, concerns),
      credit("interest_income", amountCents, concerns),
    ],
  });
}

/** The second office has approved a repayment of a loan of a product. */
export function productLoanPaymentApproved(
  event: PaidIn & RepaidParts & { paymentId: number; loanId: number; memberId: number },
): JournalEntry {
  const { paymentId, loanId, memberId, principalCents, interestCents, paidIn = "bank" } = event;
  const concerns = { memberId, loanId };
  return journalEntry({
    ...event,
    source: { kind: "payment", id: paymentId, purpose: "loan_payment" },
    postings: [debit(paidIn, principalCents + interestCents, concerns), ...repaid(event, concerns)],
  });
}

/** Both offices call what is overdue out of the savings of the borrower and of guarantors. It repays like a payment. */
export function guaranteeCalled(
  event: Occasion &
    RepaidParts & {
      changeId: number;
      loanId: number;
      memberId: number;
      takenOf: readonly { memberId: number; cents: Cents }[];
    },
): JournalEntry {
  const { changeId, loanId, memberId, takenOf } = event;
  return journalEntry({
    ...event,
    source: { kind: "guarantee_call", id: changeId, purpose: "call" },
    postings: [
      ...takenOf.map(({ memberId: of, cents }) =>
        debit("monthly_contribution", cents, { memberId: of, loanId }),
      ),
      ...repaid(event, { memberId, loanId }),
    ],
  });
}

/** The receivables of a repaid loan, and the income that was too much. */
export function repaid(
  { principalCents, interestCents, takenBackCents }: RepaidParts,
  concerns: Concerns,
): Posting[] {
  return [
    moved("loan_receivable", -principalCents, concerns),
    moved("interest_receivable", -interestCents - takenBackCents, concerns),
    debit("interest_income", takenBackCents, concerns),
  ];
}

/** A debit, or below zero a credit. */
function moved(account: AccountCode, amountCents: Cents, concerns: Concerns): Posting {
  return amountCents < 0n
    ? credit(account, -amountCents, concerns)
    : debit(account, amountCents, concerns);
}

/** A fine by an official, or a late fine of the daily sweep. */
export function fineCharged(
  event: Occasion & { fineId: number; memberId: number; amountCents: Cents },
): JournalEntry {
  const { memberId, amountCents } = event;
  return journalEntry({
    ...event,
    source: { kind: "fine", id: event.fineId, purpose: "charge" },
    postings: [
      debit("fine_receivable", amountCents, { memberId }),
      credit("fine", amountCents, { memberId }),
    ],
  });
}

/** The second office has approved the payment of a fine. */
export function finePaymentApproved(
  event: PaidIn & { paymentId: number; memberId: number; amountCents: Cents },
): JournalEntry {
  const { memberId, amountCents, paidIn = "bank" } = event;
  return journalEntry({
    ...event,
    source: { kind: "payment", id: event.paymentId, purpose: "fine_payment" },
    postings: [
      debit(paidIn, amountCents, { memberId }),
      credit("fine_receivable", amountCents, { memberId }),
    ],
  });
}

type LedgerPost = Occasion & { ledgerEntryId: number; amountCents: Cents };

export function expensePaid(
  event: LedgerPost & { category: ExpenseCategory; paidFrom?: PaidFrom },
): JournalEntry {
  return paidOut(event, event.category, "expense", event.paidFrom);
}

export function investmentMade(event: LedgerPost): JournalEntry {
  return paidOut(event, "investment", "investment");
}

export function goodwillBought(event: LedgerPost): JournalEntry {
  return paidOut(event, "good_will", "goodwill");
}

export function otherIncomeReceived(event: LedgerPost): JournalEntry {
  return journalEntry({
    ...event,
    source: { kind: "ledger_entry", id: event.ledgerEntryId, purpose: "other_income" },
    postings: [debit("bank", event.amountCents), credit("other_income", event.amountCents)],
  });
}

export function fixedDepositOpened(
  event: Occasion & { depositId: number; amountCents: Cents },
): JournalEntry {
  return journalEntry({
    ...event,
    source: { kind: "fixed_deposit", id: event.depositId, purpose: "opening" },
    postings: [debit("equity_fixed_deposit", event.amountCents), credit("bank", event.amountCents)],
  });
}

/** A deposit is redeemed, in whole or in part, with its interest. */
export function fixedDepositRedeemed(
  event: Occasion & { redemptionId: number; amountCents: Cents; interestCents: Cents },
): JournalEntry {
  const { amountCents, interestCents } = event;
  return journalEntry({
    ...event,
    source: { kind: "fixed_deposit_redemption", id: event.redemptionId, purpose: "redemption" },
    postings: [
      debit("bank", amountCents + interestCents),
      credit("equity_fixed_deposit", amountCents),
      credit("fixed_deposit_interest", interestCents),
    ],
  });
}

export function dividendDeclared(
  event: Occasion & { declarationId: number; amountCents: Cents },
): JournalEntry {
  const { amountCents } = event;
  return journalEntry({
    ...event,
    source: { kind: "dividend_declaration", id: event.declarationId, purpose: "declaration" },
    postings: [debit("dividend_expense", amountCents), credit("dividends_payable", amountCents)],
  });
}

export function dividendPaid(
  event: Occasion & { dividendPaymentId: number; amountCents: Cents },
): JournalEntry {
  return journalEntry({
    ...event,
    source: { kind: "dividend_payment", id: event.dividendPaymentId, purpose: "payment" },
    postings: [debit("dividends_payable", event.amountCents), credit("bank", event.amountCents)],
  });
}

function paidOut(
  event: LedgerPost,
  account: AccountCode,
  purpose: string,
  paidFrom: PaidFrom = "bank",
): JournalEntry {
  return paidInto(event, account, { from: paidFrom, purpose });
}

/** Money at hand is taken to the bank (CASH-1). */
export function cashDeposited(event: LedgerPost): JournalEntry {
  return paidInto(event, "bank", { from: "cash", purpose: "cash_deposit" });
}

/** Money of the bank is taken to be at hand (CASH-1). */
export function cashWithdrawn(event: LedgerPost): JournalEntry {
  return paidInto(event, "cash", { from: "bank", purpose: "cash_withdrawal" });
}

/** What was counted in the box, above zero more than the books have and below it less; never 0 (CASH-4). */
export function cashCounted(
  event: Occasion & { ledgerEntryId: number; differenceCents: Cents },
): JournalEntry {
  const { differenceCents } = event;
  return differenceCents < 0n
    ? paidInto({ ...event, amountCents: -differenceCents }, "other_expense", {
        from: "cash",
        purpose: "cash_count",
      })
    : paidInto({ ...event, amountCents: differenceCents }, "cash", {
        from: "other_income",
        purpose: "cash_count",
      });
}

/** What was counted at a meeting, above zero more than its sheet has and below it less; never 0 (CASH-6). */
export function collectionDiffered(
  event: Occasion & { collectionId: number; differenceCents: Cents },
): JournalEntry {
  const { differenceCents: cents } = event;
  return journalEntry({
    ...event,
    source: { kind: "collection", id: event.collectionId, purpose: "difference" },
    postings:
      cents < 0n
        ? [debit("other_expense", -cents), credit("cash", -cents)]
        : [debit("cash", cents), credit("other_income", cents)],
  });
}

function paidInto(
  event: LedgerPost,
  account: AccountCode,
  { from, purpose }: { from: AccountCode; purpose: string },
): JournalEntry {
  return journalEntry({
    ...event,
    source: { kind: "ledger_entry", id: event.ledgerEntryId, purpose },
    postings: [debit(account, event.amountCents), credit(from, event.amountCents)],
  });
}
