import { expect, it } from "vitest";
import { shortNumber } from "./short-number.ts";

it.each([
  [0, "0"],
  [500, "500"],
  [1500, "1.5K"],
  [12_500, "12.5K"],
  [200_000, "200K"],
  [1_250_000, "1.25M"],
  [-40_000, "-40K"],
])("writes %d as %s", (value, written) => {
  expect(shortNumber(value)).toBe(written);
});
