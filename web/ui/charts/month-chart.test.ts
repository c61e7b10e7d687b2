import { expect, it } from "vitest";
import { monthScale, namedMonths, shortNumber, valueScale } from "./month-chart.tsx";

it("begins at 0 and ends at a round value above the highest", () => {
  const { ticks, y } = valueScale([400, 12_400], 200);
  expect(ticks).toEqual([0, 5000, 10_000, 15_000]);
  expect([y(0), y(15_000)]).toEqual([200, 0]);
});

it("has 0 inside when values are on both sides, and at the top when all are below", () => {
  const both = valueScale([-900, 2100], 300);
  expect(both.ticks).toEqual([-1000, 0, 1000, 2000, 3000]);
  expect(both.y(0)).toBe(225);
  expect(valueScale([-3, -40], 100).y(0)).toBe(0);
});

it("is at the bottom when there is nothing", () => {
  for (const values of [[], [0, 0]]) {
    const { ticks, y } = valueScale(values, 100);
    expect(ticks[0]).toBe(0);
    expect(y(0)).toBe(100);
  }
});

it("finds the month under a point, also beyond the edges", () => {
  const { x, nearest } = monthScale(12, 240);
  expect([x(0), x(11)]).toEqual([10, 230]);
  expect([nearest(-5), nearest(39), nearest(40), nearest(999)]).toEqual([0, 1, 2, 11]);
  expect(monthScale(1, 240).x(0)).toBe(120);
});

it("names every month that has room, always the last, and none over another or outside", () => {
  expect(named(3, 300).map(({ index }) => index)).toEqual([0, 1, 2]);
  expect(named(0, 260)).toEqual([]);
  for (const count of [1, 2, 11, 12, 36])
    for (const width of [200, 260, 640]) {
      const names = named(count, width);
      expect(names.at(-1)?.index).toBe(count - 1);
      expect(names[0]?.x).toBeGreaterThanOrEqual(35);
      expect(names.at(-1)?.x).toBeLessThanOrEqual(width - 35);
      names.slice(1).forEach((name, index) => {
        expect(name.x - (names[index]?.x ?? 0)).toBeGreaterThanOrEqual(70);
      });
    }
});

function named(count: number, width: number) {
  return namedMonths(monthScale(count, width), { width, nameWidth: 70 });
}

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
