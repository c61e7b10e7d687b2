// Tokens that are mailed and brought back once (SAFE-6, MEM-10): only their hash is stored, and the newest kills the older.
import type { Reader, Tx } from "#server/db/connection.ts";
import { hashToken, newToken } from "#server/platform/token.ts";

const HOUR_MS = 60 * 60 * 1000;
const lifetimes = {
  activation: 72 * HOUR_MS,
  "password-reset": HOUR_MS,
  "email-change": 24 * HOUR_MS,
  "email-undo": 7 * 24 * HOUR_MS,
};

export type TokenPurpose = keyof typeof lifetimes;

/** The newest kills the older, but a way back to an address must outlive the next change by whoever took the account. */
const standSideBySide: ReadonlySet<TokenPurpose> = new Set(["email-undo"]);

/**
 * Gives a new token. The member's row must be locked or new, so that of two links asked for at once only the later
 * lives. `email` is the address that an email change confirms, or puts back.
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

/** Spends a living token, once however many bring it at the same moment; null when it is not living. */
export async function spendToken(
  tx: Tx,
  params: { purpose: TokenPurpose; token: string; now: Date },
): Promise<{ memberId: number; email: string | null; createdAt: Date } | null> {
  const spent = await tx
    .updateTable("mail_tokens")
    .set({ spent_at: params.now })
    .where("token_hash", "=", hashToken(params.token))
    .where("purpose", "=", params.purpose)
    .where("spent_at", "is", null)
    .where("expires_at", ">", params.now)
    .returning(["member_id", "email", "created_at"])
    .executeTakeFirst();
  if (spent === undefined) return null;
  return { memberId: spent.member_id, email: spent.email, createdAt: spent.created_at };
}

/** Whose a living token is, without spending it; null when it is not living. */
export async function findLivingToken(
  reader: Reader,
  params: { purpose: TokenPurpose; token: string; now: Date },
): Promise<{ memberId: number } | null> {
  const row = await reader
    .selectFrom("mail_tokens")
    .select("member_id")
    .where("token_hash", "=", hashToken(params.token))
    .where("purpose", "=", params.purpose)
    .where("spent_at", "is", null)
    .where("expires_at", ">", params.now)
    .executeTakeFirst();
  return row === undefined ? null : { memberId: row.member_id };
}

/** Makes all living tokens of these purposes worthless, or those that were given no earlier than `since`. */
export async function killTokens(
  tx: Tx,
  params: { memberId: number; purposes: TokenPurpose[]; since?: Date; now: Date },
): Promise<void> {
  let living = tx.updateTable("mail_tokens");
  if (params.since !== undefined) living = living.where("created_at", ">=", params.since);
  await living
    .set({ spent_at: params.now })
    .where("member_id", "=", params.memberId)
    .where("purpose", "in", params.purposes)
    .where("spent_at", "is", null)
    .execute();
}

/** Why a token is not living, for a helpful sentence. */
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
