import * as fc from "fast-check";
import { expect, it, test, describe } from "vitest";
import { addDays, addMonths, firstOfMonth, monthsFrom } from "./calendar.ts";
import {
  paidUpTo,
  earliestDay,
  dueOn,
  monthsOwed,
  lateFineToCharge,
  lateSinceByBook,
} from "./contributions.ts";
import { furthestMonth } from "./months-to-pay.ts";

describe("the month paid up to", () => {
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
    expect(paidUpTo({ ...joined, monthlyCents: 1n, totalPaidCents: 10n ** 14n })).toBe(
      "2999-12-01",
    );
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
});

describe("the days and months of a payment", () => {
  test.each([
    ["2026-03-16", null, "2025-01-01"],
    ["2026-03-16", "2026-04-01", "2025-01-01"],
    ["2026-03-16", "2019-12-31", "2018-01-01"],
  ])(
    "a group founded on %s with its first entry on %s begins on %s",
    (foundedOn, firstEntryOn, day) => {
      expect(earliestDay({ foundedOn, firstEntryOn })).toBe(day);
    },
  );

  test.each([
    [null, "2028-11-01"],
    ["2026-11-01", "2028-11-01"],
    ["2027-06-01", "2029-06-01"],
    ["2025-12-01", "2027-12-01"],
    ["2020-01-01", "2026-11-01"],
  ])("who is paid up to %s may pay up to %s", (paidUpTo, month) => {
    expect(furthestMonth({ paidUpTo, today: "2026-11-22" })).toBe(month);
  });
});

describe("the months owed", () => {
  const member = { joinedOn: "2026-01-17", bookPaidUpTo: null, monthlyCents: 100_000n, dueDay: 5 };

  it("counts every month since May for a member who is paid up to May, in November", () => {
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

  it("subtracts what is already paid towards the next month, when nothing is owed", () => {
    expect(
      monthsOwed({ ...member, totalPaidCents: 1_130_000n, today: "2026-11-22" }),
    ).toMatchObject({
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
});

describe("the late fine", () => {
  const rule = {
    monthsAllowed: 3,
    finePerMonthCents: 10_000n,
    chargedSinceCents: 0n,
    bookClosedOn: null,
  };

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

  it("charges up to what is due, and never charges less than before", () => {
    const late = { ...rule, since: "2026-01-15", today: "2026-07-15" };
    expect(lateFineToCharge({ ...late, chargedSinceCents: 20_000n })).toBe(10_000n);
    expect(lateFineToCharge({ ...late, chargedSinceCents: 30_000n })).toBe(0n);
    expect(lateFineToCharge({ ...late, chargedSinceCents: 50_000n })).toBe(0n);
  });

  it("comes to the same sum on whichever days the sweep runs", () => {
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

  it.each([
    ["2026-05-01", null, "2026-05-31"],
    ["2026-05-01", "2026-04-02", "2026-05-31"],
    ["2026-05-01", "2026-06-03", "2026-06-03"],
    ["2026-02-01", "2026-02-28", "2026-02-28"],
  ])(
    "by a book paid up to %s and last paid on %s counts from %s",
    (paidUpTo, lastPaidOn, since) => {
      expect(lateSinceByBook({ paidUpTo, lastPaidOn })).toBe(since);
    },
  );

  it.each([
    // Completed by the cut-over day, or on that very day: the book charged five months, less the three free ones.
    ["2026-06-30", 0n],
    ["2026-07-30", 0n],
    ["2026-07-31", 10_000n],
    ["2026-10-28", 30_000n],
  ])(
    "leaves to the book what it charged: on %s a member of the book has %d cents to charge",
    (today, cents) => {
      const late = { ...rule, since: "2026-01-31", bookClosedOn: "2026-06-30" };
      expect(lateFineToCharge({ ...late, today })).toBe(cents);
    },
  );

  /** The group's book: it charges a fine on each monthly day after the free months, and starts again with a payment. */
  function paperBookCharges(params: {
    since: string;
    paidOn: readonly string[];
    from: string;
    to: string;
  }): bigint {
    let [since, charged] = [params.since, 0n];
    for (let day = since; day <= params.to; day = addDays(day, 1)) {
      if (params.paidOn.includes(day) && day > since) since = day;
      for (let month = rule.monthsAllowed + 1; addMonths(since, month) <= day; month += 1)
        if (addMonths(since, month) === day && day > params.from) charged += rule.finePerMonthCents;
    }
    return charged;
  }

  const books = fc.record({
    monthsPaidAgo: fc.integer({ min: -4, max: 20 }),
    lastPaidAgo: fc.option(fc.integer({ min: 0, max: 500 })),
    cutOver: fc.integer({ min: 0, max: 800 }).map((day) => addDays("2025-01-01", day)),
    payments: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 3 }),
  });

  it("charges over 120 days from a cut-over day exactly what the paper book would have", () => {
    fc.assert(
      fc.property(books, ({ cutOver, ...book }) => {
        const since = lateSinceByBook({
          paidUpTo: addMonths(cutOver, -book.monthsPaidAgo),
          lastPaidOn: book.lastPaidAgo === null ? null : addDays(cutOver, -book.lastPaidAgo),
        });
        const paidOn = book.payments.map((day) => addDays(cutOver, day));
        const chargedSince = new Map<string, bigint>();
        const charges: bigint[] = [];
        for (let day = 0; day <= 120; day += 1) {
          const today = addDays(cutOver, day);
          const paid = paidOn.filter((each) => each <= today).concat(since);
          const last = paid.toSorted().at(-1) ?? since;
          const charge = lateFineToCharge({
            ...rule,
            since: last,
            today,
            bookClosedOn: cutOver,
            chargedSinceCents: chargedSince.get(last) ?? 0n,
          });
          chargedSince.set(last, (chargedSince.get(last) ?? 0n) + charge);
          charges.push(charge);
        }
        expect(charges[0]).toBe(0n);
        const to = addDays(cutOver, 120);
        expect(charges.reduce((sum, cents) => sum + cents, 0n)).toBe(
          paperBookCharges({ since, paidOn, from: cutOver, to }),
        );
      }),
    );
  });
});
