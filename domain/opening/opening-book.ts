// What a group brings over from the book it had before: the sheet of OPEN-1, read and checked.
import type { PlainDate } from "../calendar.ts";
import type { AccountCode } from "../ledger/chart-of-accounts.ts";
import type { Cents } from "../money.ts";

/** `row` is everywhere the row of the sheet, counted as the sheet counts. */
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

/** Something is left to pay of it: what is paid back in full is not brought over. */
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
};

/** The accounts that the Group sheet brings; all others come from the other sheets or are not brought over (OPEN-6). */
export const openingAccounts = [
  "bank",
  "investment",
  "good_will",
  "tax",
  "ordinary_shares",
  "retained_earnings",
] as const satisfies readonly AccountCode[];
export type OpeningAccount = (typeof openingAccounts)[number];

/** Money that a book has in rows of its own, and the chart of accounts has in the bank (OPEN-6). */
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
