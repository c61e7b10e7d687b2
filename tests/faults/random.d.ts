export declare const seed: number;
export type Random = {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  pick<T>(choices: readonly T[]): T;
};
/** Mulberry32. */
export declare function openRandom(from: number): Random;
export declare const pause: (ms: number) => Promise<void>;
