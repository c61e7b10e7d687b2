// What the leaves of the log commit to (docs/decisions/012-proofs.md): an entry of the audit log by its seal, and an entry
// of the journal by its parts, each hidden behind a salt of its own until somebody shows it.
import { hashLeaf, join, type Hash } from "./merkle-tree.ts";

const AUDIT = Uint8Array.of(0x41);
const JOURNAL = Uint8Array.of(0x4a);

/** `seal` is the hash of the entry's seal in the audit chain. */
export function auditLeaf(hash: Hash, seal: Uint8Array): Uint8Array {
  return hashLeaf(hash, join([AUDIT, seal]));
}

/** `parts` are the hashes of what the entry says of itself and of each of its lines, in this order. */
export function journalLeaf(hash: Hash, parts: readonly Uint8Array[]): Uint8Array {
  return hashLeaf(hash, join([JOURNAL, ...parts]));
}

/** The salt of one part: whoever is shown it learns nothing of the entry's other salts. Part 0 is the entry, then its lines. */
export function partSalt(hash: Hash, entrySalt: Uint8Array, part: number): Uint8Array {
  const number = Uint8Array.of(part >>> 24, (part >>> 16) & 255, (part >>> 8) & 255, part & 255);
  return hash(join([entrySalt, number]));
}

/** `text` is the canonical text in UTF-8. */
export function hashPart(hash: Hash, salt: Uint8Array, text: Uint8Array): Uint8Array {
  return hash(join([salt, text]));
}
