// Links that are mailed on request. The request is answered alike for every address, so all that depends on the
// address happens here, in the job queue.
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { issueToken } from "#server/core/identity/mail-tokens.ts";
import { sendMail } from "#server/core/mail/mail.ts";
import {
  findMemberByEmail,
  lockMember,
  type MemberRow,
} from "#server/core/members/member-directory.ts";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";
import {
  activationMail,
  alreadyActivatedMail,
  inactiveAccountMail,
  resetMail,
} from "./auth-mails.ts";

type Requested = { email: string; address: string; publicUrl: string; now: Date };

/** Mails a link that sets a new password; to an account never activated, its activation link instead. */
export async function mailResetLink(db: Database, requested: Requested): Promise<void> {
  await withAccount(db, requested, async (tx, member, groupName) => {
    if (member.email_verified_at === null) return mailActivation(tx, member, groupName, requested);
    const { now, publicUrl } = requested;
    if (!member.is_active)
      return sendMail(tx, { ...inactiveAccountMail({ to: member, groupName }), now });
    const token = await issueToken(tx, { purpose: "password-reset", memberId: member.id, now });
    const link = `${publicUrl}/user/forgot-password/${token}/`;
    await sendMail(tx, { ...resetMail({ to: member, groupName, link }), now });
    return recordLink(tx, member, requested, "members.ask-password-reset");
  });
}

/** Mails a new activation link, or says that there is nothing left to activate. */
export async function mailActivationLink(db: Database, requested: Requested): Promise<void> {
  await withAccount(db, requested, async (tx, member, groupName) => {
    if (member.email_verified_at === null) return mailActivation(tx, member, groupName, requested);
    const letter = alreadyActivatedMail({ to: member, groupName, link: `${requested.publicUrl}/` });
    return sendMail(tx, { ...letter, now: requested.now });
  });
}

/** Nothing happens for an address that nobody has. */
async function withAccount(
  db: Database,
  { email }: Requested,
  act: (tx: Tx, member: MemberRow, groupName: string) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await findMemberByEmail(tx, email);
    if (found === undefined) return;
    const member = await lockMember(tx, found.id);
    const { name } = await readGroupSettings(tx);
    await act(tx, member, name);
  });
}

async function mailActivation(tx: Tx, member: MemberRow, groupName: string, requested: Requested) {
  const { now, publicUrl } = requested;
  const token = await issueToken(tx, { purpose: "activation", memberId: member.id, now });
  const link = `${publicUrl}/user/activate/${token}/`;
  await sendMail(tx, { ...activationMail({ to: member, groupName, link }), now });
  await recordLink(tx, member, requested, "members.ask-activation");
}

/** A new link kills the older one. Anybody may ask for it, so there is no actor. */
async function recordLink(
  tx: Tx,
  member: MemberRow,
  requested: Requested,
  action: string,
): Promise<void> {
  await recordAudit(tx, {
    now: requested.now,
    actorId: null,
    action,
    subject: "member",
    subjectId: member.id,
    address: requested.address,
  });
}
