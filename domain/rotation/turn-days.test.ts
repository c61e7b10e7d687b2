import { expect, test } from "vitest";
import { turnDays } from "./turn-days.ts";

test("a month's last day comes back after a shorter month", () => {
  expect(turnDays({ firstOn: "2026-01-31", every: "month" }, 3)).toEqual([
    "2026-01-31",
    "2026-02-28",
    "2026-03-31",
  ]);
});

test("weeks are counted in days, over the end of a month", () => {
  expect(turnDays({ firstOn: "2026-01-28", every: "week" }, 2)[1]).toBe("2026-02-04");
  expect(turnDays({ firstOn: "2026-01-28", every: "two_weeks" }, 2)[1]).toBe("2026-02-11");
});
