import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passwordFaults } from "./password-rules.ts";

const amina = {
  username: "amina.o",
  firstName: "Amina",
  lastName: "Odhiambo-Were",
  email: "amina.odhiambo@example.com",
  phone: "+254712345678",
  regNumber: "CHM/2026/014",
};

const isCommon = (password: string) => password === "iloveyou1";
const faultsOf = (password: string) =>
  passwordFaults(password, amina, isCommon).map(({ code }) => code);

it.each([
  "tamarind boat 7",
  "amina-tamarind-boat",
  "Pässwört-Käse",
  "🦒🐘🦓🦁🐆🦏🐃🐊",
  "tamarind boat ".repeat(9),
  "Passw0rd 12345 go",
  "qwerty tamarind",
  "tamarindtamarind",
  "a1-b2-c3-d4-e5",
])("takes %j", (password) => {
  expect(faultsOf(password)).toEqual([]);
});

describe("the length", () => {
  it("is at least 8 characters, counted as people count them", () => {
    expect(faultsOf("boat777")).toEqual(["password-short"]);
    expect(faultsOf("🦒🦒🦒🦒")).toEqual(["password-short"]);
    expect(faultsOf("")).toEqual(["password-short"]);
  });

  it("is at most 128 characters", () => {
    expect(faultsOf("x".repeat(129))).toEqual(["password-long"]);
  });
});

it("refuses a common password in any case", () => {
  expect(faultsOf("ILoveYou1")).toEqual(["password-common"]);
});

it.each([
  "amina.odhiambo@example.com",
  "Amina.Odhiambo",
  "AMINAODHIAMBO",
  "Odhiambo-Were",
  "odhiambo2026",
  "Amina!2026",
  "0712345678",
  "+254712345678",
  "254712345678x",
  "CHM/2026/014",
])("refuses the person's own data in %j", (password) => {
  expect(faultsOf(password)).toEqual(["password-own-data"]);
});

it.each([
  "x".repeat(128),
  "........",
  "🦒🦒🦒🦒🦒🦒🦒🦒",
  "abcdefgh",
  "ZYXWVUTS",
  "12345678",
  "0987654321",
  "qwertyuiop",
  "LKJHGFDSA",
  "1234qwer",
  "abcdefgh1!",
  "aaaa1234!",
  "abcabcabc",
  "🦒🐘🦓🦒🐘🦓🦒🐘",
  "a a a a a ",
  "a-b-c-d-e",
  "1.2.3.4.5.6",
  "ab ab ab ab",
  "lovelove lovelove",
])("refuses the repetition or run in %j", (password) => {
  expect(faultsOf(password)).toEqual(["password-run"]);
});

it("refuses only white space", () => {
  expect(faultsOf(" \t\u00a0\u2003     ")).toEqual(["password-blank"]);
});

it("does not mind short or empty data", () => {
  const brief = {
    username: "al",
    firstName: "Al",
    lastName: "",
    email: "",
    phone: "",
    regNumber: "7",
  };
  expect(passwordFaults("alandalsoma7", brief, isCommon)).toEqual([]);
});

const words = ["iloveyou", "password", "sunshine"];
const faultsBeside = (password: string) =>
  passwordFaults(password, amina, (each) => words.includes(each)).map(({ code }) => code);

const disguises: Readonly<Record<string, readonly string[]>> = {
  a: ["a", "A", "4", "@"],
  e: ["e", "E", "3"],
  i: ["i", "I", "1", "!"],
  l: ["l", "L"],
  o: ["o", "O", "0"],
  s: ["s", "S", "5", "$"],
};

/** A common word with digits and signs for its letters, and up to four more around it. */
const disguised = fc
  .tuple(
    fc.constantFrom(...words),
    fc.infiniteStream(fc.nat(3)),
    fc.stringMatching(/^[0-9!?.#]{0,2}$/),
    fc.stringMatching(/^[0-9!?.#]{0,2}$/),
  )
  .map(([word, picks, before, after]) => {
    const letters = Array.from(word, (letter) => {
      const forms = disguises[letter] ?? [letter];
      return forms[Number(picks.next().value) % forms.length];
    });
    return before + letters.join("") + after;
  });

it("refuses every disguise of a common password", () => {
  fc.assert(
    fc.property(disguised, (password) => {
      expect(faultsBeside(password)).toContain("password-common");
    }),
  );
  expect(faultsBeside("Passw0rd!")).toEqual(["password-common"]);
  expect(faultsBeside("P4$$w0rdP4$$w0rd")).toEqual(["password-common"]);
});

it("refuses a short block however often it is repeated, and runs with anything between", () => {
  const block = fc.stringMatching(/^[a-z]{1,7}$/);
  fc.assert(
    fc.property(block, fc.integer({ min: 16, max: 60 }), (text, length) => {
      const password = text.repeat(length).slice(0, length);
      expect(faultsBeside(password)).not.toEqual([]);
    }),
  );
  const separator = fc.constantFrom(" ", "-", ".", "_", ", ");
  fc.assert(
    fc.property(fc.nat(18), separator, (start, between) => {
      const run = Array.from("abcdefghijklmnopqrstuvwxyz".slice(start, start + 8));
      expect(faultsBeside(run.join(between))).toEqual(["password-run"]);
    }),
  );
});

it("takes three words of a person's own choice", () => {
  const word = fc.constantFrom("ndizi", "mbivu", "tamarind", "boat", "kiboko", "jirani", "mtama");
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { minLength: 3, maxLength: 3 }),
      fc.nat(99),
      (some, number) => {
        expect(faultsBeside(`${some.join(" ")} ${number}`)).toEqual([]);
      },
    ),
  );
});
