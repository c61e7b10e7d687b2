// What officials post by hand, who may post it, and the name of every entry in the journal (BOOK-18).
import type { Action } from "../permissions.ts";
import type { EntrySource, SourceKind } from "./journal-entry.ts";
import type { ExpenseCategory } from "./posting-rules.ts";
import { refuse, type Refusal } from "../refusal.ts";

export const ledgerEntryTypes = [
  "expense",
  "investment",
  "goodwill",
  "dividend_declaration",
  "dividend_payment",
  "other_income",
  "equity_fixed_deposit",
  "redeem_fixed_deposit",
  "fine",
] as const;

export type LedgerEntryType = (typeof ledgerEntryTypes)[number];

export const expenseCategories = [
  "social_welfare",
  "end_year_party",
  "server_expense",
  "certificate_renewal",
  "transaction_cost",
  "other_expense",
] as const satisfies readonly ExpenseCategory[];

/** PAY-22: any official charges a fine; everything else is the Treasurer's. */
export function rightToPost(type: LedgerEntryType): Action {
  return type === "fine" ? "fines.charge" : "entries.post";
}

/** The word for an entry in lists: its type, or the event that posted it. */
export const entryTypes = [
  ...ledgerEntryTypes,
  "contribution",
  "loan_disbursement",
  "loan_payment",
  "fine_payment",
  "exit",
  "clearing",
  "bad_debt_recovery",
  "year_closing",
  "brought_forward",
  "reversal",
] as const;

export type EntryType = (typeof entryTypes)[number];

/** The kinds of source, each with the purposes of its entries. */
const kindsOfSource = {
  payment: ["contribution", "loan_payment", "fine_payment"],
  loan: ["disbursement"],
  fine: ["charge"],
  ledger_entry: ["expense", "investment", "goodwill", "other_income"],
  fixed_deposit: ["opening"],
  fixed_deposit_redemption: ["redemption"],
  dividend_declaration: ["declaration"],
  dividend_payment: ["payment"],
  settlement: ["exit", "clearing"],
  bad_debt_recovery: ["recovery"],
  financial_year: ["closing"],
  opening: ["opening"],
  opening_member: ["opening"],
  opening_loan: ["opening"],
  journal_entry: ["reversal"],
} as const satisfies Record<SourceKind, readonly string[]>;

/** The journal's filter: the kind of an entry's source, or the word for the entry. */
export const entryKinds = [
  ...new Set<EntryKind>([...(Object.keys(kindsOfSource) as SourceKind[]), ...entryTypes]),
];

export type EntryKind = SourceKind | EntryType;

/** The kinds of source behind a word of `entryKinds`, each with one purpose. */
export function sourcesOf(wanted: EntryKind): { kind: SourceKind; purpose: string }[] {
  return (Object.keys(kindsOfSource) as SourceKind[])
    .flatMap((kind) => kindsOfSource[kind].map((purpose) => ({ kind, purpose })))
    .filter((source) => source.kind === wanted || entryTypeOf({ ...source, id: 0 }) === wanted);
}

export function entryTypeOf({ kind, purpose }: EntrySource): EntryType {
  switch (kind) {
    case "loan":
      return "loan_disbursement";
    case "fixed_deposit":
      return "equity_fixed_deposit";
    case "fixed_deposit_redemption":
      return "redeem_fixed_deposit";
    case "financial_year":
      return "year_closing";
    case "opening":
    case "opening_member":
    case "opening_loan":
      return "brought_forward";
    case "journal_entry":
      return "reversal";
    case "fine":
    case "dividend_declaration":
    case "dividend_payment":
    case "bad_debt_recovery":
      return kind;
    case "payment":
    case "ledger_entry":
    case "settlement":
      return purpose as EntryType;
  }
}

// Which entries may be reversed by a new one (BOOK-19); for the others, what to do instead.

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
