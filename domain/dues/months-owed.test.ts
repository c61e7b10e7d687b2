import * as fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, addMonths, firstOfMonth } from "../calendar.ts";
import { dueOn, monthsOwed } from "./months-owed.ts";

const member = { joinedOn: "2026-01-17", bookPaidUpTo: null, monthlyCents: 100_000n, dueDay: 5 };

it("counts every month since May for who is paid up to May, in November", () => {
  expect(monthsOwed({ ...member, totalPaidCents: 540_000n, today: "2026-11-22" })).toEqual({
    paidUpTo: "2026-05-01",
    months: ["2026-06-01", "2026-07-01", "2026-08-01", "2026-09-01", "2026-10-01"],
    // Five months, less the 400 paid towards June.
    cents: 460_000n,
    next: { month: "2026-11-01", cents: 100_000n, dueOn: "2026-12-05" },
  });
});

it.each([
  ["2026-11-05", []],
  ["2026-11-06", ["2026-10-01"]],
  ["2026-12-05", ["2026-10-01"]],
  ["2026-12-06", ["2026-10-01", "2026-11-01"]],
])("owes a month from the day after it was due: on %s %j", (today, months) => {
  expect(monthsOwed({ ...member, totalPaidCents: 900_000n, today }).months).toEqual(months);
});

it("takes what is paid towards the next month off what the next takes, when nothing is owed", () => {
  expect(monthsOwed({ ...member, totalPaidCents: 1_130_000n, today: "2026-11-22" })).toMatchObject({
    months: [],
    cents: 0n,
    next: { month: "2026-12-01", cents: 70_000n, dueOn: "2027-01-05" },
  });
});

it("begins with the month of joining, and knows no month paid before the first", () => {
  expect(monthsOwed({ ...member, totalPaidCents: 99_999n, today: "2026-02-06" })).toMatchObject({
    paidUpTo: null,
    months: ["2026-01-01"],
    cents: 1n,
  });
});

it("owes no month that the book has paid, and every later one", () => {
  const book = { ...member, bookPaidUpTo: "2026-06-01", today: "2026-08-06" };
  expect(monthsOwed({ ...book, totalPaidCents: 0n })).toEqual({
    paidUpTo: "2026-06-01",
    months: ["2026-07-01"],
    cents: 100_000n,
    next: { month: "2026-08-01", cents: 100_000n, dueOn: "2026-09-05" },
  });
  expect(monthsOwed({ ...book, totalPaidCents: 130_000n })).toMatchObject({
    paidUpTo: "2026-07-01",
    months: [],
    next: { month: "2026-08-01", cents: 70_000n },
  });
});

it("refuses a due day that some month has not", () => {
  expect(() => dueOn("2026-01-01", 29)).toThrow("the due day is 29");
});

const requested = fc.record({
  joinedOn: fc.integer({ min: 0, max: 20_000 }).map((day) => addDays("1990-01-01", day)),
  bookMonths: fc.option(fc.integer({ min: -1, max: 200 })),
  totalPaidCents: fc.bigInt({ min: 0n, max: 5_000_000n }),
  monthlyCents: fc.bigInt({ min: 1_000n, max: 500_000n }),
  dueDay: fc.integer({ min: 1, max: 28 }),
  age: fc.integer({ min: 0, max: 9_000 }),
});

it("is exactly what walking month by month finds, and pays the member up to the last month owed", () => {
  fc.assert(
    fc.property(requested, ({ age, bookMonths, ...sums }) => {
      const today = addDays(sums.joinedOn, age);
      const bookPaidUpTo = bookMonths === null ? null : addMonths(sums.joinedOn, bookMonths);
      const params = { ...sums, bookPaidUpTo };
      const found = monthsOwed({ ...params, today });
      const walked: string[] = [];
      let leftCents = params.totalPaidCents;
      let month = firstOfMonth(params.joinedOn);
      if (bookMonths !== null) month = addMonths(month, bookMonths + 1);
      for (; leftCents >= params.monthlyCents; month = addMonths(month, 1))
        leftCents -= params.monthlyCents;
      for (; dueOn(month, params.dueDay) < today; month = addMonths(month, 1)) walked.push(month);
      expect(found.months).toEqual(walked);
      expect(found.next.month).toBe(month);
      expect(found.next.dueOn >= today).toBe(true);
      expect(found.next.cents > 0n && found.next.cents <= params.monthlyCents).toBe(true);
      // Paying what is owed leaves nothing owed, and a cent less leaves a cent.
      const { totalPaidCents } = params;
      const paying = (cents: bigint) =>
        monthsOwed({ ...params, today, totalPaidCents: totalPaidCents + cents });
      expect(paying(found.cents)).toMatchObject({ months: [], cents: 0n, next: found.next });
      expect(found.cents > 0n).toBe(walked.length > 0);
      const oneLess = walked.length > 0 ? paying(found.cents - 1n).cents : 1n;
      expect(oneLess).toBe(1n);
    }),
  );
});
