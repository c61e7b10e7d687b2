import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#domain/calendar.ts";
import { type Cents, most, sumOf } from "#domain/money.ts";
import { randomLoan } from "./loans-for-tests.ts";
import { earlyWays, type EarlyWay, type LoanPayment } from "./pay-loan.ts";
import { replay, type LoanEvent } from "./replay.ts";
import { totalOf } from "./rows.ts";
import {
  chargedInterest,
  type LentLoan,
  openSchedule,
  paidParts,
  principalLeft,
  type Schedule,
} from "./schedule.ts";
import { settlementOf } from "./settlement-amount.ts";
import { standingOn } from "./standing.ts";

const loanWithRows = randomLoan.filter((loan) => openSchedule(loan) !== null);

/** Payments of parts of what would clear the loan, each a few weeks after the one before. */
const steps = fc.array(
  fc.record({
    days: fc.integer({ min: 0, max: 70 }),
    percent: fc.integer({ min: 1, max: 60 }),
    early: fc.constantFrom(...earlyWays),
  }),
  { maxLength: 8 },
);

type Stepped = { days: number; percent: number; early: EarlyWay };

/** The payments as members make them: each knows those before. */
function payAlong(loan: LentLoan, taken: readonly Stepped[]): LoanPayment[] {
  const payments: LoanPayment[] = [];
  let paidOn = loan.paidOutOn;
  for (const { days, percent, early } of taken) {
    paidOn = addDays(paidOn, days);
    const { totalCents } = settlementOf(replay(loan, payments.map(event)), paidOn);
    const amountCents = (totalCents * BigInt(percent)) / 100n;
    if (amountCents > 0n)
      payments.push({
        id: payments.length + 1,
        paidOn,
        amountCents,
        early: loan.terms.method === "flat" ? "ahead" : early,
      });
  }
  return payments;
}

const event = (payment: LoanPayment): LoanEvent => ({ kind: "payment", ...payment });

/** What the books and the screens have of it. */
function facts(schedule: Schedule, day: string) {
  const { overdue, daysLate, rows } = standingOn(schedule, day);
  return {
    rows: rows.map(({ number, dueOn, interestCents, principalCents, paid, state }) => ({
      number,
      dueOn,
      interestCents,
      principalCents,
      paid,
      state,
    })),
    overdue,
    daysLate,
    clearedOn: schedule.clearedOn,
  };
}

/** Early rows of one day count as one. */
function joined(schedule: Schedule): Schedule {
  const rows = schedule.rows.reduce<Schedule["rows"][number][]>((before, row) => {
    const last = before.at(-1);
    const isSame = last?.number === null && row.number === null && last.dueOn === row.dueOn;
    if (!isSame) return [...before, row];
    const principalCents = last.principalCents + row.principalCents;
    const interestCents = last.interestCents + row.interestCents;
    return [...before.slice(0, -1), { ...last, principalCents, interestCents }];
  }, []);
  return { ...schedule, rows };
}

test("the order in which payments are approved changes nothing", () => {
  fc.assert(
    fc.property(loanWithRows, steps, fc.infiniteStream(fc.nat()), (loan, taken, random) => {
      const payments = payAlong(loan, taken);
      const shuffled = payments
        .map((payment) => ({ payment, at: random.next().value ?? 0 }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ payment }) => event(payment));
      expect(replay(loan, shuffled)).toEqual(replay(loan, payments.map(event)));
    }),
    { numRuns: 500 },
  );
});

test("however a payment is split over the same day, the loan ends the same", () => {
  fc.assert(
    fc.property(loanWithRows, steps, fc.integer({ min: 1, max: 99 }), (loan, taken, percent) => {
      const payments = payAlong(loan, taken);
      const split = payments.flatMap((payment) => {
        const firstCents = (payment.amountCents * BigInt(percent)) / 100n;
        const parts = [firstCents, payment.amountCents - firstCents].filter((cents) => cents > 0n);
        return parts.map((amountCents) => ({ ...payment, amountCents }));
      });
      const day = addDays(payments.at(-1)?.paidOn ?? loan.paidOutOn, 40);
      const [whole, parted] = [payments, split].map((each) =>
        facts(joined(replay(loan, each.map(event))), day),
      );
      expect(parted).toEqual(whole);
    }),
    { numRuns: 500 },
  );
});

test("principal and interest add up after every payment, and the settlement amount clears the loan", () => {
  fc.assert(
    fc.property(loanWithRows, steps, fc.integer({ min: 0, max: 400 }), (loan, taken, later) => {
      const payments = payAlong(loan, taken);
      const schedule = replay(loan, payments.map(event));
      const parts = paidParts(schedule);
      expect(sumOf(schedule.rows, (row) => row.principalCents)).toBe(loan.amountCents);
      const paidCents = sumOf(payments, (payment) => payment.amountCents);
      expect(sumOf(parts, (part) => part.interestCents + part.principalCents)).toBe(paidCents);
      const day = addDays(payments.at(-1)?.paidOn ?? loan.paidOutOn, later);
      const { totalCents } = settlementOf(schedule, day);
      if (totalCents === 0n) return;
      const last: LoanPayment = { id: 100, paidOn: day, amountCents: totalCents, early: "ahead" };
      const cleared = replay(loan, [...payments, last].map(event));
      expect(cleared.clearedOn).toBe(day);
      expect(principalLeft(cleared)).toBe(0n);
      expect(chargedInterest(cleared, day)).toBe(paidCents + totalCents - loan.amountCents);
      expect(standingOn(cleared, addDays(day, 500)).daysLate).toBe(0);
    }),
    { numRuns: 500 },
  );
});

