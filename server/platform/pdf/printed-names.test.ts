import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as fontkit from "fontkit";
import { expect, test } from "vitest";
import { isPrintable, printedName } from "#domain/members/names.ts";

test("the fonts of reports have every letter that a name may have", () => {
  const require = createRequire(import.meta.url);
  const printable = Array.from({ length: 0x10ffff }, (_, code) => code).filter((code) => {
    if (code >= 0xd800 && code < 0xe000) return false;
    const letter = String.fromCodePoint(code);
    return letter === letter.normalize("NFKC") && isPrintable(letter);
  });
  expect(printable.length).toBeGreaterThan(600);
  for (const style of ["400Regular", "700Bold"]) {
    const file = `@expo-google-fonts/source-sans-3/${style}/SourceSans3_${style}.ttf`;
    const font = fontkit.create(readFileSync(require.resolve(file)));
    const letters = new Set("characterSet" in font ? font.characterSet : []);
    expect(printable.filter((code) => !letters.has(code)).map((code) => code.toString(16))).toEqual(
      [],
    );
  }
});

test("a name of before whose letters it lacks is printed as the username", () => {
  expect(printedName({ first_name: "محمد", last_name: "علي", username: "mohamed" })).toBe(
    "mohamed",
  );
  expect(printedName({ first_name: "Ng’ang’a", last_name: "Mũthoni", username: "n" })).toBe(
    "Ng’ang’a Mũthoni",
  );
});
