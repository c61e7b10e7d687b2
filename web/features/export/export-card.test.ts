import { expect, test } from "vitest";
import { periodOf } from "./export-card.tsx";

test.each([
  ["thisMonth", { start_date: "2028-02-01", end_date: "2028-02-29" }],
  ["thisYear", { start_date: "2028-01-01", end_date: "2028-02-29" }],
  ["lastYear", { start_date: "2027-01-01", end_date: "2027-12-31" }],
  ["all", {}],
] as const)("on 29 February 2028, %s is its days", (preset, days) => {
  expect(periodOf(preset, "2028-02-29", { month: 1, day: 1 })).toEqual(days);
});

test.each([
  ["thisYear", { start_date: "2027-07-01", end_date: "2028-02-29" }],
  ["lastYear", { start_date: "2026-07-01", end_date: "2027-06-30" }],
] as const)("with a financial year from 1 July, %s is the group's own", (preset, days) => {
  expect(periodOf(preset, "2028-02-29", { month: 7, day: 1 })).toEqual(days);
});
