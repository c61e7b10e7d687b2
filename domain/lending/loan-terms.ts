// What a loan of a product costs by its terms: the rate, the rounding and the fee. All integers, no floats.
import { addMonths, daysBetween, type PlainDate } from "#domain/calendar.ts";
import { type Cents, mulDiv } from "#domain/money.ts";

export const methods = ["flat", "equal_instalments", "equal_principal"] as const;
export type Method = (typeof methods)[number];

/** What of a product decides the rows of a loan. */
export type LoanTerms = {
  method: Method;
  /** In hundredths of a percent: 150 is 1.5%. */
  rateBasisPoints: number;
  /** `loan` is for flat loans: once for the whole loan. */
  ratePer: "month" | "year" | "loan";
  /** 1 to 28; null for the day of the payout. */
  dueDay: number | null;
  graceMonths: number;
  /** `interest_only`: the first rows pay interest; `free`: all rows come later, and nothing is charged for it. */
  graceKind: "interest_only" | "free";
  /** To what a row is rounded up, in cents: 1 to 10,000. */
  roundUpToCents: Cents;
};

/** `over / under` of the balance is the interest of a month. */
export type Fraction = { over: bigint; under: bigint };

/** The interest of a month; a year's rate is a twelfth, whatever the days of the month. Not for flat loans. */
export function monthlyRate({ rateBasisPoints, ratePer }: LoanTerms): Fraction {
  return { over: BigInt(rateBasisPoints), under: ratePer === "year" ? 120_000n : 10_000n };
}

/** All the interest of a flat loan, half up, in cents. */
export function wholeInterest(terms: LoanTerms, amountCents: Cents, instalments: number): Cents {
  const { rateBasisPoints, ratePer } = terms;
  const times = ratePer === "loan" ? 1n : BigInt(instalments);
  const under = ratePer === "year" ? 120_000n : 10_000n;
  return mulDiv(amountCents, BigInt(rateBasisPoints) * times, under, "half-up");
}

/** How many of the first rows pay interest alone. */
export function interestOnlyRows({ method, graceMonths, graceKind }: LoanTerms): number {
  return graceKind === "interest_only" && method !== "flat" ? graceMonths : 0;
}

/** Up to a whole multiple of what rows are rounded to. */
export function roundUp(cents: Cents, toCents: Cents): Cents {
  return mulDiv(cents, 1n, toCents, "up") * toCents;
}

/** What the group keeps back at the payout, in cents. */
export function feeOf(
  fee: { percentBasisPoints: number; amountCents: Cents },
  amountCents: Cents,
): Cents {
  const share = mulDiv(amountCents, BigInt(fee.percentBasisPoints), 10_000n, "half-up");
  return share + fee.amountCents;
}

/** So many days lie between the payout and a fixed due day, at least. */
const LEAST_DAYS_TO_DUE_DAY = 15;

/**
 * The days on which `count` rows fall due: the first `dueDay` at least 15 days after `from`, or a month after it; then
 * each month, a day that a month lacks being its last. A free grace moves them all.
 */
export function dueDays(terms: LoanTerms, from: PlainDate, count: number): PlainDate[] {
  const { dueDay, graceMonths, graceKind } = terms;
  const later = graceKind === "free" ? graceMonths : 0;
  if (dueDay === null) return monthly(from, { count, first: later + 1 });
  return monthly(firstDueDay(dueDay, from), { count, first: later });
}

/** `count` days a month apart, from `first` months after `from`. Counted from `from`, so that none drifts. */
export function monthly(
  from: PlainDate,
  { count, first }: { count: number; first: number },
): PlainDate[] {
  return Array.from({ length: count }, (_, index) => addMonths(from, first + index));
}

function firstDueDay(dueDay: number, from: PlainDate): PlainDate {
  const inMonth = `${from.slice(0, 8)}${String(dueDay).padStart(2, "0")}`;
  const months = [0, 1, 2].map((later) => addMonths(inMonth, later));
  const [sameMonth = inMonth, nextMonth = inMonth, third = inMonth] = months;
  if (daysBetween(from, sameMonth) >= LEAST_DAYS_TO_DUE_DAY) return sameMonth;
  return daysBetween(from, nextMonth) >= LEAST_DAYS_TO_DUE_DAY ? nextMonth : third;
}
