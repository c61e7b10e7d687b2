import * as fc from "fast-check";
import { expect, it } from "vitest";
import { addDays } from "../calendar.ts";
import { lateFineToCharge } from "./late-fine.ts";

const rule = { monthsAllowed: 3, finePerMonthCents: 10_000n, chargedSinceCents: 0n };

it.each([
  ["2026-04-14", 0n],
  ["2026-04-15", 0n],
  ["2026-05-14", 0n],
  ["2026-05-15", 10_000n],
  ["2026-06-15", 20_000n],
  ["2027-01-15", 90_000n],
])("since 15 January, %s has %d cents to charge", (today, expected) => {
  expect(lateFineToCharge({ ...rule, since: "2026-01-15", today })).toBe(expected);
});

it("brings what was charged up to what is due, and never takes any back", () => {
  const late = { ...rule, since: "2026-01-15", today: "2026-07-15" };
  expect(lateFineToCharge({ ...late, chargedSinceCents: 20_000n })).toBe(10_000n);
  expect(lateFineToCharge({ ...late, chargedSinceCents: 30_000n })).toBe(0n);
  expect(lateFineToCharge({ ...late, chargedSinceCents: 50_000n })).toBe(0n);
});

it("comes to the same whichever days the sweep runs on", () => {
  const since = "2025-08-31";
  const gaps = fc.array(fc.integer({ min: 0, max: 70 }), { maxLength: 12 });
  fc.assert(
    fc.property(gaps, (days) => {
      let [today, chargedSinceCents] = [since, 0n];
      for (const gap of days) {
        today = addDays(today, gap);
        chargedSinceCents += lateFineToCharge({ ...rule, since, today, chargedSinceCents });
      }
      expect(chargedSinceCents).toBe(lateFineToCharge({ ...rule, since, today }));
    }),
  );
});
