// Whether a statement is whole: opening plus lines is closing, and each balance follows from the one before.
import type { Cents } from "../money.ts";
import type { FileLine, StatementBreak } from "./statement-file.ts";

export type Completeness = {
  opening: Cents | null;
  closing: Cents | null;
  /** In the order of time; empty if the statement is whole. */
  breaks: StatementBreak[];
};

type Printed = { opening: Cents | null; closing: Cents | null };
type Movement = Pick<FileLine, "line" | "at" | "amountCents" | "balanceCents">;

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

/** Up to this many lines of one moment are reordered by their balances; more stay as printed. */
const LARGEST_MOMENT = 200;

/**
 * Checks lines in the order of the file, oldest or newest first; the caller leaves out failed lines. An opening or
 * closing that is not printed follows from the balances, and is null without any. After a break it continues from the
 * printed balance.
 */
export function proveComplete(lines: readonly Movement[], printed: Printed): Completeness {
  const isNewestFirst = (lines[0]?.at ?? "") > (lines.at(-1)?.at ?? "");
  const likely = proveInOrder(isNewestFirst ? lines.toReversed() : lines, printed);
  if (likely.breaks.length === 0) return likely;
  const other = proveInOrder(isNewestFirst ? lines : lines.toReversed(), printed);
  return other.breaks.length === 0 ? other : likely;
}

function proveInOrder(mapping: readonly Movement[], printed: Printed): Completeness {
  const lines = inOrderOfBalances(mapping, printed.opening);
  const breaks: StatementBreak[] = [];
  let running = printed.opening ?? openingOf(lines);
  const opening = running;
  for (const { line, amountCents, balanceCents } of lines) {
    if (running !== null) running += amountCents;
    if (balanceCents === null) continue;
    if (running !== null && running !== balanceCents)
      breaks.push({ line, expectedCents: running, printedCents: balanceCents });
    running = balanceCents;
  }
  if (running !== null && printed.closing !== null && printed.closing !== running)
    breaks.push({
      line: lines.at(-1)?.line ?? 0,
      expectedCents: running,
      printedCents: printed.closing,
    });
  return { opening, closing: printed.closing ?? running, breaks };
}

/** The balance before the first line, from the first printed balance. */
function openingOf(lines: readonly Movement[]): Cents | null {
  const index = lines.findIndex(({ balanceCents }) => balanceCents !== null);
  if (index < 0) return null;
  const moved = lines.slice(0, index + 1).reduce((sum, { amountCents }) => sum + amountCents, 0n);
  return (lines[index]?.balanceCents ?? 0n) - moved;
}

/** A payment and its charge share one second, in either order: within it the balances decide which came first. */
function inOrderOfBalances(lines: readonly Movement[], opening: Cents | null): Movement[] {
  const ordered: Movement[] = [];
  let before = opening;
  for (let start = 0; start < lines.length;) {
    let end = start + 1;
    while (end < lines.length && lines[end]?.at === lines[start]?.at) end += 1;
    const moment = lines.slice(start, end);
    ordered.push(...(orderWithin(moment, before) ?? moment));
    before = ordered.at(-1)?.balanceCents ?? null;
    start = end;
  }
  return ordered;
}

/** The order in which each balance follows from the one before; null if there is none, or several. */
function orderWithin(moment: readonly Movement[], before: Cents | null): Movement[] | null {
  const hasTime = (moment[0]?.at.length ?? 0) > 10;
  if (!hasTime || moment.length < 2 || moment.length > LARGEST_MOMENT) return null;
  const starts =
    before === null
      ? [moment[0], moment.at(-1)].flatMap((each) =>
          each === undefined ? [] : [balanceBefore(each)],
        )
      : [before];
  for (const start of starts) {
    const order = start === null ? null : follow(moment, start);
    if (order !== null) return order;
  }
  return null;
}

function follow(moment: readonly Movement[], start: Cents): Movement[] | null {
  const left = [...moment];
  const order: Movement[] = [];
  let running = start;
  while (left.length > 0) {
    const index = left.findIndex((each) => balanceBefore(each) === running);
    if (index < 0) return null;
    const [next] = left.splice(index, 1) as [Movement];
    order.push(next);
    running += next.amountCents;
  }
  return order;
}

function balanceBefore({ balanceCents, amountCents }: Movement): Cents | null {
  return balanceCents === null ? null : balanceCents - amountCents;
}
