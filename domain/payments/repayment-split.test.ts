import * as fc from "fast-check";
import { expect, it } from "vitest";
import { splitRepayment } from "./payment-splits.ts";

const loan = { loanPrincipalCents: 1_000_000n, loanTotalCents: 1_100_000n };

it("splits a payment by the loan's own proportion", () => {
  expect(splitRepayment({ ...loan, paidBeforeCents: 0n, paymentCents: 110_000n })).toEqual({
    principalCents: 100_000n,
    interestCents: 10_000n,
  });
});

it("rounds the principal so far half up", () => {
  expect(splitRepayment({ ...loan, paidBeforeCents: 0n, paymentCents: 10_000n })).toEqual({
    principalCents: 9_091n,
    interestCents: 909n,
  });
  expect(splitRepayment({ ...loan, paidBeforeCents: 10_000n, paymentCents: 10_000n })).toEqual({
    principalCents: 9_091n,
    interestCents: 909n,
  });
});

it("refuses more than the loan, and nothing at all", () => {
  const overpaid = { ...loan, paidBeforeCents: 1_000_000n, paymentCents: 100_001n };
  expect(() => splitRepayment(overpaid)).toThrow("do not fit");
  expect(() => splitRepayment({ ...loan, paidBeforeCents: 0n, paymentCents: 0n })).toThrow(
    "do not fit",
  );
});

it("adds up to exactly the principal and the interest, however the loan is paid", () => {
  const cents = fc.bigInt({ min: 1n, max: 100_000_000n });
  const interest = fc.bigInt({ min: 0n, max: 50_000_000n });
  fc.assert(
    fc.property(cents, interest, fc.array(cents), (principal, interestCents, wanted) => {
      const loanTotalCents = principal + interestCents;
      let [paidBeforeCents, principalPaid, interestPaid] = [0n, 0n, 0n];
      for (const command of [...wanted, loanTotalCents]) {
        const leftCents = loanTotalCents - paidBeforeCents;
        if (leftCents === 0n) break;
        const paymentCents = command < leftCents ? command : leftCents;
        const split = splitRepayment({
          loanPrincipalCents: principal,
          loanTotalCents,
          paidBeforeCents,
          paymentCents,
        });
        expect(split.principalCents >= 0n && split.interestCents >= 0n).toBe(true);
        expect(split.principalCents + split.interestCents).toBe(paymentCents);
        paidBeforeCents += paymentCents;
        principalPaid += split.principalCents;
        interestPaid += split.interestCents;
      }
      expect([principalPaid, interestPaid]).toEqual([principal, interestCents]);
    }),
  );
});
