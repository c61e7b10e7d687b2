import type { Cents } from "#domain/money.ts";

/** Adds amounts of the wire (KES with at most two decimals) in whole cents, so that a total is exact. */
export function sumCents(amounts: readonly number[]): Cents {
  return amounts.reduce((sum, amount) => sum + BigInt(Math.round(amount * 100)), 0n);
}

/** The same as KES of the wire. */
export function sumKes(amounts: readonly number[]): number {
  return Number(sumCents(amounts)) / 100;
}
