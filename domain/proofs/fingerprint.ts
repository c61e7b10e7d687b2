// How a fingerprint of the log is written for people, and parsed from what they type.

/** In groups of four, for reading aloud and comparing. */
export function writeFingerprint(hex: string): string {
  return hex.match(/.{1,4}/g)?.join(" ") ?? "";
}

// Nobody can make another log whose fingerprint begins with the same 16 characters.
const FEWEST = 16;

/**
 * The typed fingerprint or its beginning, without spaces and in lower case; null for fewer than 16 characters or
 * invalid ones.
 */
export function readFingerprint(typed: string): string | null {
  const bare = typed.replaceAll(/[\s.:-]/g, "").toLowerCase();
  return bare.length >= FEWEST && bare.length <= 64 && /^[0-9a-f]+$/.test(bare) ? bare : null;
}

/** The bytes of a hexadecimal text; null for anything else. */
export function readHex(text: unknown): Uint8Array | null {
  if (typeof text !== "string" || !/^([0-9a-f]{2})+$/.test(text)) return null;
  const pairs = text.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
