// Restores an earlier email address by the link that was mailed to it (MEM-14), for an owner who lost the account to
// a thief.
import { randomBytes } from "node:crypto";
import type { BodyOf } from "#contract/endpoint.ts";
import type { undoEmail } from "#contract/members.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { issueToken, killTokens, spendToken } from "#server/core/identity/mail-tokens.ts";
import { endSessions } from "#server/core/identity/sessions.ts";
import { takenByConstraint } from "#server/core/identity/taken-values.ts";
import { letter, sendLetters } from "#server/core/mail/letters.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";
import { hashPassword } from "#server/platform/password-hash.ts";
import type { PublicRequest } from "#server/platform/request.ts";
import type { ProfileParts } from "./profile.ts";

type Undo = PublicRequest<unknown, BodyOf<typeof undoEmail>>;

/**
 * Restores the address, ends every session, and disables the password until the owner sets a new one by the link
 * mailed to the address. Everything the thief requested ends: links, another phone, and links that restore the
 * thief's addresses. A link that restores an older address than this one stays.
 */
export async function putEmailBack(
  db: Database,
  { throttle, config }: ProfileParts,
  request: Undo,
): Promise<{ detail: string }> {
  await throttle.take("token-address", request.origin.address);
  const passwordHash = await hashPassword(randomBytes(32).toString("base64url"));
  try {
    return await inTransaction(db, (tx) => putBack(tx, request, { passwordHash, ...config }));
  } catch (error) {
    throw takenByConstraint(error) === null ? error : refuse("undo-address-taken");
  }
}

async function putBack(
  tx: Tx,
  { body, now, origin, t }: Undo,
  { passwordHash, publicUrl }: { passwordHash: string; publicUrl: string },
): Promise<{ detail: string }> {
  const spent = await spendToken(tx, { purpose: "email-undo", token: body.token, now });
  if (spent === null || spent.email === null) throw refuse("undo-link-invalid");
  const { memberId, email } = spent;
  const member = await lockMember(tx, memberId);
  await tx
    .updateTable("members")
    .set({ email, password_hash: passwordHash, pending_phone: null })
    .where("id", "=", memberId)
    .execute();
  const sessionsEnded = await endSessions(tx, { memberId });
  await killTokens(tx, { memberId, purposes: ["password-reset", "email-change"], now });
  await killTokens(tx, { memberId, purposes: ["email-undo"], since: spent.createdAt, now });
  const token = await issueToken(tx, { purpose: "password-reset", memberId, now });
  const link = `${publicUrl}/user/forgot-password/${token}/`;
  const putBack = { to: { ...member, email }, letter: letter("emailPutBack", { link }) };
  const takenBack = { to: member, letter: letter("emailTakenBack") };
  await sendLetters(tx, { letters: [putBack, takenBack], now });
  await tell(tx, "email_put_back", { memberId, now }, { email });
  await recordAudit(tx, {
    now,
    actorId: memberId,
    action: "members.undo-email",
    subject: "member",
    subjectId: memberId,
    before: { email: member.email },
    after: { email, sessions_ended: sessionsEnded },
    address: origin.address,
  });
  return { detail: t("done.accounts.emailBack", { email }) };
}
