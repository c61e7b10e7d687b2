// SHA-256 as the arithmetic of domain/proofs asks for it.
import { createHash } from "node:crypto";

export function sha256(data: Uint8Array): Uint8Array {
  return createHash("sha256").update(data).digest();
}
