// Phone numbers and email addresses of members, and how they are named to who may not read them whole (SAFE-10).

/** A Kenyan mobile number (MEM-2): `+254712345678` from 07…, 01…, 254… or +254…, with spaces and dashes anywhere; null for anything else. */
export function normalisePhone(text: string): string | null {
  const [, national] = /^(?:\+?254|0)([17]\d{8})$/.exec(text.replace(/[\s-]/g, "")) ?? [];
  return national === undefined ? null : `+254${national}`;
}

/** Whether it has one @, a dotted domain, and nothing that only a list of addresses has. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@<>(),;:"\\[\]]+@[^\s@.<>(),;:"\\[\]]+(\.[^\s@.<>(),;:"\\[\]]+)+$/.test(text);
}

/** The last three digits of a phone number. */
export function masked(phone: string): string {
  return `…${phone.slice(-3)}`;
}

/** The first letter of the mailbox, and the domain: `a…@example.com`. */
export function maskedEmail(email: string): string {
  const [mailbox = "", domain = ""] = email.split("@");
  return `${Array.from(mailbox)[0] ?? ""}…@${domain}`;
}
