/* Typing an amount: what stands in the field has thousands separators, what leaves it is a plain numeric string. What is no
   amount stays as it was typed, for the form to refuse: another amount than the one meant would be worse than none. */
import { parseKes, type Cents } from "#domain/money.ts";

const PLAIN = /^\d*(?:\.\d*)?$/;
const GROUPED = /^\d{1,3}(?:,\d{3})*(?:\.\d*)?$/;

/** "1,500.50" and "KES 1500.50" become "1500.50"; "-5", "1e5", "12abc" and "1,5" stay as they are. */
export function plainAmount(typed: string): string {
  const amount = typed.trim().replace(/^(?:KES|Ksh\.?)\s*/i, "");
  if (PLAIN.test(amount)) return amount;
  return GROUPED.test(amount) ? amount.replaceAll(",", "") : typed;
}

/**
 * The same after a digit was added to or removed from a grouped amount: its separators are misplaced until they are
 * set again, and not the person's own.
 */
export function regrouped(typed: string): string {
  return plainAmount(typed.replaceAll(",", ""));
}

/** "1500.5" becomes "1,500.5": separators while typing, nothing appended; an invalid amount stays as it is. */
export function groupThousands(plain: string): string {
  if (!PLAIN.test(plain)) return plain;
  const [whole = "", decimals] = plain.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** The caret's position after regrouping: behind the same number of characters as before, without separators. */
export function caretAfter(grouped: string, charactersBefore: number): number {
  let seen = 0;
  for (let index = 0; index < grouped.length; index += 1) {
    if (seen === charactersBefore) return index;
    if (grouped[index] !== ",") seen += 1;
  }
  return grouped.length;
}

/** Why the text is no amount; null for an amount and for an empty text. */
export function typingFault(plain: string): "digits" | "decimals" | "minus" | null {
  const cents = parseKes(plain.endsWith(".") ? plain.slice(0, -1) : plain);
  if (cents === "not-a-number") return "digits";
  if (cents === "too-many-decimals") return "decimals";
  return typeof cents === "bigint" && cents < 0n ? "minus" : null;
}

/** The typed amount in cents if it is above 0; null for anything else. */
export function readPositive(typed: string): Cents | null {
  const cents = parseKes(typed);
  return typeof cents === "bigint" && cents > 0n ? cents : null;
}
