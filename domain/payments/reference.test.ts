import { expect, it } from "vitest";
import { normaliseReference } from "./reference.ts";

it.each([
  ["QWE123RTY0", "QWE123RTY0"],
  [" qwe123rty0 ", "QWE123RTY0"],
  ["eq/2026-11", "EQ/2026-11"],
  ["abcd", "ABCD"],
  ["1".repeat(40), "1".repeat(40)],
])("writes %j as %s", (text, reference) => {
  expect(normaliseReference(text)).toBe(reference);
});

it.each([
  "",
  "   ",
  "abc",
  "1".repeat(41),
  "QWE 123",
  "QWE_123",
  "QWE.123",
  "ßßßß",
  "ıııı",
  "ab\ncd",
])("refuses %j", (text) => {
  expect(normaliseReference(text)).toBeNull();
});
