// Asking a signed-in person for their password again, before what a thief of the session must not do.
import { refuse } from "#domain/refusal.ts";
import type { Reader } from "#server/db/connection.ts";
import { verifyPassword } from "#server/platform/password-hash.ts";
import type { Origin } from "#server/platform/request.ts";
import { attemptsFrom } from "./known-devices.ts";
import { findMember, hasAccount, type AccountRow } from "#server/core/members/member-directory.ts";
import type { Throttle } from "#server/core/requests/throttle.ts";

/** The member; refuses a wrong password. A wrong one counts like one at sign-in; the caller forgets it after success. */
export async function requirePassword(
  reader: Reader,
  throttle: Throttle,
  params: { memberId: number; password: string; origin: Origin },
): Promise<AccountRow> {
  await throttle.takeAttempt(await attemptsFrom(reader, params));
  const member = await findMember(reader, params.memberId);
  if (member === undefined || !hasAccount(member)) throw refuse("not-signed-in");
  if (!(await verifyPassword(member.password_hash, params.password)))
    throw refuse("current-password-wrong").at("current_password");
  return member;
}
