import * as fc from "fast-check";
import { expect, test } from "vitest";
import { freeUsername, usernameFromName } from "./username.ts";
import { isUsername } from "./written-names.ts";

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

test("who has the name of another gets a number", () => {
  const taken = new Set(["akinyi.okoth", "akinyi.okoth2"]);

  expect(freeUsername("akinyi.okoth", taken)).toBe("akinyi.okoth3");
  expect(freeUsername("akinyi.otieno", taken)).toBe("akinyi.otieno");
});

// Any code points at all; the library takes seconds to set up its own.
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
