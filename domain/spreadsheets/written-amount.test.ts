import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAmount } from "../money.ts";
import { readWrittenAmount } from "./written-amount.ts";

const marks = "0123456789,. ()-+KkEeSshDdRrCc/=\u00a0é".split("");

describe("an amount as it is written", () => {
  it.each([
    ["1,234.50", 123_450n],
    ["(1,234.50)", -123_450n],
    ["500 DR", -50_000n],
    ["500.00CR", 50_000n],
    ["120.00-", -12_000n],
    ["KES 2 000", 200_000n],
    ["Ksh2,000.00", 200_000n],
    ["KSHS. 2,000", 200_000n],
    ["2,000/=", 200_000n],
    ["-KES 500", -50_000n],
    ["KES -500", -50_000n],
    ["KES (500)", -50_000n],
    ["+70", 7_000n],
    ["0.00", 0n],
    [".5", 50n],
    ["12.", 1_200n],
    ["1234567.8", 123_456_780n],
    ["2\u00a0000,", "unreadable"],
    ["2\u00a0000", 200_000n],
    ["1500.500", 150_050n],
    ["100,000,000,000.00", 10_000_000_000_000n],
  ])("%s is %s", (written, cents) => {
    expect(readWrittenAmount(written)).toBe(cents);
  });

  it.each(["", "   ", "-", "–"])("“%s” is no amount at all", (written) => {
    expect(readWrittenAmount(written)).toBe("missing");
  });

  it.each([
    "abc",
    "1,23",
    "1.234,50",
    "12,34,567.00",
    "1,234.505",
    "1e5",
    "(500) DR",
    "-500-",
    "(500",
    "500)",
    "5 00",
    "=1+1",
    "KES",
    ".",
    "1 234,567",
    "٥٠٠",
    "9".repeat(60),
    "0x10",
    "500 D",
    "USD 500",
  ])("“%s” is refused, not guessed", (written) => {
    expect(readWrittenAmount(written)).toBe("unreadable");
  });

  it("above 100 billion it is reported as too large", () => {
    expect(readWrittenAmount("100,000,000,000.01")).toBe("too-large");
  });

  it("comes back from every way it is written", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10_000_000_000_000n }), (cents) => {
        const written = formatAmount(cents);
        expect(readWrittenAmount(written)).toBe(cents);
        expect(readWrittenAmount(`KES ${written}`)).toBe(cents);
        expect(readWrittenAmount(written.replaceAll(",", " "))).toBe(cents);
        expect(readWrittenAmount(`${written} CR`)).toBe(cents);
        for (const out of [`(${written})`, `${written}-`, `-${written}`, `${written}DR`])
          expect(readWrittenAmount(out)).toBe(-cents);
      }),
    );
  });

  it("any text is read quickly, as an amount or as none", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...marks),
          maxLength: 60,
        }),
        (text) => {
          const read = readWrittenAmount(text);
          expect(
            typeof read === "bigint" || ["missing", "unreadable", "too-large"].includes(read),
          ).toBe(true);
        },
      ),
    );
  });
});
