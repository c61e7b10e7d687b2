// Tokens that are mailed and used once (SAFE-6, MEM-10): the database stores only their hash, and a new one ends the
// older ones.
import { sql } from "kysely";
import { CODE_HOURS } from "#domain/members/book-claim.ts";
import type { Database, Reader, Tx } from "#server/db/connection.ts";
import { aheadFrom } from "#domain/wrong-clock.ts";
import { hashToken, newToken } from "#server/platform/secrets.ts";

const HOUR_MS = 60 * 60 * 1000;
export const lifetimes = {
  activation: 72 * HOUR_MS,
  "book-proof": 72 * HOUR_MS,
  // Its code is entered at once, and ends with it (MEM-53).
  "phone-proof": CODE_HOURS * HOUR_MS,
  "password-reset": HOUR_MS,
  "email-change": 24 * HOUR_MS,
  "email-undo": 7 * 24 * HOUR_MS,
};

export type TokenPurpose = keyof typeof lifetimes;

/**
 * A new token ends older ones; but a link that undoes an email change must survive the next change by whoever took
 * the account.
 */
const standSideBySide: ReadonlySet<TokenPurpose> = new Set(["email-undo"]);

/**
 * Returns a new token. Lock the member's row first, or insert it, so that of two links requested at once only the
 * later works. `email` is the address that the link confirms or restores.
 */
export async function issueToken(
  tx: Tx,
  params: { purpose: TokenPurpose; memberId: number; email?: string; now: Date },
): Promise<string> {
  if (!standSideBySide.has(params.purpose))
    await killTokens(tx, {
      memberId: params.memberId,
      purposes: [params.purpose],
      now: params.now,
    });
  const token = newToken();
  await tx
    .insertInto("mail_tokens")
    .values({
      token_hash: hashToken(token),
      purpose: params.purpose,
      member_id: params.memberId,
      email: params.email ?? null,
      created_at: params.now,
      expires_at: new Date(params.now.getTime() + lifetimes[params.purpose]),
    })
    .execute();
  return token;
}

/** Uses up a live token, once however many requests race; null if it is not live. */
export async function spendToken(
  tx: Tx,
  params: { purpose: TokenPurpose; token: string; now: Date },
): Promise<{ memberId: number; email: string | null; number: bigint | null } | null> {
  const spent = await tx
    .updateTable("mail_tokens")
    .set({ spent_at: params.now })
    .where("token_hash", "=", hashToken(params.token))
    .where("purpose", "=", params.purpose)
    .where("spent_at", "is", null)
    .where("expires_at", ">", params.now)
    .returning(["member_id", "email", "number"])
    .executeTakeFirst();
  if (spent === undefined) return null;
  return { memberId: spent.member_id, email: spent.email, number: spent.number };
}

/** Whose live token it is, without using it up; null if it is not live. */
export async function findLivingToken(
  reader: Reader,
  params: { purpose: TokenPurpose; token: string; now: Date },
): Promise<{ memberId: number; expiresAt: Date } | null> {
  const row = await reader
    .selectFrom("mail_tokens")
    .select(["member_id", "expires_at"])
    .where("token_hash", "=", hashToken(params.token))
    .where("purpose", "=", params.purpose)
    .where("spent_at", "is", null)
    .where("expires_at", ">", params.now)
    .executeTakeFirst();
  return row === undefined ? null : { memberId: row.member_id, expiresAt: row.expires_at };
}

/**
 * Ends all live tokens of these purposes, or those numbered `from` and later, whatever the clock said. Those from before
 * tokens had numbers (null) are older than the rest, and end together.
 */
export async function killTokens(
  tx: Tx,
  params: { memberId: number; purposes: TokenPurpose[]; from?: bigint | null; now: Date },
): Promise<void> {
  let living = tx.updateTable("mail_tokens");
  if (params.from !== undefined && params.from !== null)
    living = living.where("number", ">=", params.from);
  await living
    // A link whose time was over ended then.
    .set({ spent_at: sql`least(${params.now}::timestamptz, expires_at)` })
    .where("member_id", "=", params.memberId)
    .where("purpose", "in", params.purposes)
    .where("spent_at", "is", null)
    .execute();
}

/** Why a token is not live, for a helpful sentence. */
export async function readDeadToken(
  reader: Reader,
  params: { purpose: TokenPurpose; token: string },
): Promise<{ memberId: number; wasSpent: boolean } | null> {
  const row = await reader
    .selectFrom("mail_tokens")
    .select(["member_id", "spent_at"])
    .where("token_hash", "=", hashToken(params.token))
    .where("purpose", "=", params.purpose)
    .executeTakeFirst();
  return row === undefined ? null : { memberId: row.member_id, wasSpent: row.spent_at !== null };
}

/**
 * Removes tokens a week after they ended, so that an old link still gets an explanation. One that would live longer than
 * any does was issued by a clock that was ahead and has been put right, and ends.
 */
export async function removeExpiredTokens(db: Database, now: Date): Promise<void> {
  const weekAgo = new Date(now.getTime() - 7 * 24 * HOUR_MS);
  await db.deleteFrom("mail_tokens").where("expires_at", "<", weekAgo).execute();
  for (const [purpose, lifetime] of Object.entries(lifetimes))
    await db
      .updateTable("mail_tokens")
      .set({ spent_at: now })
      .where("purpose", "=", purpose)
      .where("spent_at", "is", null)
      .where("expires_at", ">", new Date(aheadFrom(now).getTime() + lifetime))
      .execute();
}
