import * as fc from "fast-check";
import { expect, it, test } from "vitest";
import { sumOf } from "#domain/money.ts";
import { bucketOf, type PortfolioGroup, portfolioOf } from "./portfolio.ts";

it.each([
  [0, "current"],
  [1, "1-30"],
  [30, "1-30"],
  [31, "31-60"],
  [60, "31-60"],
  [61, "61-90"],
  [90, "61-90"],
  [91, "90+"],
])("%i days late is the bucket %s", (daysLate, bucket) => {
  expect(bucketOf(daysLate)).toBe(bucket);
});

const loan: PortfolioGroup = {
  bucket: "current",
  isRescheduled: false,
  loans: 1,
  principalCents: 10_000n,
  interestCents: 100n,
  overduePrincipalCents: 0n,
  overdueInterestCents: 0n,
};

test("principal at risk is that of loans more than 30 days late, and beside it of rescheduled ones", () => {
  const late = { ...loan, overduePrincipalCents: 2000n, overdueInterestCents: 50n };
  const portfolio = portfolioOf([
    loan,
    { ...loan, isRescheduled: true },
    { ...late, bucket: bucketOf(30) },
    { ...late, bucket: bucketOf(31) },
    { ...late, bucket: bucketOf(200), isRescheduled: true },
    { ...loan, principalCents: 20_000n },
  ]);
  expect(portfolio).toMatchObject({
    loans: 6,
    principalCents: 70_000n,
    interestCents: 600n,
    overduePrincipalCents: 6000n,
    overdueInterestCents: 150n,
    par30: { principalCents: 20_000n, basisPoints: 2857 },
    par30WithRescheduled: { principalCents: 30_000n, basisPoints: 4286 },
    rescheduled: { loans: 2, principalCents: 20_000n },
  });
  expect(portfolio.ageing).toEqual([
    { bucket: "current", loans: 3, principalCents: 40_000n, overdueCents: 0n },
    { bucket: "1-30", loans: 1, principalCents: 10_000n, overdueCents: 2050n },
    { bucket: "31-60", loans: 1, principalCents: 10_000n, overdueCents: 2050n },
    { bucket: "61-90", loans: 0, principalCents: 0n, overdueCents: 0n },
    { bucket: "90+", loans: 1, principalCents: 10_000n, overdueCents: 2050n },
  ]);
});

test("without loans nothing is at risk", () => {
  expect(portfolioOf([])).toMatchObject({
    loans: 0,
    par30: { principalCents: 0n, basisPoints: 0 },
  });
});

const cents = fc.bigInt({ min: 0n, max: 100_000_000n });
const randomLoan = fc.record({
  daysLate: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 400 })),
  isRescheduled: fc.boolean(),
  principalCents: cents,
  interestCents: cents,
  overduePrincipalCents: cents,
  overdueInterestCents: cents,
});

test("every figure is the sum over the loans, whatever their days", () => {
  fc.assert(
    fc.property(fc.array(randomLoan, { maxLength: 40 }), (loans) => {
      const portfolio = portfolioOf(
        loans.map(({ daysLate, ...each }) => ({ ...each, loans: 1, bucket: bucketOf(daysLate) })),
      );
      const principal = sumOf(loans, (each) => each.principalCents);
      expect(portfolio).toMatchObject({
        loans: loans.length,
        principalCents: principal,
        interestCents: sumOf(loans, (each) => each.interestCents),
        overduePrincipalCents: sumOf(loans, (each) => each.overduePrincipalCents),
        overdueInterestCents: sumOf(loans, (each) => each.overdueInterestCents),
      });
      expect(sumOf(portfolio.ageing, (each) => each.principalCents)).toBe(principal);
      expect(sumOf(portfolio.ageing, (each) => each.overdueCents)).toBe(
        portfolio.overduePrincipalCents + portfolio.overdueInterestCents,
      );
      const atRisk = loans.filter(({ daysLate }) => daysLate > 30);
      const orRescheduled = loans.filter((each) => each.daysLate > 30 || each.isRescheduled);
      for (const [risk, of] of [
        [portfolio.par30, atRisk],
        [portfolio.par30WithRescheduled, orRescheduled],
      ] as const) {
        const riskCents = sumOf(of, (each) => each.principalCents);
        expect(risk.principalCents).toBe(riskCents);
        const share = principal === 0n ? 0 : (Number(riskCents) / Number(principal)) * 10_000;
        expect(Math.abs(risk.basisPoints - share)).toBeLessThanOrEqual(0.5 + 1e-6);
      }
    }),
  );
});
