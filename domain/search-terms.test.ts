import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatKes } from "./money.ts";
import { foldedName } from "./folding.ts";
import { amountIn, dayIn, initialsIn, nameWordsIn, spellingsOf, wordsIn } from "./search-terms.ts";

describe("the words of a search", () => {
  test.each([
    ["KES 7,321.50", ["7,321.50"]],
    ["KES\u00a07,321.50", ["7,321.50"]],
    ["(KES 7,321.50)", ["7,321.50"]],
    ["-KES 7,321.50", ["7,321.50"]],
    ["KES -7,321.50", ["7,321.50"]],
    ["\u2212KES 7,321.50", ["7,321.50"]],
    ["(7,321.50)", ["7,321.50"]],
    ["KSh 7,321.50", ["7,321.50"]],
    ["Ksh7,321", ["7,321"]],
    ["Kshs. 7,321/=", ["7,321"]],
    ["7,321/=", ["7,321"]],
    ["rent KES 7,321.50 June", ["rent", "7,321.50", "june"]],
    ["kes", ["kes"]],
    ["kestrel 5", ["kestrel", "5"]],
    ["M-034 -5", ["m-034", "-5"]],
    ["Ng’ang’a NGANGA", ["nganga"]],
    ["’", []],
  ])("%j are %j", (search, words) => expect(wordsIn(search)).toEqual(words));

  test("find every amount as screens write it", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -100_000_000_000n, max: 100_000_000_000n }), (cents) => {
        const [word, ...others] = wordsIn(formatKes(cents));
        expect(others).toEqual([]);
        expect(amountIn(word ?? "")).toBe(cents < 0n ? -cents : cents);
      }),
    );
  });
});

describe("a search of names", () => {
  const initial = fc.constantFrom(...Array.from("abcdefghijklmnoprstuvwyz\u00e9OK"));
  const surname = fc.stringMatching(/^[A-Z][a-z]{2,9}$/);
  const apart = fc.constantFrom("", ".", " ", ". ", ".  ");
  const written = fc.tuple(fc.array(initial, { minLength: 2, maxLength: 4 }), surname);

  test("finds a name with initials, however its initials and the typed ones are written", () => {
    fc.assert(
      fc.property(written, apart, apart, ([initials, last], one, other) => {
        // Without full stops and spaces they are one word, as short as it is.
        const spelled = (between: string) =>
          `${initials.join(between)}${between.includes(".") ? "." : ""} ${last}`;
        const name = foldedName(spelled(one));
        for (const word of nameWordsIn(spelled(other)))
          expect(spellingsOf(word).some((each) => ` ${name} `.includes(` ${each} `))).toBe(true);
      }),
    );
  });

  test("joins no letter with a word, and leaves amounts and days as they are", () => {
    expect(nameWordsIn("from J K Ouma, 3 b")).toEqual(["from", "jk", "ouma,", "3", "b"]);
    expect(nameWordsIn("A Okoth KES 1,200.00")).toEqual(["a", "okoth", "1,200.00"]);
    expect(nameWordsIn("J. K. Ouma")).toEqual(["jk.", "ouma"]);
  });
});

test.each([
  ["jk", ["j", "k"]],
  ["jk.", ["j", "k"]],
  ["abcd", ["a", "b", "c", "d"]],
  ["abcde", null],
  ["j", null],
  ["j2", null],
  ["o.okoth", null],
  ["fo,", null],
])("the initials of %j are %j", (word, letters) => expect(initialsIn(word)).toEqual(letters));

test.each([
  ["03 Nov 2026", { day: "2026-11-03", words: "" }],
  ["3 novemba 2026", { day: "2026-11-03", words: "" }],
  ["akinyi 21 Ago 2026", { day: "2026-08-21", words: "akinyi" }],
  ["31 Feb 2026", null],
  ["2026-11-03", null],
  ["03 Nov 2026 04 Nov 2026", null],
  ["3 cows 2026", null],
])("the day of %j is %j", (search, dated) => expect(dayIn(search)).toEqual(dated));
