// One sum for everything that is owed (PAY-35): which part of it pays what.
import { assert } from "../assert.ts";
import { addMonths, firstOfMonth, type PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";
import { settleOldestFirst } from "./payment-splits.ts";

/**
 * Fills what is owed in the order of the list, the oldest first, and returns the cents for each. What is left over
 * goes to the one at `ahead`, which may be paid ahead of time (contributions); without one it is returned as `left`.
 */
export function splitSum(
  sum: Cents,
  owed: readonly Cents[],
  { ahead }: { ahead: number | null },
): { parts: Cents[]; left: Cents } {
  assert(sum >= 0n && owed.every((cents) => cents >= 0n), "a sum and debts are not below zero");
  const debts = owed.map((balanceCents, id) => ({ id, balanceCents }));
  const parts = settleOldestFirst(debts, sum).map(({ settledCents }) => settledCents);
  const left = parts.reduce((rest, part) => rest - part, sum);
  if (ahead === null || left === 0n) return { parts, left };
  assert(ahead in parts, `there is no part ${ahead}`);
  return { parts: parts.map((part, at) => (at === ahead ? part + left : part)), left: 0n };
}

/**
 * The last month that a contribution reaches which begins with `first`, of which `paidCents` are paid already: the
 * month that it pays in full or in part.
 */
export function lastMonthOf(params: {
  first: PlainDate;
  paidCents: Cents;
  amountCents: Cents;
  monthlyCents: Cents;
}): PlainDate {
  const { first, paidCents, amountCents, monthlyCents } = params;
  assert(monthlyCents > 0n, `the monthly contribution is ${monthlyCents} cents`);
  const reached = paidCents + amountCents;
  const months = (reached + monthlyCents - 1n) / monthlyCents;
  const begun = months < 1n ? 1 : months > MONTHS_MOST ? Number(MONTHS_MOST) : Number(months);
  return addMonths(firstOfMonth(first), begun - 1);
}

/** Of a mistyped amount; the server refuses months that far ahead (PAY-5). */
const MONTHS_MOST = 600n;
