// Sets a new password, by a mailed link or by the account's owner (MEM-10).
import type { BodyOf } from "#contract/endpoint.ts";
import type { changePassword, resetPassword } from "#contract/auth.ts";
import type { AuditAction } from "#domain/audit-log/audit-actions.ts";
import { refuse, refuseFields } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { requirePassword, validatePassword } from "#server/core/identity/passwords.ts";
import { allAttempts } from "#server/core/identity/known-devices.ts";
import { findLivingToken, killTokens, spendToken } from "#server/core/identity/mail-tokens.ts";
import { letter } from "#server/core/mail/letters.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import { changeMember } from "#server/core/members/change-member.ts";
import {
  findMember,
  hasAccount,
  lockAccount,
  lockMember,
  type AccountRow,
} from "#server/core/members/member-directory.ts";
import { endSessions } from "#server/core/identity/sessions.ts";
import { forgetAttempts } from "#server/core/requests/throttle.ts";
import { inTransaction, type Database, type Reader, type Tx } from "#server/db/connection.ts";
import type { Origin, PublicRequest, SignedInRequest } from "#server/platform/request.ts";
import type { AuthParts } from "./mailed-links.ts";

type Reset = PublicRequest<unknown, BodyOf<typeof resetPassword>>;
type Change = SignedInRequest<unknown, BodyOf<typeof changePassword>>;

/** Uses up the token and ends every session. A refused password leaves the token as it was. */
export async function resetForgottenPassword(
  db: Database,
  { passwords, throttle }: AuthParts,
  { body, now, origin, t }: Reset,
): Promise<{ detail: string; email: string }> {
  await throttle.take("token-address", origin.address);
  const params = { purpose: "password-reset", token: body.password_reset_token, now } as const;
  const living = await findLivingToken(db, params);
  const member = living === null ? undefined : await findMember(db, living.memberId);
  if (member === undefined || !hasAccount(member)) throw refuse("reset-link-invalid");
  await validateNewPassword(db, member, body.new_password);
  const passwordHash = await passwords.hash(body.new_password);
  await inTransaction(db, async (tx) => {
    if ((await spendToken(tx, params)) === null) throw refuse("reset-link-invalid");
    await lockMember(tx, member.id);
    const sessionsEnded = await endSessions(tx, { memberId: member.id });
    await replacePassword(tx, member, {
      passwordHash,
      now,
      origin,
      sessionsEnded,
      action: "members.reset-password",
    });
  });
  return { detail: t("done.accounts.passwordReset"), email: member.email ?? member.phone };
}

export type ValidatedChange = { currentHash: string; newHash: string };

/** Checks both passwords before the change's transaction opens, because hashing is slow and failures count. */
export async function validateChange(
  db: Database,
  { passwords, throttle }: AuthParts,
  { actor, body, origin }: Change,
): Promise<ValidatedChange> {
  const requested = { memberId: actor.id, password: body.current_password, origin };
  const member = await requirePassword(db, { passwords, throttle }, requested);
  await validateNewPassword(db, member, body.new_password);
  return { currentHash: member.password_hash, newHash: await passwords.hash(body.new_password) };
}

/** Ends every other session of the member. */
export async function changeOwnPassword(
  tx: Tx,
  { actor, sessionId, now, origin, t }: Change,
  { currentHash, newHash }: ValidatedChange,
): Promise<{ detail: string }> {
  const member = await lockAccount(tx, actor.id);
  if (member.password_hash !== currentHash)
    throw refuse("current-password-wrong").at("current_password");
  const sessionsEnded = await endSessions(tx, { memberId: member.id, except: sessionId });
  const action = "members.change-password";
  await replacePassword(tx, member, {
    passwordHash: newHash,
    now,
    origin,
    sessionsEnded,
    action,
  });
  return { detail: t("done.accounts.passwordChanged") };
}

async function validateNewPassword(reader: Reader, member: AccountRow, password: string) {
  const faults = await validatePassword(reader, password, {
    username: member.username,
    email: member.email ?? "",
    firstName: member.first_name,
    lastName: member.last_name,
    regNumber: member.reg_number,
    phone: member.phone,
  });
  if (faults.length > 0) throw refuseFields({ new_password: faults });
}

async function replacePassword(
  tx: Tx,
  member: AccountRow,
  params: {
    passwordHash: string;
    now: Date;
    origin: Origin;
    sessionsEnded: number;
    action: AuditAction;
  },
): Promise<void> {
  const { now } = params;
  // Whoever knew the old password may have requested another phone.
  await changeMember(tx, member.id, { password_hash: params.passwordHash, pending_phone: null });
  // Whoever knew the old password may have requested these.
  const purposes: ("password-reset" | "email-change")[] = ["password-reset", "email-change"];
  await killTokens(tx, { memberId: member.id, purposes, now });
  await forgetAttempts(tx, ...(await allAttempts(tx, member.id)));
  const changed = letter("passwordChanged", { moment: { at: now } });
  const mail = { to: member, letter: changed };
  await tell(tx, "password_changed", { memberId: member.id, mail, now }, { moment: { at: now } });
  await recordAudit(tx, {
    now,
    actorId: member.id,
    action: params.action,
    subject: "member",
    subjectId: member.id,
    after: { sessions_ended: params.sessionsEnded },
    address: params.origin.address,
  });
}
