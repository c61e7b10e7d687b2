// Opaque tokens of random bits; the database keeps only their SHA-256 (SAFE-6).
import { createHash, randomBytes } from "node:crypto";

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
