// Members whom no mail reaches (MEM-51, MEM-52): the Chairperson confirms in person who signed up, and hands over the
// link that sets a new password.
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { confirmAccount, handOverReset as handOver } from "#contract/members.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { whyNotHandOverReset } from "#domain/members/account-proof.ts";
import { refuse } from "#domain/refusal.ts";
import { message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { issueToken, killTokens, lifetimes } from "#server/core/identity/mail-tokens.ts";
import { notifyOfficialsOfChange } from "#server/core/notices/notify.ts";
import { joinByInvitation } from "#server/core/invitations/invitations.ts";
import { changeMember } from "#server/core/members/change-member.ts";
import {
  fullName,
  hasAccount,
  heldOffice,
  lockMember,
  nameOf,
} from "#server/core/members/member-directory.ts";
import { findWaitingProposal } from "#server/core/offices/waiting-offices.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { readUser } from "./users.queries.ts";

/** The Chairperson has met whoever signed up, who signs in from now on. An address stays unproven. */
export async function confirmAccountOf(
  tx: Tx,
  {
    actor,
    id,
    body,
    now,
    origin,
    publicUrl,
    t,
  }: SignedInRequest<unknown, BodyOf<typeof confirmAccount>>,
): Promise<ReplyOf<typeof confirmAccount>> {
  const member = await lockMember(tx, id);
  if (
    member.is_proven ||
    member.is_brought_in ||
    !hasAccount(member) ||
    member.rejected_at !== null
  )
    throw refuse("no-account-waits");
  if (body.phone_seen !== undefined && body.phone_seen !== member.phone)
    throw refuse("figures-changed").at("phone_seen");
  await changeMember(tx, id, { confirmed_at: now, is_active: true });
  // Whoever reads the mail of an address that was mistyped must not take the account.
  await killTokens(tx, { memberId: id, purposes: ["activation", "phone-proof"], now });
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "members.confirm-account",
    subject: "member",
    subjectId: id,
    before: { is_active: member.is_active },
    after: { is_active: true },
    address: origin.address,
  });
  const done = message("done.members.accountConfirmed", { member: fullName(member) });
  await notifyOfficialsOfChange(tx, { memberId: id, done, by: actor.username, now });
  await tell(
    tx,
    "account_confirmed",
    { memberId: id, now },
    { official: await nameOf(tx, actor.id) },
  );
  await joinByInvitation(tx, { memberId: id, now, publicUrl });
  return { detail: t(done), user: await readUser(tx, id, { callerId: actor.id, t }) };
}

/** Returns a link that sets a new password, shown this once. The member and every official are notified. */
export async function handOverReset(
  tx: Tx,
  { publicUrl, hasMail }: { publicUrl: string; hasMail: boolean },
  { actor, id, now, origin, t }: SignedInRequest,
): Promise<ReplyOf<typeof handOver>> {
  const member = await lockMember(tx, id);
  const refusal = whyNotHandOverReset(
    {
      isProven: member.is_proven && hasAccount(member) && member.is_active,
      readsMail: hasMail && member.email_verified_at !== null,
      hasOffice: heldOffice(member) !== null || (await findWaitingProposal(tx, id)) !== undefined,
    },
    { isOwn: id === actor.id },
  );
  if (refusal !== null) throw refuse(refusal);
  const token = await issueToken(tx, { purpose: "password-reset", memberId: id, now });
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "members.hand-over-reset",
    subject: "member",
    subjectId: id,
    address: origin.address,
  });
  const done = message("done.members.resetHandedOver", { member: fullName(member) });
  await notifyOfficialsOfChange(tx, { memberId: id, done, by: actor.username, now });
  await tell(
    tx,
    "reset_handed_over",
    { memberId: id, now },
    { official: await nameOf(tx, actor.id) },
  );
  return {
    detail: t(done),
    url: `${publicUrl}/user/forgot-password/${token}/`,
    expires_at: nairobiIso(new Date(now.getTime() + lifetimes["password-reset"])),
  };
}
