// Shares an amount in proportion, so that the shares add up to it exactly.
import { assert } from "./assert.ts";
import { type Cents, sumOf } from "./money.ts";

/**
 * Shares an amount in proportion to weights, each down to the cent; the cents left go one each to the largest
 * remainders, a tie to the lower id. By ascending id; together the amount exactly.
 */
export function byLargestRemainder(
  amountCents: Cents,
  weighted: readonly { id: number; weight: bigint }[],
): { id: number; cents: Cents }[] {
  const all = sumOf(weighted, ({ weight }) => weight);
  if (amountCents === 0n) return weighted.map(({ id }) => ({ id, cents: 0n })).toSorted(byId);
  assert(all > 0n, `${amountCents} cents have nobody to go to`);
  const shares = weighted.map(({ id, weight }) => ({
    id,
    cents: (amountCents * weight) / all,
    remainder: (amountCents * weight) % all,
  }));
  const leftCents = shares.reduce((left, { cents }) => left - cents, amountCents);
  return shares
    .toSorted(
      (one, other) =>
        Number(other.remainder > one.remainder) - Number(other.remainder < one.remainder) ||
        byId(one, other),
    )
    .map(({ id, cents }, index) => ({ id, cents: index < leftCents ? cents + 1n : cents }))
    .toSorted(byId);
}

const byId = (one: { id: number }, other: { id: number }) => one.id - other.id;
