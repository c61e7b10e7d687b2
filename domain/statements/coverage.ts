// The days that an account's statements prove, and those missing between them (STAT-5).
import { addDays, type PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";

/** Both days included. */
export type Days = { from: PlainDate; to: PlainDate };

/** A statement that counts as evidence. */
export type ProvingStatement = Days & {
  id: number;
  opening: Cents | null;
  closing: Cents | null;
  /** Whether an earlier file has some of its lines, so that the two overlap. */
  sharesLines: boolean;
};

export type Coverage = {
  /** In the order of time, none touching the next. */
  proven: Days[];
  /** Each with the statement that follows the missing days. */
  gaps: (Days & { before: number })[];
  /** The last proven day before the first gap. */
  coveredTo: PlainDate | null;
  /** The closing balance of the newest statement. */
  balance: Cents | null;
};

/** For one account, whatever the order of its statements. */
export function coverageOf(statements: readonly ProvingStatement[]): Coverage {
  const inOrder = statements.toSorted(
    (one, other) => compare(one.from, other.from) || compare(one.to, other.to) || one.id - other.id,
  );
  const [first] = inOrder;
  if (first === undefined) return { proven: [], gaps: [], coveredTo: null, balance: null };
  const proven: Days[] = [];
  const gaps: Coverage["gaps"] = [];
  let current: Days = { from: first.from, to: first.to };
  let closing = first.closing;
  for (const next of inOrder.slice(1)) {
    const missing = missingBetween(current.to, closing, next);
    if (missing !== null) {
      gaps.push({ ...missing, before: next.id });
      const end = addDays(missing.from, -1);
      if (current.from <= end) proven.push({ from: current.from, to: end });
      current = { from: addDays(missing.to, 1), to: next.to };
      closing = next.closing;
    } else if (next.to >= current.to) {
      current = { from: current.from, to: next.to };
      closing = next.closing;
    }
  }
  if (current.from <= current.to) proven.push(current);
  const [firstGap] = gaps;
  const lastDay = firstGap === undefined ? current.to : addDays(firstGap.from, -1);
  return { proven, gaps, coveredTo: lastDay < first.from ? null : lastDay, balance: closing };
}

/**
 * The unproven days between a statement that ends on `to` with `closing` and the next one; null if the next continues
 * where it ended. If there is no whole day between, the two days themselves are unproven.
 */
function missingBetween(to: PlainDate, closing: Cents | null, next: ProvingStatement): Days | null {
  if (next.from < to || next.sharesLines)
    return next.from <= addDays(to, 1) ? null : between(to, next);
  if (closing !== null && closing === next.opening) return null;
  const isNextDay = next.from <= addDays(to, 1);
  // Without balances, nothing shows a gap between two consecutive days.
  if (isNextDay && (closing === null || next.opening === null)) return null;
  return isNextDay ? { from: to, to: next.from } : between(to, next);
}

const between = (to: PlainDate, next: Days): Days => ({
  from: addDays(to, 1),
  to: addDays(next.from, -1),
});

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
