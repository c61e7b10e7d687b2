// The M-Pesa or bank reference of a payment (PAY-2).

/** Trimmed and upper-cased; null unless it is 4 to 40 letters, digits, `-` or `/`, and not signs alone. */
export function normaliseReference(text: string): string | null {
  const trimmed = text.trim();
  // Checked before upper-casing, which turns some other letters into plain ones.
  if (!/^[A-Za-z0-9/-]{4,40}$/.test(trimmed) || !/[A-Za-z0-9]/.test(trimmed)) return null;
  return trimmed.toUpperCase();
}

/** What a reference counts as: `QWE-123/4` is `QWE1234`. The database reckons the same (`payments.reference_key`). */
export function referenceKey(reference: string): string {
  return reference.toUpperCase().replaceAll(/[-/ ]/g, "");
}
