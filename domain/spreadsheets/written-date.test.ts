import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, formatDay } from "../calendar.ts";
import { datesWithin, readWrittenMoment } from "./written-date.ts";

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

  it("every day comes back from every way it is written, the day before the month", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 36_000 }), (offset) => {
        const day = addDays("2001-01-01", offset);
        const [year, month, date] = day.split("-") as [string, string, string];
        const named = formatDay(day);
        for (const written of [`${date}/${month}/${year}`, `${date}-${month}-${year}`, day, named])
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
