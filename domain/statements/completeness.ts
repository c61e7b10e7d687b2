// Whether a statement is whole (STAT-4): opening plus lines is closing, and each balance follows from the one before.
import type { Cents } from "../money.ts";
import {
  breaksWithin,
  type Movement,
  orderByBalances,
  possibleStarts,
} from "./order-by-balances.ts";
import type { StatementBreak } from "./statement-file.ts";

type Completeness = {
  opening: Cents | null;
  closing: Cents | null;
  /** In the order of time; empty if the statement is whole. */
  breaks: StatementBreak[];
};

type Printed = { opening: Cents | null; closing: Cents | null };

/**
 * Whether anything printed can prove the lines whole: a balance beside one of them, an opening with a closing, or
 * totals that match them.
 */
export function isProvable(
  lines: readonly Movement[],
  printed: Printed & { totals: { in: Cents; out: Cents } | null },
): boolean {
  if (lines.some(({ balanceCents }) => balanceCents !== null)) return true;
  if (printed.opening !== null && printed.closing !== null) return true;
  if (printed.totals === null) return false;
  const sum = (isIn: boolean) =>
    lines.reduce(
      (total, { amountCents: moved }) => (moved > 0n === isIn ? total + moved : total),
      0n,
    );
  return printed.totals.in === sum(true) && printed.totals.out === -sum(false);
}

/**
 * Checks lines in the order of the file, oldest or newest first; the caller leaves out failed lines. Lines that print
 * the same moment, or only the same day, take the order in which their balances follow. An opening or closing that is
 * not printed follows from the balances, and is null without any. After a break it continues from the printed balance.
 */
export function proveComplete(lines: readonly Movement[], printed: Printed): Completeness {
  const isNewestFirst = (lines[0]?.at ?? "") > (lines.at(-1)?.at ?? "");
  const backwards = lines.toReversed();
  const [likely, other] = isNewestFirst ? [backwards, lines] : [lines, backwards];
  let first: Completeness | null = null;
  for (const reading of [likely, other]) {
    const found = proveInOrder(momentsOf(reading), printed);
    if (found.breaks.length === 0) return found;
    first ??= found;
  }
  return first ?? { ...printed, breaks: [] };
}

/** Lines beside each other that print the same moment; all lines of a day if one of them prints only the day. */
function momentsOf(lines: readonly Movement[]): Movement[][] {
  const withoutTime = new Set(lines.filter(({ at }) => at.length === 10).map(({ at }) => at));
  const keyOf = ({ at }: Movement) => (withoutTime.has(at.slice(0, 10)) ? at.slice(0, 10) : at);
  const moments: Movement[][] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before !== undefined && keyOf(before) === keyOf(line)) moments.at(-1)?.push(line);
    else moments.push([line]);
  }
  return moments;
}

/** Without a printed opening, each opening that the first moment allows is tried. */
function proveInOrder(moments: readonly Movement[][], printed: Printed): Completeness {
  const starts = printed.opening === null ? possibleStarts(moments, printed.closing) : [];
  let first: Completeness | null = null;
  for (const start of starts.length === 0 ? [printed.opening] : starts) {
    const found = proveFrom(start, moments, printed);
    if (found.breaks.length === 0) return found;
    if (first === null || found.breaks.length < first.breaks.length) first = found;
  }
  return first ?? { ...printed, breaks: [] };
}

function proveFrom(
  start: Cents | null,
  moments: readonly Movement[][],
  printed: Printed,
): Completeness {
  const breaks: StatementBreak[] = [];
  let running = start;
  let last: Movement | undefined;
  for (const moment of moments) {
    const lines = orderByBalances(moment, running);
    const found = breaksWithin(lines, running);
    breaks.push(...found.breaks);
    running = found.closing;
    last = lines.at(-1);
  }
  if (running !== null && printed.closing !== null && printed.closing !== running)
    breaks.push({
      line: last?.line ?? 0,
      expectedCents: running,
      printedCents: printed.closing,
    });
  return { opening: start, closing: printed.closing ?? running, breaks };
}
