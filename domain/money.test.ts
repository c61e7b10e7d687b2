import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatAmount,
  formatKes,
  fromKes,
  MAX_AMOUNT_CENTS,
  mulDiv,
  parseKes,
  plainAmount,
  toKes,
} from "./money.ts";

const cents = fc.bigInt({ min: -MAX_AMOUNT_CENTS, max: MAX_AMOUNT_CENTS });

describe("reading an amount", () => {
  it.each([
    [1500.5, 150_050n],
    ["1500.50", 150_050n],
    ["1500.5", 150_050n],
    ["1500.5000", 150_050n],
    ["1500.500", 150_050n],
    ["0.500", 50n],
    [1.5, 150n],
    ["1.50", 150n],
    ["007", 700n],
    [0, 0n],
    [-0, 0n],
    ["-0.00", 0n],
    [-12.34, -1_234n],
    ["-12.34", -1_234n],
    [0.29, 29n],
    [1.15, 115n],
    [1_000_000_000, MAX_AMOUNT_CENTS],
    ["1000000000.00", MAX_AMOUNT_CENTS],
  ])("takes %j as %d cents", (value, expected) => {
    expect(parseKes(value)).toBe(expected);
  });

  it.each([
    [undefined, "missing"],
    [null, "missing"],
    ["", "missing"],
    ["  ", "missing"],
    [Number.NaN, "not-a-number"],
    ["NaN", "not-a-number"],
    ["Infinity", "not-a-number"],
    ["1e3", "not-a-number"],
    ["1,500.50", "not-a-number"],
    [" 15", "not-a-number"],
    ["+15", "not-a-number"],
    ["--15", "not-a-number"],
    [".5", "not-a-number"],
    ["5.", "not-a-number"],
    ["0x10", "not-a-number"],
    ["15\n", "not-a-number"],
    ["٣", "not-a-number"],
    [true, "not-a-number"],
    [[15], "not-a-number"],
    [{}, "not-a-number"],
    [0.1 + 0.2, "too-many-decimals"],
    ["1.500", "two-readings"],
    ["-12.340", "two-readings"],
    ["999.000", "two-readings"],
    ["1.234", "too-many-decimals"],
    ["0.001", "too-many-decimals"],
    ["-10.999", "too-many-decimals"],
    [1e-9, "too-many-decimals"],
    [1e21, "too-large"],
    [-1e300, "too-large"],
    [Number.POSITIVE_INFINITY, "too-large"],
    [1_000_000_000.01, "too-large"],
    ["-1000000000.01", "too-large"],
    ["9".repeat(100_000), "too-large"],
  ])("refuses %j as %s", (value, fault) => {
    expect(parseKes(value)).toBe(fault);
  });

  it("gives back every amount it has written, as a number and as a string", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseKes(toKes(amount))).toBe(amount);
        expect(parseKes(plainAmount(amount))).toBe(amount);
      }),
    );
  });

  it("answers any value with cents or a fault, and never throws", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(["bigint", "string"]).toContain(typeof parseKes(value));
      }),
    );
  });

  it("never takes a number with a third decimal", () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 9 }), (amount, third) => {
        const text = `${plainAmount(amount)}${third}`;
        expect(["too-many-decimals", "too-large"]).toContain(parseKes(text));
      }),
    );
  });
});

describe("writing an amount", () => {
  it.each([
    [0n, "KES 0.00"],
    [5n, "KES 0.05"],
    [99_999n, "KES 999.99"],
    [100_000n, "KES 1,000.00"],
    [123_450n, "KES 1,234.50"],
    [-123_450n, "KES (1,234.50)"],
    [123_456_789_012n, "KES 1,234,567,890.12"],
  ])("writes %d cents as %s", (amount, text) => {
    expect(formatKes(amount)).toBe(text);
  });

  it("puts an amount below zero in brackets, and its sign before its digits for programs", () => {
    expect(formatAmount(-1_234n)).toBe("(12.34)");
    expect(formatAmount(123_450n)).toBe("1,234.50");
    expect(plainAmount(-123_450n)).toBe("-1234.50");
  });

  it("refuses to write KES that a float cannot carry to the cent", () => {
    expect(toKes(1_000_000_000_000_000n)).toBe(10_000_000_000_000);
    expect(() => toKes(1_000_000_000_000_001n)).toThrow("cannot be written exactly");
  });

  it("comes back to the cent, as large as a group's sums may be", () => {
    const sums = fc.bigInt({ min: -1_000_000_000_000_000n, max: 1_000_000_000_000_000n });
    fc.assert(
      fc.property(sums, (sum) => {
        expect(fromKes(toKes(sum))).toBe(sum);
      }),
    );
  });
});

describe("mulDiv", () => {
  it("rounds a half away from zero", () => {
    expect(mulDiv(1n, 1n, 2n, "half-up")).toBe(1n);
    expect(mulDiv(-1n, 1n, 2n, "half-up")).toBe(-1n);
    expect(mulDiv(149n, 1n, 100n, "half-up")).toBe(1n);
    expect(mulDiv(150n, 1n, 100n, "half-up")).toBe(2n);
  });

  it("cuts towards zero when rounding down", () => {
    expect(mulDiv(199n, 1n, 100n, "down")).toBe(1n);
    expect(mulDiv(-199n, 1n, 100n, "down")).toBe(-1n);
  });

  it("refuses a denominator that is not positive", () => {
    expect(() => mulDiv(1n, 1n, 0n, "down")).toThrow("cannot divide");
  });

  it("is never further than its rounding allows from the true value, and mirrors at zero", () => {
    const factor = fc.bigInt({ min: 0n, max: 1_000_000n });
    const divisor = fc.bigInt({ min: 1n, max: 1_000_000n });
    fc.assert(
      fc.property(cents, factor, divisor, (amount, numerator, denominator) => {
        const halfUp = mulDiv(amount, numerator, denominator, "half-up");
        const down = mulDiv(amount, numerator, denominator, "down");
        const missByHalfUp = size(halfUp * denominator - amount * numerator);
        expect(missByHalfUp * 2n <= denominator).toBe(true);
        expect(size(down * denominator) <= size(amount * numerator)).toBe(true);
        expect(size(down * denominator - amount * numerator) < denominator).toBe(true);
        expect(mulDiv(-amount, numerator, denominator, "half-up")).toBe(-halfUp);
        expect(mulDiv(-amount, numerator, denominator, "down")).toBe(-down);
      }),
    );
  });
});

function size(value: bigint): bigint {
  return value < 0n ? -value : value;
}
