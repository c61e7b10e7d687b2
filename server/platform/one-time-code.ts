// The codes of two-step sign-in: six digits of an authenticator app that change every half minute (TOTP, RFC 6238),
// and recovery codes for members who have lost it.
import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

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
// Crockford's 32 characters, without those that look alike; each is equally likely for a random byte.
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const RECOVERY_LETTERS = 16;

/** Ten codes of 16 letters in groups of four; 80 bits each, too many to guess from their hashes. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(RECOVERY_LETTERS)].map(
      (byte) => LETTERS[byte % LETTERS.length],
    );
    return letters.join("").replaceAll(/(.{4})(?!$)/g, "$1-");
  });
}

/** What was typed, normalised: without spaces and dashes, in lower case. */
export function plainCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, "");
}

export function isRecoveryCode(code: string): boolean {
  return (
    code.length === RECOVERY_LETTERS && Array.from(code).every((letter) => LETTERS.includes(letter))
  );
}

/** The hash of a code from `plainCode`. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}
