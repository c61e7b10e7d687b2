// Invitations to join the group (MEM-34 to MEM-37): which are live, whom they are for, and who used them.
import { nairobiDate } from "#domain/calendar.ts";
import type { Office } from "#domain/permissions.ts";
import { refuse, type FieldErrors } from "#domain/refusal.ts";
import { message } from "#messages/message.ts";
import { settleClaims } from "#server/core/approvals/claims-of-newcomer.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { booksHaveBegun } from "#server/core/ledger/journal.ts";
import { letter } from "#server/core/mail/letters.ts";
import { notifyOfficialsOfChange } from "#server/core/notices/notify.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { hashToken } from "#server/platform/secrets.ts";
import { changeMember } from "#server/core/members/change-member.ts";
import {
  fullName,
  findMember,
  lockMember,
  type MemberRow,
} from "#server/core/members/member-directory.ts";
import { findWaitingProposal } from "#server/core/offices/waiting-offices.ts";
import { proposeOffice, whyNoOfficeNow } from "#server/core/offices/office-proposals.ts";
import { tellOffice } from "#server/core/offices/tell-offices.ts";

/** The invitation of a token; undefined if it is unknown, used, ended or too old. */
export function findLivingInvitation(reader: Reader, params: { token: string; now: Date }) {
  return reader
    .selectFrom("invitation_links")
    .innerJoin("invitations", "invitations.id", "invitation_links.invitation_id")
    .selectAll("invitations")
    .where("invitation_links.token_hash", "=", hashToken(params.token))
    .where("invitations.expires_at", ">", params.now)
    .executeTakeFirst();
}

export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findLivingInvitation>>>;

/** An invitation bound to a registration number takes no other. */
export function wrongForInvitation(
  invitation: Pick<InvitationRow, "reg_number">,
  regNumber: string | undefined,
): FieldErrors {
  const { reg_number: bound } = invitation;
  if (bound === null || regNumber === undefined) return {};
  if (bound.toLowerCase() === regNumber.toLowerCase()) return {};
  return { RegNo: [refuse("invitation-of-another-number", { number: bound })] };
}

/**
 * The live invitation of a token, for a sign-up in this transaction; refuses any other. Uses up a personal link, so
 * that of two racing sign-ups one succeeds.
 */
export async function takeInvitation(
  tx: Tx,
  params: { token: string; now: Date },
): Promise<InvitationRow> {
  const invitation = await findLivingInvitation(tx, params);
  if (invitation === undefined) throw refuse("invitation-dead").at("invitation");
  if (invitation.kind === "group") return invitation;
  if (!(await dropLink(tx, invitation.id))) throw refuse("invitation-dead").at("invitation");
  return invitation;
}

/** Ends an invitation; false if it has ended already. */
export async function dropLink(tx: Tx, invitationId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("invitation_links")
    .where("invitation_id", "=", invitationId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Records who signed up by an invitation. */
export async function noteUse(
  tx: Tx,
  params: { invitation: InvitationRow; memberId: number; now: Date },
): Promise<void> {
  const { id, kind } = params.invitation;
  await tx
    .insertInto("invitation_uses")
    .values({ member_id: params.memberId, invitation_id: id, kind, used_at: params.now })
    .execute();
}

/** The personal invitation that a member signed up by, the latest, or undefined. */
function findPersonalInvitation(reader: Reader, memberId: number) {
  return (
    reader
      .selectFrom("invitation_uses")
      .innerJoin("invitations", "invitations.id", "invitation_uses.invitation_id")
      .selectAll("invitations")
      .where("invitation_uses.member_id", "=", memberId)
      .where("invitation_uses.kind", "=", "person")
      // A claim replaces an earlier one (OPEN-53).
      .orderBy("invitation_uses.used_at", "desc")
      .orderBy("invitation_uses.invitation_id", "desc")
      .executeTakeFirst()
  );
}

export async function isInvitedPersonally(reader: Reader, memberId: number): Promise<boolean> {
  return (await findPersonalInvitation(reader, memberId)) !== undefined;
}

// What a personal invitation grants once the email address is proven: the membership, and the office it names
// (MEM-36).

/**
 * Approves the member (a member from the group's book is one already) and gives or proposes the office, under
 * `lockMembership`. Does nothing if the inviter is no longer Chairperson: then they wait like everybody else.
 */
export async function joinByInvitation(
  tx: Tx,
  { memberId, now, publicUrl }: { memberId: number; now: Date; publicUrl: string },
): Promise<void> {
  const invitation = await findPersonalInvitation(tx, memberId);
  if (invitation === undefined) return;
  const inviter = await findMember(tx, invitation.invited_by);
  const member = await lockMember(tx, memberId);
  if (inviter?.office !== "Chairperson") return;
  if (member.status === "pending_approval") await approve(tx, { member, inviter, invitation, now });
  else if (!member.is_brought_in) return;
  // The database admits no other words (invitations_role).
  const office = invitation.role as Office | null;
  if (office !== null)
    await giveOffice(tx, { office, inviter, invitation, memberId, now, publicUrl });
}

type Approving = {
  member: MemberRow;
  inviter: MemberRow;
  invitation: { id: number };
  now: Date;
};

async function approve(tx: Tx, { member, inviter, invitation, now }: Approving): Promise<void> {
  await changeMember(tx, member.id, { status: "active", approved_on: nairobiDate(now) });
  await settleClaims(tx, member, { actorId: null, now, address: null });
  const joined = letter("joined", { by: fullName(inviter) });
  const mail = { to: member, letter: joined };
  await tell(tx, "status_approve", { memberId: member.id, mail, now });
  const done = message("done.members.approve", { member: fullName(member) });
  await notifyOfficialsOfChange(tx, { memberId: member.id, done, by: inviter.username, now });
  await recordAudit(tx, {
    now,
    actorId: null,
    action: "members.approve",
    subject: "member",
    subjectId: member.id,
    before: { status: member.status },
    after: { status: "active", invitation_id: invitation.id },
    address: null,
  });
}

type Giving = {
  office: Office;
  inviter: MemberRow;
  invitation: { id: number };
  memberId: number;
  now: Date;
  publicUrl: string;
};

/**
 * At once while the books are empty, afterwards as the inviter's proposal (MEM-24); skipped for a member who may not
 * hold it.
 */
async function giveOffice(tx: Tx, giving: Giving): Promise<void> {
  const { office, inviter, invitation, memberId, now } = giving;
  const member = await lockMember(tx, memberId);
  if ((await whyNoOfficeNow(tx, member, office)) !== null) return;
  if ((await findWaitingProposal(tx, memberId)) !== undefined) return;
  if (await booksHaveBegun(tx)) {
    const proposing = { change: "give", member, office, proposedBy: inviter.id } as const;
    await proposeOffice(tx, { ...proposing, now, address: null, publicUrl: giving.publicUrl });
    return;
  }
  await changeMember(tx, member.id, { office });
  await recordAudit(tx, {
    now,
    actorId: null,
    action: "roles.assign",
    subject: "member",
    subjectId: member.id,
    before: { office: null },
    after: { office, invitation_id: invitation.id },
    address: null,
  });
  await tellOffice(tx, "office_given", { member, office, now });
  const done = message("done.members.officeGiven", { member: fullName(member), office });
  await notifyOfficialsOfChange(tx, { memberId: member.id, done, by: inviter.username, now });
}
