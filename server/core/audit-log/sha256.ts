// SHA-256 as the arithmetic of domain/proofs asks for it.
import { hash } from "node:crypto";

export function sha256(data: Uint8Array): Uint8Array {
  return hash("sha256", data, "buffer");
}
