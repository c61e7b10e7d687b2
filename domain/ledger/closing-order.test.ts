import { describe, expect, it } from "vitest";
import { nextYearToClose, yearToClose, type BooksSoFar } from "./closing-order.ts";

const january = { month: 1, day: 1 };
const books = (params: Partial<BooksSoFar> = {}): BooksSoFar => ({
  today: "2027-02-01",
  yearStart: january,
  closedUntil: null,
  oldestOpenEntry: "2025-06-01",
  ...params,
});
const requested = (label: string) => ({ startYear: Number(label.slice(0, 4)), label });

describe("the year to close", () => {
  it("is the oldest with entries that are not closed", () => {
    expect(nextYearToClose(books())).toEqual({
      start: "2025-01-01",
      end: "2025-12-31",
      label: "2025",
    });
    expect(yearToClose(books(), requested("2025")).end).toBe("2025-12-31");
    expect(nextYearToClose(books({ oldestOpenEntry: null }))).toBeNull();
  });

  it("is named by its label or the year it starts in", () => {
    const july = books({ yearStart: { month: 7, day: 1 }, oldestOpenEntry: "2025-08-01" });
    expect(yearToClose(july, requested("2025/2026")).end).toBe("2026-06-30");
    expect(yearToClose(july, requested("2025")).end).toBe("2026-06-30");
    expect(() => yearToClose(july, requested("2025/2027"))).toThrow("2025/2026");
    expect(() => yearToClose(books(), requested("2025/2026"))).toThrow("2025");
  });

  it.each([
    ["not over", "2027", books({ oldestOpenEntry: "2027-01-02" }), "year-not-over"],
    ["over only today", "2026", books({ today: "2026-12-31" }), "year-not-over"],
    ["closed", "2024", books({ closedUntil: "2024-12-31" }), "year-already-closed"],
    ["not the oldest", "2026", books(), "older-year-open (year: 2025)"],
    ["empty before the first entry", "2024", books(), "year-without-entries"],
    [
      "empty",
      "2026",
      books({ closedUntil: "2025-12-31", oldestOpenEntry: null }),
      "year-without-entries",
    ],
  ])("is refused when it is %s", (_name, year, params, refusal) => {
    expect(() => yearToClose(params, requested(year))).toThrow(refusal);
  });

  it("after the group moved its start of the year is what the last closed one left of it", () => {
    const moved = books({
      yearStart: { month: 7, day: 1 },
      closedUntil: "2025-12-31",
      oldestOpenEntry: "2026-01-15",
    });
    expect(yearToClose(moved, requested("2025/2026"))).toEqual({
      start: "2026-01-01",
      end: "2026-06-30",
      label: "2025/2026",
    });
  });
});
