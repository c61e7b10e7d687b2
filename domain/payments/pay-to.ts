// Where members pay the group (PAY-23), and the reference of a payment (PAY-2).
export const payToKinds = ["paybill", "till", "bank", "phone"] as const;

/** `account` is what the payer enters as the account; empty if none. */
export type PayTo = {
  kind: (typeof payToKinds)[number];
  name: string;
  number: string;
  account: string;
};

export const payToMost = 10;
export const payToCharactersMost = 60;

/** The group writes this as the account if each payer enters their own registration number. */
export const yourRegNo = "your Reg No";

/** Whether the account of a way to pay is the payer's own registration number. */
export function asksForRegNo(account: string): boolean {
  return account.trim().toLowerCase() === yourRegNo.toLowerCase();
}

// The M-Pesa or bank reference of a payment (PAY-2).

/**
 * Trimmed and upper-cased; null unless it is 4 to 40 letters, digits, `-` or `/`, with at least one letter or digit.
 */
export function normaliseReference(text: string): string | null {
  const trimmed = text.trim();
  // Checked before upper-casing, which turns some foreign letters into plain ones.
  if (!/^[A-Za-z0-9/-]{4,40}$/.test(trimmed) || !/[A-Za-z0-9]/.test(trimmed)) return null;
  return trimmed.toUpperCase();
}

/**
 * The form in which references are compared: `QWE-123/4` is `QWE1234`. The database computes the same
 * (`payments.reference_key`).
 */
export function referenceKey(reference: string): string {
  return reference.toUpperCase().replaceAll(/[-/ ]/g, "");
}
