// Positions of values and months in a chart, in pixels from the top left.
import { nice, ticks } from "d3-array";

export type ValueScale = {
  /** Round values for the grid, lowest first; always includes 0. */
  ticks: number[];
  /** Pixels from the top. */
  y: (value: number) => number;
};

/** Shown when every value is 0. */
const EMPTY_TOP = 1000;

/** Maps the lowest value (at most 0) up to the highest (at least 0) onto `height` pixels. */
export function valueScale(values: readonly number[], height: number): ValueScale {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const [from, to] = low === high ? [0, EMPTY_TOP] : nice(low, high, 4);
  return {
    ticks: ticks(from, to, 4),
    y: (value) => height - ((value - from) / (to - from)) * height,
  };
}

export type MonthScale = {
  count: number;
  /** Pixels between one month and the next. */
  step: number;
  /** The middle of a month, in pixels from the left. */
  x: (index: number) => number;
  /** The month nearest to a point. */
  nearest: (x: number) => number;
};

/** Each of `count` months in the middle of an equal strip of `width` pixels. */
export function monthScale(count: number, width: number): MonthScale {
  const step = width / Math.max(1, count);
  return {
    count,
    step,
    x: (index) => (index + 0.5) * step,
    nearest: (x) => Math.max(0, Math.min(count - 1, Math.floor(x / step))),
  };
}

/**
 * The months to label under the chart, and the middle of each label: inside the chart, at least `nameWidth` pixels
 * apart; the last month always has one.
 */
export function namedMonths(
  { count, x }: MonthScale,
  { width, nameWidth }: { width: number; nameWidth: number },
): { index: number; x: number }[] {
  const every = Math.max(1, Math.ceil((count * nameWidth) / Math.max(1, width)));
  const named: { index: number; x: number }[] = [];
  for (let index = count - 1; index >= 0; index -= every) {
    const middle = Math.max(nameWidth / 2, Math.min(width - nameWidth / 2, x(index)));
    const next = named[0];
    if (next === undefined || next.x - middle >= nameWidth) named.unshift({ index, x: middle });
  }
  return named;
}

/** "500", "1.5K", "200K" and "2M": labels of an axis. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  const [unit, letter] = size >= 1e6 ? [1e6, "M"] : size >= 1e3 ? [1e3, "K"] : [1, ""];
  return `${Number((value / unit).toFixed(2))}${letter}`;
}
