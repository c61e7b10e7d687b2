import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../calendar.ts";
import { Refusal } from "../refusal.ts";
import { entryDay } from "./entry-day.ts";

const today = "2026-11-22";
const earliest = "2025-01-01";

function codeOf(requested: string): string {
  try {
    return entryDay({ requested, today, earliest });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Object.keys(error.errors ?? {}).join() === "date" ? error.code : "not told at the date";
  }
}

test("an entry counts on any day from the group's beginning to today, and on no other", () => {
  fc.assert(
    fc.property(fc.integer({ min: -2_000, max: 2_000 }), (days) => {
      const day = addDays(today, days);
      const code = day > today ? "date-in-future" : day < earliest ? "date-too-early" : day;
      expect(codeOf(day)).toBe(code);
    }),
  );
});

test.each([
  [today, today],
  [earliest, earliest],
  ["2026-11-23", "date-in-future"],
  ["2024-12-31", "date-too-early"],
])("an entry of %s ends as %s", (day, code) => {
  expect(codeOf(day)).toBe(code);
});
