import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  addMonths,
  addYears,
  periodYearBefore,
  daysBetween,
  financialYearOf,
  firstOfMonth,
  fullMonthsBetween,
  monthsFrom,
  nairobiDate,
  nairobiIso,
  nairobiMidnight,
  parsePlainDate,
} from "./calendar.ts";

const anyDate = fc.integer({ min: 0, max: 365_000 }).map((days) => addDays("1950-01-01", days));

describe("parsePlainDate", () => {
  it.each([
    ["2026-11-21", "2026-11-21"],
    ["2026-1-5", "2026-01-05"],
    ["2024-02-29", "2024-02-29"],
    ["2000-2-29", "2000-02-29"],
    ["1900-01-01", "1900-01-01"],
    ["2999-12-31", "2999-12-31"],
  ])("reads %s", (text, date) => {
    expect(parsePlainDate(text)).toBe(date);
  });

  it.each([
    "",
    "2026-02-29",
    "1900-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-04-31",
    "2026-01-00",
    "1899-12-31",
    "3000-01-01",
    "0000-01-01",
    "26-01-05",
    "2026-001-05",
    "2026/01/05",
    " 2026-01-05",
    "2026-01-05\n",
    "2026-01-05T00:00:00Z",
    "yesterday",
    20260105,
    null,
    undefined,
    new Date(0),
  ])("refuses %j", (text) => {
    expect(parsePlainDate(text)).toBeNull();
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const date = parsePlainDate(value);
        expect(date === null || parsePlainDate(date) === date).toBe(true);
      }),
    );
  });
});

describe("the day in Nairobi", () => {
  it("is already the next one late in the evening of UTC", () => {
    expect(nairobiDate(new Date("2025-01-31T20:59:59.999Z"))).toBe("2025-01-31");
    expect(nairobiDate(new Date("2025-01-31T21:00:00.000Z"))).toBe("2025-02-01");
  });

  it("is written with its offset", () => {
    expect(nairobiIso(new Date("2025-12-31T22:30:00.120Z"))).toBe("2026-01-01T01:30:00.120+03:00");
  });

  it("starts at the instant nairobiMidnight gives", () => {
    expect(nairobiMidnight("2026-01-01").toISOString()).toBe("2025-12-31T21:00:00.000Z");
    fc.assert(
      fc.property(anyDate, (date) => {
        const midnight = nairobiMidnight(date);
        expect(nairobiDate(midnight)).toBe(date);
        expect(nairobiDate(new Date(midnight.getTime() - 1))).toBe(addDays(date, -1));
        expect(new Date(nairobiIso(midnight)).getTime()).toBe(midnight.getTime());
      }),
    );
  });
});

