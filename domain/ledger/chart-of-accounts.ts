// Every account of the group's books, in the order reports show them (BOOK-8). Their names are in `messages`.

export type AccountClass = "asset" | "liability" | "equity" | "revenue" | "expense";
export type Side = "debit" | "credit";

/** `normalSide` is the side on which the account grows. */
export type Account = {
  code: string;
  class: AccountClass;
  normalSide: Side;
  /** Not shown in a group that never posted to it. */
  onlyOnceUsed?: true;
};

const asset = { class: "asset", normalSide: "debit" } as const;
const liability = { class: "liability", normalSide: "credit" } as const;
const equity = { class: "equity", normalSide: "credit" } as const;
const revenue = { class: "revenue", normalSide: "credit" } as const;
const expense = { class: "expense", normalSide: "debit" } as const;

export const accounts = [
  { code: "bank", ...asset },
  // Money at hand. It is in no figure of the group's savings until it is in the bank (CASH-1).
  { code: "cash", ...asset, onlyOnceUsed: true },
  { code: "loan_receivable", ...asset },
  { code: "interest_receivable", ...asset },
  { code: "fine_receivable", ...asset },
  { code: "investment", ...asset },
  { code: "good_will", ...asset },
  { code: "equity_fixed_deposit", ...asset },

  // Refundable savings are a liability (IFRIC 2).
  { code: "monthly_contribution", ...liability },
  { code: "dividends_payable", ...liability },
  { code: "tax", ...liability },
  // What members paid in for turns to come: no money of the group.
  { code: "merry_go_round", ...liability, onlyOnceUsed: true },
  // What the funds of the group hold: no income and no savings (FUND-1).
  { code: "restricted_funds", ...liability, onlyOnceUsed: true },

  { code: "ordinary_shares", ...equity },
  { code: "retained_earnings", ...equity },
  { code: "income_summary", ...equity },
  { code: "other_statistic", ...equity },
  // A distribution to the members, not a cost: never part of profit or loss.
  { code: "dividend_expense", ...equity, normalSide: "debit" },

  { code: "interest_income", ...revenue },
  { code: "fine", ...revenue },
  { code: "other_income", ...revenue },
  { code: "fixed_deposit_interest", ...revenue },
  { code: "income_from_exited_member", ...revenue },
  { code: "bad_debt_recovery_income", ...revenue },
  { code: "exited_member_interest_income", ...revenue },

  { code: "expense", ...expense },
  { code: "social_welfare", ...expense },
  { code: "end_year_party", ...expense },
  { code: "server_expense", ...expense },
  { code: "certificate_renewal", ...expense },
  { code: "transaction_cost", ...expense },
  { code: "other_expense", ...expense },
  { code: "bad_debt_expense", ...expense },
] as const satisfies readonly Account[];

export type AccountCode = (typeof accounts)[number]["code"];

/** The accounts that a group has, with those that it has used. */
export function accountsOf(hasUsed: (code: AccountCode) => boolean) {
  return accounts.filter(({ code }) => accountOf(code).onlyOnceUsed !== true || hasUsed(code));
}

const byCode = new Map<AccountCode, Account & { code: AccountCode }>(
  accounts.map((account) => [account.code, account]),
);

export function accountOf(code: AccountCode): Account & { code: AccountCode } {
  const account = byCode.get(code);
  if (!account) throw new Error(`no such account: ${code}`);
  return account;
}
