/* Typing an amount: what stands in the field has thousands separators, what leaves it is a plain numeric string. What is no
   amount stays as it was typed, for the form to refuse: another amount than the one meant would be worse than none. */
import { parseKes, type Cents } from "#domain/money.ts";

const PLAIN = /^\d*(?:\.\d*)?$/;
const GROUPED = /^\d{1,3}(?:,\d{3})*(?:\.\d*)?$/;

/** "1,500.50" and "KES 1500.50" are "1500.50"; "-5", "1e5", "12abc" and "1,5" are left as they are. */
export function plainAmount(typed: string): string {
  const amount = typed.trim().replace(/^(?:KES|Ksh\.?)\s*/i, "");
  if (PLAIN.test(amount)) return amount;
  return GROUPED.test(amount) ? amount.replaceAll(",", "") : typed;
}

/**
 * The same after a digit was put into or taken from a grouped amount: its separators stand wrong until they are set anew,
 * and are not the person's own.
 */
export function regrouped(typed: string): string {
  return plainAmount(typed.replaceAll(",", ""));
}

/** "1500.5" is "1,500.5": separators while typing, nothing added behind; what is no amount stays as it is. */
export function groupThousands(plain: string): string {
  if (!PLAIN.test(plain)) return plain;
  const [whole = "", decimals] = plain.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** Where the caret belongs after regrouping: behind as many characters, separators not counted, as before. */
export function caretAfter(grouped: string, charactersBefore: number): number {
  let seen = 0;
  for (let index = 0; index < grouped.length; index += 1) {
    if (seen === charactersBefore) return index;
    if (grouped[index] !== ",") seen += 1;
  }
  return grouped.length;
}

/** Why what was typed can be no amount; null for an amount and for nothing at all. */
export function typingFault(plain: string): "digits" | "decimals" | "minus" | null {
  const cents = parseKes(plain.endsWith(".") ? plain.slice(0, -1) : plain);
  if (cents === "not-a-number") return "digits";
  if (cents === "too-many-decimals") return "decimals";
  return typeof cents === "bigint" && cents < 0n ? "minus" : null;
}

/** What was typed as an amount above 0, in cents; null for anything else. */
export function readPositive(typed: string): Cents | null {
  const cents = parseKes(typed);
  return typeof cents === "bigint" && cents > 0n ? cents : null;
}
