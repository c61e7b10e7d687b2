import { expect, test } from "vitest";
import { single } from "./assert.ts";

test("the one thing is given, and a list of none or of several is refused", () => {
  expect(single(["salt"])).toBe("salt");
  expect(() => single([])).toThrow("one, not 0");
  expect(() => single(["salt", "flour"])).toThrow("one, not 2");
});
