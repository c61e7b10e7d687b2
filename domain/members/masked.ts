// How answers, mails and the audit log name what is not for every reader (SAFE-10).

/** The last three digits of a phone number. */
export function masked(phone: string): string {
  return `…${phone.slice(-3)}`;
}

/** The first letter of the mailbox, and the domain: `a…@example.com`. */
export function maskedEmail(email: string): string {
  const [mailbox = "", domain = ""] = email.split("@");
  return `${Array.from(mailbox)[0] ?? ""}…@${domain}`;
}
