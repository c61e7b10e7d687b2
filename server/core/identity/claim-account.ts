// Claims the account of a member from the group's book, by an invitation for their RegNo (OPEN-53).
import { sql } from "kysely";
import type { Language } from "#domain/language.ts";
import { masked } from "#domain/members/contacts.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import type { InvitationRow } from "#server/core/members/invitations.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { mailActivationTo, type AccountForm } from "./new-account.ts";
import { refuseStoredAddress } from "./taken-values.ts";

/** The account that a registration number can claim; undefined once its address is proven, or the member has left. */
export function findClaimable(reader: Reader, regNumber: string) {
  return reader
    .selectFrom("members")
    .selectAll()
    .where(sql<boolean>`lower(reg_number) = lower(${regNumber})`)
    .where("is_brought_in", "=", true)
    .where("email_verified_at", "is", null)
    .where("status", "in", ["active", "dormant"])
    .where("is_active", "=", true)
    .where("exited_on", "is", null)
    .executeTakeFirst();
}

export type Claimable = NonNullable<Awaited<ReturnType<typeof findClaimable>>>;

/**
 * The account that an invitation claims; undefined if it makes a new account, or its inviter is no longer
 * Chairperson.
 */
export async function findClaimed(
  reader: Reader,
  invitation: Pick<InvitationRow, "kind" | "reg_number" | "invited_by"> | undefined,
): Promise<Claimable | undefined> {
  if (invitation?.kind !== "person" || invitation.reg_number === null) return undefined;
  const inviter = await reader
    .selectFrom("members")
    .select("office")
    .where("id", "=", invitation.invited_by)
    .executeTakeFirst();
  if (inviter?.office !== "Chairperson") return undefined;
  return findClaimable(reader, invitation.reg_number);
}

export type Claim = {
  member: Claimable;
  form: AccountForm;
  passwordHash: string;
  language: Language;
  publicUrl: string;
  now: Date;
  origin: Origin;
  invitation: { id: number };
};

/**
 * Adds to the member's row what signing in needs, and mails the link that proves the address. It replaces an unproven
 * claim; refuses an account that was claimed meanwhile.
 */
export async function claimAccount(tx: Tx, claim: Claim): Promise<number> {
  const { form, now, language, origin } = claim;
  const member = await lockMember(tx, claim.member.id);
  if (member.email_verified_at !== null || !member.is_active)
    throw refuse("invitation-dead").at("invitation");
  await tx
    .updateTable("members")
    .set({
      username: form.username,
      first_name: form.first_name,
      last_name: form.last_name,
      email: form.email,
      phone: form.phone,
      password_hash: claim.passwordHash,
      language,
    })
    .where("id", "=", member.id)
    .execute();
  await refuseStoredAddress(tx, { email: form.email, exceptMemberId: member.id, now });
  const to = { id: member.id, email: form.email, language };
  await mailActivationTo(tx, to, { waits: false, publicUrl: claim.publicUrl, now });
  await recordAudit(tx, {
    now,
    actorId: null,
    action: "members.claim",
    subject: "member",
    subjectId: member.id,
    before: {
      username: member.username,
      first_name: member.first_name,
      last_name: member.last_name,
      ...(member.phone === null ? {} : { phone: masked(member.phone) }),
    },
    after: {
      username: form.username,
      first_name: form.first_name,
      last_name: form.last_name,
      phone: masked(form.phone),
      reg_number: member.reg_number,
      invitation_id: claim.invitation.id,
    },
    address: origin.address,
  });
  return member.id;
}
