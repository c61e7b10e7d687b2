import * as fc from "fast-check";
import { expect, it } from "vitest";
import { splitBadDebt, splitRecovery } from "./payment-splits.ts";

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
