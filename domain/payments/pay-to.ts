// Where members pay the group (PAY-23), and the reference that they pay under (PAY-2).
export const payToKinds = ["paybill", "till", "bank", "phone"] as const;

/** `account` is what the payer writes as the account; empty where there is none. */
export type PayTo = {
  kind: (typeof payToKinds)[number];
  name: string;
  number: string;
  account: string;
};

export const payToMost = 10;
export const payToCharactersMost = 60;

/** What a group writes as the account where each payer writes their own registration number. */
export const yourRegNo = "your Reg No";

/** Whether the account of a way to pay is the payer's own registration number. */
export function asksForRegNo(account: string): boolean {
  return account.trim().toLowerCase() === yourRegNo.toLowerCase();
}

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
