import { describe, expect, it } from "vitest";
import { type AccountClass, accountOf, accounts, accountsOf } from "./chart-of-accounts.ts";

const expected: Record<AccountClass, string> = {
  asset:
    "bank cash loan_receivable interest_receivable fine_receivable investment good_will equity_fixed_deposit",
  liability: "monthly_contribution dividends_payable tax merry_go_round restricted_funds",
  equity: "ordinary_shares retained_earnings income_summary other_statistic dividend_expense",
  revenue:
    "interest_income fine other_income fixed_deposit_interest income_from_exited_member bad_debt_recovery_income exited_member_interest_income",
  expense:
    "expense social_welfare end_year_party server_expense certificate_renewal transaction_cost other_expense bad_debt_expense",
};

describe("the chart of accounts", () => {
  it.each(Object.keys(expected) as AccountClass[])("holds every %s account", (kind) => {
    const codes = accounts.filter((account) => account.class === kind).map(({ code }) => code);
    expect(codes.join(" ")).toBe(expected[kind]);
  });

  it("leaves out what a group never used", () => {
    const seldom = ["cash", "merry_go_round", "restricted_funds"];
    const without = accounts.filter(({ code }) => !seldom.includes(code));
    expect(accountsOf(() => false)).toEqual(without);
    expect(accountsOf((code) => seldom.includes(code))).toEqual(accounts);
  });

  it("gives every account a code of its own", () => {
    expect(new Set(accounts.map(({ code }) => code)).size).toBe(accounts.length);
  });

  it("grows assets, expenses and dividends declared on the debit side, the rest on the credit side", () => {
    const debits = accounts.filter(({ normalSide }) => normalSide === "debit");
    expect(
      debits.every(
        (account) =>
          account.class === "asset" ||
          account.class === "expense" ||
          account.code === "dividend_expense",
      ),
    ).toBe(true);
    expect(debits).toHaveLength(17);
  });

  it("finds an account by its code", () => {
    expect(accountOf("monthly_contribution")).toEqual({
      code: "monthly_contribution",
      class: "liability",
      normalSide: "credit",
    });
  });
});
