// How a loan stands on a day: what is overdue and for how long, and what is left.
import { daysBetween, type PlainDate } from "#domain/calendar.ts";
import { type Cents, sumOf } from "#domain/money.ts";
import { paidParts, type PaidPart, type Schedule } from "./schedule.ts";
import { type Row, totalOf } from "./rows.ts";

export const rowStates = ["paid", "late", "part", "coming", "early", "moved"] as const;
export type RowState = (typeof rowStates)[number];

export type ShownRow = Row & {
  totalCents: Cents;
  /** Principal left after it. */
  balanceCents: Cents;
  paid: PaidPart;
  state: RowState;
};

export type Standing = {
  rows: ShownRow[];
  /** Rows due before the day, less payments with a day up to it. */
  overdue: PaidPart;
  daysLate: number;
  /** The day of the oldest row that is overdue. */
  oldestDueOn: PlainDate | null;
  principalLeftCents: Cents;
  /** Interest of rows due by the day and unpaid; flat all that is unpaid. */
  interestLeftCents: Cents;
};

/** From the day of the payout on, as known today; payments with a later day do not count. */
export function standingOn(schedule: Schedule, day: PlainDate): Standing {
  const until = schedule.payments.filter(({ paidOn }) => paidOn <= day);
  const parts = paidParts(
    schedule,
    sumOf(until, ({ walkedCents }) => walkedCents),
  );
  const overdue = { interestCents: 0n, principalCents: 0n };
  const { amountCents } = schedule.loan;
  let [balanceCents, principalLeftCents, interestLeftCents] = [amountCents, amountCents, 0n];
  let oldestDueOn: PlainDate | null = null;
  const rows = schedule.rows.map((row, index) => {
    const isEarlyYet = row.number === null && row.dueOn > day;
    const paid = (isEarlyYet ? undefined : parts[index]) ?? nothing;
    const left = {
      interestCents: row.interestCents - paid.interestCents,
      principalCents: row.principalCents - paid.principalCents,
    };
    balanceCents -= row.principalCents;
    principalLeftCents -= paid.principalCents;
    if (schedule.flat !== null || row.dueOn <= day) interestLeftCents += left.interestCents;
    const isWhole = left.interestCents + left.principalCents === 0n;
    if (row.dueOn < day && !isWhole) {
      overdue.interestCents += left.interestCents;
      overdue.principalCents += left.principalCents;
      oldestDueOn ??= row.dueOn;
    }
    const state = stateOf(row, { paid, isWhole, day });
    return { ...row, totalCents: totalOf(row), balanceCents, paid, state };
  });
  const daysLate = oldestDueOn === null ? 0 : daysBetween(oldestDueOn, day);
  return { rows, overdue, daysLate, oldestDueOn, principalLeftCents, interestLeftCents };
}

const nothing: PaidPart = { interestCents: 0n, principalCents: 0n };

function stateOf(
  { number, dueOn, isMoved }: Row,
  { paid, isWhole, day }: { paid: PaidPart; isWhole: boolean; day: PlainDate },
): RowState {
  if (isMoved) return "moved";
  if (number === null) return "early";
  if (isWhole) return "paid";
  if (dueOn < day) return "late";
  return paid.interestCents + paid.principalCents > 0n ? "part" : "coming";
}
