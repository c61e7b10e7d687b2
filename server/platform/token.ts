// Opaque tokens of random bits, of which the database keeps only the SHA-256 (SAFE-6), and that hash for domain/proofs.
import { createHash, randomBytes, hash } from "node:crypto";

export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** 128 random bits: short enough to be copied by hand or sent as an SMS. */
export function newShortToken(): string {
  return randomBytes(16).toString("base64url");
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** SHA-256 in the form that domain/proofs takes. */
export function sha256(data: Uint8Array): Uint8Array {
  return hash("sha256", data, "buffer");
}
