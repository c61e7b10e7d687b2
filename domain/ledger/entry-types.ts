// What officials post by hand, who may post it, and the name of every entry in the journal (BOOK-18).
import {
  CONTRIBUTION,
  FINE_PAYMENT,
  FUND_PAYMENT,
  LOAN_PAYMENT,
  ROTATION_PAYMENT,
  paymentKinds,
  type PaymentKind,
} from "../payments/payment-kinds.ts";
import type { Action } from "../permissions.ts";
import type { EntrySource, SourceKind } from "./journal-entry.ts";
import type { ExpenseCategory, PaidFrom } from "./posting-rules.ts";

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
  "cash_deposit",
  "cash_withdrawal",
  "fund_spending",
  "fund_transfer",
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

/** The accounts that an expense may be paid from; the bank if an entry does not say. */
export const paidFroms = ["bank", "cash"] as const satisfies readonly PaidFrom[];

/**
 * PAY-22: any official charges a fine. CASH-2, FUND-4: Treasurer and Sec-Gen move cash and funds. Everything else is the Treasurer's.
 * `paidFrom` as it was sent, whatever it is.
 */
export function rightToPost({
  type,
  paidFrom,
}: {
  type: LedgerEntryType;
  paidFrom?: unknown;
}): Action {
  switch (type) {
    case "fine":
      return "fines.charge";
    case "cash_deposit":
    case "cash_withdrawal":
      return "cash.move";
    case "fund_spending":
    case "fund_transfer":
      return "funds.move";
    case "expense":
      return paidFrom === "cash" ? "cash.move" : "entries.post";
    case "investment":
    case "goodwill":
    case "other_income":
    case "dividend_declaration":
    case "dividend_payment":
    case "equity_fixed_deposit":
    case "redeem_fixed_deposit":
      return "entries.post";
  }
}

/** The word for an entry in lists: its type, or the event that posted it. */
export const entryTypes = [
  ...ledgerEntryTypes,
  "cash_count",
  CONTRIBUTION,
  "loan_disbursement",
  LOAN_PAYMENT,
  "loan_interest",
  "guarantee_call",
  FINE_PAYMENT,
  ROTATION_PAYMENT,
  "rotation",
  FUND_PAYMENT,
  "distribution",
  "exit",
  "clearing",
  "bad_debt_recovery",
  "collection",
  "year_closing",
  "brought_forward",
  "reversal",
] as const;

export type EntryType = (typeof entryTypes)[number];

/** The kinds of source, each with the purposes of its entries. */
const kindsOfSource = {
  payment: paymentKinds,
  loan: ["disbursement"],
  loan_interest: ["charge"],
  guarantee_call: ["call"],
  fine: ["charge"],
  ledger_entry: [
    "expense",
    "investment",
    "goodwill",
    "other_income",
    "cash_deposit",
    "cash_withdrawal",
    "cash_count",
    "fund_spending",
    "fund_transfer",
  ],
  fixed_deposit: ["opening"],
  fixed_deposit_redemption: ["redemption"],
  dividend_declaration: ["declaration"],
  dividend_payment: ["payment"],
  distribution: ["posting"],
  rotation: ["pay_out", "direct", "settlement"],
  settlement: ["exit", "clearing"],
  bad_debt_recovery: ["recovery"],
  collection: ["difference"],
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
    case "loan_interest":
    case "guarantee_call":
    case "fine":
    case "dividend_declaration":
    case "dividend_payment":
    case "distribution":
    case "rotation":
    case "bad_debt_recovery":
    case "collection":
      return kind;
    case "payment":
      return purpose as PaymentKind;
    case "ledger_entry":
    case "settlement":
      return purpose as EntryType;
  }
}
