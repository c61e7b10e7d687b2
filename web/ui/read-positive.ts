import { parseKes, type Cents } from "#domain/money.ts";

/** What was typed as an amount above 0, in cents; null for anything else. */
export function readPositive(typed: string): Cents | null {
  const cents = parseKes(typed);
  return typeof cents === "bigint" && cents > 0n ? cents : null;
}
