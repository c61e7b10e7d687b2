import * as fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, addMonths, firstOfMonth, monthsFrom } from "../calendar.ts";
import { paidUpTo } from "./paid-up-to.ts";

const joined = { joinedOn: "2026-01-17", bookPaidUpTo: null, monthlyCents: 100_000n };

it.each([
  [0n, null],
  [99_999n, null],
  [100_000n, "2026-01-01"],
  [199_999n, "2026-01-01"],
  [200_000n, "2026-02-01"],
  [1_200_000n, "2026-12-01"],
  [1_300_000n, "2027-01-01"],
])("%d cents at 1,000 a month are paid up to %s", (totalPaidCents, month) => {
  expect(paidUpTo({ ...joined, totalPaidCents })).toBe(month);
});

it("stops at the last month that can be written", () => {
  expect(paidUpTo({ ...joined, monthlyCents: 1n, totalPaidCents: 10n ** 14n })).toBe("2999-12-01");
});

it("refuses a monthly contribution of nothing", () => {
  expect(() => paidUpTo({ ...joined, monthlyCents: 0n, totalPaidCents: 5n })).toThrow(
    "monthly contribution is 0",
  );
});

it("covers in full every month up to that one, and not the next", () => {
  const days = fc.integer({ min: 0, max: 40_000 });
  const cents = fc.bigInt({ min: 0n, max: 5_000_000n });
  fc.assert(
    fc.property(days, cents, fc.bigInt({ min: 1_000n, max: 500_000n }), (day, paid, monthly) => {
      const joinedOn = addDays("1990-01-01", day);
      const month = paidUpTo({
        joinedOn,
        bookPaidUpTo: null,
        totalPaidCents: paid,
        monthlyCents: monthly,
      });
      const last = month ?? addMonths(firstOfMonth(joinedOn), -1);
      const months = BigInt(monthsFrom(joinedOn, last) + 1);
      expect(months * monthly <= paid).toBe(true);
      expect((months + 1n) * monthly > paid).toBe(true);
      expect(last).toBe(firstOfMonth(last));
    }),
  );
});

it.each([
  [0n, "2026-06-01"],
  [99_999n, "2026-06-01"],
  [100_000n, "2026-07-01"],
  [250_000n, "2026-08-01"],
  [700_000n, "2027-01-01"],
  [10n ** 14n, "2999-12-01"],
])(
  "goes on from the book's June 2026: %d cents later are paid up to %s",
  (totalPaidCents, month) => {
    const book = { ...joined, bookPaidUpTo: "2026-06-17" };
    expect(paidUpTo({ ...book, totalPaidCents })).toBe(month);
  },
);

it("with a book is where a member would stand who had joined in the month after the book's, whenever they did", () => {
  const days = fc.integer({ min: 0, max: 20_000 }).map((day) => addDays("1990-01-01", day));
  const paid = fc.record({
    totalPaidCents: fc.bigInt({ min: 0n, max: 5_000_000n }),
    monthlyCents: fc.bigInt({ min: 1_000n, max: 500_000n }),
  });
  fc.assert(
    fc.property(days, days, paid, (joinedOn, bookPaidUpTo, sums) => {
      const next = addMonths(firstOfMonth(bookPaidUpTo), 1);
      const joinedThen = paidUpTo({ ...sums, joinedOn: next, bookPaidUpTo: null });
      expect(paidUpTo({ ...sums, joinedOn, bookPaidUpTo })).toBe(
        joinedThen ?? firstOfMonth(bookPaidUpTo),
      );
    }),
  );
});
