// Two-step sign-in: whether a member has it, whether one who must have it has it not, and spending a code.
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

/** Of a query on `members`: whether a sign-in of theirs asks for a code. */
export const hasTwoStep = HAS_IT.as("has_two_step");

/** Of a query on `members`: an official of whom the group demands two-step sign-in, and who has not set it up. */
export const lacksTwoStep = sql<boolean>`(
  members.office IS NOT NULL AND (SELECT officials_two_step FROM group_settings) AND NOT ${HAS_IT})`.as(
  "lacks_two_step",
);

/** The member's authenticator once it is proven, or undefined. */
export function findTwoStep(reader: Reader, memberId: number) {
  return reader
    .selectFrom("two_step")
    .selectAll()
    .where("member_id", "=", memberId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
}

type Typed = { memberId: number; code: string; now: Date };

/** Spends a code of the app or a recovery code of a member who has two-step sign-in; false when it counts for nothing. */
export async function spendCode(tx: Tx, secrets: SecretBox, typed: Typed): Promise<boolean> {
  const code = plainCode(typed.code);
  if (isRecoveryCode(code)) return spendRecoveryCode(tx, { ...typed, code });
  return spendAppCode(tx, secrets, { ...typed, code });
}

/** Spends a code of the app, whether or not the app is proven already; false when it counts for nothing. */
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

/** Two who bring one recovery code at the same moment: one of them has it. */
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

/** Bound to the member, so that one member's secret is worth nothing in another's row. */
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
