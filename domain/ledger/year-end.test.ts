import { describe, expect, it } from "vitest";
import { nextYearToClose, yearToClose, type BooksSoFar, yearClosed } from "./year-end.ts";
import * as fc from "fast-check";
import { accounts } from "./chart-of-accounts.ts";
import { type Balance, balanceSheet, profitAndLoss, retainedEarnings } from "./statements.ts";

const january = { month: 1, day: 1 };
const books = (params: Partial<BooksSoFar> = {}): BooksSoFar => ({
  today: "2027-02-01",
  yearStart: january,
  closedUntil: null,
  oldestOpenEntry: "2025-06-01",
  ...params,
});
const requested = (label: string) => ({ startYear: Number(label.slice(0, 4)), label });

describe("the year to close", () => {
  it("is the oldest with entries that are not closed", () => {
    expect(nextYearToClose(books())).toEqual({
      start: "2025-01-01",
      end: "2025-12-31",
      label: "2025",
    });
    expect(yearToClose(books(), requested("2025")).end).toBe("2025-12-31");
    expect(nextYearToClose(books({ oldestOpenEntry: null }))).toBeNull();
  });

  it("is named by its label or the year it starts in", () => {
    const july = books({ yearStart: { month: 7, day: 1 }, oldestOpenEntry: "2025-08-01" });
    expect(yearToClose(july, requested("2025/2026")).end).toBe("2026-06-30");
    expect(yearToClose(july, requested("2025")).end).toBe("2026-06-30");
    expect(() => yearToClose(july, requested("2025/2027"))).toThrow("2025/2026");
    expect(() => yearToClose(books(), requested("2025/2026"))).toThrow("2025");
  });

  it.each([
    ["not over", "2027", books({ oldestOpenEntry: "2027-01-02" }), "year-not-over"],
    ["over only today", "2026", books({ today: "2026-12-31" }), "year-not-over"],
    ["closed", "2024", books({ closedUntil: "2024-12-31" }), "year-already-closed"],
    ["not the oldest", "2026", books(), "older-year-open (year: 2025)"],
    ["empty before the first entry", "2024", books(), "year-without-entries"],
    [
      "empty",
      "2026",
      books({ closedUntil: "2025-12-31", oldestOpenEntry: null }),
      "year-without-entries",
    ],
  ])("is refused when it is %s", (_name, year, params, refusal) => {
    expect(() => yearToClose(params, requested(year))).toThrow(refusal);
  });

  it("after the group moved its start of the year is what the last closed one left of it", () => {
    const moved = books({
      yearStart: { month: 7, day: 1 },
      closedUntil: "2025-12-31",
      oldestOpenEntry: "2026-01-15",
    });
    expect(yearToClose(moved, requested("2025/2026"))).toEqual({
      start: "2026-01-01",
      end: "2026-06-30",
      label: "2025/2026",
    });
  });
});

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
