// Two-step sign-in: whether a member uses it, whether one who must use it does not, its codes,
// and using them up.
import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import type { Reader, Tx } from "#server/db/connection.ts";
import { HAND_LETTERS, randomLetters, type SecretBox } from "#server/platform/secrets.ts";

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
  if (step === null || step <= lastStepOf(stored.last_step, now)) return false;
  await tx
    .updateTable("two_step")
    .set({ last_step: step })
    .where("member_id", "=", memberId)
    .execute();
  return true;
}

/**
 * The step up to which codes are used up. One that no code of today has is of a clock that was put right: it counts as
 * now, which leaves the code of this half minute.
 */
function lastStepOf(storedStep: number, now: Date): number {
  const current = Math.floor(now.getTime() / STEP_MS);
  return storedStep > current + WINDOW_STEPS ? current - 1 : storedStep;
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

// The codes: six digits of an authenticator app that change every half minute (TOTP, RFC 6238), and recovery codes for
// members who have lost it.

const SECRET_BYTES = 20;
const STEP_MS = 30_000;
/** A clock may be half a minute off either way. */
const WINDOW_STEPS = 1;

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The half minute of this code, counted since 1970; null if the code is not valid now. */
export function stepOf(code: string, secret: Buffer, now: Date): number | null {
  // The library compares bytes, and throws when digits of another script have more of them.
  if (!/^[0-9]{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = totp(secret).validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(timestamp / STEP_MS) + delta;
}

/** The content of the QR code, and the secret for typing it in. */
export function describeSecret(
  secret: Buffer,
  owner: { groupName: string; email: string },
): { uri: string; text: string } {
  // The colon separates the two names in the address.
  const issuer = owner.groupName.replaceAll(":", " ");
  const text = sharedSecret(secret).base32;
  return { uri: totp(secret, { issuer, label: owner.email }).toString(), text };
}

function totp(secret: Buffer, names: { issuer?: string; label?: string } = {}): TOTP {
  const shared = sharedSecret(secret);
  return new TOTP({ ...names, secret: shared, algorithm: "SHA1", digits: 6, period: 30 });
}

function sharedSecret(secret: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(secret).buffer });
}

const RECOVERY_CODES = 10;
const RECOVERY_LETTERS = 16;

/** Ten codes of 16 letters in groups of four; 80 bits each, too many to guess from their hashes. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    randomLetters(RECOVERY_LETTERS).replaceAll(/(.{4})(?!$)/g, "$1-"),
  );
}

/** What was typed, normalised: without spaces and dashes, in lower case. */
export function plainCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, "");
}

export function isRecoveryCode(code: string): boolean {
  return (
    code.length === RECOVERY_LETTERS &&
    Array.from(code).every((letter) => HAND_LETTERS.includes(letter))
  );
}

/** The hash of a code from `plainCode`. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}
