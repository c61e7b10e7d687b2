// What people may call themselves, and what counts as a reason: text that is what it looks like (MEM-7, MEM-31).

const NAME_LENGTH_MAX = 40;

/** Nothing of these is seen, and two names that differ in them look the same. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** What programs make a link of: an address with its scheme, or words with a full stop between and no space. */
const LINK = /:\/\/|[\p{L}\p{N}][.。][\p{L}\p{N}]|@/u;

/** The scripts that living languages are written in. What none of them has is in none of the names. */
const SCRIPTS =
  "Adlam Arabic Armenian Bengali Bopomofo Cherokee Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi " +
  "Hebrew Kannada Khmer Lao Latin Malayalam Myanmar Nko Oriya Osmanya Sinhala Syriac Tamil Telugu Thaana Thai " +
  "Tibetan Tifinagh Vai";
// Of languages that are written in more than one of them.
const JAPANESE_OR_KOREAN = ["Han", "Hiragana", "Katakana", "Hangul"];

export type NameFault = "too-long" | "unusable" | "mixed-scripts" | "link" | "no-letter";

/** The one way to write a text whose letters have several: full width, ligatures, composed accents. Trimmed. */
export function plainText(text: string): string {
  return text.normalize("NFKC").trim();
}

/** What is wrong with a first or last name as `plainText` gives it; null when nothing is. */
export function nameFault(name: string): NameFault | null {
  if (Array.from(name).length > NAME_LENGTH_MAX) return "too-long";
  if (INVISIBLE.test(name)) return "unusable";
  if (!/\p{L}/u.test(name)) return "no-letter";
  if (LINK.test(name)) return "link";
  return hasOneScriptAWord(name) ? null : "mixed-scripts";
}

/** Whether nothing in the text is unseen, and no word has letters of two scripts, as a false `аchieng` has. */
export function isWhatItLooksLike(text: string): boolean {
  return !INVISIBLE.test(text) && hasOneScriptAWord(text);
}

/** 2 to 30 of `a-z A-Z 0-9 . _ -`, at least one letter, so that no username is another member's number. */
export function isUsername(text: string): boolean {
  return /^[a-zA-Z0-9._-]{2,30}$/.test(text) && /[a-zA-Z]/.test(text);
}

/** Whether somebody who reads it sees a letter or a digit. */
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

// A sheet of a group has some ten thousand words, and a pattern takes longer to make than to match.
const patterns = new Map<string, RegExp>();

function isWrittenIn(scripts: readonly string[], word: string): boolean {
  const letters = scripts.map((script) => `\\p{Script_Extensions=${script}}`).join("");
  const pattern = patterns.get(letters) ?? new RegExp(`^[${letters}]+$`, "u");
  patterns.set(letters, pattern);
  return pattern.test(word);
}

// The username of who came with the group's book, made of their name until they choose another (OPEN-51).

const LENGTH_MAX = 30;
/** What is left for the number that tells two of one name apart. */
const NUMBER_LENGTH_MAX = 5;

/** `akinyi.okoth`: the name in small Latin letters, as `isUsername` takes it; `member` where it has none. */
export function usernameFromName(name: { firstName: string; lastName: string }): string {
  const parts = [name.firstName, name.lastName].map(plainLetters).filter((part) => part !== "");
  const username = parts
    .join(".")
    .slice(0, LENGTH_MAX - NUMBER_LENGTH_MAX)
    .replace(/\.$/, "");
  return username.length < 2 ? "member" : username;
}

/** The same with the first number from 2 on that makes it free. `taken` is in small letters. */
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
