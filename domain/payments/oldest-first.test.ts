import * as fc from "fast-check";
import { expect, it } from "vitest";
import { settleOldestFirst } from "./payment-splits.ts";

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
        const olderAreGone = settled.slice(0, index).every((older) => older.remainingCents === 0n);
        expect(olderAreGone || debt.settledCents === 0n).toBe(true);
      }
    }),
  );
});
