// What makes a password acceptable (MEM-3).

import { withoutSigns } from "./look-alikes.ts";
import { fieldFault, type FieldFault } from "../field-fault.ts";

export type PasswordOwner = {
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  regNumber: string;
};

const LENGTH_MIN = 8;
const LENGTH_MAX = 128;
const PART_LENGTH_MIN = 4;
/** The shortest run that counts, and the fewest other characters that make a password good beside runs. */
const RUN_LENGTH_MIN = 4;

/** Neighbours on the keyboard and in the alphabet. */
const rows = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
const neighbours = new Set(
  rows
    .flatMap((row) =>
      Array.from(row.slice(1), (next, index) => [`${row[index]}${next}`, `${next}${row[index]}`]),
    )
    .flat(),
);

/**
 * What is wrong with a password; empty when it is fine. `isCommon` gets the password in lower case. The person's own
 * data may be in it, but does not count towards its length.
 */
export function passwordFaults(
  password: string,
  person: PasswordOwner,
  isCommon: (password: string) => boolean,
): FieldFault[] {
  const length = lengthOf(password);
  if (length < LENGTH_MIN) return [fieldFault("password-short", { least: LENGTH_MIN })];
  if (length > LENGTH_MAX) return [fieldFault("password-long", { most: LENGTH_MAX })];
  if (/^\s*$/u.test(password)) return [fieldFault("password-blank")];
  const lowered = password.toLowerCase();
  const faults: FieldFault[] = [];
  if (isCommonInDisguise(lowered, isCommon)) faults.push(fieldFault("password-common"));
  if (lengthOf(withoutOwnData(lowered, person)) < LENGTH_MIN) {
    faults.push(fieldFault("password-own-data"));
  }
  if (faults.length === 0 && isPattern(lowered)) faults.push(fieldFault("password-run"));
  return faults;
}

/** Shorter words are in too many good passwords. */
const DISGUISED_LENGTH_MIN = 6;
/** Digits and signs around a word that make it no better. */
const DECORATION_MAX = 4;

/** MEM-3: a common password, also with digits for letters, a few digits and signs around it, or twice. */
function isCommonInDisguise(password: string, isCommon: (password: string) => boolean): boolean {
  const block = repeatedBlock(password);
  return [password, block].some((each) => {
    if (isCommon(each)) return true;
    // From the end: `passw0rd1!` is a word before two signs, and `1password` after one.
    for (let before = 0; before <= DECORATION_MAX; before++)
      for (let after = 0; before + after <= DECORATION_MAX; after++) {
        const word = each.slice(before, each.length - after);
        const decoration = each.slice(0, before) + each.slice(each.length - after);
        if (word.length < DISGUISED_LENGTH_MIN || /\p{L}/u.test(decoration)) continue;
        const shown = [word, withoutSigns(word, "i"), withoutSigns(word, "l")];
        if (shown.some(isCommon)) return true;
      }
    return false;
  });
}

/** MEM-3: a short block repeated, or a run; also with spaces and punctuation between. */
function isPattern(password: string): boolean {
  const bare = password.replaceAll(/[\s\p{P}]/gu, "");
  const looked = lengthOf(bare) < RUN_LENGTH_MIN ? [password] : [password, bare];
  return looked.some((each) => {
    const block = repeatedBlock(each);
    return (block !== each && lengthOf(block) < LENGTH_MIN) || isRun(block) || isRun(each);
  });
}

/** The shortest block that the text repeats, to its end or into it; the text itself if it repeats none. */
function repeatedBlock(text: string): string {
  const characters = Array.from(text);
  const { length } = characters;
  for (let period = 1; period * 2 <= length; period++)
    if (characters.every((each, index) => index < period || each === characters[index - period]))
      return characters.slice(0, period).join("");
  return text;
}

/** `aaaaaaaa`, `abcdefgh`, `12345678` and `lkjhgfdsa`, also joined and with a few other characters. */
function isRun(password: string): boolean {
  const characters = Array.from(password);
  let outside = 0;
  for (let start = 0; start < characters.length;) {
    const length = runLength(characters, start);
    if (length < RUN_LENGTH_MIN) outside += length;
    start += length;
  }
  return outside < RUN_LENGTH_MIN;
}

/** How many characters from `start` on repeat the first, or are each the neighbour of the one before. */
function runLength(characters: readonly string[], start: number): number {
  const first = characters[start] ?? "";
  const second = characters[start + 1];
  if (second === undefined) return 1;
  const follows = (one: string, next: string) =>
    second === first ? next === first : neighbours.has(one + next);
  let end = start + 1;
  while (end < characters.length && follows(characters[end - 1] ?? "", characters[end] ?? ""))
    end++;
  return end - start;
}

function withoutOwnData(password: string, person: PasswordOwner): string {
  return ownParts(person).reduce((left, part) => left.replaceAll(part, ""), password);
}

/** The person's data and its pieces, in lower case, the longest first; short pieces occur in too many words. */
function ownParts(person: PasswordOwner): string[] {
  const { username, firstName, lastName, email, phone, regNumber } = person;
  const mailbox = email.split("@")[0] ?? "";
  const whole = [username, firstName, lastName, email, mailbox, regNumber];
  const pieces = [username, firstName, lastName, mailbox, regNumber].flatMap((text) =>
    text.split(/[^\p{L}\p{N}]+/u),
  );
  // Every notation of the number contains the national part.
  const nationalPhone = phone.replace(/\D/g, "").slice(-9);
  return [...whole, ...pieces, nationalPhone]
    .map((part) => part.toLowerCase())
    .filter((part) => lengthOf(part) >= PART_LENGTH_MIN)
    .sort((a, b) => b.length - a.length);
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
