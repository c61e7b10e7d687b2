// What a part of the benchmark found out.

export type Figure = {
  what: string;
  /** By the name of the value: `p50`, `median`; empty when it could not be measured. */
  values: Record<string, number>;
  unit: "ms" | "s" | "/s" | "MiB" | "KiB" | "bytes" | "times" | "points" | "";
  /** What it should come to, in words. */
  requested?: string;
  /** What the reader must know, above all why there is no value. */
  note?: string;
  /** Of a part that measures several sizes, which it is of: another run may add another. */
  size?: number;
};

/** One thing that was measured. */
export function figure(
  what: string,
  unit: Figure["unit"],
  values: Record<string, number>,
  more: { requested?: string; note?: string } = {},
): Figure {
  return { what, values, unit, ...more };
}

/** What could not be measured: what it needs is `missing`, or it `failed`. Why is said to whoever runs it, not published. */
export function notMeasured(what: string, outcome: "missing" | "failed"): Figure {
  return { what, values: {}, unit: "", note: outcome };
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The smallest of the values that so many of them do not exceed. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)];
  if (value === undefined) throw new Error("nothing was measured");
  return value;
}
