import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AccountCode, accounts } from "./chart-of-accounts.ts";
import {
  type Balance,
  balanceSheet,
  profitAndLoss,
  retainedEarnings,
  retainedEarningsParts,
  trialBalance,
} from "./statements.ts";

const codes = accounts.map(({ code }) => code);

/** A small year: savings, a loan with interest, a cost, a dividend. */
const books: Balance[] = [
  { account: "monthly_contribution", balanceCents: -500_000n },
  { account: "bank", balanceCents: 370_000n },
  { account: "loan_receivable", balanceCents: 100_000n },
  { account: "interest_receivable", balanceCents: 10_000n },
  { account: "interest_income", balanceCents: -10_000n },
  { account: "transaction_cost", balanceCents: 30_000n },
  { account: "dividend_expense", balanceCents: 4_000n },
  { account: "dividends_payable", balanceCents: -4_000n },
  { account: "investment", balanceCents: 0n },
];

/** Any number of balanced entries, as accounts and amounts of their postings. */
const balancedBooks: fc.Arbitrary<Balance[]> = fc
  .array(
    fc.record({
      from: fc.constantFrom(...codes),
      to: fc.constantFrom(...codes),
      amountCents: fc.bigInt({ min: 1n, max: 1_000_000_000n }),
    }),
    { maxLength: 40 },
  )
  .map((entries) =>
    entries.flatMap(({ from, to, amountCents }) => [
      { account: from, balanceCents: -amountCents },
      { account: to, balanceCents: amountCents },
    ]),
  );

const total = (rows: readonly { balanceCents: bigint }[]) =>
  rows.reduce((sum, { balanceCents }) => sum + balanceCents, 0n);

const chartIndex = (account: AccountCode) => codes.indexOf(account);

describe("the trial balance", () => {
  it("puts each balance on its side, in the order of the chart, without zeros", () => {
    expect(trialBalance(books)).toEqual([
      { account: "bank", debitCents: 370_000n, creditCents: 0n },
      { account: "loan_receivable", debitCents: 100_000n, creditCents: 0n },
      { account: "interest_receivable", debitCents: 10_000n, creditCents: 0n },
      { account: "monthly_contribution", debitCents: 0n, creditCents: 500_000n },
      { account: "dividends_payable", debitCents: 0n, creditCents: 4_000n },
      { account: "dividend_expense", debitCents: 4_000n, creditCents: 0n },
      { account: "interest_income", debitCents: 0n, creditCents: 10_000n },
      { account: "transaction_cost", debitCents: 30_000n, creditCents: 0n },
    ]);
  });

  it("is empty for empty books", () => {
    expect(trialBalance([])).toEqual([]);
  });

  it("has equal sides and one side per row, whatever was posted", () => {
    fc.assert(
      fc.property(balancedBooks, (balances) => {
        const rows = trialBalance(balances);
        const debits = rows.reduce((sum, row) => sum + row.debitCents, 0n);
        const credits = rows.reduce((sum, row) => sum + row.creditCents, 0n);
        expect(debits).toBe(credits);
        for (const { debitCents, creditCents } of rows) {
          expect(debitCents >= 0n && creditCents >= 0n).toBe(true);
          expect(debitCents === 0n).toBe(creditCents !== 0n);
        }
        const order = rows.map(({ account }) => chartIndex(account));
        expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
      }),
    );
  });
});

describe("the balance sheet", () => {
  it("includes what is not yet closed in retained earnings", () => {
    const sheet = balanceSheet(books);
    expect(sheet.equities).toEqual([{ account: "retained_earnings", balanceCents: 24_000n }]);
    expect(sheet.liabilities).toEqual([
      { account: "monthly_contribution", balanceCents: -500_000n },
      { account: "dividends_payable", balanceCents: -4_000n },
    ]);
    expect(sheet).toMatchObject({
      totalAssetsCents: 480_000n,
      totalLiabilitiesCents: -504_000n,
      totalEquitiesCents: 24_000n,
      differenceCents: 0n,
    });
  });

  it("always shows retained earnings, also at zero", () => {
    expect(balanceSheet([])).toEqual({
      assets: [],
      liabilities: [],
      equities: [{ account: "retained_earnings", balanceCents: 0n }],
      totalAssetsCents: 0n,
      totalLiabilitiesCents: 0n,
      totalEquitiesCents: 0n,
      differenceCents: 0n,
    });
  });

  it("has no difference, and neither dividends nor the income summary as rows, whatever was posted", () => {
    fc.assert(
      fc.property(balancedBooks, (balances) => {
        const sheet = balanceSheet(balances);
        expect(sheet.differenceCents).toBe(0n);
        expect(sheet.totalAssetsCents).toBe(total(sheet.assets));
        expect(sheet.totalLiabilitiesCents).toBe(total(sheet.liabilities));
        expect(sheet.totalEquitiesCents).toBe(total(sheet.equities));
        const shown = sheet.equities.map(({ account }) => account);
        expect(shown.filter((account) => account === "retained_earnings")).toHaveLength(1);
        expect(shown).not.toContain("dividend_expense");
        expect(shown).not.toContain("income_summary");
        const zeros = [...sheet.assets, ...sheet.liabilities, ...sheet.equities].filter(
          ({ account, balanceCents }) => balanceCents === 0n && account !== "retained_earnings",
        );
        expect(zeros).toEqual([]);
      }),
    );
  });

  it("names the difference of books that do not balance", () => {
    expect(balanceSheet([{ account: "bank", balanceCents: 5n }]).differenceCents).toBe(5n);
  });
});

describe("profit and loss", () => {
  it("shows revenues, expenses and a profit as positive", () => {
    expect(profitAndLoss(books)).toEqual({
      revenues: [{ account: "interest_income", amountCents: 10_000n }],
      expenses: [{ account: "transaction_cost", amountCents: 30_000n }],
      totalRevenueCents: 10_000n,
      totalExpensesCents: 30_000n,
      netProfitCents: -20_000n,
    });
  });

  it("explains the retained earnings, with the dividends and what was there before", () => {
    fc.assert(
      fc.property(balancedBooks, (balances) => {
        const { netProfitCents } = profitAndLoss(balances);
        const elsewhere = total(
          balances.filter(({ account }) =>
            ["retained_earnings", "income_summary", "dividend_expense"].includes(account),
          ),
        );
        expect(retainedEarnings(balances)).toBe(elsewhere - netProfitCents);
      }),
    );
  });
});

describe("the parts of the retained earnings", () => {
  it("are what is in the account, and revenues, expenses and dividends not yet closed", () => {
    const closedOnce: Balance[] = [...books, { account: "retained_earnings", balanceCents: -900n }];
    expect(retainedEarningsParts(closedOnce)).toEqual({
      accountCents: 900n,
      notClosedCents: -24_000n,
      retainedCents: -23_100n,
    });
  });

  it("add up to the figure of the balance sheet, whatever the books are", () => {
    fc.assert(
      fc.property(balancedBooks, (some) => {
        const { accountCents, notClosedCents } = retainedEarningsParts(some);
        const row = balanceSheet(some).equities.find(
          (each) => each.account === "retained_earnings",
        );
        expect(accountCents + notClosedCents).toBe(-(row?.balanceCents ?? 0n));
      }),
    );
  });
});
