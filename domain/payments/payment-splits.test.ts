import * as fc from "fast-check";
import { expect, it, describe } from "vitest";
import {
  splitRepayment,
  splitBadDebt,
  splitRecovery,
  settleOldestFirst,
} from "./payment-splits.ts";

describe("a repayment", () => {
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
});

describe("a bad debt", () => {
  it.each([
    [11_000n, 10_000n, 1_000n],
    [10_000n, 9_091n, 909n],
    [1n, 1n, 0n],
    [0n, 0n, 0n],
  ])("splits a debt of %d cents into %d and %d", (debt, principalCents, interestCents) => {
    expect(splitBadDebt(debt)).toEqual({ principalCents, interestCents });
  });

  it("refuses a recovery of more than is outstanding, and of nothing", () => {
    const debt = { debtCents: 11_000n, recoveredBeforeCents: 10_000n };
    expect(() => splitRecovery({ ...debt, recoveredCents: 1_001n })).toThrow("do not fit");
    expect(() => splitRecovery({ ...debt, recoveredCents: 0n })).toThrow("do not fit");
  });

  it("recovers exactly the debt's own principal and interest, however it is paid", () => {
    const cents = fc.bigInt({ min: 1n, max: 100_000_000n });
    fc.assert(
      fc.property(cents, fc.array(cents), (debtCents, wanted) => {
        let [recoveredBeforeCents, principal, interest] = [0n, 0n, 0n];
        for (const command of [...wanted, debtCents]) {
          const leftCents = debtCents - recoveredBeforeCents;
          if (leftCents === 0n) break;
          const recoveredCents = command < leftCents ? command : leftCents;
          const split = splitRecovery({ debtCents, recoveredBeforeCents, recoveredCents });
          expect(split.principalCents >= 0n && split.interestCents >= 0n).toBe(true);
          expect(split.principalCents + split.interestCents).toBe(recoveredCents);
          recoveredBeforeCents += recoveredCents;
          principal += split.principalCents;
          interest += split.interestCents;
        }
        expect({ principalCents: principal, interestCents: interest }).toEqual(
          splitBadDebt(debtCents),
        );
      }),
    );
  });
});

describe("the oldest first", () => {
  const debts = [
    { id: 1, balanceCents: 300n },
    { id: 2, balanceCents: 200n },
    { id: 3, balanceCents: 100n },
  ];

  it("settles the oldest in full before the next", () => {
    expect(settleOldestFirst(debts, 450n)).toEqual([
      { id: 1, settledCents: 300n, remainingCents: 0n },
      { id: 2, settledCents: 150n, remainingCents: 50n },
      { id: 3, settledCents: 0n, remainingCents: 100n },
    ]);
  });

  it("leaves over what goes beyond all debts", () => {
    expect(
      settleOldestFirst(debts, 1_000n).every(({ remainingCents }) => remainingCents === 0n),
    ).toBe(true);
    expect(settleOldestFirst([], 1_000n)).toEqual([]);
  });

  it("loses no cent, and touches no debt before the older ones are gone", () => {
    const balance = fc.bigInt({ min: 0n, max: 10_000n });
    fc.assert(
      fc.property(fc.array(balance, { maxLength: 6 }), balance, (balances, amountCents) => {
        const params = balances.map((balanceCents, id) => ({ id, balanceCents }));
        const settled = settleOldestFirst(params, amountCents);
        const owed = balances.reduce((sum, cents) => sum + cents, 0n);
        const paid = settled.reduce((sum, debt) => sum + debt.settledCents, 0n);
        expect(paid).toBe(amountCents < owed ? amountCents : owed);
        for (const [index, debt] of settled.entries()) {
          expect(debt.settledCents + debt.remainingCents).toBe(balances[index]);
          const olderAreGone = settled
            .slice(0, index)
            .every((older) => older.remainingCents === 0n);
          expect(olderAreGone || debt.settledCents === 0n).toBe(true);
        }
      }),
    );
  });
});
