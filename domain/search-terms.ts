// What a search says: words, amounts as screens show them, and a day (REP-8).
import type { PlainDate } from "./calendar.ts";
import { folded, foldedName, withInitialsTogether } from "./folding.ts";
import { type Cents, parseKes } from "./money.ts";
import { readWrittenMoment } from "./spreadsheets/table.ts";

const WORDS_MOST = 8;

const FIGURE = String.raw`(\d[\d,]*(?:\.\d{1,2})?)`;
const CURRENCY = String.raw`k(?:es|shs?)\.?\s?`;
const SIGN = String.raw`(?:\(\s?|[-\u2212]\s?)?`;
/** `KES 7,321.50`, `(KES 7,321.50)`, `-KES 7,321.50`, `Ksh7,321.50`, `(7,321.50)` and `7,321.50/=`. */
const AMOUNT = new RegExp(
  String.raw`(?<!\S)(?:${SIGN}${CURRENCY}${SIGN}${FIGURE}(?:\/[=-])?\s?\)?|\(${FIGURE}\)|${FIGURE}\/[=-])(?!\S)`,
  "g",
);
/** `03 Nov 2026` and `3 Novemba 2026`. */
const DAY = /(?<!\S)\d{1,2} [a-z]{3,9} \d{4}(?!\S)/g;

/** The folded words of a search, each once and at most eight; an amount is `7,321.50`, however it was written. */
export function wordsIn(search: string): string[] {
  const text = folded(search).replace(
    AMOUNT,
    (_, ofMoney?: string, inBrackets?: string, before?: string) =>
      ofMoney ?? inBrackets ?? before ?? "",
  );
  return [...new Set(text.split(/\s+/u).filter(Boolean))].slice(0, WORDS_MOST);
}

/**
 * The same for a search of names: initials that were typed apart are one word, as they are in what is compared with it
 * (`folded_name`), so that `J K Ouma`, `J. K. Ouma`, `J.K. Ouma` and `JK Ouma` find the same (MEM-50).
 */
export function nameWordsIn(search: string): string[] {
  return wordsIn(withInitialsTogether(search));
}

/** The ways in which a word of `wordsIn` may be written, the typed one first: `j.k.` is `jk` and `j k` too. */
export function spellingsOf(word: string): string[] {
  if (!/^[\p{L}.]*\p{L}\.[\p{L}.]*$/u.test(word)) return [word];
  return [...new Set([word, foldedName(word), word.replaceAll(".", " ").trim()])];
}

/** The letters of a word that may be initials, which free text may have apart: `jk` is `j. k.` too. Null for any other word. */
export function initialsIn(word: string): string[] | null {
  const plain = foldedName(word);
  return /^[a-z]{2,4}$/.test(plain) ? plain.split("") : null;
}

/** The single day that a search names as screens show it, and the words besides; null without one, or with several. */
export function dayIn(search: string): { day: PlainDate; words: string } | null {
  const text = folded(search).replaceAll(/\s+/gu, " ");
  const [named, another] = text.match(DAY) ?? [];
  const day = named === undefined || another !== undefined ? null : readWrittenMoment(named);
  return day === null ? null : { day, words: text.replace(DAY, " ").trim() };
}

/** A word of `wordsIn` that is an amount, in cents; null for any other. */
export function amountIn(word: string): Cents | null {
  const cents = /^[\d,]+(\.\d{1,2})?$/.test(word) ? parseKes(word.replaceAll(",", "")) : null;
  return typeof cents === "bigint" ? cents : null;
}
