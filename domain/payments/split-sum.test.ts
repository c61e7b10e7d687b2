import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMonths, monthsFrom } from "../calendar.ts";
import { lastMonthOf, splitSum } from "./split-sum.ts";

const cents = fc.bigInt({ min: 0n, max: 100_000_000_000n });
const debts = fc.array(cents, { minLength: 1, maxLength: 8 });
const total = (parts: readonly bigint[]) => parts.reduce((sum, part) => sum + part, 0n);

describe("a sum is split", () => {
  it("to the cent, the oldest first, and never over what is owed", () => {
    fc.assert(
      fc.property(cents, debts, (sum, owed) => {
        const { parts, left } = splitSum(sum, owed, { ahead: null });
        expect(total(parts) + left).toBe(sum);
        parts.forEach((part, at) => {
          expect(part).toBeGreaterThanOrEqual(0n);
          expect(part).toBeLessThanOrEqual(owed[at]!);
          // Nothing goes to a later debt while an earlier one is open.
          const isShort = part < owed[at]!;
          expect(isShort && total(parts.slice(at + 1)) > 0n).toBe(false);
        });
        expect(left > 0n && total(parts) < total(owed)).toBe(false);
      }),
    );
  });

  it("with what is left over going to the contribution only, which may be paid ahead", () => {
    fc.assert(
      fc.property(cents, debts, (sum, owed) => {
        const without = splitSum(sum, owed, { ahead: null });
        const { parts, left } = splitSum(sum, owed, { ahead: 0 });
        expect(left).toBe(0n);
        expect(total(parts)).toBe(sum);
        expect(parts.slice(1)).toEqual(without.parts.slice(1));
        expect(parts[0]).toBe(without.parts[0]! + without.left);
      }),
    );
  });

  it("as home shows it: 5,300 for five months and a fine", () => {
    expect(splitSum(530_000n, [500_000n, 30_000n], { ahead: 0 }).parts).toEqual([
      500_000n,
      30_000n,
    ]);
    expect(splitSum(120_000n, [500_000n, 30_000n], { ahead: 0 }).parts).toEqual([120_000n, 0n]);
    expect(splitSum(630_000n, [500_000n, 30_000n], { ahead: 0 }).parts).toEqual([
      600_000n,
      30_000n,
    ]);
  });
});

describe("the last month of a contribution", () => {
  const monthlyCents = 100_000n;
  it.each([
    [500_000n, 0n, "2026-10-01"],
    [1n, 0n, "2026-06-01"],
    [100_000n, 0n, "2026-06-01"],
    [100_001n, 0n, "2026-07-01"],
    [460_000n, 40_000n, "2026-10-01"],
    [60_000n, 40_000n, "2026-06-01"],
    [700_000n, 0n, "2026-12-01"],
    [800_000n, 0n, "2027-01-01"],
  ])("for %d cents after %d is %s", (amountCents, paidCents, last) => {
    expect(lastMonthOf({ first: "2026-06-01", paidCents, amountCents, monthlyCents })).toBe(last);
  });

  it("covers the amount, and one month less would not", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 5_000_000n }),
        fc.bigInt({ min: 1n, max: 200_000n }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (amountCents, price, share) => {
          const paidCents = BigInt(Math.floor(Number(price) * share));
          const first = "2026-06-01";
          const last = lastMonthOf({ first, paidCents, amountCents, monthlyCents: price });
          const months = BigInt(monthsFrom(first, addMonths(last, 1)));
          const isCut = months === 600n;
          expect(isCut || paidCents + amountCents <= price * months).toBe(true);
          expect(paidCents + amountCents).toBeGreaterThan(price * (months - 1n));
        },
      ),
    );
  });
});
