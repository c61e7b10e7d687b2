import * as fc from "fast-check";
import { expect, it } from "vitest";
import { passesForOffice } from "./look-alikes.ts";
import { isUsername, nameFault, plainText } from "./names.ts";

it.each([
  "treasurer.",
  "t.reasurer",
  "Tr3asurer",
  "TREÁSURER_",
  "Akiba Treasurer (official)",
  "Wanjiru (official)",
  "Afisa Wanjiru",
  "The Chairperson",
  "M.wenyekiti",
  "Bi Mweka-Hazina",
  "s3c.gen.",
  "0fficia1 Otieno",
  "тгеаѕигег".replaceAll("и", "u").replaceAll("т", "t"),
])("%s passes for an office", (name) => {
  expect(passesForOffice(name)).toBe(true);
});

it.each([
  "Wanjiku",
  "treasurer",
  "Treasurer",
  "treasurer2",
  "sec-gen",
  "chairperson_one",
  "Katibu",
  "Hazina",
  "Officera Akinyi",
  "Gentry",
  "山田はなこ",
])("%s does not", (name) => {
  expect(passesForOffice(name)).toBe(false);
});

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
