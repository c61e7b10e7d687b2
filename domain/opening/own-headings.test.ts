import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cell } from "../spreadsheets/table.ts";
import { findOwnHeading, monthOfHeading, monthsOf } from "./own-headings.ts";
import { nameKey } from "./own-rows.ts";

const cells = (...texts: string[]): Cell[] => texts.map((text) => ({ text, kind: "text" }));
const sheet = (...rows: string[][]) => ({
  name: "Book",
  fileName: "book.xlsx",
  rows: rows.map((row) => cells(...row)),
});

describe("a heading that is a month", () => {
  it.each([
    "Jan 2026",
    "Jan-26",
    "JANUARY 2026",
    "2026-01-01",
    "01/2026",
    "1/2026",
    "Januari 2026",
    "Januari-26",
    "Mchango wa Januari 2026",
    "2026 Jan",
    "Jan '26",
    "Jan 2026 (KES)",
    "Contributions Jan 2026",
  ])("%s is January 2026", (text) => {
    expect(monthOfHeading(text)).toEqual({ month: "2026-01-01" });
  });

  it.each([
    ["Jan", 1],
    ["Machi", 3],
    ["Mei", 5],
    ["Des", 12],
    ["Mwezi wa Agosti", 8],
  ])("%s is a month whose year is asked for", (text, number) => {
    expect(monthOfHeading(text)).toEqual({ number });
  });

  it("is a date cell, unless Excel made the day of a typed year", () => {
    expect(monthOfHeading("2026-01-01", "date")).toEqual({ month: "2026-01-01" });
    expect(monthOfHeading("2026-01-26", "date")).toEqual({ month: "2026-01-01" });
    expect(monthOfHeading("2025-01-31", "date")).toEqual({ month: "2025-01-01" });
    expect(monthOfHeading("2025-01-26", "date")).toEqual({ number: 1 });
  });

  it.each([
    "Total Jan 2026",
    "Jan 2026 fine",
    "Jan - Mar 2026",
    "Jumla ya Januari",
    "2026",
    "Name",
    "",
    "Q1 2026",
    "Balance 31/12/2025",
    "Loan Jan 2026",
  ])("“%s” is none", (text) => {
    expect(monthOfHeading(text)).toBeNull();
  });
});

it("months without a year go on from the first, over the end of a year", () => {
  const heading = findOwnHeading(sheet(["Name", "Nov", "Dec", "Jan", "Feb", "Total"]), null);
  expect(monthsOf(heading!, 2025)).toEqual([
    null,
    "2025-11-01",
    "2025-12-01",
    "2026-01-01",
    "2026-02-01",
    null,
  ]);
});

describe("a heading", () => {
  it("in two rows has the words of both, and those of a merged cell in each of its columns", () => {
    const heading = findOwnHeading(
      sheet(
        ["UMOJA 2026"],
        ["Name", "Reg No", "2026", "", "Total"],
        ["", "", "Jan", "Feb", ""],
        ["Asha Otieno", "1", "100", "100", "200"],
      ),
      null,
    );
    expect(heading).toMatchObject({
      row: 2,
      columns: ["Name", "Reg No", "2026 Jan", "2026 Feb", "Total"],
    });
    expect(monthsOf(heading!, null).filter((month) => month !== null)).toEqual([
      "2026-01-01",
      "2026-02-01",
    ]);
  });

  it("is not joined with a title above it or with the first member below it", () => {
    const heading = findOwnHeading(
      sheet(
        ["", "OUR SAVINGS"],
        ["No", "Name", "Savings", "Phone"],
        ["1", "Asha Otieno", "100", ""],
      ),
      null,
    );
    expect(heading).toMatchObject({ row: 1, columns: ["No", "Name", "Savings", "Phone"] });
  });
});

it("a name is compared without case, accents, apostrophes and the order of its words", () => {
  expect(nameKey("Wanjikũ  NG'ANG'A")).toBe(nameKey("Ng’ang’a, Wanjiku"));
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("Asha", "Otieno", "Wanjikũ"), { maxLength: 4 }),
      (words) => {
        expect(nameKey(words.join(" "))).toBe(nameKey(words.toReversed().join(", ").toUpperCase()));
      },
    ),
  );
});
