// Which entries may be taken back by a new one that negates them (BOOK-19); the rest stays, and says what to do.
import { refuse, type Refusal } from "../refusal.ts";
import type { EntryType } from "./entry-types.ts";

/**
 * The refusal in the way of reversing an entry, as far as its kind and its own reversal tell; null when it may be
 * tried. What was done since with a declaration, a deposit or a fine is for its record to say.
 */
export function whyNotReversible(entry: {
  type: EntryType;
  /** The entry that took this one back already. */
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
    case "contribution":
    case "loan_payment":
    case "fine_payment":
      return refuse("payment-stays");
    case "loan_disbursement":
      return refuse("loan-stays");
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
      return null;
  }
}
