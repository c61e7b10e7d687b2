// Cash that is collected at a meeting: its references, and what the sheet says beside what was counted (CASH-5, CASH-6).
import { countDifference } from "../cash/count.ts";
import type { Cents } from "../money.ts";
import { refuse, type Refusal } from "../refusal.ts";

/** The most payments on one sheet: ten for each of 500 people, which one transaction still writes at once. */
export const collectedMost = 5_000;

/** The reference of one payment of a sheet, such as `CASH-000012-0003`; of fixed width, since `-` does not count in comparing. */
export function cashReference({
  collectionId,
  number,
}: {
  collectionId: number;
  number: number;
}): string {
  return `CASH-${String(collectionId).padStart(6, "0")}-${String(number).padStart(4, "0")}`;
}

/** Whether a key of a reference (`referenceKey`) is one that only a sheet may have. */
export function isCashKey(key: string): boolean {
  return /^CASH\d{10,}$/.test(key);
}

/** A count that differs from the sheet needs its reason; null if the sheet can be sent. */
export function whyNotSent(sheet: {
  countedCents: Cents;
  totalCents: Cents;
  reason: string | null;
}): Refusal | null {
  const { countedCents, totalCents: booksCents, reason } = sheet;
  const cents = countDifference({ countedCents, booksCents });
  if (cents === 0n || reason !== null) return null;
  return cents < 0n
    ? refuse("collection-differs", { difference: -cents, than: "less" })
    : refuse("collection-differs", { difference: cents, than: "more" });
}

/** Who approves has counted the same as the sheet says; null if so, and for a rejection. */
export function whyNotCountedAgain(decision: {
  action: "approved" | "rejected";
  countedSeenCents: Cents | undefined;
  countedCents: Cents;
}): Refusal | null {
  const { action, countedSeenCents, countedCents } = decision;
  if (action === "rejected" || countedSeenCents === countedCents) return null;
  return countedSeenCents === undefined
    ? refuse("count-unsaid").at("counted_seen")
    : refuse("count-otherwise", { counted: countedCents }).at("counted_seen");
}
