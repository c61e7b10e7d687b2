// What a group brings over from its earlier book: the sheet of OPEN-1, read and checked.
import type { PlainDate } from "../calendar.ts";
import type { AccountCode } from "../ledger/chart-of-accounts.ts";
import type { LoanProduct } from "../lending/product.ts";
import type { Cents } from "../money.ts";
import type { OwnBook } from "./own-book.ts";

/** `row` is always the sheet's own row number. */
export type OpeningBook = {
  members: OpeningMember[];
  loans: OpeningLoan[];
  balances: OpeningBalance[];
  deposits: OpeningDeposit[];
  history: PastContribution[];
};

export type OpeningMember = {
  row: number;
  regNumber: string;
  firstName: string;
  lastName: string;
  /** As `normalisePhone` writes it. */
  phone: string | null;
  email: string | null;
  joinedOn: PlainDate;
  status: OpeningStatus;
  savingsCents: Cents;
  /** The first day of the month. */
  paidUpTo: PlainDate;
  lastPaidOn: PlainDate | null;
  unpaidFinesCents: Cents;
};

export const openingStatuses = ["active", "dormant"] as const;
export type OpeningStatus = (typeof openingStatuses)[number];

export const openingLoanTypes = ["normal_loan", "emergency_loan"] as const;
export type OpeningLoanType = (typeof openingLoanTypes)[number];

/** Something is left to repay: loans paid back in full are not brought over. */
export type OpeningLoan = {
  row: number;
  /** As the Members sheet writes it. */
  regNumber: string;
  loanType: OpeningLoanType;
  amountCents: Cents;
  interestCents: Cents;
  paidCents: Cents;
  givenOn: PlainDate;
  dueOn: PlainDate;
  /**
   * Of a loan of a product (LEND-12); left out of a plain one. Its amount is then the principal left, of which nothing
   * is paid, and its interest what is charged and unpaid.
   */
  lent?: LentByBook;
};

export type LentByBook = {
  productId: number;
  instalments: number;
  nextDueOn: PlainDate;
  /** As the sheet has it, before anything was repaid. */
  writtenCents: Cents;
};

/** A loan that the group offers, as a sheet may name it. */
export type SheetProduct = Pick<
  LoanProduct,
  "id" | "name" | "loanType" | "terms" | "instalmentsMost"
>;

/** The accounts that the Group sheet brings; all others come from other sheets or are not brought over (OPEN-6). */
export const openingAccounts = [
  "bank",
  "investment",
  "good_will",
  "tax",
  "ordinary_shares",
  "retained_earnings",
] as const satisfies readonly AccountCode[];
export type OpeningAccount = (typeof openingAccounts)[number];

/** Money that a book lists separately and our chart of accounts holds in the bank (OPEN-6). */
export const moneyBesideBank = ["mpesa", "cash"] as const;
export type SheetAccount = AccountCode | (typeof moneyBesideBank)[number];

export type OpeningBalance = {
  row: number;
  account: OpeningAccount;
  /** Above 0 on the account's natural side; only retained earnings may be below. */
  cents: Cents;
};

export type OpeningDeposit = {
  row: number;
  description: string;
  amountCents: Cents;
  placedOn: PlainDate | null;
  maturesOn: PlainDate | null;
};

export type PastContribution = {
  row: number;
  /** As the Members sheet writes it. */
  regNumber: string;
  /** The first day of the month. */
  month: PlainDate;
  amountCents: Cents;
  paidOn: PlainDate | null;
  reference: string | null;
};

// The result of reading a sheet: its book, every problem, and whether it balances.

/** `problems` block a proposal, `warnings` do not. With problems, `book` holds only what was readable. */
export type ValidatedSheet = {
  book: OpeningBook;
  /** How many of its members have no account yet. */
  newcomers: number;
  problems: SheetProblem[];
  warnings: SheetProblem[];
  /** The sheet's balance of each account on the cut-over day, in the chart's order, without those at 0. */
  totals: AccountTotal[];
  /** Debit less credit in cents: 0 if the sheet balances (OPEN-9). */
  differenceCents: Cents;
  /** The sheets as a person may map them, if the members are in none of the template's (OPEN-17); else null. */
  own: OwnBook | null;
};

export type AccountTotal = { account: AccountCode; debitCents: Cents; creditCents: Cents };

export type SheetProblem = {
  /** As the file names it. */
  sheet: string;
  /** The table it was read from, from 0; null for a missing sheet. */
  table: number | null;
  /** The sheet's own row number, from 1. */
  row: number;
  /** Its heading as in the sheet; empty if the whole row or sheet is meant. */
  column: string;
  fault: SheetFault;
};

