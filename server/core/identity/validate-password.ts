// What is wrong with a new password: the rules, the common list, and the group's own words (MEM-3).
import type { FieldFault } from "#domain/field-fault.ts";
import { passwordFaults, type PasswordOwner } from "#domain/members/password-rules.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import type { Reader } from "#server/db/connection.ts";
import { isCommonPassword } from "#server/platform/common-passwords.ts";

const GROUP_WORDS = ["akiba", "chama", "mpesa", "chairperson", "treasurer", "secgen", "member"];
// Digits and signs around a group word count for nothing until they make a password of their own.
const DECORATION_MAX = 8;

/** Empty when the password is fine for that person. */
export async function validatePassword(
  reader: Reader,
  password: string,
  person: PasswordOwner,
): Promise<FieldFault[]> {
  const { name } = await readGroupSettings(reader);
  const words = new Set([...GROUP_WORDS, lettersOf(name)]);
  return passwordFaults(
    password,
    person,
    (lowered) => isCommonPassword(lowered) || isDecoratedWord(lowered, words),
  );
}

function isDecoratedWord(password: string, words: ReadonlySet<string>): boolean {
  const letters = lettersOf(password);
  return words.has(letters) && password.length - letters.length < DECORATION_MAX;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}]/gu, "");
}
