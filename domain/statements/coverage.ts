// Which days the statements of an account prove, and which are missing between them (STAT-5).
import { addDays, type PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";

/** Both days included. */
export type Days = { from: PlainDate; to: PlainDate };

/** A statement that counts as evidence. */
export type ProvingStatement = Days & {
  id: number;
  opening: Cents | null;
  closing: Cents | null;
  /** Whether some of its lines stood in an earlier file, so that the two overlap. */
  sharesLines: boolean;
};

export type Coverage = {
  /** In the order of time, none touching the next. */
  proven: Days[];
  /** Each with the statement before which the days are missing. */
  gaps: (Days & { before: number })[];
  /** The last proven day before the first gap. */
  coveredTo: PlainDate | null;
  /** What the newest statement closed with. */
  balance: Cents | null;
};

/** Of one account, whatever the order of its statements. */
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
 * The days that nothing proves between what ends on `to` with `closing` and the next statement; null when the one goes on where
 * the other ended. Where no whole day lies between, it is the two days themselves that are not proven.
 */
function missingBetween(to: PlainDate, closing: Cents | null, next: ProvingStatement): Days | null {
  if (next.from < to || next.sharesLines)
    return next.from <= addDays(to, 1) ? null : between(to, next);
  if (closing !== null && closing === next.opening) return null;
  const isNextDay = next.from <= addDays(to, 1);
  // Without balances nothing tells that anything is missing between two days that follow each other.
  if (isNextDay && (closing === null || next.opening === null)) return null;
  return isNextDay ? { from: to, to: next.from } : between(to, next);
}

const between = (to: PlainDate, next: Days): Days => ({
  from: addDays(to, 1),
  to: addDays(next.from, -1),
});

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