export type SheetFact = string | number | Cents | { day: PlainDate } | { month: PlainDate };

type Written = { written: string };
type Row = { row: number };

/** The facts of each fault. The sentences have the same codes in `files.ts` of each language in messages. */
export type SheetFaults = {
  // The sheet itself
  "sheet-missing": Written;
  "sheet-unknown": undefined;
  "sheet-not-read": undefined;
  "sheet-hidden": undefined;
  "sheet-twice": Written;
  "heading-missing": undefined;
  "heading-twice": undefined;
  "heading-unknown": undefined;
  "nobody-in-it": undefined;
  "too-many-members": { most: number };
  "too-many-loans": { most: number };
  "example-changed": undefined;
  // What a text file leaves in doubt (domain/spreadsheets/doubts.ts)
  "quote-stray": Written;
  "rows-in-a-cell": Written;
  "row-too-long": Written;
  // A cell
  missing: undefined;
  "amount-unreadable": Written;
  "amount-too-large": Written;
  "amount-below-zero": Written;
  "amount-zero": undefined;
  "date-unreadable": Written;
  "month-unreadable": Written;
  "after-cut-over": { date: { day: PlainDate }; cutOver: { day: PlainDate } };
  "month-too-far": { latest: { month: PlainDate } };
  "before-given": { given: { day: PlainDate } };
  "before-placed": { placed: { day: PlainDate } };
  "text-too-long": { most: number };
  "text-unprintable": undefined;
  "name-office": undefined;
  "name-no-letter": undefined;
  "name-link": undefined;
  "name-mixed-scripts": undefined;
  "name-unprinted": undefined;
  "phone-unreadable": Written;
  "email-unreadable": Written;
  "amount-two-readings": Written & { one: Cents; other: Cents };
  "date-two-readings": Written & { one: { day: PlainDate }; other: { day: PlainDate } };
  "not-in-list": Written & { words: string };
  // Members
  "reg-number-twice": Row;
  "phone-twice": Row;
  "email-twice": Row;
  "name-twice": Row;
  "phone-taken": { regNumber: string };
  "email-taken": { regNumber: string };
  "account-waits": undefined;
  "account-inactive": undefined;
  "account-left": undefined;
  "account-named": { name: string };
  // Loans and past contributions
  "reg-number-unknown": Written;
  "paid-above-owed": { owed: Cents };
  "loan-paid": undefined;
  "loan-twice": Row;
  "lent-in-part": undefined;
  "product-unknown": Written & { words: string };
  "product-of-other-type": undefined;
  "principal-above-amount": { amount: Cents };
  "instalments-unreadable": { most: number };
  "instalments-too-many": undefined;
  "next-due-past": { cutOver: { day: PlainDate } };
  "due-not-last": { last: { day: PlainDate } };
  "history-not-savings": { sum: Cents; savings: Cents };
  "history-above-savings": { sum: Cents; savings: Cents };
  // Group
  "account-elsewhere": Written;
  "account-not-brought": undefined;
  "account-twice": Row;
  "bank-missing": undefined;
  // A group's own sheet (OPEN-17, OPEN-18)
  "own-sheet-gone": Written;
  "own-sheet-twice": Written;
  "own-member-unclear": Written;
  "own-figure-twice": Written & { sheet: string };
  "own-column-gone": Written;
  "own-column-needed": Written;
  "own-month-unknown": Written;
  "own-month-twice": Written & { month: { month: PlainDate } };
  "own-months-gap": { month: { month: PlainDate }; last: { month: PlainDate } };
  "own-row-left-out": Written;
  "own-row-nameless": { sum: Cents; found: Cents };
  "own-row-unnamed": Written;
  "own-name-single": Written;
  "own-total-left-out": Written;
  "own-total-wrong": { sum: Cents; found: Cents };
  "own-may-be-total": Written;
  "own-sum-wrong": { sum: Cents; found: Cents };
  "name-two-readings": Written & Row & { other: string };
  "reg-number-two-readings": Written & { padded: string };
  // The group, not a row
  "books-begun": { first: { day: PlainDate }; cutOver: { day: PlainDate } };
  "opening-stands": { day: { day: PlainDate } };
  "months-since": { months: number; cutOver: { day: PlainDate } };
};

export type SheetFaultCode = keyof SheetFaults;
export type SheetFault = { code: SheetFaultCode; facts: Readonly<Record<string, SheetFact>> };

/** How a fault is reported: its code, and its facts if it has any. */
export type FaultParams<Code extends SheetFaultCode> = SheetFaults[Code] extends undefined
  ? [code: Code]
  : [code: Code, facts: SheetFaults[Code]];
