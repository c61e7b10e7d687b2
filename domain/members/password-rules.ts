// What makes a password acceptable (MEM-3).

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
  if (isCommon(lowered)) faults.push(fieldFault("password-common"));
  if (lengthOf(withoutOwnData(lowered, person)) < LENGTH_MIN) {
    faults.push(fieldFault("password-own-data"));
  }
  if (faults.length === 0 && isRun(lowered)) faults.push(fieldFault("password-run"));
  return faults;
}

/** MEM-3: `aaaaaaaa`, `abcdefgh`, `12345678` and `lkjhgfdsa`, also joined and with a few other characters. */
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
