import { describe, expect, it } from "vitest";
import type { KnownAccount } from "./read-members.ts";
import {
  asha,
  balanced,
  baraka,
  group,
  validate,
  loan,
  members,
  nothing,
  findings,
  withHistory,
  withLoans,
} from "./sheets-for-tests.ts";

describe("what rows say of each other", () => {
  it("a RegNo, phone or email may appear once, whatever its case", () => {
    const again = baraka.with(0, "007").with(3, "254712345678").with(4, "ASHA@example.com");
    expect(findings([members(asha, again), balanced]).problems).toEqual([
      "Members 3 RegNo*: reg-number-twice",
      "Members 3 Phone: phone-twice",
      "Members 3 Email: email-twice",
    ]);
    expect(findings([members(asha, baraka.with(1, "Asha").with(2, "Otieno")), balanced])).toEqual({
      problems: [],
      warnings: ["Members 3 Last name*: name-twice"],
    });
  });

  it("a RegNo with an account is that account, and nobody else's phone or email is taken", () => {
    const account: KnownAccount = {
      regNumber: "007",
      firstName: "Asha",
      lastName: "Otieno",
      phone: "+254712345678",
      email: "asha@example.com",
      standing: "in-group",
    };
    const sheet = [members(asha, baraka), balanced];
    expect(findings(sheet, { accounts: [account] })).toEqual(nothing);
    expect(findings(sheet, { accounts: [{ ...account, regNumber: "99" }] }).problems).toEqual([
      "Members 2 Phone: phone-taken",
      "Members 2 Email: email-taken",
    ]);
    expect(findings(sheet, { accounts: [{ ...account, lastName: "Wambui" }] }).warnings).toEqual([
      "Members 2 Last name*: account-named",
    ]);
    for (const [standing, code] of [
      ["waits", "account-waits"],
      ["inactive", "account-inactive"],
      ["left", "account-left"],
    ] as const)
      expect(findings(sheet, { accounts: [{ ...account, standing }] }).problems).toEqual([
        `Members 2 RegNo*: ${code}`,
      ]);
  });

  it("a loan cannot be paid by more than it is, and one paid back is left out", () => {
    expect(findings(withLoans(loan.with(4, "11,000.01"))).problems).toEqual([
      "Loans 2 Paid so far*: paid-above-owed",
    ]);
    expect(findings(withLoans(loan.with(6, "2026-01-09"))).problems).toEqual([
      "Loans 2 Due on*: before-given",
    ]);
    const back = withLoans(loan.with(4, 11_000), loan, loan);
    expect(findings(back)).toEqual({
      problems: [],
      warnings: ["Loans 2 Paid so far*: loan-paid", "Loans 4 : loan-twice"],
    });
    expect(validate(back).book.loans).toHaveLength(2);
  });

  it("Group takes no account of another sheet, no income, no expense, and none twice", () => {
    const sheet = group(
      ["bank", 1],
      ["bank", 1],
      ["Members' contributions", 1],
      ["interest_income", 1],
      ["dividends_payable", 1],
      ["retained_earnings", -5],
      ["good_will", -5],
    );
    expect(findings([members(asha), sheet]).problems).toEqual([
      "Group 3 Account*: account-twice",
      "Group 4 Account*: account-elsewhere",
      "Group 5 Account*: account-not-brought",
      "Group 6 Account*: account-not-brought",
      "Group 8 Balance*: amount-below-zero",
    ]);
    expect(findings([members(asha), group(["Investments", 5])]).problems).toEqual([
      "Group 1 Account*: bank-missing",
    ]);
  });

  it("M-PESA and cash have rows of their own in Group, and are the bank's", () => {
    const money = group(["Cash", 1_000.5], ["Bank", 40_000], ["M-PESA", 4_999.5]);
    const { book, problems } = validate([members(asha), money]);
    expect(problems).toEqual([]);
    expect(book.balances).toEqual([{ row: 2, account: "bank", cents: 4_600_000n }]);
    expect(validate([members(asha), group(["M-PESA", 46_000])]).problems).toEqual([]);
    const twice = group(["M-PESA", 1], ["Bank", 1], ["mpesa", 1]);
    expect(findings([members(asha), twice]).problems).toEqual(["Group 4 Account*: account-twice"]);
  });

  it("a history from the start adds up to the savings, and a part of it to no more", () => {
    expect(findings(withHistory(["8", "2025-03", 4_000], ["8", "2026-06", 6_000]))).toEqual(
      nothing,
    );
    expect(findings(withHistory(["8", "2025-03", 4_000])).problems).toEqual([
      "Past contributions 2 Amount*: history-not-savings",
    ]);
    expect(findings(withHistory(["8", "2026-03", 4_000]))).toEqual(nothing);
    expect(findings(withHistory(["8", "2026-03", 10_000.01])).problems).toEqual([
      "Past contributions 2 Amount*: history-above-savings",
    ]);
    expect(findings(withHistory(["11", "2026-03", 1])).problems).toEqual([
      "Past contributions 2 RegNo*: reg-number-unknown",
    ]);
  });
});
