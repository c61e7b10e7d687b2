import * as fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, addMonths } from "../calendar.ts";
import { lateFineToCharge, lateSinceByBook } from "./late-fine.ts";

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

it.each([
  ["2026-05-01", null, "2026-05-31"],
  ["2026-05-01", "2026-04-02", "2026-05-31"],
  ["2026-05-01", "2026-06-03", "2026-06-03"],
  ["2026-02-01", "2026-02-28", "2026-02-28"],
])("by a book paid up to %s and last paid on %s counts from %s", (paidUpTo, lastPaidOn, since) => {
  expect(lateSinceByBook({ paidUpTo, lastPaidOn })).toBe(since);
});

it.each([
  // Completed by the cut-over day, also on that very day: the book charged five, less the three allowed.
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

/** The book of the group: on each monthly day after those allowed it writes a fine, and a payment begins anew. */
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
