// Members' phone numbers and email addresses, and how they are masked for people who may not read them in full
// (SAFE-10).

/**
 * A Kenyan mobile number (MEM-2): `+254712345678` from 07…, 01…, 254…, +254… or 00254…, with spaces, dashes, dots and
 * brackets anywhere, also as +254 (0) 712…; null for anything else.
 */
export function normalisePhone(text: string): string | null {
  const [, national] = /^(?:\+?254|00254|0)([17]\d{8})$/.exec(withoutMarks(text)) ?? [];
  return national === undefined ? null : `+254${national}`;
}

/**
 * Whether it is a Kenyan landline, which cannot receive SMS: an area code of 02 to 06, and a local number of at least
 * five digits.
 */
export function isLandline(text: string): boolean {
  return /^(?:\+?254|00254|0)[2-6]\d{6,8}$/.test(withoutMarks(text));
}

function withoutMarks(text: string): string {
  return text
    .replaceAll(/\p{Cf}/gu, "")
    .replace(/^(\s*(?:\+|00)?\s*254[\s.\p{Pd}]*)\(\s*0\s*\)/u, "$1")
    .replaceAll(/[\s.()[\]\p{Pd}]/gu, "");
}

/** Whether it has one @, a dotted domain, and no separator of address lists. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@<>(),;:"\\[\]]+@[^\s@.<>(),;:"\\[\]]+(\.[^\s@.<>(),;:"\\[\]]+)+$/.test(text);
}

/** The last three digits of a phone number. */
export function masked(phone: string): string {
  return `…${phone.slice(-3)}`;
}

/** Enough of a phone number for its owner to know it: `07•• ••• 149`. */
export function maskedForOwner(phone: string): string {
  return `0${phone.slice(4, 5)}•• ••• ${phone.slice(-3)}`;
}

/** The first letter of the mailbox, and the domain: `a…@example.com`. */
export function maskedEmail(email: string): string {
  const [mailbox = "", domain = ""] = email.split("@");
  return `${Array.from(mailbox)[0] ?? ""}…@${domain}`;
}
