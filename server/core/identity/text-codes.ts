// Codes of an SMS that prove a phone, of a claim (OPEN-55) and of a new account (MEM-53): how one is compared.
import { CODE_TRIES_MOST } from "#domain/members/book-claim.ts";
import { hashToken } from "#server/platform/secrets.ts";

type SentCode = { hash: Buffer | null; expiresAt: Date | null; tries: number };
type Entered = { token: string; code: string | undefined; now: Date };

/** `wrong`: the caller counts the try. */
type CodeMatch = "missing" | "too-old" | "tried-out" | "wrong" | "right";

/** Compares the entered code with the one that was sent; after too many tries the right one does not match either. */
export function matchTextCode(sent: SentCode, { token, code, now }: Entered): CodeMatch {
  if (code === undefined || code === "") return "missing";
  if (sent.expiresAt === null || sent.expiresAt <= now) return "too-old";
  if (sent.tries >= CODE_TRIES_MOST) return "tried-out";
  return sent.hash?.equals(hashCode(token, code.trim())) === true ? "right" : "wrong";
}

/** The token is in the hash, which only its holder has: from the hash alone the six digits cannot be searched. */
export function hashCode(token: string, code: string): Buffer {
  return hashToken(`${token}:${code}`);
}
