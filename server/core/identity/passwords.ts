// Checks passwords as they arrive: the current one of a signed-in person, and a new one (MEM-3).
import type { FieldFault } from "#domain/field-fault.ts";
import { passwordFaults, type PasswordOwner } from "#domain/members/password-rules.ts";
import { refuse } from "#domain/refusal.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { findMember, hasAccount, type AccountRow } from "#server/core/members/member-directory.ts";
import type { Throttle } from "#server/core/requests/throttle.ts";
import type { Reader } from "#server/db/connection.ts";
import { isCommonPassword } from "#server/platform/common-passwords.ts";
import type { Passwords } from "#server/platform/password-hash.ts";
import type { Origin } from "#server/platform/request.ts";
import { attemptsFrom } from "./known-devices.ts";

/**
 * Returns the member; refuses a wrong password. A wrong one counts like a failed sign-in; the caller clears the count
 * after success.
 */
export async function requirePassword(
  reader: Reader,
  { passwords, throttle }: { passwords: Passwords; throttle: Throttle },
  params: { memberId: number; password: string; origin: Origin },
): Promise<AccountRow> {
  await throttle.takeAttempt(await attemptsFrom(reader, params));
  const member = await findMember(reader, params.memberId);
  if (member === undefined || !hasAccount(member)) throw refuse("not-signed-in");
  if ((await passwords.match(member.password_hash, params.password)) === "no")
    throw refuse("current-password-wrong").at("current_password");
  return member;
}

// What is wrong with a new password: the rules, the common list, and the group's own words (MEM-3).

const GROUP_WORDS = ["akiba", "chama", "mpesa", "chairperson", "treasurer", "secgen", "member"];
// Digits and signs around a group's own word do not make it a good password.
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
