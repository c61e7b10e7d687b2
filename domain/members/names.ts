// Valid names and reasons: text that is what it looks like (MEM-7, MEM-31).

import { passesForOffice } from "./look-alikes.ts";

const NAME_LENGTH_MAX = 40;

/** These are invisible, and two names that differ only in them look the same. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** An address with its scheme, or one of mail. */
const ADDRESS = /:\/\/|@/u;
/** Words joined by full stops, which programs turn into a link unless they are initials or a title. */
const JOINED = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[.。][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)+/gu;
const INITIAL = /^\p{L}$/u;
const TITLE =
  /^(?:st|ste|sta|fr|sr|br|dr|mr|mrs|ms|prof|rev|hon|eng|adv|capt|col|gen|sgt|jr|mzee|bw|bi)$/i;
/** Of short addresses such as `t.co`. */
const ENDING =
  /^(?:com?|net|org|info|biz|edu|gov|int|mil|ke|ug|tz|rw|za|ng|uk|us|eu|in|me|ly|io|gg|gl|tv|cc|to|sh|st|tk|ml|ga|cf|gd|is|ai|app|dev|xyz|site|online|shop|store|top|link|club|live|page|web|icu|win|bet|vip|pro|example)$/i;

/**
 * The letters and signs that reports can print: those of the font (server/platform/pdf) that names of Latin, Greek and
 * Cyrillic letters need. Combining marks stand only where no single character has them.
 */
const PRINTED =
  // oxlint-disable-next-line no-misleading-character-class -- the marks are members of their own.
  /^[\u0020-\u007e\u00a1-\u017e\u0186\u018e-\u0190\u0192\u01a0\u01a1\u01af\u01b0\u01cd-\u01dc\u0218-\u021b\u0250-\u027b\u02b9\u02bb\u02bc\u0300-\u0304\u0306-\u030c\u0323\u0324\u0327\u0328\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490\u0491\u1e80-\u1e85\u1ea0-\u1ef9\u2010\u2013\u2014\u2018-\u201a\u201c-\u201e\u2032]*$/u;

/** The scripts of living languages. A letter outside of them is in no name. */
const SCRIPTS =
  "Adlam Arabic Armenian Bengali Bopomofo Cherokee Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi " +
  "Hebrew Kannada Khmer Lao Latin Malayalam Myanmar Nko Oriya Osmanya Sinhala Syriac Tamil Telugu Thaana Thai " +
  "Tibetan Tifinagh Vai";
// Languages that use more than one script.
const JAPANESE_OR_KOREAN = ["Han", "Hiragana", "Katakana", "Hangul"];

export type NameFault =
  | "too-long"
  | "office"
  | "unusable"
  | "mixed-scripts"
  | "unprinted"
  | "link"
  | "no-letter";

/** One form for text whose letters have several: full width, ligatures, composed accents. Trimmed. */
export function plainText(text: string): string {
  return text.normalize("NFKC").trim();
}

/**
 * What is wrong with a name as returned by `plainText`: a first or last name of at most 40 characters, or the name of a
 * group or bank of `most`. Null when nothing is.
 */
export function nameFault(name: string, most = NAME_LENGTH_MAX): NameFault | null {
  if (Array.from(name).length > most) return "too-long";
  if (INVISIBLE.test(name)) return "unusable";
  if (!/\p{L}/u.test(name)) return "no-letter";
  if (isLink(name)) return "link";
  if (!hasOneScriptAWord(name)) return "mixed-scripts";
  if (!isPrintable(name)) return "unprinted";
  return passesForOffice(name) ? "office" : null;
}

/** Whether reports can print every letter of it (MEM-7). */
export function isPrintable(text: string): boolean {
  return PRINTED.test(text.normalize("NFKC"));
}

/** The name as reports print it; the username for a name of before, whose letters they cannot print. */
export function printedName(
  member: { username: string } & (
    | { full_name: string }
    | { first_name: string; last_name: string }
  ),
): string {
  const name =
    "full_name" in member ? member.full_name : `${member.first_name} ${member.last_name}`;
  return isPrintable(name) ? name : member.username;
}

/** `J.K.`, `O.Okoth` and `St.John` are names; `evil.example` and `t.co` are addresses. */
function isLink(name: string): boolean {
  if (ADDRESS.test(name)) return true;
  return (name.match(JOINED) ?? []).some((joined) => {
    const words = joined.split(/[.。]/u);
    const isName = words.every((word, index) => {
      const next = words[index + 1];
      return next === undefined || INITIAL.test(word) || INITIAL.test(next) || TITLE.test(word);
    });
    return !isName || ENDING.test(words.at(-1) ?? "");
  });
}

/** Whether every character is visible, and no word mixes letters of two scripts, as a false `аchieng` does. */
export function isWhatItLooksLike(text: string): boolean {
  return !INVISIBLE.test(text) && hasOneScriptAWord(text);
}

/**
 * 2 to 30 of `a-z A-Z 0-9 . _ -`, at least one letter, so that no username is another member's number; not an office in
 * disguise (MEM-7).
 */
export function isUsername(text: string): boolean {
  return /^[a-zA-Z0-9._-]{2,30}$/.test(text) && /[a-zA-Z]/.test(text) && !passesForOffice(text);
}

/** Whether a reader sees a letter or a digit. */
export function saysSomething(text: string): boolean {
  const seen = text.normalize("NFKC").replaceAll(new RegExp(INVISIBLE, "gu"), "");
  return /[\p{L}\p{N}]/u.test(seen);
}

function hasOneScriptAWord(text: string): boolean {
  // Signs and digits belong to every script, and join words.
  const words = text.split(/[^\p{L}\p{M}]+/u).filter((word) => word !== "");
  return words.every(
    (word) =>
      isWrittenIn(["Latin"], word) ||
      isWrittenIn(JAPANESE_OR_KOREAN, word) ||
      SCRIPTS.split(" ").some((script) => isWrittenIn([script], word)),
  );
}

// A group's sheet has some ten thousand words, and compiling a pattern takes longer than matching it.
const patterns = new Map<string, RegExp>();

function isWrittenIn(scripts: readonly string[], word: string): boolean {
  const letters = scripts.map((script) => `\\p{Script_Extensions=${script}}`).join("");
  const pattern = patterns.get(letters) ?? new RegExp(`^[${letters}]+$`, "u");
  patterns.set(letters, pattern);
  return pattern.test(word);
}

// Makes the username of a member from the group's book, out of their name, until they choose another (OPEN-51).

const LENGTH_MAX = 30;
/** The length reserved for the number that distinguishes equal names. */
const NUMBER_LENGTH_MAX = 5;

/** `akinyi.okoth`: the name in small Latin letters, valid by `isUsername`; `member` if the name has none. */
export function usernameFromName(name: { firstName: string; lastName: string }): string {
  const parts = [name.firstName, name.lastName].map(plainLetters).filter((part) => part !== "");
  const username = parts
    .join(".")
    .slice(0, LENGTH_MAX - NUMBER_LENGTH_MAX)
    .replace(/\.$/, "");
  return username.length < 2 ? "member" : username;
}

/** The same with the first free number from 2 on, if it is taken. `taken` is in lower case. */
export function freeUsername(username: string, taken: ReadonlySet<string>): string {
  if (!taken.has(username)) return username;
  let number = 2;
  while (taken.has(`${username}${number}`)) number++;
  return `${username}${number}`;
}

function plainLetters(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
}
