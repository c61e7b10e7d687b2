// What makes a password acceptable (MEM-3).

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

/**
 * What is wrong with a password, in sentences; empty when it is fine. `isCommon` is asked with the password in lower
 * case. The person's own data may be in it, but does not count towards its length.
 */
export function passwordFaults(
  password: string,
  person: PasswordOwner,
  isCommon: (password: string) => boolean,
): string[] {
  const length = lengthOf(password);
  if (length < LENGTH_MIN) return [`Use at least ${LENGTH_MIN} characters.`];
  if (length > LENGTH_MAX) return [`Use at most ${LENGTH_MAX} characters.`];
  const lowered = password.toLowerCase();
  const faults: string[] = [];
  if (isCommon(lowered)) faults.push("This password is too common. Choose another one.");
  if (lengthOf(withoutOwnData(lowered, person)) < LENGTH_MIN) {
    faults.push("Your password is too close to your own name, email, phone or other details.");
  }
  return faults;
}

function withoutOwnData(password: string, person: PasswordOwner): string {
  return ownParts(person).reduce((left, part) => left.replaceAll(part, ""), password);
}

/** The person's data and its pieces, in lower case, the longest first; short ones stand in too many words. */
function ownParts(person: PasswordOwner): string[] {
  const { username, firstName, lastName, email, phone, regNumber } = person;
  const mailbox = email.split("@")[0] ?? "";
  const whole = [username, firstName, lastName, email, mailbox, regNumber];
  const pieces = [username, firstName, lastName, mailbox, regNumber].flatMap((text) =>
    text.split(/[^\p{L}\p{N}]+/u),
  );
  // The national part stands in every way of writing the number.
  const nationalPhone = phone.replace(/\D/g, "").slice(-9);
  return [...whole, ...pieces, nationalPhone]
    .map((part) => part.toLowerCase())
    .filter((part) => lengthOf(part) >= PART_LENGTH_MIN)
    .sort((a, b) => b.length - a.length);
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
