// A reschedule: new rows on what is left of a loan. It posts nothing.
import { assert } from "#domain/assert.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { sumOf } from "#domain/money.ts";
import { dueDays, monthly } from "./loan-terms.ts";
import { layLeft, type Row, totalOf } from "./rows.ts";
import {
  chargedInterest,
  type PaidPart,
  paidParts,
  planOf,
  principalLeft,
  type Schedule,
} from "./schedule.ts";

export type Reschedule = { on: PlainDate; firstDueOn: PlainDate | null; instalments: number };

/** New rows on what is left (what is charged and unpaid stands in the first of them and bears no interest). */
export function reschedule(schedule: Schedule, change: Reschedule): Schedule {
  const { loan, flat } = schedule;
  const parts = paidParts(schedule);
  const principalCents = principalLeft(schedule, parts);
  const standing = schedule.rows.flatMap((row, index) => rowAsPaid(row, parts[index], change.on));
  const firstNumber = 1 + Math.max(0, ...standing.map(({ number }) => number ?? 0));
  const days =
    change.firstDueOn === null
      ? dueDays({ ...loan.terms, graceMonths: 0 }, change.on, change.instalments)
      : monthly(change.firstDueOn, { count: change.instalments, first: 0 });
  const unpaidCents =
    chargedInterest(schedule, change.on) - sumOf(parts, (part) => part.interestCents);
  const left = { principalCents, totalCents: principalCents + unpaidCents };
  const { step, rows: laid } = layLeft(loan.terms, left, { days, firstNumber });
  assert(laid !== null, "a change that was agreed has rows that repay principal");
  return {
    ...schedule,
    rows: [...standing, ...laid],
    step,
    plan: planOf(laid),
    flat: flat === null ? null : { ...left, from: standing.length },
    since: change.on,
  };
}

/** Whether each of so many new rows would repay principal. */
export function hasRowsFor(schedule: Schedule, instalments: number, on: PlainDate): boolean {
  const parts = paidParts(schedule);
  const principalCents = principalLeft(schedule, parts);
  const paidInterestCents = sumOf(parts, (part) => part.interestCents);
  const totalCents = principalCents + chargedInterest(schedule, on) - paidInterestCents;
  const days = monthly(on, { count: instalments, first: 1 });
  const left = { principalCents, totalCents };
  return layLeft(schedule.loan.terms, left, { days, firstNumber: 1 }).rows !== null;
}

/** A row that is begun is cut to what was paid; one without any payment goes. */
function rowAsPaid(row: Row, part: PaidPart | undefined, on: PlainDate): Row[] {
  assert(part !== undefined, "each row has what was paid of it");
  // In a grace without interest a row is empty.
  if (totalOf(row) === 0n) return row.dueOn <= on ? [row] : [];
  const paidCents = part.interestCents + part.principalCents;
  if (paidCents === totalOf(row)) return [row];
  return paidCents === 0n ? [] : [{ ...row, ...part, carriedCents: 0n, isMoved: true }];
}
