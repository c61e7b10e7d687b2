// Loans from the group's book (LEND-12): rows on what is left, as new instalments are made.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#domain/calendar.ts";
import { sumOf } from "#domain/money.ts";
import { randomLoan } from "./loans-for-tests.ts";
import { interestToCharge } from "./repaid.ts";
import { reschedule } from "./reschedule.ts";
import { type LentLoan, openSchedule } from "./schedule.ts";
import { settlementOf } from "./settlement-amount.ts";
import { standingOn } from "./standing.ts";

const brought = fc
  .record({
    loan: randomLoan,
    on: fc.integer({ min: 0, max: 400 }),
    next: fc.integer({ min: 1, max: 62 }),
    interestCents: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 1_000_000n })),
  })
  .map(({ loan, on: later, next, interestCents }): LentLoan => {
    const on = addDays(loan.paidOutOn, later);
    return { ...loan, book: { on, firstDueOn: addDays(on, next), interestCents } };
  })
  .filter((loan) => openSchedule(loan) !== null);

test("its rows repay what is left, and on the cut-over day exactly that and the unpaid interest is owed", () => {
  fc.assert(
    fc.property(brought, (loan) => {
      const schedule = openSchedule(loan)!;
      const { on = "", firstDueOn = "", interestCents = 0n } = loan.book ?? {};
      expect(sumOf(schedule.rows, (row) => row.principalCents)).toBe(loan.amountCents);
      expect(schedule.rows[0]?.dueOn).toBe(firstDueOn);
      expect(standingOn(schedule, on)).toMatchObject({
        daysLate: 0,
        principalLeftCents: loan.amountCents,
      });
      expect(settlementOf(schedule, on).totalCents).toBe(loan.amountCents + interestCents);
      // The rows of a flat loan share the unpaid interest; else the first of them carries it.
      const isFlat = schedule.flat !== null;
      const interests = sumOf(schedule.rows, (row) => row.interestCents);
      expect(!isFlat || interests === interestCents).toBe(true);
      expect(schedule.rows.map((row) => row.carriedCents)).toEqual(
        schedule.rows.map((_, index) => (index === 0 && !isFlat ? interestCents : 0n)),
      );
      // What the book had charged is not charged again.
      const charged = new Map(isFlat ? [] : [[firstDueOn, interestCents]]);
      expect(interestToCharge(schedule, { charged, day: on })).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test("they are the rows of new instalments on a loan of which nothing was paid", () => {
  fc.assert(
    fc.property(brought, (loan) => {
      const { book, ...paidOut } = loan;
      const { on = "", firstDueOn = "" } = book ?? {};
      const opened = openSchedule({ ...paidOut, instalments: loan.instalments });
      fc.pre(opened !== null && opened.flat === null && book?.interestCents === 0n);
      // Nothing of it is due by then, so nothing is carried.
      fc.pre(opened.rows.every((row) => row.dueOn > on));
      const change = { on, firstDueOn, instalments: loan.instalments };
      expect(openSchedule(loan)?.rows).toEqual(reschedule(opened, change).rows);
    }),
    { numRuns: 300 },
  );
});
