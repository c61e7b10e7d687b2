// A loan's schedule: its rows, and what was paid of each. What was paid follows from all payments together, so that neither
// the order of approvals nor a day in the past changes a sum.
import type { PlainDate } from "#domain/calendar.ts";
import { type Cents, least, sumOf } from "#domain/money.ts";
import { interestOnlyRows, type LoanTerms, monthly } from "./loan-terms.ts";
import {
  type FlatLoan,
  flatPrincipal,
  layLeft,
  layRows,
  type Row,
  type Step,
  stepOf,
  totalOf,
} from "./rows.ts";

export type LentLoan = {
  terms: LoanTerms;
  amountCents: Cents;
  instalments: number;
  paidOutOn: PlainDate;
  /** Of a loan from the group's book; its amount is then the principal left on the cut-over day. */
  book?: LoanOfBook;
};

export type LoanOfBook = {
  /** The cut-over day. */
  on: PlainDate;
  firstDueOn: PlainDate;
  /** Charged and unpaid on the cut-over day. */
  interestCents: Cents;
};

/** What of a row is paid. */
export type PaidPart = { interestCents: Cents; principalCents: Cents };

/** How a payment was used; together its whole amount. */
type UsedPayment = {
  id: number;
  paidOn: PlainDate;
  /** Went into numbered rows. */
  walkedCents: Cents;
  /** Lowered the principal at once, or cleared the loan. */
  earlyCents: Cents;
};

export type PlannedRow = { number: number; dueOn: PlainDate };

export type Schedule = {
  loan: LentLoan;
  rows: readonly Row[];
  /** All that went into numbered rows. */
  walkedCents: Cents;
  payments: readonly UsedPayment[];
  /** What the rows to come take; null for flat loans. */
  step: Step | null;
  /** The numbered rows over which a payment that makes rows `smaller` spreads what is left. */
  plan: readonly PlannedRow[];
  /** A flat loan from row `from` on. */
  flat: (FlatLoan & { from: number }) | null;
  /** The day of the payout or of the last reschedule: the interest of the first row after it runs from here. */
  since: PlainDate;
  clearedOn: PlainDate | null;
};

/** The schedule of the payout or of the group's book, or null when it has too many instalments (a row that repays no principal). */
export function openSchedule(loan: LentLoan): Schedule | null {
  return loan.book === undefined ? openPaidOut(loan) : openBrought(loan, loan.book);
}

/** As a reschedule makes rows on what is left. */
function openBrought(
  loan: LentLoan,
  { on, firstDueOn, interestCents }: LoanOfBook,
): Schedule | null {
  const { terms, amountCents, instalments } = loan;
  const left = { principalCents: amountCents, totalCents: amountCents + interestCents };
  const days = monthly(firstDueOn, { count: instalments, first: 0 });
  const { step, rows } = layLeft(terms, left, { days, firstNumber: 1 });
  if (rows === null) return null;
  const flat = terms.method === "flat" ? { ...left, from: 0 } : null;
  const plan = planOf(rows);
  return {
    loan,
    rows,
    walkedCents: 0n,
    payments: [],
    step,
    plan,
    flat,
    since: on,
    clearedOn: null,
  };
}

function openPaidOut(loan: LentLoan): Schedule | null {
  const { terms, amountCents, instalments, paidOutOn } = loan;
  const rows = layRows(terms, loan);
  if (rows === null) return null;
  const isFlat = terms.method === "flat";
  const totalCents = rows.reduce((sum, row) => sum + totalOf(row), 0n);
  return {
    loan,
    rows,
    walkedCents: 0n,
    payments: [],
    step: isFlat ? null : stepOf(terms, amountCents, instalments - interestOnlyRows(terms)),
    plan: planOf(rows),
    flat: isFlat ? { principalCents: amountCents, totalCents, from: 0 } : null,
    since: paidOutOn,
    clearedOn: null,
  };
}

/** The rows to come, as they are now. */
export const planOf = (rows: readonly Row[]): PlannedRow[] =>
  rows.flatMap(({ number, dueOn }) => (number === null ? [] : [{ number, dueOn }]));

/** What was paid of each row: the oldest first, in it interest before principal; flat by the running total. */
export function paidParts(schedule: Schedule, walkedCents = schedule.walkedCents): PaidPart[] {
  const { rows, flat } = schedule;
  let leftCents = walkedCents;
  let ofFlatCents = 0n;
  return rows.map((row, index) => {
    const { interestCents, principalCents } = row;
    if (row.number === null) return { interestCents, principalCents };
    const takenCents = least(leftCents, totalOf(row));
    leftCents -= takenCents;
    if (flat === null || index < flat.from) {
      const ofInterest = least(takenCents, interestCents);
      return { interestCents: ofInterest, principalCents: takenCents - ofInterest };
    }
    const before = flatPrincipal(flat, ofFlatCents);
    ofFlatCents += takenCents;
    const ofPrincipal = flatPrincipal(flat, ofFlatCents) - before;
    return { interestCents: takenCents - ofPrincipal, principalCents: ofPrincipal };
  });
}

export function principalLeft(schedule: Schedule, parts = paidParts(schedule)): Cents {
  return schedule.loan.amountCents - sumOf(parts, (part) => part.principalCents);
}

/**
 * The interest that the books hold on the day: flat all of it from the payout on; else that of the rows due by then, of
 * rows that a payment reached, and what a reschedule carried.
 */
export function chargedInterest(schedule: Schedule, day: PlainDate): Cents {
  if (schedule.flat !== null) return sumOf(schedule.rows, (row) => row.interestCents);
  const parts = paidParts(schedule);
  return sumOf(schedule.rows, (row, index) => {
    const part = parts[index];
    const isReached = part !== undefined && part.interestCents + part.principalCents > 0n;
    return row.dueOn <= day || isReached ? row.interestCents : row.carriedCents;
  });
}
