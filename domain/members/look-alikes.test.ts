import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namesOffice, passesForOffice } from "./look-alikes.ts";
import { isUsername, nameFault, plainText } from "./names.ts";

describe("a name", () => {
  it.each([
    // An office in disguise.
    "treasurer.",
    "t.reasurer",
    "Trea surer",
    "Tr3asurer",
    "Grace Tr3asurer",
    "Otieno T.reasurer",
    "TREÁSURER_",
    "M.wenyekiti",
    "s3c.gen.",
    "тгеаѕигег".replaceAll("и", "u").replaceAll("т", "t"),
    // A title or the group beside it.
    "Akiba Treasurer",
    "akiba.treasurer",
    "The Chairperson",
    "Bi Mweka-Hazina",
    "Mr Treasurer",
    "Katibu wa Chama",
    "Acting Sec-Gen",
    // A word that only an official would write.
    "Akiba Treasurer (official)",
    "Wanjiru (official)",
    "Afisa Wanjiru",
    "0fficia1 Otieno",
  ])("%s passes for an office", (name) => {
    expect(passesForOffice(name)).toBe(true);
  });

  it.each([
    // An office plainly written: the RegNo beside it says who it is.
    "treasurer",
    "Treasurer",
    "treasurer2",
    "sec-gen",
    "Sec Gen",
    "chairperson_one",
    "Katibu",
    "Mweka Hazina",
    "Test Treasurer",
    "Grace Treasurer",
    "wanjiru_treasurer",
    "Mary Secretary",
    // Names.
    "Wanjiku",
    "Hazina",
    "Officera Akinyi",
    "Gentry",
    "Wa Bi New",
    "Kat Ibuka",
    "山田はなこ",
  ])("%s does not", (name) => {
    expect(passesForOffice(name)).toBe(false);
  });
});

it.each(["Sec Gen", "Mweka Hazina", "Grace Treasurer", "Trea Surer", "treasurer2"])(
  "%s has an office in it",
  (name) => expect(namesOffice(name)).toBe(true),
);

it.each(["Grace Wanjiku", "Gentry Second", "Hazina Kat"])("%s has no office in it", (name) =>
  expect(namesOffice(name)).toBe(false),
);

it("no sign between the letters, and no digit for one, hides an office", () => {
  const office = fc.constantFrom("treasurer", "chairperson", "mwenyekiti", "secretary");
  const digits: Readonly<Record<string, string>> = {
    e: "3",
    a: "4",
    s: "5",
    t: "7",
    i: "1",
    o: "0",
  };
  fc.assert(
    fc.property(office, fc.nat(8), fc.boolean(), (word, at, asDigit) => {
      const index = at % (word.length - 1);
      const letter = word[index] ?? "";
      const disguised =
        asDigit && digits[letter] !== undefined
          ? word.slice(0, index) + digits[letter] + word.slice(index + 1)
          : `${word.slice(0, index + 1)}.${word.slice(index + 1)}`;
      expect(isUsername(disguised)).toBe(false);
      expect(nameFault(plainText(`Akiba ${disguised}`))).not.toBeNull();
    }),
  );
});
