// Counting the money at hand: what was counted beside what the books have (CASH-4).
import type { Cents } from "../money.ts";
import { refuse, type Refusal } from "../refusal.ts";

/** Counted less in the books, in cents: below 0 if money is missing. */
export function countDifference(count: { countedCents: Cents; booksCents: Cents }): Cents {
  return count.countedCents - count.booksCents;
}

/** A difference needs its reason; null if the count can stand. */
export function whyNotCounted(count: {
  countedCents: Cents;
  booksCents: Cents;
  reason: string | null;
}): Refusal | null {
  const cents = countDifference(count);
  if (cents === 0n || count.reason !== null) return null;
  const facts =
    cents < 0n
      ? ({ difference: -cents, than: "less" } as const)
      : ({ difference: cents, than: "more" } as const);
  return refuse("count-differs", facts).at("reason");
}
