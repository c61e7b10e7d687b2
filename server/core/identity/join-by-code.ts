// A new account that no mail reaches is proven by a code of an SMS to the phone that it signs in with (MEM-53).
import { masked, maskedForOwner } from "#domain/members/contacts.ts";
import type { Language } from "#domain/language.ts";
import { refuse } from "#domain/refusal.ts";
import { message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { joinByInvitation } from "#server/core/invitations/invitations.ts";
import { changeMember } from "#server/core/members/change-member.ts";
import { fullName, hasAccount, lockMember } from "#server/core/members/member-directory.ts";
import { newCode, sendCodeText } from "#server/core/notices/code-texts.ts";
import { isStopped } from "#server/core/notices/sms/stopped-numbers.ts";
import { notifyOfficialsOfChange } from "#server/core/notices/notify.ts";
import type { Tx } from "#server/db/connection.ts";
import { hashToken } from "#server/platform/secrets.ts";
import { findLivingToken, issueToken, killTokens, spendToken } from "./mail-tokens.ts";
import { hashCode, matchTextCode } from "./text-codes.ts";

/**
 * Sends the code, and returns the token with which the person enters it; null if the phone takes no SMS, so that the
 * Chairperson confirms them in person (MEM-51). Insert the member first, and write the audit row afterwards.
 */
export async function sendJoinCode(
  tx: Tx,
  member: { id: number; phone: string; language: Language; now: Date },
): Promise<string | null> {
  const { id: memberId, phone, language, now } = member;
  if (await isStopped(tx, phone)) return null;
  const token = await issueToken(tx, { purpose: "phone-proof", memberId, now });
  const code = newCode();
  await tx
    .insertInto("phone_codes")
    .values({ token_hash: hashToken(token), code_hash: hashCode(token, code) })
    .execute();
  await sendCodeText(tx, {
    notice: {
      memberId,
      event: "join_code",
      facts: { phone: masked(phone) },
      occasion: `join_code:${memberId}`,
    },
    text: message("notices.codes.join", { code }),
    phone,
    language,
    now,
  });
  return token;
}

type Entered = {
  token: string;
  code: string | undefined;
  now: Date;
  address: string;
  publicUrl: string;
};

/** The phone that the account is proven by, or that the code was wrong: that try is counted. */
type JoinStep = { phone: string; isWrongCode: boolean };

/**
 * Proves the account of a living token by its code, under `lockMembership`, and notifies the officials; undefined if the
 * token is not of such an account. Refuses a missing code and too many tries.
 */
export async function proveByCode(tx: Tx, entered: Entered): Promise<JoinStep | undefined> {
  const { token, now, address } = entered;
  const link = await findLivingToken(tx, { purpose: "phone-proof", token, now });
  if (link === null) return undefined;
  const member = await lockMember(tx, link.memberId);
  if (member.is_proven || !hasAccount(member)) return undefined;
  const { phone } = member;
  const sent = await tx
    .selectFrom("phone_codes")
    .select(["code_hash as hash", "tries"])
    .where("token_hash", "=", hashToken(token))
    .forUpdate()
    .executeTakeFirstOrThrow();
  // The token ends with the code, so a living one has a code that is not too old.
  switch (matchTextCode({ ...sent, expiresAt: link.expiresAt }, entered)) {
    case "missing":
      throw refuse("join-code-needed", { phone: maskedForOwner(phone) }).at("code");
    case "too-old":
      throw refuse("join-code-expired").at("code");
    case "tried-out":
      throw refuse("join-code-tries").at("code");
    case "wrong":
      await tx
        .updateTable("phone_codes")
        .set({ tries: sent.tries + 1 })
        .where("token_hash", "=", hashToken(token))
        .execute();
      return { phone, isWrongCode: true };
    case "right":
  }
  await spendToken(tx, { purpose: "phone-proof", token, now });
  // Whoever reads the mail of an address that was mistyped must not take the account.
  await killTokens(tx, { memberId: member.id, purposes: ["activation"], now });
  const isActive = member.rejected_at === null;
  await changeMember(tx, member.id, { confirmed_at: now, is_active: isActive });
  await recordAudit(tx, {
    now,
    actorId: member.id,
    action: "members.activate-by-sms",
    subject: "member",
    subjectId: member.id,
    before: { is_active: member.is_active },
    after: { is_active: isActive },
    address,
  });
  const done = message("done.members.phoneProven", { member: fullName(member) });
  await notifyOfficialsOfChange(tx, { memberId: member.id, done, by: member.username, now });
  if (isActive)
    await joinByInvitation(tx, { memberId: member.id, now, publicUrl: entered.publicUrl });
  return { phone, isWrongCode: false };
}
