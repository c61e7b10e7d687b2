import * as fc from "fast-check";
import { expect, it } from "vitest";
import { normaliseReference, referenceKey } from "./pay-to.ts";

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
  "----",
  "-/-/",
  "ßßßß",
  "ıııı",
  "ab\ncd",
])("refuses %j", (text) => {
  expect(normaliseReference(text)).toBeNull();
});

it("counts the same however it is parted", () => {
  const signs = fc.array(fc.constantFrom("-", "/", " "), { maxLength: 3 });
  const pieces = fc.array(fc.tuple(fc.stringMatching(/^[A-Za-z0-9]{1,4}$/), signs), {
    minLength: 1,
  });
  fc.assert(
    fc.property(pieces, (written) => {
      const parted = written.map(([piece, between]) => piece + between.join("")).join("");
      const whole = written.map(([piece]) => piece).join("");
      expect(referenceKey(parted)).toBe(whole.toUpperCase());
    }),
  );
});

it("counts two references as one only when their letters and digits are the same", () => {
  const reference = fc.stringMatching(/^[A-Z0-9/-]{4,12}$/);
  fc.assert(
    fc.property(reference, reference, (one, other) => {
      expect(referenceKey(one) === referenceKey(other)).toBe(lettersOf(one) === lettersOf(other));
    }),
  );
});

const lettersOf = (text: string) => text.match(/[A-Z0-9]/g)?.join("");
