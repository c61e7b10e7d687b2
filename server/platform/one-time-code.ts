// The codes of two-step sign-in: six digits of an authenticator app that change every half minute (TOTP, RFC 6238),
// and recovery codes for who has lost it.
import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const SECRET_BYTES = 20;
const STEP_MS = 30_000;
/** A clock may go wrong by half a minute either way. */
const WINDOW_STEPS = 1;

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The half minute whose code this is, counted since 1970; null when it is none of now. */
export function stepOf(code: string, secret: Buffer, now: Date): number | null {
  // The library compares bytes, and throws when digits of another script have more of them.
  if (!/^[0-9]{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = totp(secret).validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(timestamp / STEP_MS) + delta;
}

/** What an authenticator app reads from the QR code, and the secret for typing it in. */
export function describeSecret(
  secret: Buffer,
  owner: { groupName: string; email: string },
): { uri: string; text: string } {
  // The colon parts the two names in the address.
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
// Crockford's 32, without letters that are read for each other; each is as likely in a random byte.
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const RECOVERY_LETTERS = 16;

/** Ten codes of 16 letters in groups of four; 80 bits each, so that their hashes cannot be guessed from. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(RECOVERY_LETTERS)].map(
      (byte) => LETTERS[byte % LETTERS.length],
    );
    return letters.join("").replaceAll(/(.{4})(?!$)/g, "$1-");
  });
}

/** What was typed, as it is compared: without spaces and dashes, in small letters. */
export function plainCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, "");
}

export function isRecoveryCode(code: string): boolean {
  return (
    code.length === RECOVERY_LETTERS && Array.from(code).every((letter) => LETTERS.includes(letter))
  );
}

/** Of a code as `plainCode` gives it. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}
