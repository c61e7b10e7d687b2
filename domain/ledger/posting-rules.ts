// What each money event posts (BOOK-10 to BOOK-17). A debit is positive, a credit negative; every amount is in cents.
// Leaving the group and closing a year stand in `settlement.ts` and `year-end.ts`.
import type { PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";
import type { AccountCode } from "./chart-of-accounts.ts";
import { credit, debit, type JournalEntry, journalEntry } from "./journal-entry.ts";

/** The day of the event, and its description in the journal. */
export type Occasion = { businessDate: PlainDate; description: string };

export type ExpenseCategory =
  | "social_welfare"
  | "end_year_party"
  | "server_expense"
  | "certificate_renewal"
  | "transaction_cost"
  | "other_expense";

/** The second office has approved a contribution. */
export function contributionApproved(
  event: Occasion & { paymentId: number; memberId: number; amountCents: Cents },
): JournalEntry {
  const { memberId, amountCents } = event;
  return journalEntry({
    ...event,
    source: { kind: "payment", id: event.paymentId, purpose: "contribution" },
    postings: [
      debit("bank", amountCents, { memberId }),
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
  event: Occasion & {
    paymentId: number;
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
    source: { kind: "payment", id: event.paymentId, purpose: "loan_payment" },
    postings: [
      debit("bank", principalCents + interestCents, concerns),
      credit("loan_receivable", principalCents, concerns),
      credit("interest_receivable", interestCents, concerns),
    ],
  });
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
  event: Occasion & { paymentId: number; memberId: number; amountCents: Cents },
): JournalEntry {
  const { memberId, amountCents } = event;
  return journalEntry({
    ...event,
    source: { kind: "payment", id: event.paymentId, purpose: "fine_payment" },
    postings: [
      debit("bank", amountCents, { memberId }),
      credit("fine_receivable", amountCents, { memberId }),
    ],
  });
}

type LedgerPost = Occasion & { ledgerEntryId: number; amountCents: Cents };

export function expensePaid(event: LedgerPost & { category: ExpenseCategory }): JournalEntry {
  return paidFromBank(event, event.category, "expense");
}

export function investmentMade(event: LedgerPost): JournalEntry {
  return paidFromBank(event, "investment", "investment");
}

export function goodwillBought(event: LedgerPost): JournalEntry {
  return paidFromBank(event, "good_will", "goodwill");
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

function paidFromBank(event: LedgerPost, account: AccountCode, purpose: string): JournalEntry {
  return journalEntry({
    ...event,
    source: { kind: "ledger_entry", id: event.ledgerEntryId, purpose },
    postings: [debit(account, event.amountCents), credit("bank", event.amountCents)],
  });
}
