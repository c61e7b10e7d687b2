import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countParts, isGsm, toGsm, toGsmIfWhole } from "./gsm-text.ts";

describe("the alphabet", () => {
  test.each([
    ["Wanjirũ Mũthoni", "Wanjiru Muthoni"],
    ["“Asante’s”", '"Asante\'s"'],
    ["KES 1,200.00 – sawa…", "KES 1,200.00 - sawa..."],
    ["José Müller Ñandú", "José Müller Ñandu"],
    ["Ng’ang’a", "Ng'ang'a"],
    ["ﬁne", "fine"],
    ["a\u200bb", "ab"],
    ["王", "?"],
    ["sawa 🙂", "sawa ?"],
  ])("%s is written %s", (text, plain) => {
    expect(toGsm(text)).toBe(plain);
  });

  test("leaves no character outside of it, whatever was written", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(isGsm(toGsm(text))).toBe(true);
      }),
    );
  });

  test("does not change what is written in it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
        const plain = toGsm(text);
        expect(toGsm(plain)).toBe(plain);
      }),
    );
  });

  test("a text of somebody's own keeps what has no likeness", () => {
    expect(toGsmIfWhole("Mkutano ‘kesho’")).toBe("Mkutano 'kesho'");
    expect(toGsmIfWhole("Mkutano ‘kesho’ 🙂")).toBe("Mkutano ‘kesho’ 🙂");
  });
});

describe("parts", () => {
  test.each([
    [0, 0],
    [1, 1],
    [160, 1],
    [161, 2],
    [306, 2],
    [307, 3],
    [459, 3],
    [460, 4],
  ])("%i letters are %i", (letters, parts) => {
    expect(countParts("a".repeat(letters))).toBe(parts);
  });

  test("a character of the second table takes two places, and is not cut", () => {
    expect(countParts("€".repeat(80))).toBe(1);
    expect(countParts(`${"€".repeat(80)}a`)).toBe(2);
    // 76 of them fill 152 of 153 characters.
    expect(countParts("€".repeat(152))).toBe(2);
    expect(countParts("€".repeat(153))).toBe(3);
  });

  test("any other character makes every part shorter", () => {
    expect(countParts("ũ".repeat(70))).toBe(1);
    expect(countParts("ũ".repeat(71))).toBe(2);
    expect(countParts("🙂".repeat(35))).toBe(1);
    // 33 of them fill 66 of 67 units.
    expect(countParts("🙂".repeat(66))).toBe(2);
    expect(countParts("🙂".repeat(67))).toBe(3);
  });
});
