import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  isUsername,
  isWhatItLooksLike,
  nameFault,
  plainText,
  saysSomething,
  freeUsername,
  usernameFromName,
} from "./names.ts";

describe("a name", () => {
  it.each([
    "Wanjiku",
    "Kamau 17",
    "Ng'ang'a",
    "O’Brien",
    "Anne-Marie",
    "J. Otieno",
    "Zoë Müller",
    "Đặng Thị Hương",
    "Otieno Иванов",
    "J.K.",
    "J.K. Otieno",
    "J.K.Otieno",
    "O.Okoth",
    "Otieno.J",
    "St.John",
    "Dr.Wambui",
    "K",
    "Ö.",
    "Wanjikũ",
    "Wanjiku\u0303",
    "Ng\u02bcang\u02bca",
    "N".repeat(40),
  ])("may be %s", (name) => expect(nameFault(plainText(name))).toBeNull());

  it.each([
    ["N".repeat(41), "too-long"],
    ["Wan\u200bjiku", "unusable"],
    ["Wan\u202ejiku", "unusable"],
    ["Wan\u0007jiku", "unusable"],
    ["Wan\u3164jiku", "unusable"],
    ["Wanjіku", "mixed-scripts"],
    ["Αchieng", "mixed-scripts"],
    ["Claim at https://evil.example", "link"],
    ["visit evil.example now", "link"],
    ["ｅｖｉｌ．ｅｘａｍｐｌｅ", "link"],
    ["me@evil", "link"],
    ["t.co", "link"],
    ["J.K.com", "link"],
    ["St.Com", "link"],
    ["wa.me", "link"],
    ["10.0.0.1", "no-letter"],
    ["a.b 10.0.0.1", "link"],
    ["ሰላም", "unprinted"],
    ["محمد", "unprinted"],
    ["山田はなこ", "unprinted"],
    ["Wanjiku \u{1F600}", "unprinted"],
    ["...", "no-letter"],
  ])("may not be %j", (name, fault) => expect(nameFault(plainText(name))).toBe(fault));

  it("is written one way, whichever way it was typed", () => {
    expect(plainText(" Ｗａｎｊｉｋｕ ")).toBe("Wanjiku");
    expect(plainText("Zoe\u0308")).toBe("Zoë");
  });

  it("is valid in one script if each of its words is", () => {
    const word = fc.stringMatching(/^[a-zA-ZàéîõüÀÉ]{1,9}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        expect(nameFault(plainText(words.join(" ")))).toBeNull();
      }),
    );
  });

  it("is refused with an invisible character anywhere in it", () => {
    const unseen = fc.constantFrom(
      "\u200b",
      "\u200d",
      "\u202e",
      "\u2066",
      "\ufeff",
      "\u00ad",
      "\u0000",
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,9}$/), unseen, fc.nat(9), (word, sign, index) => {
        const name = `${word.slice(0, index)}${sign}${word.slice(index)}x`;
        expect(nameFault(name)).toBe("unusable");
        expect(isWhatItLooksLike(name)).toBe(false);
      }),
    );
  });

  it("that one letter of another script slips into is refused", () => {
    const foreign = fc.constantFrom(...Array.from("аеорсухіΑΒΕΗΙΚΜΝΟΡΤΧоѕ"));
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{2,9}$/), foreign, fc.nat(8), (word, letter, index) => {
        const at = Math.min(index, word.length);
        expect(nameFault(word.slice(0, at) + letter + word.slice(at))).toBe("mixed-scripts");
      }),
    );
  });
});

it.each(["wanjiku1", "w2", "a.b_c-D", "W".repeat(30)])("a username may be %s", (text) =>
  expect(isUsername(text)).toBe(true),
);
it.each(["w", "W".repeat(31), "12345", "._-", "two words", "wañjiku", "wanjiku\n", ""])(
  "a username may not be %j",
  (text) => expect(isUsername(text)).toBe(false),
);

it.each(["no receipt", "2", "ሰ", "…no"])("%j is a reason", (text) =>
  expect(saysSomething(text)).toBe(true),
);
it.each(["", "  ", "...", "\u200b", "\u3164\u3164", "-", "👍", "\u2800"])(
  "%j is no reason",
  (text) => expect(saysSomething(text)).toBe(false),
);

describe("the username of who came with the book", () => {
  test.each([
    ["Akinyi", "Okoth", "akinyi.okoth"],
    ["Mary Jane", "Ng'ang'a", "maryjane.nganga"],
    ["José", "Müller", "jose.muller"],
    ["Акиньи", "Okoth", "okoth"],
    ["Li", "李", "li"],
    ["李", "X", "member"],
  ])("%s %s is called %s", (firstName, lastName, username) => {
    expect(usernameFromName({ firstName, lastName })).toBe(username);
  });

  test("a member with another's name gets a number", () => {
    const taken = new Set(["akinyi.okoth", "akinyi.okoth2"]);

    expect(freeUsername("akinyi.okoth", taken)).toBe("akinyi.okoth3");
    expect(freeUsername("akinyi.otieno", taken)).toBe("akinyi.otieno");
  });

  // Any code points; the library's own generator takes seconds to set up.
  const anyText = fc
    .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 12 })
    .map((points) => String.fromCodePoint(...points));

  test("whatever somebody is called makes a username that sign-up would take", () => {
    fc.assert(
      fc.property(anyText, anyText, (first, last) => {
        const username = usernameFromName({ firstName: first, lastName: last });
        const numbered = freeUsername(username, new Set([username]));

        expect(isUsername(username)).toBe(true);
        expect(isUsername(numbered)).toBe(true);
      }),
    );
  });
});
