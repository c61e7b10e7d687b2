// Which entries may be reversed by a new one (BOOK-19); for the others, what to do instead.
import {
  CONTRIBUTION,
  FINE_PAYMENT,
  FUND_PAYMENT,
  LOAN_PAYMENT,
  ROTATION_PAYMENT,
} from "../payments/payment-kinds.ts";
import { refuse, type Refusal } from "../refusal.ts";
import type { EntryType } from "./entry-types.ts";

/**
 * Why an entry may not be reversed, by its kind and its own reversal; null when it may. The record of a declaration,
 * deposit or fine decides whether it was used since.
 */
export function whyNotReversible(entry: {
  type: EntryType;
  /** The entry that has reversed this one already. */
  reversedBy: number | null;
}): Refusal | null {
  if (entry.reversedBy !== null) return refuse("entry-already-reversed", { by: entry.reversedBy });
  switch (entry.type) {
    case "reversal":
      return refuse("reversal-stays");
    case "year_closing":
      return refuse("closing-stays");
    case "exit":
    case "clearing":
    case "bad_debt_recovery":
      return refuse("settlement-stays");
    case CONTRIBUTION:
    case LOAN_PAYMENT:
    case FINE_PAYMENT:
    case ROTATION_PAYMENT:
    case FUND_PAYMENT:
      return refuse("payment-stays");
    case "collection":
      return refuse("collection-stays");
    case "loan_disbursement":
      return refuse("loan-stays");
    case "loan_interest":
      return refuse("loan-interest-stays");
    case "guarantee_call":
      return refuse("guarantee-call-stays");
    case "rotation":
      return refuse("rotation-stays");
    case "distribution":
      return refuse("share-out-stays");
    case "brought_forward":
      return refuse("opening-stays");
    case "expense":
    case "investment":
    case "goodwill":
    case "dividend_declaration":
    case "dividend_payment":
    case "other_income":
    case "equity_fixed_deposit":
    case "redeem_fixed_deposit":
    case "fine":
    case "cash_deposit":
    case "cash_withdrawal":
    case "cash_count":
    case "fund_spending":
    case "fund_transfer":
      return null;
  }
}
