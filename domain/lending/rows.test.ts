import * as fc from "fast-check";
import { expect, it, test } from "vitest";
import { addMonths, daysBetween } from "#domain/calendar.ts";
import { sumOf } from "#domain/money.ts";
import { randomLoan, slowRows } from "./loans-for-tests.ts";
import { dueDays, feeOf, type LoanTerms } from "./loan-terms.ts";
import { layRows, totalOf } from "./rows.ts";

const monthlyTerms: LoanTerms = {
  method: "equal_instalments",
  rateBasisPoints: 100,
  ratePer: "month",
  dueDay: null,
  graceMonths: 0,
  graceKind: "interest_only",
  roundUpToCents: 1n,
};

test("10,000 random loans have the rows that a second, slower computation gives", () => {
  fc.assert(
    fc.property(randomLoan, (loan) => {
      const rows = layRows(loan.terms, loan);
      const plain = rows?.map((row) => ({
        interest: row.interestCents,
        principal: row.principalCents,
      }));
      expect(plain ?? null).toEqual(slowRows(loan));
    }),
    { numRuns: 10_000 },
  );
});

test("the principal of all rows is the amount, and no row takes a negative sum", () => {
  fc.assert(
    fc.property(randomLoan, (loan) => {
      const rows = layRows(loan.terms, loan) ?? [];
      fc.pre(rows.length > 0);
      expect(sumOf(rows, (row) => row.principalCents)).toBe(loan.amountCents);
      expect(rows.length).toBeLessThanOrEqual(loan.instalments);
      for (const row of rows) expect(row.interestCents >= 0n && totalOf(row) >= 0n).toBe(true);
    }),
  );
});

test("all rows but the last take the same", () => {
  fc.assert(
    fc.property(randomLoan, (loan) => {
      const { method, graceKind, graceMonths } = loan.terms;
      const grace = graceKind === "interest_only" ? graceMonths : 0;
      const rows = (layRows(loan.terms, loan) ?? []).slice(grace, -1);
      const same = rows.map((row) =>
        method === "equal_principal" ? row.principalCents : totalOf(row),
      );
      expect(new Set(same).size).toBeLessThanOrEqual(1);
    }),
  );
});

it.each([
  [null, "2026-01-31", ["2026-02-28", "2026-03-31", "2026-04-30"]],
  [null, "2024-01-30", ["2024-02-29", "2024-03-30", "2024-04-30"]],
  [5, "2026-01-20", ["2026-02-05", "2026-03-05", "2026-04-05"]],
  [5, "2026-01-21", ["2026-02-05", "2026-03-05", "2026-04-05"]],
  [5, "2026-01-22", ["2026-03-05", "2026-04-05", "2026-05-05"]],
  [28, "2026-01-13", ["2026-01-28", "2026-02-28", "2026-03-28"]],
  [28, "2026-01-14", ["2026-02-28", "2026-03-28", "2026-04-28"]],
  [1, "2026-12-31", ["2027-02-01", "2027-03-01", "2027-04-01"]],
])("a due day of %j after a payout on %s is %j", (dueDay, from, days) => {
  expect(dueDays({ ...monthlyTerms, dueDay }, from, 3)).toEqual(days);
});

test("a free grace moves all rows, and one of interest alone moves none", () => {
  const free: LoanTerms = { ...monthlyTerms, graceMonths: 2, graceKind: "free" };
  expect(dueDays(free, "2026-01-31", 2)).toEqual(["2026-04-30", "2026-05-31"]);
  expect(dueDays({ ...free, dueDay: 5 }, "2026-01-21", 1)).toEqual(["2026-04-05"]);
  const interestOnly = { ...monthlyTerms, graceMonths: 2 };
  expect(dueDays(interestOnly, "2026-01-31", 1)).toEqual(["2026-02-28"]);
});

test("due days are a month apart and at least 15 days after the payout", () => {
  fc.assert(
    fc.property(randomLoan, ({ terms, paidOutOn }) => {
      const days = dueDays(terms, paidOutOn, 24);
      const [first = ""] = days;
      const leastDays = terms.dueDay === null ? 28 : 15;
      expect(daysBetween(paidOutOn, first)).toBeGreaterThanOrEqual(leastDays);
      const anchor = terms.dueDay === null ? paidOutOn : first;
      const late = terms.graceKind === "free" && terms.dueDay === null ? terms.graceMonths : 0;
      const before = terms.dueDay === null ? 1 + late : 0;
      expect(days).toEqual(days.map((_, index) => addMonths(anchor, before + index)));
    }),
  );
});

it.each([
  [0, 0n, 100_000n, 0n],
  [150, 20_000n, 1_000_000n, 35_000n],
  [1, 0n, 5000n, 1n],
  [1, 0n, 4999n, 0n],
])("a fee of %i/10,000 and %s cents on %s cents is %s", (percent, fixed, amount, expected) => {
  expect(feeOf({ percentBasisPoints: percent, amountCents: fixed }, amount)).toBe(expected);
});

test("a row that would repay nothing makes too many instalments", () => {
  const loan = { amountCents: 3n, instalments: 100, paidOutOn: "2026-01-05" };
  expect(layRows({ ...monthlyTerms, rateBasisPoints: 0 }, loan)).toBeNull();
  expect(layRows({ ...monthlyTerms, method: "flat" }, loan)).toBeNull();
});
