// Two-step sign-in: whether a member uses it, whether one who must use it does not, and using up a code.
import { sql } from "kysely";
import type { Reader, Tx } from "#server/db/connection.ts";
import {
  hashRecoveryCode,
  isRecoveryCode,
  plainCode,
  stepOf,
} from "#server/platform/one-time-code.ts";
import type { SecretBox } from "#server/platform/secret-box.ts";

const HAS_IT = sql<boolean>`EXISTS (
  SELECT FROM two_step WHERE two_step.member_id = members.id AND two_step.confirmed_at IS NOT NULL)`;

/** For a query on `members`: whether their sign-in needs a code. */
export const hasTwoStep = HAS_IT.as("has_two_step");

/** For a query on `members`: an official who must set up two-step sign-in and has not. */
export const lacksTwoStep = sql<boolean>`(
  members.office IS NOT NULL AND (SELECT officials_two_step FROM group_settings) AND NOT ${HAS_IT})`.as(
  "lacks_two_step",
);

/** The member's confirmed authenticator, or undefined. */
export function findTwoStep(reader: Reader, memberId: number) {
  return reader
    .selectFrom("two_step")
    .selectAll()
    .where("member_id", "=", memberId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
}

type Typed = { memberId: number; code: string; now: Date };

/** Uses up an app code or a recovery code of a member with two-step sign-in; false when it is invalid. */
export async function spendCode(tx: Tx, secrets: SecretBox, typed: Typed): Promise<boolean> {
  const code = plainCode(typed.code);
  if (isRecoveryCode(code)) return spendRecoveryCode(tx, { ...typed, code });
  return spendAppCode(tx, secrets, { ...typed, code });
}

/** Uses up an app code, whether or not the app is confirmed yet; false when it is invalid. */
export async function spendAppCode(tx: Tx, secrets: SecretBox, typed: Typed): Promise<boolean> {
  const { memberId, now } = typed;
  const stored = await tx
    .selectFrom("two_step")
    .selectAll()
    .where("member_id", "=", memberId)
    .forUpdate()
    .executeTakeFirst();
  if (stored === undefined) return false;
  const secret = openSecret(secrets, stored);
  const step = stepOf(plainCode(typed.code), secret, now);
  if (step === null || step <= stored.last_step) return false;
  await tx
    .updateTable("two_step")
    .set({ last_step: step })
    .where("member_id", "=", memberId)
    .execute();
  return true;
}

/** If two requests send one recovery code at once, one succeeds. */
async function spendRecoveryCode(tx: Tx, { memberId, code, now }: Typed): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("recovery_codes")
    .set({ spent_at: now })
    .where("member_id", "=", memberId)
    .where("code_hash", "=", hashRecoveryCode(code))
    .where("spent_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Bound to the member, so that a copied secret does not work in another member's row. */
export function sealedFor(memberId: number): string {
  return `two-step of member ${memberId}`;
}

function openSecret(
  secrets: SecretBox,
  stored: { member_id: number; secret: Buffer; is_sealed: boolean },
): Buffer {
  return secrets.open(
    { bytes: stored.secret, isSealed: stored.is_sealed },
    sealedFor(stored.member_id),
  );
}
