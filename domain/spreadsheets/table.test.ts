import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAmount } from "../money.ts";
import { readWrittenAmount, datesWithin, readWrittenMoment, readWrittenMonth } from "./table.ts";
import { addDays } from "../calendar.ts";

describe("an amount", () => {
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
});

describe("a date", () => {
  const marks = "0123456789-/.: ,JjAaNnPpMmTé".split("");

  describe("a date as it is written", () => {
    it.each([
      ["31/01/2026", "2026-01-31"],
      ["05/01/2026", "2026-01-05"],
      ["5/1/2026", "2026-01-05"],
      ["31-01-2026 14:05:09", "2026-01-31T14:05:09"],
      ["31.01.2026", "2026-01-31"],
      ["31-Jan-26", "2026-01-31"],
      ["31-JAN-2026", "2026-01-31"],
      ["31 January 2026", "2026-01-31"],
      ["1 Sept 2026", "2026-09-01"],
      ["05/01/26", "2026-01-05"],
      ["2026-01-31", "2026-01-31"],
      ["2026-01-31 14:05:09.0", "2026-01-31T14:05:09"],
      ["2026-01-31T14:05", "2026-01-31T14:05:00"],
      ["29/02/2024", "2024-02-29"],
      ["13/1/25 5:44 PM", "2025-01-13T17:44:00"],
      ["13/1/25 12:05 AM", "2025-01-13T00:05:00"],
      ["13/1/25 17:44 PM", "2025-01-13T17:44:00"],
    ])("%s is %s", (written, moment) => {
      expect(readWrittenMoment(written)).toBe(moment);
    });

    it.each([
      "02/13/2026",
      "29/02/2026",
      "31/04/2026",
      "2026-13-02",
      "2026-02-30",
      "00/01/2026",
      "31/01",
      "yesterday",
      "",
      "46022",
      "31/01-2026",
      "31-Foo-2026",
      "31-Juni-2026",
      "31/01/2026 25:00",
      "31/01/2026 10:61",
      "31/01/2026 or so",
      "31/01/20261",
      "31/01/1999",
      "2026-01-31T14:05:09Z",
    ])("“%s” is refused, not guessed", (written) => {
      expect(readWrittenMoment(written)).toBeNull();
    });

    const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

    it("every day comes back from every way it is written, the day before the month", () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 36_000 }), (offset) => {
          const day = addDays("2001-01-01", offset);
          const [year, month, date] = day.split("-") as [string, string, string];
          const named = `${date} ${months[Number(month) - 1]} ${year}`;
          for (const written of [
            `${date}/${month}/${year}`,
            `${date}-${month}-${year}`,
            day,
            named,
          ])
            expect(readWrittenMoment(written)).toBe(day);
          expect(readWrittenMoment(named.replaceAll(" ", "-"))).toBe(day);
          expect(readWrittenMoment(`${date}/${month}/${year} 23:59:58`)).toBe(`${day}T23:59:58`);
        }),
      );
    });

    it("any text is read quickly, as a moment or as none", () => {
      fc.assert(
        fc.property(fc.string({ unit: fc.constantFrom(...marks), maxLength: 60 }), (text) => {
          expect(readWrittenMoment(text) ?? "2026-01-01").toMatch(
            /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d)?$/,
          );
        }),
      );
    });
  });

  describe("the dates within a text", () => {
    it.each([
      ["From 01-01-2026 00:00:00 To 31-01-2026 23:59:59", ["2026-01-01", "2026-01-31"]],
      ["01 Jan 2026 - 31 Jan 2026", ["2026-01-01", "2026-01-31"]],
      ["2026-01-01 to 2026-01-31", ["2026-01-01", "2026-01-31"]],
      ["01/01/2026 - 31/01/2026", ["2026-01-01", "2026-01-31"]],
      ["no dates", []],
    ])("%s", (text, days) => {
      expect(datesWithin(text)).toEqual(days);
    });
  });
});

describe("a month", () => {
  it.each([
    "2026-06",
    "2026/6",
    "06/2026",
    "Jun 2026",
    "June, 2026",
    "JUNI 2026",
    "Jun-2026",
    "2026-06-30",
    "1/6/2026",
    "05-Jun-26",
    "30 Juni 2026",
    "2026-06-01T00:00:00",
  ])("%s is June 2026", (written) => {
    expect(readWrittenMonth(written)).toBe("2026-06-01");
  });

  it.each([
    ["Mac 2026", "2026-03-01"],
    ["Agosti 2025", "2025-08-01"],
    ["Des 2024", "2024-12-01"],
    ["1998-02", "1998-02-01"],
  ])("%s is %s", (written, month) => {
    expect(readWrittenMonth(written)).toBe(month);
  });

  it.each([
    "",
    "Jun",
    "Jun 26",
    "Jun-26",
    "06/26",
    "2026",
    "202606",
    "13/2026",
    "2026-00",
    "1899-01",
    "45306",
    "x".repeat(50),
  ])("“%s” is no month that is certain", (written) => {
    expect(readWrittenMonth(written)).toBeNull();
  });
});
