// The order of lines that print the same moment, or only the same day: each balance follows from the one before it.
import { assert } from "../assert.ts";
import type { Cents } from "../money.ts";
import type { FileLine, StatementBreak } from "./statement-file.ts";

export type Movement = Pick<FileLine, "line" | "at" | "amountCents" | "balanceCents">;

type Stretch = { opening: Cents | null; closing: Cents | null; breaks: StatementBreak[] };

/** Walks lines in their order from a balance, or from the one that their first printed balance tells. */
export function breaksWithin(lines: readonly Movement[], before: Cents | null): Stretch {
  const breaks: StatementBreak[] = [];
  const opening = before ?? openingOf(lines);
  let running = opening;
  for (const { line, amountCents, balanceCents } of lines) {
    if (running !== null) running += amountCents;
    if (balanceCents === null) continue;
    if (running !== null && running !== balanceCents)
      breaks.push({ line, expectedCents: running, printedCents: balanceCents });
    running = balanceCents;
  }
  return { opening, closing: running, breaks };
}

/** The balance before the first line, from the first printed balance; null without any. */
function openingOf(lines: readonly Movement[]): Cents | null {
  const index = lines.findIndex(({ balanceCents }) => balanceCents !== null);
  if (index < 0) return null;
  return (lines[index]?.balanceCents ?? 0n) - sumOf(lines.slice(0, index + 1));
}

function sumOf(lines: readonly Movement[]): Cents {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0n);
}

/**
 * The lines of one moment in the order with the fewest breaks from `before`: as printed, else the other way round, else
 * as their balances lead from one to the next. Linear in the number of lines if each prints a balance.
 */
export function orderByBalances(moment: readonly Movement[], before: Cents | null) {
  if (moment.length < 2) return moment;
  const backwards = moment.toReversed();
  const printed = breaksWithin(moment, before).breaks.length;
  if (printed === 0) return moment;
  const other = breaksWithin(backwards, before).breaks.length;
  if (other === 0) return backwards;
  if (before !== null) {
    const steps = stepsOf(moment);
    if (steps !== null) return trailsOf(steps, before).flat();
    const found = searchOrder(moment, before);
    if (found !== null) return found;
  }
  return other < printed ? backwards : moment;
}

/** A line as a step from one balance to the next. */
type Step = { from: Cents; to: Cents; line: Movement | null };

/** Null if a line prints no balance. */
function stepsOf(moment: readonly Movement[]): Step[] | null {
  const steps: Step[] = [];
  for (const line of moment) {
    if (line.balanceCents === null) return null;
    steps.push({ from: line.balanceCents - line.amountCents, to: line.balanceCents, line });
  }
  return steps;
}

/**
 * The fewest stretches without a break that hold every step, the one from `before` first: Eulerian trails, by
 * Hierholzer. Steps that join a stretch's end to another's beginning have no line.
 */
function trailsOf(steps: readonly Step[], before: Cents): Movement[][] {
  const trails: Movement[][] = [];
  for (const part of connectedParts(steps)) {
    const joints = jointsOf(part);
    const starts = [...joints.map(({ to }) => to), part[0]?.from ?? before];
    const canBegin = joints.length > 0 ? starts.slice(0, -1) : part.map(({ from }) => from);
    const start = canBegin.includes(before) ? before : (starts[0] ?? before);
    trails.push(...splitAtJoints(circuitOf([...part, ...joints], start), start));
  }
  const first = trails.findIndex(([line]) => line !== undefined && balanceBefore(line) === before);
  return first < 1 ? trails : [trails[first] ?? [], ...trails.toSpliced(first, 1)];
}

function balanceBefore({ balanceCents, amountCents }: Movement): Cents | null {
  return balanceCents === null ? null : balanceCents - amountCents;
}

