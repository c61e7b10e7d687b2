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
  "🦒🐘🦓🦒🐘🦓🦒🐘",
  "tamarind boat ".repeat(9),
  "Passw0rd 12345 go",
  "qwerty tamarind",
  "abcabcabc",
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
  expect(passwordFaults("alalalal", brief, isCommon)).toEqual([]);
});
