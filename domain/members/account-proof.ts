// Whom the Chairperson may hand a link that sets a new password (MEM-52).

type Member = {
  /** An account of their own that is active. */
  isProven: boolean;
  /** They have proven an address, and the server sends mail. */
  readsMail: boolean;
  /** Held, with or without its rights, or about to be given or taken. */
  hasOffice: boolean;
};

/**
 * Why a link cannot be handed over; null when it can. Whoever has the link can act as the member, so one official never
 * gets the account of another: two offices in one hand would approve alone.
 */
export function whyNotHandOverReset(
  member: Member,
  { isOwn }: { isOwn: boolean },
): "reset-of-ones-own" | "reset-of-nobody" | "reset-of-official" | "reset-is-mailed" | null {
  if (isOwn) return "reset-of-ones-own";
  if (!member.isProven) return "reset-of-nobody";
  if (member.hasOffice) return "reset-of-official";
  return member.readsMail ? "reset-is-mailed" : null;
}
