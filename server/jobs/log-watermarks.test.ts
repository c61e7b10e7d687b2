import { expect, test } from "vitest";
import { startLogWatermarks } from "./audit-chain-writer.ts";

const ends = (number: number) => ({ audit: BigInt(number), entry: number });

test("nothing is known before the first mark", () => {
  expect(startLogWatermarks(1_000).asOf(0)).toBeUndefined();
});

test("the ends of a moment are those of the last mark before it", () => {
  const watermarks = startLogWatermarks(1_000);
  watermarks.note(100, ends(10_000));
  watermarks.note(200, ends(10_001));
  watermarks.note(300, ends(10_002));
  expect(watermarks.asOf(99)).toEqual(ends(5_000));
  expect(watermarks.asOf(100)).toEqual(ends(10_000));
  expect(watermarks.asOf(299)).toEqual(ends(10_001));
  expect(watermarks.asOf(9_999)).toEqual(ends(10_002));
});

test("a short log is known from its beginning", () => {
  const watermarks = startLogWatermarks(1_000);
  watermarks.note(100, ends(7));
  expect(watermarks.asOf(50)).toEqual(ends(0));
});

test("whoever looks back the longest way still finds what was known then", () => {
  const watermarks = startLogWatermarks(1_000);
  for (let at = 0; at <= 5_000; at += 100) watermarks.note(at, ends(10_000 + at));
  expect(watermarks.asOf(4_000)).toEqual(ends(14_000));
  expect(watermarks.asOf(4_050)).toEqual(ends(14_000));
});