const change = fc.record({
  days: fc.integer({ min: 0, max: 60 }),
  first: fc.integer({ min: 15, max: 62 }),
  instalments: fc.integer({ min: 1, max: 24 }),
});

test("a reschedule keeps every paid cent where it was, and repays what is left", () => {
  fc.assert(
    fc.property(loanWithRows, steps, change, (loan, taken, { days, first, instalments }) => {
      const payments = payAlong(loan, taken);
      const before = replay(loan, payments.map(event));
      const on = addDays(payments.at(-1)?.paidOn ?? loan.paidOutOn, days);
      fc.pre(before.clearedOn === null && principalLeft(before) > 100_000n);
      const firstDueOn = addDays(on, first);
      const events: LoanEvent[] = [
        ...payments.map(event),
        { kind: "reschedule", on, firstDueOn, instalments },
      ];
      const after = replay(loan, events);
      expect(sumOf(after.rows, (row) => row.principalCents)).toBe(loan.amountCents);
      expect(byNumber(after)).toEqual(byNumber(before));
      expect(chargedInterest(after, on)).toBe(chargedInterest(before, on));
      const firstUnpaid = standingOn(after, on).rows.find(({ state }) => state === "coming");
      expect(firstUnpaid?.dueOn).toBe(firstDueOn);
      expect(standingOn(after, on).daysLate).toBe(0);
    }),
    { numRuns: 500 },
  );
});

/** What is paid of each row that has anything paid. */
function byNumber(schedule: Schedule): Record<string, [Cents, Cents]> {
  const paid: Record<string, [Cents, Cents]> = {};
  for (const [index, part] of paidParts(schedule).entries()) {
    if (part.interestCents + part.principalCents === 0n) continue;
    const row = schedule.rows[index];
    const key = `${row?.number ?? row?.dueOn}`;
    const [interestCents, principalCents] = paid[key] ?? [0n, 0n];
    paid[key] = [interestCents + part.interestCents, principalCents + part.principalCents];
  }
  return paid;
}

test("a payment leaves what was paid of each row on earlier days", () => {
  fc.assert(
    fc.property(loanWithRows, steps, (loan, taken) => {
      const payments = payAlong(loan, taken);
      // Those of one day count together: what walks ahead, then what is early.
      fc.pre(payments.at(-1)?.paidOn !== payments.at(-2)?.paidOn);
      const [before, after] = [payments.slice(0, -1), payments].map((each) =>
        replay(loan, each.map(event)),
      );
      fc.pre(before !== undefined && after !== undefined && after.clearedOn === null);
      const now = byNumber(after);
      for (const [number, [interest, principal]] of Object.entries(byNumber(before))) {
        expect(now[number]?.[0], `interest of row ${number}`).toBeGreaterThanOrEqual(interest);
        expect(now[number]?.[1], `principal of row ${number}`).toBeGreaterThanOrEqual(principal);
      }
    }),
    { numRuns: 500 },
  );
});

const numbers = (schedule: Schedule) =>
  schedule.rows.filter(({ number }) => number !== null).length;
const interest = (schedule: Schedule) => sumOf(schedule.rows, (row) => row.interestCents);
const largestRow = (schedule: Schedule) =>
  schedule.rows.reduce(
    (largest, row) => most(largest, row.number === null ? 0n : totalOf(row)),
    0n,
  );

test.each([
  // As many rows repay more slowly than fewer before them, which may cost a cent of interest.
  ["shorter", numbers, interest],
  ["smaller", (schedule: Schedule) => schedule.plan.length, largestRow],
] as const)("principal paid early makes the rows to come %s", (early, count, measure) => {
  fc.assert(
    fc.property(loanWithRows, steps, (loan, taken) => {
      fc.pre(loan.terms.method !== "flat");
      const payments = payAlong(loan, taken);
      const last = payments.at(-1);
      fc.pre(last !== undefined && last.paidOn !== payments.at(-2)?.paidOn);
      const others = payments.slice(0, -1).map(event);
      const before = replay(loan, others);
      const after = replay(loan, [...others, event({ ...last, early })]);
      fc.pre(after.clearedOn === null);
      expect(numbers(after)).toBeLessThanOrEqual(count(before));
      expect(measure(after)).toBeLessThanOrEqual(measure(before));
    }),
    { numRuns: 500 },
  );
});

test("rows due before a day, less what was paid by then, are overdue", () => {
  fc.assert(
    fc.property(loanWithRows, steps, fc.integer({ min: 0, max: 900 }), (loan, taken, days) => {
      const schedule = replay(loan, payAlong(loan, taken).map(event));
      fc.pre(schedule.clearedOn === null);
      const day = addDays(loan.paidOutOn, days);
      const { overdue, oldestDueOn, daysLate } = standingOn(schedule, day);
      const due = schedule.rows.filter(({ number, dueOn }) => number !== null && dueOn < day);
      const paid = schedule.payments.filter(({ paidOn }) => paidOn <= day);
      const leftCents = sumOf(due, totalOf) - sumOf(paid, ({ walkedCents }) => walkedCents);
      const owedCents = overdue.interestCents + overdue.principalCents;
      expect(owedCents).toBe(leftCents > 0n ? leftCents : 0n);
      expect(daysLate > 0).toBe(owedCents > 0n);
      expect(oldestDueOn === null).toBe(owedCents === 0n);
    }),
    { numRuns: 500 },
  );
});
