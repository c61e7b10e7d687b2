import { expect, test } from "vitest";
import { clockState, type SeenMoments } from "./clock.ts";

const at = (text: string) => new Date(`${text}+03:00`);
const seen: SeenMoments = {
  newestAt: at("2026-11-28T10:00:00"),
  aliveAt: at("2026-11-28T10:00:00"),
  sureAt: at("2026-01-05T09:00:00"),
};

test.each([
  ["2016-01-01T00:00:00", "behind"],
  ["2026-11-26T09:59:59", "behind"],
  ["2026-11-26T10:00:00", "ok"],
  ["2026-11-28T10:00:00", "ok"],
  ["2027-01-12T10:00:00", "ok"],
  ["2027-01-12T10:00:01", "ahead"],
  ["2037-06-01T10:00:00", "ahead"],
])("a clock of %s is %s", (now, state) => {
  expect(clockState(at(now), seen)).toBe(state);
});

test("a clock may be 20 years ahead of the first start, and no second more", () => {
  const alive = { ...seen, newestAt: null, aliveAt: null };
  expect(clockState(at("2046-01-05T09:00:00"), alive)).toBe("ok");
  expect(clockState(at("2046-01-05T09:00:01"), alive)).toBe("ahead");
});

test("a group that has seen nothing takes any clock", () => {
  expect(
    clockState(at("1999-01-01T00:00:00"), { newestAt: null, aliveAt: null, sureAt: null }),
  ).toBe("ok");
});
