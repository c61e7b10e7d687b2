// Who may take over a name of the group's book: the proof that a claim needs, and who may confirm it instead (OPEN-55,
// OPEN-57).

/** `sms`: a code to the book's phone; `mail`: a link to the book's address; `officials`: two of them confirm in person. */
export type ClaimProof = "sms" | "mail" | "officials";

export const CODE_HOURS = 1;
/** Codes that one claim is sent, and tries at them in all: a claim is guessed with a chance of 1 in 100,000. */
export const CODES_MOST = 5;
export const CODE_TRIES_MOST = 10;

const HOUR_MS = 60 * 60 * 1000;
/** A code or link that nobody used for so long has reached nobody. */
const UNANSWERED_MS = 24 * HOUR_MS;

type Known = {
  /** What the book has; null for nothing. */
  bookPhone: string | null;
  bookEmail: string | null;
  /** The address that the claimant entered; null for none. */
  email: string | null;
  /** Whether the group sends SMS, and to this phone. */
  takesTexts: boolean;
};

/** An address that stays the book's needs no second proof: its activation link is one. */
export function proofOf({ bookPhone, bookEmail, email, takesTexts }: Known): ClaimProof {
  if (bookEmail !== null && bookEmail.toLowerCase() === email?.toLowerCase()) return "mail";
  if (bookPhone !== null && takesTexts) return "sms";
  return bookEmail === null ? "officials" : "mail";
}

type Confirmed = {
  proof: string;
  claimedAt: Date;
  /** The text with the code did not arrive, as the gateway said. */
  hasFailed: boolean;
  codeTries: number;
  provenAt: Date | null;
  confirmedBy: number | null;
  confirmedAgainBy: number | null;
  /** Whether the server sends mail: else nobody reads a mailed link. */
  hasMail: boolean;
};

/** Why this official cannot confirm the claim now; null when they can. */
export function whyNotConfirmClaim(
  claim: Confirmed,
  { officialId, now }: { officialId: number; now: Date },
): "claim-confirmed-by-oneself" | "claim-is-proven" | "claim-has-a-channel" | null {
  if (claim.confirmedBy === officialId) return "claim-confirmed-by-oneself";
  if (claim.provenAt !== null || claim.confirmedAgainBy !== null) return "claim-is-proven";
  const isUnanswered =
    claim.hasFailed ||
    (claim.proof === "mail" && !claim.hasMail) ||
    claim.codeTries >= CODE_TRIES_MOST ||
    now.getTime() - claim.claimedAt.getTime() >= UNANSWERED_MS;
  return claim.proof === "officials" || isUnanswered ? null : "claim-has-a-channel";
}
