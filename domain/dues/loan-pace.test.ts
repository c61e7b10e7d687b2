import * as fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, addMonths } from "../calendar.ts";
import { loanPace } from "./loan-pace.ts";

it.each([
  // Twelve months to the day, eleven and a begun one, the last month, the day itself, and one day late.
  ["2026-11-22", 0, 91_667n],
  ["2026-11-23", 0, 91_667n],
  ["2026-12-22", 0, 100_000n],
  ["2027-11-01", 0, 1_100_000n],
  ["2027-11-22", 0, 1_100_000n],
  ["2027-11-23", 1, 1_100_000n],
  ["2028-11-22", 366, 1_100_000n],
])(
  "on %s a loan due on 22 Nov 2027 is %d days late and takes %d cents a month",
  (today, daysLate, aMonthCents) => {
    expect(loanPace({ balanceCents: 1_100_000n, dueOn: "2027-11-22", today })).toEqual({
      daysLate,
      aMonthCents,
    });
  },
);

it("is enough for the months left, and a cent less is not", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 11n }),
      fc.integer({ min: -800, max: 4_000 }),
      fc.integer({ min: 0, max: 400 }),
      (balanceCents, days, from) => {
        const today = addDays("2026-01-01", from);
        const dueOn = addDays(today, days);
        const { daysLate, aMonthCents } = loanPace({ balanceCents, dueOn, today });
        expect(daysLate).toBe(Math.max(0, -days));
        let months = 1n;
        while (addMonths(today, Number(months)) < dueOn) months += 1n;
        expect(aMonthCents * months >= balanceCents).toBe(true);
        expect((aMonthCents - 1n) * months < balanceCents).toBe(true);
      },
    ),
  );
});