/** Steps that share balances, directly or through others; in the order of their first step. */
function connectedParts(steps: readonly Step[]): Step[][] {
  const parents = new Map<Cents, Cents>();
  const rootOf = (balance: Cents): Cents => {
    let root = balance;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    // The next look-up takes the short way.
    for (let at = balance; at !== root;) {
      const next = parents.get(at) ?? root;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  for (const { from, to } of steps) {
    const [one, other] = [rootOf(from), rootOf(to)];
    if (one !== other) parents.set(other, one);
  }
  const parts = new Map<Cents, Step[]>();
  for (const step of steps) {
    const root = rootOf(step.from);
    const part = parts.get(root);
    if (part === undefined) parts.set(root, [step]);
    else part.push(step);
  }
  return [...parts.values()];
}

/** What is missing until every balance is left as often as it is reached. */
function jointsOf(steps: readonly Step[]): Step[] {
  const left = new Map<Cents, number>();
  const count = (balance: Cents, more: number) =>
    left.set(balance, (left.get(balance) ?? 0) + more);
  for (const { from, to } of steps) {
    count(from, 1);
    count(to, -1);
  }
  const times = (sign: 1 | -1) =>
    [...left].flatMap(([balance, more]) => Array<Cents>(Math.max(0, more * sign)).fill(balance));
  const ends = times(-1);
  return times(1).map((to, index) => ({ from: ends[index] ?? to, to, line: null }));
}

/** Every step once, each from where the one before led. */
function circuitOf(steps: readonly Step[], start: Cents): Step[] {
  const leaving = new Map<Cents, Step[]>();
  // The first printed is taken first.
  for (const step of steps.toReversed()) {
    const others = leaving.get(step.from);
    if (others === undefined) leaving.set(step.from, [step]);
    else others.push(step);
  }
  const path: (Step | null)[] = [null];
  const circuit: Step[] = [];
  while (path.length > 0) {
    const last = path.at(-1);
    const next = leaving.get(last?.to ?? start)?.pop();
    if (next !== undefined) path.push(next);
    else if (path.pop() !== undefined && last != null) circuit.push(last);
  }
  assert(circuit.length === steps.length, "the steps are one circuit");
  return circuit.toReversed();
}

/** The trail from `start` first. */
function splitAtJoints(circuit: readonly Step[], start: Cents): Movement[][] {
  const joint = circuit.findIndex(({ line, to }) => line === null && to === start);
  const turned = [...circuit.slice(joint + 1), ...circuit.slice(0, joint + 1)];
  const trails: Movement[][] = [[]];
  for (const { line } of turned)
    if (line === null) trails.push([]);
    else trails.at(-1)?.push(line);
  return trails.filter((trail) => trail.length > 0);
}

/** Lines that print no balance may come anywhere: how many attempts find their place. */
const ATTEMPTS_MAX = 5_000;

/** An order without a break of lines of which some print no balance; null if none is found. */
function searchOrder(moment: readonly Movement[], before: Cents): Movement[] | null {
  let attempts = 0;
  const follow = (left: readonly Movement[], running: Cents): Movement[] | null => {
    if (left.length === 0) return [];
    attempts += 1;
    if (attempts > ATTEMPTS_MAX) return null;
    const indexes = [...left.keys()];
    const tried = [
      ...indexes.filter((at) => left[at] !== undefined && balanceBefore(left[at]) === running),
      ...indexes.filter((at) => left[at]?.balanceCents === null),
    ];
    for (const at of tried) {
      const next = left[at];
      if (next === undefined) continue;
      const rest = follow(left.toSpliced(at, 1), running + next.amountCents);
      if (rest !== null) return [next, ...rest];
    }
    return null;
  };
  return moment.length > DEEPEST ? null : follow(moment, before);
}

const DEEPEST = 200;

/**
 * The openings that the first lines allow, the likeliest first: as their order tells, printed or backwards, and as the
 * balances of this moment and of the next ones need. Empty if no line prints a balance.
 */
export function possibleStarts(
  moments: readonly (readonly Movement[])[],
  closing: Cents | null,
): Cents[] {
  const index = moments.findIndex((moment) =>
    moment.some(({ balanceCents }) => balanceCents !== null),
  );
  const first = moments[index];
  if (first === undefined) return [];
  const moved = sumOf(moments.slice(0, index).flat());
  const starts = [
    openingOf(first),
    openingOf(first.toReversed()),
    ...startsByBalances(moments.slice(index)),
    closing === null ? null : closing - sumOf(moments.flat()) + moved,
  ].flatMap((start) => (start === null ? [] : [start - moved]));
  return [...new Set(starts)];
}

const STARTS_MAX = 3;

/**
 * If a moment ends where it began, it may begin at any balance that it reaches: the moments after it decide.
 */
function startsByBalances(moments: readonly (readonly Movement[])[]): Cents[] {
  let common: Cents[] | null = null;
  for (const moment of moments) {
    const steps = stepsOf(moment);
    if (steps === null) break;
    const [joint] = jointsOf(steps);
    if (joint !== undefined) return [joint.to];
    const reached = new Set(steps.map(({ from }) => from));
    const before: Cents[] = common ?? [...reached];
    common = before.filter((each) => reached.has(each));
  }
  return (common ?? []).slice(0, STARTS_MAX);
}
