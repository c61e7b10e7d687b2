// How a fingerprint of the log is written for people, and read from what they type.

/** In fours, as it is read aloud and compared. */
export function writeFingerprint(hex: string): string {
  return hex.match(/.{1,4}/g)?.join(" ") ?? "";
}

// Nobody can make another log whose fingerprint begins with the same 16 characters.
const FEWEST = 16;

/** The typed fingerprint or its beginning, bare and in small letters; null for less than 16 characters or others. */
export function readFingerprint(typed: string): string | null {
  const bare = typed.replaceAll(/[\s.:-]/g, "").toLowerCase();
  return bare.length >= FEWEST && bare.length <= 64 && /^[0-9a-f]+$/.test(bare) ? bare : null;
}

/** The bytes of a text in hexadecimal; null for anything else. */
export function readHex(text: unknown): Uint8Array | null {
  if (typeof text !== "string" || !/^([0-9a-f]{2})+$/.test(text)) return null;
  const pairs = text.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
