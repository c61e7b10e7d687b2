import { expect, test } from "vitest";
import { only } from "./only.ts";

test("the one thing is given, and a list of none or of several is refused", () => {
  expect(only(["salt"])).toBe("salt");
  expect(() => only([])).toThrow("one, not 0");
  expect(() => only(["salt", "flour"])).toThrow("one, not 2");
});
