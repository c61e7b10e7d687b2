// A payment on a loan: it walks over the rows, lowers the principal early, or clears the loan.
import { assert } from "#domain/assert.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { type Cents, least, most, sumOf } from "#domain/money.ts";
import { interestOnlyRows, monthlyRate } from "./loan-terms.ts";
import { layReducing, newRow, type Row, type Step, stepOf, totalOf } from "./rows.ts";
import { paidParts, type PlannedRow, planOf, type Schedule } from "./schedule.ts";
import { type Settlement, settlementOf } from "./settlement-amount.ts";

/** What is done with more than is due: it walks on into coming rows, or leaves fewer rows, or lower ones. */
export const earlyWays = ["ahead", "shorter", "smaller"] as const;
export type EarlyWay = (typeof earlyWays)[number];

export type LoanPayment = {
  id: number;
  paidOn: PlainDate;
  amountCents: Cents;
  early: EarlyWay;
};

/** One more payment, the last by its day. Asserts that the rows hold it. */
export function pay(schedule: Schedule, payment: LoanPayment): Schedule {
  const { amountCents, paidOn, early } = payment;
  if (schedule.flat !== null) return walkOn(schedule, payment, 0n);
  const settlement = settlementOf(schedule, paidOn);
  if (amountCents === settlement.totalCents) return clear(schedule, payment, settlement);
  // An earlier day may come to light after a payment that was right without it: it goes into the rows to come.
  const isBeyond = amountCents > settlement.totalCents;
  if (early === "ahead" || isBeyond || schedule.flat !== null) return walkOn(schedule, payment, 0n);
  return lower(schedule, payment);
}

function walkOn(
  schedule: Schedule,
  { id, paidOn, amountCents }: LoanPayment,
  earlyCents: Cents,
): Schedule {
  const walkedCents = amountCents - earlyCents;
  const allCents = schedule.walkedCents + walkedCents;
  const heldCents = sumOf(schedule.rows, (row) => (row.number === null ? 0n : totalOf(row)));
  assert(allCents <= heldCents, `${allCents} cents were paid into rows of ${heldCents}`);
  return {
    ...schedule,
    walkedCents: allCents,
    payments: [...schedule.payments, { id, paidOn, walkedCents, earlyCents }],
    clearedOn: allCents === heldCents && earlyCents === 0n ? paidOn : schedule.clearedOn,
  };
}

/** What goes beyond the rows due and the next one lowers the principal; later rows are laid on what is left. */
function lower(schedule: Schedule, payment: LoanPayment): Schedule {
  const { rows } = schedule;
  const { paidOn, early } = payment;
  const next = rows.findIndex(({ number, dueOn }) => number !== null && dueOn > paidOn);
  if (next === -1 || schedule.step === null) return walkOn(schedule, payment, 0n);
  const numbered = rows.slice(0, next + 1).filter(({ number }) => number !== null);
  const roomCents = most(0n, sumOf(numbered, totalOf) - schedule.walkedCents);
  // Rows that an earlier payment reached keep what was paid of them.
  const last = Math.max(next, lastReached(schedule));
  const later = rows.slice(last + 1);
  const laterCents = sumOf(later, (row) => row.principalCents);
  const earlyCents = least(most(0n, payment.amountCents - roomCents), laterCents);
  if (earlyCents === 0n) return walkOn(schedule, payment, 0n);
  const lastNumber = rows[last]?.number ?? 0;
  const planned = schedule.plan.filter(({ number }) => number > lastNumber);
  const balanceCents = laterCents - earlyCents;
  const { laid, step } = layLater(schedule, { early, balanceCents, planned });
  const earlyRow = newRow({
    number: null,
    dueOn: paidOn,
    interestCents: 0n,
    principalCents: earlyCents,
  });
  return {
    ...walkOn(schedule, payment, earlyCents),
    rows: [...rows.slice(0, next), earlyRow, ...rows.slice(next, last + 1), ...laid],
    step,
    plan: early === "smaller" ? schedule.plan : planOf([...rows.slice(0, last + 1), ...laid]),
  };
}

/** The rows after an early payment: with the same step and fewer, or as many as planned and lower. */
function layLater(
  { loan, step }: Schedule,
  later: { early: EarlyWay; balanceCents: Cents; planned: readonly PlannedRow[] },
): { laid: Row[]; step: Step } {
  const { early, balanceCents, planned } = later;
  const [first] = planned;
  assert(first !== undefined && step !== null, "principal is left for rows to come");
  const interestOnly = Math.max(0, interestOnlyRows(loan.terms) - first.number + 1);
  const laying = {
    balanceCents,
    days: planned.map(({ dueOn }) => dueOn),
    firstNumber: first.number,
    interestOnly,
    rate: monthlyRate(loan.terms),
  };
  if (early === "smaller") {
    const smaller = stepOf(loan.terms, balanceCents, planned.length - interestOnly);
    const laid = layReducing({ ...laying, step: smaller });
    // A few cents in many rows would repay nothing in each: then there are fewer.
    if (laid !== null) return { laid, step: smaller };
  }
  const laid = layReducing({ ...laying, step });
  assert(laid !== null, "a step repays more of a lower balance");
  return { laid, step };
}

function lastReached(schedule: Schedule): number {
  return paidParts(schedule).findLastIndex(
    (part, index) =>
      schedule.rows[index]?.number !== null && part.interestCents + part.principalCents > 0n,
  );
}

/** The whole settlement amount was paid: what would come later is one row of that day. */
function clear(
  schedule: Schedule,
  { id, paidOn, amountCents }: LoanPayment,
  settlement: Settlement,
): Schedule {
  const due = schedule.rows.filter(({ number, dueOn }) => number === null || dueOn <= paidOn);
  const principalCents = schedule.loan.amountCents - sumOf(due, (row) => row.principalCents);
  const dueCents = sumOf(
    due.filter(({ number }) => number !== null),
    totalOf,
  );
  const interestCents = settlement.runningCents + carriedIn(schedule, paidOn);
  const last = newRow({ number: null, dueOn: paidOn, interestCents, principalCents });
  const walkedCents = most(0n, dueCents - schedule.walkedCents);
  const hasRest = totalOf(last) > 0n;
  return {
    ...schedule,
    rows: hasRest ? [...due, last] : due,
    walkedCents: dueCents,
    payments: [
      ...schedule.payments,
      { id, paidOn, walkedCents, earlyCents: amountCents - walkedCents },
    ],
    clearedOn: paidOn,
  };
}

/** Interest that a reschedule moved into a row that is not due on the day. */
function carriedIn(schedule: Schedule, day: PlainDate): Cents {
  const coming = schedule.rows.filter(({ dueOn }) => dueOn > day);
  return sumOf(coming, (row) => row.carriedCents);
}
