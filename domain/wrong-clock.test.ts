import { describe, expect, test } from "vitest";
import { aheadFrom, hasPassed, isAhead } from "./wrong-clock.ts";

const now = new Date("2026-03-16T09:00:00+03:00");
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

describe("a moment is of a clock that was ahead", () => {
  test.each([
    [-1, false],
    [0, false],
    [5, false],
    [6, true],
    [25 * 60, true],
  ])("%i minutes from now: %s", (minutes, isOfAnother) => {
    expect(isAhead(later(minutes), now)).toBe(isOfAnother);
    expect(later(minutes) > aheadFrom(now)).toBe(isOfAnother);
  });
});

describe("twenty minutes have passed since a moment", () => {
  test.each([
    [-20, true],
    [-19, false],
    [3, false],
    [25 * 60, true],
  ])("%i minutes from now: %s", (minutes, isOver) => {
    expect(hasPassed({ since: later(minutes), ms: 20 * 60_000 }, now)).toBe(isOver);
  });
});
