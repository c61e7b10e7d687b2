import { expect, it } from "vitest";
import { readWrittenMonth } from "./written-date.ts";

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
