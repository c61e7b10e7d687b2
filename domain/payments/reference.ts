// The M-Pesa or bank reference of a payment (PAY-2).

/** Trimmed and upper-cased; null unless it is 4 to 40 letters, digits, `-` or `/`. */
export function normaliseReference(text: string): string | null {
  const trimmed = text.trim();
  // Checked before upper-casing, which turns some other letters into plain ones.
  return /^[A-Za-z0-9/-]{4,40}$/.test(trimmed) ? trimmed.toUpperCase() : null;
}
