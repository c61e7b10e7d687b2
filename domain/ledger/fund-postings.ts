// What funds post (FUND-1, FUND-4, FUND-5). The account holds what no member saved and nobody earned.
import type { Cents } from "../money.ts";
import { credit, debit, type JournalEntry, journalEntry } from "./journal-entry.ts";
import { FUND_PAYMENT } from "../payments/payment-kinds.ts";
import type { Occasion, PaidFrom, PaidIn } from "./posting-rules.ts";

/** The second office has approved a member's payment into a fund. */
export function fundPaymentApproved(
  event: PaidIn & { paymentId: number; memberId: number; fundId: number; amountCents: Cents },
): JournalEntry {
  const { paymentId, memberId, fundId, amountCents, paidIn = "bank" } = event;
  return journalEntry({
    ...event,
    source: { kind: "payment", id: paymentId, purpose: FUND_PAYMENT },
    postings: [
      debit(paidIn, amountCents, { memberId }),
      credit("restricted_funds", amountCents, { memberId, fundId }),
    ],
  });
}

/** Milk for tea, cement: paid out of a fund, from the bank or in cash. */
export function fundSpent(
  event: Occasion & {
    ledgerEntryId: number;
    fundId: number;
    amountCents: Cents;
    paidFrom: PaidFrom;
  },
): JournalEntry {
  const { ledgerEntryId, fundId, amountCents, paidFrom } = event;
  return journalEntry({
    ...event,
    source: { kind: "ledger_entry", id: ledgerEntryId, purpose: "fund_spending" },
    postings: [debit("restricted_funds", amountCents, { fundId }), credit(paidFrom, amountCents)],
  });
}

/** From a fund or retained earnings, which is null, to another of them. */
export function fundTransferred(
  event: Occasion & {
    ledgerEntryId: number;
    fromFundId: number | null;
    toFundId: number | null;
    amountCents: Cents;
  },
): JournalEntry {
  const { ledgerEntryId, fromFundId, toFundId, amountCents } = event;
  return journalEntry({
    ...event,
    source: { kind: "ledger_entry", id: ledgerEntryId, purpose: "fund_transfer" },
    postings: [
      debit(accountOf(fromFundId), amountCents, fundOf(fromFundId)),
      credit(accountOf(toFundId), amountCents, fundOf(toFundId)),
    ],
  });
}

const accountOf = (fundId: number | null) =>
  fundId === null ? "retained_earnings" : "restricted_funds";

const fundOf = (fundId: number | null) => (fundId === null ? {} : { fundId });
