// Every account of the group's books, in the order reports show them (BOOK-8).

export type AccountClass = "asset" | "liability" | "equity" | "revenue" | "expense";
export type Side = "debit" | "credit";

/** `normalSide` is the side on which the account grows. */
export type Account = {
  code: string;
  displayName: string;
  class: AccountClass;
  normalSide: Side;
};

const asset = (displayName: string) =>
  ({ displayName, class: "asset", normalSide: "debit" }) as const;
const liability = (displayName: string) =>
  ({ displayName, class: "liability", normalSide: "credit" }) as const;
const equity = (displayName: string, normalSide: Side = "credit") =>
  ({ displayName, class: "equity", normalSide }) as const;
const revenue = (displayName: string) =>
  ({ displayName, class: "revenue", normalSide: "credit" }) as const;
const expense = (displayName: string) =>
  ({ displayName, class: "expense", normalSide: "debit" }) as const;

export const accounts = [
  // Screens show the bank under the name in the group's settings.
  { code: "bank", ...asset("Bank") },
  { code: "loan_receivable", ...asset("Loans to members") },
  { code: "interest_receivable", ...asset("Interest receivable") },
  { code: "fine_receivable", ...asset("Fines receivable") },
  { code: "investment", ...asset("Investments") },
  { code: "good_will", ...asset("Goodwill") },
  { code: "equity_fixed_deposit", ...asset("Fixed deposits") },

  // Refundable savings are a liability (IFRIC 2).
  { code: "monthly_contribution", ...liability("Members' contributions") },
  { code: "dividends_payable", ...liability("Dividends payable") },
  { code: "tax", ...liability("Tax payable") },

  { code: "ordinary_shares", ...equity("Ordinary shares") },
  { code: "retained_earnings", ...equity("Retained earnings") },
  { code: "income_summary", ...equity("Income summary") },
  { code: "other_statistic", ...equity("Other statistics") },
  // A distribution to the members, not a cost: never part of profit or loss.
  { code: "dividend_expense", ...equity("Dividends declared", "debit") },

  { code: "interest_income", ...revenue("Interest on loans") },
  { code: "fine", ...revenue("Fines") },
  { code: "other_income", ...revenue("Other income") },
  { code: "fixed_deposit_interest", ...revenue("Interest on fixed deposits") },
  { code: "income_from_exited_member", ...revenue("Income from exited members") },
  { code: "bad_debt_recovery_income", ...revenue("Bad debts recovered") },
  { code: "exited_member_interest_income", ...revenue("Interest from exited members' loans") },

  { code: "expense", ...expense("General expenses") },
  { code: "social_welfare", ...expense("Social welfare") },
  { code: "end_year_party", ...expense("End of year party") },
  { code: "server_expense", ...expense("Server costs") },
  { code: "certificate_renewal", ...expense("Certificate renewal") },
  { code: "transaction_cost", ...expense("Transaction costs") },
  { code: "other_expense", ...expense("Other expenses") },
  { code: "bad_debt_expense", ...expense("Bad debts written off") },
] as const satisfies readonly Account[];

export type AccountCode = (typeof accounts)[number]["code"];

const byCode = new Map<AccountCode, Account & { code: AccountCode }>(
  accounts.map((account) => [account.code, account]),
);

export function accountOf(code: AccountCode): Account & { code: AccountCode } {
  const account = byCode.get(code);
  if (!account) throw new Error(`no such account: ${code}`);
  return account;
}
