// What clears a loan on a day.
import { daysBetween, type PlainDate } from "#domain/calendar.ts";
import { type Cents, most, mulDiv } from "#domain/money.ts";
import { paidParts, principalLeft, type Schedule } from "./schedule.ts";

/** What would clear a loan on a day, in cents. */
export type Settlement = {
  principalCents: Cents;
  /** Of rows due by the day, unpaid. */
  interestDueCents: Cents;
  /** Of the row that runs on the day, by its days. */
  runningCents: Cents;
  /** Interest paid of rows that are not due. */
  paidAheadCents: Cents;
  totalCents: Cents;
  /** What paying the rows to the last would cost more. */
  savesCents: Cents;
};

/** The settlement amount of a day; of a flat loan its balance. */
export function settlementOf(schedule: Schedule, day: PlainDate): Settlement {
  const { rows, flat } = schedule;
  const parts = paidParts(schedule);
  const principalCents = principalLeft(schedule, parts);
  const interest = { dueCents: 0n, paidAheadCents: 0n, allCents: 0n };
  for (const [index, row] of rows.entries()) {
    const paidCents = parts[index]?.interestCents ?? 0n;
    const isDue = flat !== null || row.dueOn <= day || row.number === null;
    interest.allCents += row.interestCents - paidCents;
    interest.dueCents += isDue ? row.interestCents - paidCents : row.carriedCents;
    if (!isDue) interest.paidAheadCents += paidCents;
  }
  const runningCents = flat === null ? running(schedule, day) : 0n;
  const owedCents = principalCents + interest.dueCents + runningCents - interest.paidAheadCents;
  const totalCents = schedule.clearedOn === null ? most(0n, owedCents) : 0n;
  return {
    principalCents,
    interestDueCents: interest.dueCents,
    runningCents,
    paidAheadCents: interest.paidAheadCents,
    totalCents,
    savesCents: most(0n, principalCents + interest.allCents - totalCents),
  };
}

/** The next row's interest by the days of its month that have passed, half up. */
function running({ rows, since, clearedOn }: Schedule, day: PlainDate): Cents {
  const numbered = rows.filter(({ number, isMoved }) => number !== null && !isMoved);
  const next = numbered.find(({ dueOn }) => dueOn > day);
  if (next === undefined || clearedOn !== null) return 0n;
  const before = numbered.filter(({ dueOn }) => dueOn <= day && dueOn > since).at(-1);
  const from = before?.dueOn ?? since;
  const passed = BigInt(Math.max(0, daysBetween(from, day)));
  const ownCents = next.interestCents - next.carriedCents;
  return mulDiv(ownCents, passed, BigInt(daysBetween(from, next.dueOn)), "half-up");
}
