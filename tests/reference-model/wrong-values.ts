// Values that every endpoint must refuse, and now and then a good one.
import type { Chance, Cents } from "./arithmetic.ts";
import { toKes } from "./arithmetic.ts";

const wrongAmounts = [0, -5, 1.001, "abc", null, 1_000_000_000.01, "", [100], true, "1e400"];

/** What is sent for an amount: KES as a number or as text, and rarely something that is no amount. */
export function amountField(chance: Chance, cents: Cents): { sent: unknown; isGood: boolean } {
  if (chance.is(0.04)) return { sent: chance.one(wrongAmounts), isGood: false };
  const kes = toKes(cents);
  return { sent: chance.is(0.1) ? kes.toFixed(2) : kes, isGood: true };
}

const wrongDates = ["2026-02-30", "", "yesterday", 20260101, null];

export function dateField(chance: Chance, day: string): { sent: unknown; isGood: boolean } {
  if (chance.is(0.03)) return { sent: chance.one(wrongDates), isGood: false };
  const [year, month, date] = day.split("-").map(Number);
  return { sent: chance.is(0.1) ? `${year}-${month}-${date}` : day, isGood: true };
}

/** Ids that name nothing. */
export const unknownIds = [999_999, 0, "abc", -1, "1x", 2_147_483_648];
