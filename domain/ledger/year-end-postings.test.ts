import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accounts } from "./chart-of-accounts.ts";
import { type Balance, balanceSheet, profitAndLoss, retainedEarnings } from "./statements.ts";
import { yearClosed } from "./year-end-postings.ts";

const year = {
  description: "Closing of 2026",
  start: "2026-07-01",
  end: "2027-06-30",
  label: "2026/2027",
};

const anyBalances: fc.Arbitrary<Balance[]> = fc.uniqueArray(
  fc.record({
    account: fc.constantFrom(...accounts.map(({ code }) => code)),
    balanceCents: fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
  }),
  { selector: ({ account }) => account },
);

function afterClosing(balances: Balance[]): Balance[] {
  return [
    ...balances,
    ...(yearClosed(year, balances)?.postings ?? []).map(({ account, amountCents }) => ({
      account,
      balanceCents: amountCents,
    })),
  ];
}

describe("closing a year", () => {
  it("empties revenues, expenses and dividends into retained earnings", () => {
    const entry = yearClosed(year, [
      { account: "bank", balanceCents: 6_000n },
      { account: "interest_income", balanceCents: -10_000n },
      { account: "transaction_cost", balanceCents: 3_000n },
      { account: "dividend_expense", balanceCents: 1_000n },
    ]);
    expect(entry?.postings.map(({ account, amountCents }) => `${account} ${amountCents}`)).toEqual([
      "interest_income 10000",
      "income_summary -10000",
      "transaction_cost -3000",
      "income_summary 3000",
      "income_summary 7000",
      "retained_earnings -7000",
      "dividend_expense -1000",
      "retained_earnings 1000",
    ]);
    expect(entry).toMatchObject({
      businessDate: "2027-06-30",
      description: year.description,
      source: { kind: "financial_year", id: 20270630, purpose: "closing" },
    });
  });

  it("posts nothing for a year in which nothing was earned or spent", () => {
    expect(yearClosed(year, [{ account: "bank", balanceCents: 5n }])).toBeNull();
    expect(yearClosed(year, [{ account: "fine", balanceCents: 0n }])).toBeNull();
  });

  it("leaves nothing to close, and the group's retained earnings as they were", () => {
    fc.assert(
      fc.property(anyBalances, (balances) => {
        const after = afterClosing(balances);
        expect(profitAndLoss(after)).toMatchObject({ revenues: [], expenses: [] });
        expect(retainedEarnings(after)).toBe(retainedEarnings(balances));
        expect(balanceSheet(after)).toEqual(balanceSheet(balances));
        expect(yearClosed(year, after)).toBeNull();
      }),
    );
  });
});
