import * as fc from "fast-check";
import { expect, it, test } from "vitest";
import { byLargestRemainder } from "./largest-remainder.ts";
import { sumOf } from "./money.ts";

const people = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 10_000 }),
    weight: fc.bigInt({ min: 0n, max: 100_000_000_000n }),
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 50 },
);

test("shares add up to the amount, whatever the order of the people, and miss their part by less than a cent", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 100_000_000_000n }), people, (amount, weighted) => {
      const all = sumOf(weighted, ({ weight }) => weight);
      fc.pre(all > 0n);
      const shares = byLargestRemainder(amount, weighted);
      expect(sumOf(shares, (share) => share.cents)).toBe(amount);
      expect(byLargestRemainder(amount, weighted.toReversed())).toEqual(shares);
      for (const { id, cents } of shares) {
        const weight = weighted.find((each) => each.id === id)?.weight ?? 0n;
        const off = cents * all - amount * weight;
        expect(off < all && off > -all).toBe(true);
      }
    }),
  );
});

it("gives the last cents by the largest remainder, a tie to the lower member id", () => {
  const weighted = [7, 3, 5].map((id) => ({ id, weight: 1n }));
  expect(byLargestRemainder(10n, weighted)).toEqual([
    { id: 3, cents: 4n },
    { id: 5, cents: 3n },
    { id: 7, cents: 3n },
  ]);
});