describe("counting days and months", () => {
  it("steps over the end of a month and of a leap year", () => {
    expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2999-12-31", 1)).toBe("3000-01-01");
    expect(daysBetween("2024-01-01", "2025-01-01")).toBe(366);
    expect(daysBetween("2025-01-02", "2025-01-01")).toBe(-1);
  });

  it("keeps to the last day of a month that is too short", () => {
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
    expect(addMonths("2024-01-31", 1)).toBe("2024-02-29");
    expect(addMonths("2026-03-31", -1)).toBe("2026-02-28");
    expect(addMonths("2026-11-15", 14)).toBe("2028-01-15");
    expect(addYears("2024-02-29", 1)).toBe("2025-02-28");
    expect(addYears("2024-02-29", -4)).toBe("2020-02-29");
    expect(firstOfMonth("2026-11-21")).toBe("2026-11-01");
  });

  it.each([
    ["2024-03-01", "2025-02-28", "2023-03-01", "2024-02-29"],
    ["2025-02-01", "2025-02-28", "2024-02-01", "2024-02-29"],
    ["2024-02-01", "2024-02-29", "2023-02-01", "2023-02-28"],
    ["2024-02-29", "2024-02-29", "2023-02-28", "2023-02-28"],
    ["2024-02-01", "2024-02-28", "2023-02-01", "2023-02-28"],
    ["2026-02-28", "2027-02-27", "2025-02-28", "2026-02-27"],
    ["2025-02-28", "2026-02-27", "2024-02-28", "2025-02-27"],
    ["2025-04-01", "2025-04-30", "2024-04-01", "2024-04-30"],
  ])("%s to %s has %s to %s a year before", (start, end, startBefore, endBefore) => {
    expect(periodYearBefore({ start, end })).toEqual({ start: startBefore, end: endBefore });
  });

  it("leaves no day out between two periods a year before", () => {
    fc.assert(
      fc.property(anyDate, fc.nat(800), fc.nat(800), (start, first, second) => {
        const end = addDays(start, first);
        const next = { start: addDays(end, 1), end: addDays(end, 1 + second) };
        const [one, other] = [periodYearBefore({ start, end }), periodYearBefore(next)];
        expect(one.start <= one.end).toBe(true);
        expect(other.start <= addDays(one.end, 1)).toBe(true);
      }),
    );
  });

  it("counts a month as full from its clamped day on", () => {
    expect(fullMonthsBetween("2026-01-31", "2026-02-27")).toBe(0);
    expect(fullMonthsBetween("2026-01-31", "2026-02-28")).toBe(1);
    expect(fullMonthsBetween("2026-01-15", "2026-04-14")).toBe(2);
    expect(fullMonthsBetween("2026-01-15", "2026-04-15")).toBe(3);
    expect(fullMonthsBetween("2025-12-01", "2026-01-01")).toBe(1);
    expect(fullMonthsBetween("2026-05-01", "2026-01-01")).toBe(0);
  });

  it("counts calendar months only by their names", () => {
    expect(monthsFrom("2026-01-31", "2026-02-01")).toBe(1);
    expect(monthsFrom("2026-02-01", "2025-12-31")).toBe(-2);
  });

  it("refuses what is no calendar day", () => {
    expect(() => addDays("2026-1-5", 1)).toThrow("not a calendar day");
    expect(() => addMonths("2026-02-30", 1)).toThrow("not a calendar day");
  });

  it("adds days there and back", () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -9_999, max: 9_999 }), (date, days) => {
        expect(daysBetween(date, addDays(date, days))).toBe(days);
        expect(addDays(addDays(date, days), -days)).toBe(date);
      }),
    );
  });

  it("lands in the right month, and full months are the most that fit", () => {
    fc.assert(
      fc.property(anyDate, anyDate, fc.integer({ min: -500, max: 500 }), (date, other, months) => {
        expect(monthsFrom(date, addMonths(date, months))).toBe(months);
        const [from, to] = date <= other ? [date, other] : [other, date];
        const full = fullMonthsBetween(from, to);
        expect(addMonths(from, full) <= to).toBe(true);
        expect(addMonths(from, full + 1) > to).toBe(true);
      }),
    );
  });
});

describe("the financial year", () => {
  it("is the calendar year when it starts on 1 January", () => {
    expect(financialYearOf("2026-12-31", { month: 1, day: 1 })).toEqual({
      start: "2026-01-01",
      end: "2026-12-31",
      label: "2026",
    });
  });

  it("spans two calendar years when it starts later", () => {
    const july = { month: 7, day: 1 };
    const year = { start: "2026-07-01", end: "2027-06-30", label: "2026/2027" };
    expect(financialYearOf("2026-07-01", july)).toEqual(year);
    expect(financialYearOf("2027-06-30", july)).toEqual(year);
    expect(financialYearOf("2027-07-01", july).label).toBe("2027/2028");
  });

  it("takes the last day of February for a year that starts on the 29th", () => {
    const leap = { month: 2, day: 29 };
    expect(financialYearOf("2024-02-28", leap).end).toBe("2024-02-28");
    expect(financialYearOf("2024-02-29", leap).end).toBe("2025-02-27");
  });

  it("is found for the last day that can be written", () => {
    expect(financialYearOf("2999-12-31", { month: 1, day: 1 }).end).toBe("2999-12-31");
  });

  it("holds its date and follows on without a gap", () => {
    const start = fc.record({
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 28 }),
    });
    fc.assert(
      fc.property(anyDate, start, (date, yearStart) => {
        const year = financialYearOf(date, yearStart);
        expect(year.start <= date && date <= year.end).toBe(true);
        const next = financialYearOf(addDays(year.end, 1), yearStart);
        expect(next.start).toBe(addDays(year.end, 1));
      }),
    );
  });
});
