// The rows of a loan's schedule: what is due on which day, of it interest and principal. Whole cents, no floats.
import { assert } from "#domain/assert.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { type Cents, mulDiv } from "#domain/money.ts";
import {
  dueDays,
  type Fraction,
  interestOnlyRows,
  type LoanTerms,
  monthlyRate,
  roundUp,
  wholeInterest,
} from "./loan-terms.ts";

export type Row = {
  /** From 1; null for principal that was paid early, and for what cleared the loan before its last row. */
  number: number | null;
  dueOn: PlainDate;
  interestCents: Cents;
  /** Interest in `interestCents` that was charged before, for another row (a reschedule moved it here). */
  carriedCents: Cents;
  principalCents: Cents;
  /** A reschedule cut it to what was paid. */
  isMoved: boolean;
};

/** What a row takes: the same total each month, or the same principal. */
export type Step = { of: "total" | "principal"; cents: Cents };

/**
 * The rows of a loan as paid out on `paidOutOn`, or null when a row after the grace repays no principal: then it has too
 * many instalments.
 */
export function layRows(
  terms: LoanTerms,
  loan: { amountCents: Cents; instalments: number; paidOutOn: PlainDate },
): Row[] | null {
  const { amountCents, instalments, paidOutOn } = loan;
  const days = dueDays(terms, paidOutOn, instalments);
  if (terms.method === "flat") {
    const interestCents = wholeInterest(terms, amountCents, instalments);
    return layFlat(
      { principalCents: amountCents, totalCents: amountCents + interestCents },
      { days, firstNumber: 1, roundUpToCents: terms.roundUpToCents },
    );
  }
  const interestOnly = interestOnlyRows(terms);
  assert(instalments > interestOnly, `${instalments} rows, ${interestOnly} of interest alone`);
  const step = stepOf(terms, amountCents, instalments - interestOnly);
  return layReducing({
    balanceCents: amountCents,
    days,
    firstNumber: 1,
    interestOnly,
    rate: monthlyRate(terms),
    step,
  });
}

/** The step that repays a balance in `rows` rows: half up to the cent, then up to what rows are rounded to. */
export function stepOf(terms: LoanTerms, balanceCents: Cents, rows: number): Step {
  const isTotal = terms.method === "equal_instalments";
  const exact = isTotal
    ? annuity(balanceCents, monthlyRate(terms), rows)
    : mulDiv(balanceCents, 1n, BigInt(rows), "half-up");
  return { of: isTotal ? "total" : "principal", cents: roundUp(exact, terms.roundUpToCents) };
}

/** `balance x i / (1 - (1 + i)^-rows)`, half up: exact, since all of it is one fraction of whole numbers. */
function annuity(balanceCents: Cents, { over, under }: Fraction, rows: number): Cents {
  if (over === 0n) return mulDiv(balanceCents, 1n, BigInt(rows), "half-up");
  const grown = (under + over) ** BigInt(rows);
  return mulDiv(balanceCents, over * grown, under * (grown - under ** BigInt(rows)), "half-up");
}

type Laying = { days: readonly PlainDate[]; firstNumber: number };

/** Rows whose interest is that of the balance; null when one after the grace repays no principal. */
export function layReducing(
  laying: Laying & { balanceCents: Cents; interestOnly: number; rate: Fraction; step: Step },
): Row[] | null {
  const { days, firstNumber, interestOnly, rate, step } = laying;
  const rows: Row[] = [];
  let leftCents = laying.balanceCents;
  for (const [index, dueOn] of days.entries()) {
    if (leftCents === 0n) break;
    const interestCents = mulDiv(leftCents, rate.over, rate.under, "half-up");
    const wanted = step.of === "total" ? step.cents - interestCents : step.cents;
    const isLast = index === days.length - 1 || wanted > leftCents;
    const principalCents = index < interestOnly ? 0n : isLast ? leftCents : wanted;
    if (index >= interestOnly && principalCents <= 0n) return null;
    rows.push(newRow({ number: firstNumber + index, dueOn, interestCents, principalCents }));
    leftCents -= principalCents;
  }
  return rows;
}

/** Principal and interest of a flat loan, or what is left of them. */
export type FlatLoan = { principalCents: Cents; totalCents: Cents };

/** Equal rows; what of each is principal goes by the running total. Null when a row repays no principal. */
export function layFlat(
  flat: FlatLoan,
  { days, firstNumber, roundUpToCents }: Laying & { roundUpToCents: Cents },
): Row[] | null {
  const exact = mulDiv(flat.totalCents, 1n, BigInt(days.length), "half-up");
  const stepCents = roundUp(exact, roundUpToCents);
  const rows: Row[] = [];
  let laidCents = 0n;
  for (const [index, dueOn] of days.entries()) {
    const leftCents = flat.totalCents - laidCents;
    if (leftCents === 0n) break;
    const isLast = index === days.length - 1 || stepCents > leftCents;
    const totalCents = isLast ? leftCents : stepCents;
    const principalCents =
      flatPrincipal(flat, laidCents + totalCents) - flatPrincipal(flat, laidCents);
    if (principalCents <= 0n) return null;
    const interestCents = totalCents - principalCents;
    rows.push(newRow({ number: firstNumber + index, dueOn, interestCents, principalCents }));
    laidCents += totalCents;
  }
  return rows;
}

/**
 * Rows on what is left of a loan: flat in equal rows; else the principal left, with the interest that is charged and
 * unpaid in the first of them, where it bears none. Rows are null when one repays no principal, or nothing is left.
 */
export function layLeft(
  terms: LoanTerms,
  left: FlatLoan,
  laying: Laying,
): { step: Step | null; rows: Row[] | null } {
  const { roundUpToCents } = terms;
  if (terms.method === "flat")
    return { step: null, rows: wholeOrNull(layFlat(left, { ...laying, roundUpToCents })) };
  const balanceCents = left.principalCents;
  const step = stepOf(terms, balanceCents, laying.days.length);
  const rate = monthlyRate(terms);
  const [first, ...others] =
    layReducing({ ...laying, balanceCents, interestOnly: 0, rate, step }) ?? [];
  if (first === undefined) return { step, rows: null };
  const carriedCents = left.totalCents - balanceCents;
  const interestCents = first.interestCents + carriedCents;
  return { step, rows: [{ ...first, interestCents, carriedCents }, ...others] };
}

const wholeOrNull = (rows: Row[] | null) => (rows === null || rows.length === 0 ? null : rows);

/** The principal in what was paid so far of a flat loan, by the running total (LOAN-9). */
export function flatPrincipal({ principalCents, totalCents }: FlatLoan, paidCents: Cents): Cents {
  return totalCents === 0n ? 0n : mulDiv(paidCents, principalCents, totalCents, "half-up");
}

export function newRow(
  row: Pick<Row, "number" | "dueOn" | "interestCents" | "principalCents">,
): Row {
  return { ...row, carriedCents: 0n, isMoved: false };
}

export function totalOf({ interestCents, principalCents }: Row): Cents {
  return interestCents + principalCents;
}
