import { expect, test } from "vitest";
import { earliestDay, furthestMonth } from "./payment-bounds.ts";

test.each([
  ["2026-03-16", null, "2025-01-01"],
  ["2026-03-16", "2026-04-01", "2025-01-01"],
  ["2026-03-16", "2019-12-31", "2018-01-01"],
])(
  "a group founded on %s with its first entry on %s begins on %s",
  (foundedOn, firstEntryOn, day) => {
    expect(earliestDay({ foundedOn, firstEntryOn })).toBe(day);
  },
);

test.each([
  [null, "2028-11-01"],
  ["2026-11-01", "2028-11-01"],
  ["2027-06-01", "2029-06-01"],
  ["2025-12-01", "2027-12-01"],
  ["2020-01-01", "2026-11-01"],
])("who is paid up to %s may pay up to %s", (paidUpTo, month) => {
  expect(furthestMonth({ paidUpTo, today: "2026-11-22" })).toBe(month);
});
