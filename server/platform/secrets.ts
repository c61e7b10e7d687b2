// Secrets: opaque tokens of random bits, of which the database stores only the SHA-256 (SAFE-6), and secrets that the
// server must read again but a copy of the database must not reveal.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hash,
  hkdfSync,
  randomBytes,
} from "node:crypto";

export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** 128 random bits: short enough to be copied by hand or sent as an SMS. */
export function newShortToken(): string {
  return randomBytes(16).toString("base64url");
}

// Crockford's 32 characters, without those that look alike; each is equally likely for a random byte.
export const HAND_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/** Random letters to be typed by hand, five bits each. */
export function randomLetters(count: number): string {
  return [...randomBytes(count)].map((byte) => HAND_LETTERS[byte % HAND_LETTERS.length]).join("");
}

/** 60 random bits as twelve letters: the token of an invitation that is typed from an SMS. */
export function newHandCode(): string {
  return randomLetters(12);
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** SHA-256 in the form that domain/proofs takes. */
export function sha256(data: Uint8Array): Uint8Array {
  return hash("sha256", data, "buffer");
}

// Secrets to be read again: encrypted with a key derived from the pepper (AES-256-GCM). Without a pepper they are stored
// as they are.

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

export type SecretBox = {
  seal(plain: Buffer, purpose: string): { bytes: Buffer; isSealed: boolean };
  /** Throws if it was encrypted with another key, or for another purpose. */
  open(stored: { bytes: Buffer; isSealed: boolean }, purpose: string): Buffer;
};

/** `purpose` binds a secret to its owner, so that it cannot be moved to another row. */
export function openSecretBox(pepper: string | null): SecretBox {
  const key = pepper === null ? null : deriveKey(pepper, "akiba secrets");
  return {
    seal: (plain, purpose) => {
      if (key === null) return { bytes: plain, isSealed: false };
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
      const hidden = Buffer.concat([cipher.update(plain), cipher.final()]);
      return { bytes: Buffer.concat([nonce, cipher.getAuthTag(), hidden]), isSealed: true };
    },
    open: ({ bytes, isSealed }, purpose) => {
      if (!isSealed) return bytes;
      if (key === null) throw new Error("PASSWORD_PEPPER is missing: a secret was sealed with it");
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag);
      const hidden = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(hidden), decipher.final()]);
    },
  };
}

/** A separate key for each use of the one secret. */
export function deriveKey(pepper: string, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", pepper, "", use, KEY_BYTES));
}
