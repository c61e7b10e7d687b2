import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accountKeysIn, paidForIn } from "./account-typed.ts";

/** As the database compares a RegNo or a username with a key. */
const plain = (account: string) => account.toUpperCase().replaceAll(/[-/ ]/g, "");

describe("whose account a payer typed", () => {
  it.each([
    ["M034 loan", "M034"],
    ["m034-loan", "M034"],
    ["loan M034", "M034"],
    ["M034.loan", "M034"],
    ["M034,FAINI", "M034"],
    ["R/004-faini", "R/004"],
    ["r 004 faini", "R/004"],
    ["faini ya R-004", "R/004"],
    ["R004 mkopo na faini", "R/004"],
    ["CH/2019/034-B akiba", "CH/2019/034-B"],
    ["jane.doe savings", "jane.doe"],
    ["savings/jane_doe", "jane_doe"],
    ["@jane.", "jane"],
    ["mary-ann mchango", "mary-ann"],
    ["34", "34"],
  ])("%s holds %s", (typed, account) => {
    expect(accountKeysIn(typed)).toContain(plain(account));
  });

  it.each([
    ["M034loan", "M034"],
    ["XM034 loan", "M034"],
    ["M0345", "M034"],
    ["M034", "34"],
    ["janet", "jane"],
    ["", ""],
    [" -/. ", ""],
  ])("%s does not hold %s", (typed, account) => {
    expect(accountKeysIn(typed)).not.toContain(plain(account));
  });

  it("any RegNo is found beside any words, in any case, whatever stands between them", () => {
    const part = fc.stringMatching(/^[A-Za-z0-9]{1,6}$/);
    const account = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    const word = fc.constantFrom("loan", "Faini", "ya", "kwa", "2026", "JULY");
    const between = fc.constantFrom(" ", "-", "/", ", ", ": ", " - ", ".");
    fc.assert(
      fc.property(
        account,
        fc.array(fc.tuple(word, between), { maxLength: 4 }),
        fc.array(fc.tuple(between, word), { maxLength: 4 }),
        fc.boolean(),
        (regNumber, before, after, isLoud) => {
          const text = before.flat().join("") + regNumber + after.flat().join("");
          expect(accountKeysIn(isLoud ? text.toUpperCase() : text)).toContain(plain(regNumber));
        },
      ),
    );
  });

  it("a text of any length gives few keys, each of its own letters and digits", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: "grapheme" }), (typed) => {
        const keys = accountKeysIn(typed);
        expect(keys.length).toBeLessThanOrEqual(160);
        const plainText = typed.toUpperCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");
        for (const key of keys) {
          expect(key).not.toBe("");
          expect(plainText).toContain(key.replaceAll(/[._@+]/g, ""));
        }
      }),
    );
  });
});

describe("what a payer says it is for", () => {
  it.each([
    ["M034 loan", ["loan_payment"]],
    ["MKOPO M034", ["loan_payment"]],
    ["R/004-faini", ["fine_payment"]],
    ["fine/penalty", ["fine_payment"]],
    ["M034 mchango na mkopo", ["contribution", "loan_payment"]],
    ["akiba,faini,loan", ["contribution", "fine_payment", "loan_payment"]],
    ["savings contribution", ["contribution"]],
    ["loaned fineness", []],
    ["M034loan", []],
    ["constructor toString", []],
    ["M034", []],
  ])("%s: %j", (typed, kinds) => {
    expect(paidForIn(typed).map(({ kind }) => kind)).toEqual(kinds);
  });

  it("names the word by which it says so", () => {
    expect(paidForIn("Faini fine MKOPO")).toEqual([
      { kind: "fine_payment", word: "Faini" },
      { kind: "loan_payment", word: "MKOPO" },
    ]);
  });
});
