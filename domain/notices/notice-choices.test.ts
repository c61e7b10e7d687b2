import * as fc from "fast-check";
import { expect, test } from "vitest";
import { nairobiIso } from "../calendar.ts";
import { isTimeOfDay, quietUntil } from "./notice-choices.ts";

const at = (time: string) => new Date(`2026-11-22T${time}+03:00`);
const two = (number: number) => String(number).padStart(2, "0");
const night = { from: "20:00", to: "07:00" };

test.each([
  ["19:59:59", null],
  ["20:00:00", "2026-11-23T07:00"],
  ["23:59:59", "2026-11-23T07:00"],
  ["00:00:00", "2026-11-22T07:00"],
  ["06:59:59", "2026-11-22T07:00"],
  ["07:00:00", null],
  ["12:00:00", null],
])("at %s the night lasts until %s", (time, until) => {
  const end = quietUntil(at(time), night);
  expect(end === null ? null : nairobiIso(end).slice(0, 16)).toBe(until);
});

test("hours inside of one day do not cross midnight", () => {
  const noon = { from: "12:00", to: "14:30" };
  expect(quietUntil(at("11:59:00"), noon)).toBeNull();
  expect(quietUntil(at("12:00:00"), noon)).toEqual(at("14:30:00"));
  expect(quietUntil(at("14:30:00"), noon)).toBeNull();
});

test("the same time twice is never quiet", () => {
  fc.assert(
    fc.property(
      fc.date({ noInvalidDate: true, min: at("00:00:00"), max: at("23:59:59") }),
      (now) => {
        expect(quietUntil(now, { from: "20:00", to: "20:00" })).toBeNull();
      },
    ),
    { numRuns: 50 },
  );
});

test("the end is later than now, within a day, and not quiet itself", () => {
  const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
  const time = minute.map((each) => `${two(Math.floor(each / 60))}:${two(each % 60)}`);
  fc.assert(
    fc.property(time, time, fc.integer({ min: 0, max: 86_399 }), (from, to, second) => {
      const now = new Date(at("00:00:00").getTime() + second * 1_000);
      const end = quietUntil(now, { from, to }) ?? now;
      expect(end.getTime() - now.getTime()).toBeGreaterThanOrEqual(0);
      expect(end.getTime() - now.getTime()).toBeLessThan(86_400_000);
      expect(quietUntil(end, { from, to })).toBeNull();
    }),
  );
});

test.each([
  ["00:00", true],
  ["23:59", true],
  ["24:00", false],
  ["7:00", false],
  ["07:60", false],
  ["07:00:00", false],
  ["", false],
])("%j is a time of the day: %s", (text, is) => {
  expect(isTimeOfDay(text)).toBe(is);
});
