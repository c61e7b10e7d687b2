import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { flatInterest, loanLimit, loanPace } from "./loans.ts";
import { addDays, addMonths } from "./calendar.ts";

const cents = fc.bigInt({ min: 0n, max: 10n ** 12n });

describe("the terms of a loan", () => {
  it("cost 10% flat, rounded half up to the cent", () => {
    expect(flatInterest(1_000_000n, 1_000)).toBe(100_000n);
    expect(flatInterest(1_004n, 1_000)).toBe(100n);
    expect(flatInterest(1_005n, 1_000)).toBe(101n);
    expect(flatInterest(1_000_000n, 0)).toBe(0n);
  });

  it("allow three times the contributions, less what is owed and applied for", () => {
    const params = { contributionsCents: 500_000n, owedCents: 110_000n, waitingCents: 40_000n };
    expect(loanLimit({ ...params, multiple: 3 })).toBe(1_350_000n);
    expect(loanLimit({ ...params, multiple: 0 })).toBe(0n);
  });

  it("never allow less than nothing, nor more for owing more", () => {
    fc.assert(
      fc.property(
        cents,
        cents,
        cents,
        fc.nat(100),
        (contributionsCents, owedCents, more, multiple) => {
          const params = { contributionsCents, waitingCents: 0n, multiple };
          const limit = loanLimit({ ...params, owedCents });
          const lower = loanLimit({ ...params, owedCents: owedCents + more });
          expect(lower).toBeGreaterThanOrEqual(0n);
          expect(lower).toBeLessThanOrEqual(limit);
        },
      ),
    );
  });
});

describe("the pace of a loan", () => {
  it.each([
    // Twelve months to the day; eleven and a begun one; the last month; the day itself; one day late.
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
});
