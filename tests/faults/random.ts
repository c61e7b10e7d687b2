// Repeatable random numbers: the seed is printed, and FAULT_SEED sets it.
export const seed = Number(process.env["FAULT_SEED"] ?? Date.now() % 1_000_000);

export type Random = {
  /** A whole number from 0 up to but without `limit`. */
  below(limit: number): number;
  pick<T>(choices: readonly T[]): T;
};

/** Mulberry32. */
export function openRandom(from: number): Random {
  let state = from >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: (choices) => choices[below(choices.length)]! };
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
