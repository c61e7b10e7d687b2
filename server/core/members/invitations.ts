// Invitations to join the group (MEM-34 to MEM-37): which live, what they are bound to, and who used them.
import { refuse, type FieldErrors } from "#domain/refusal.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { hashToken } from "#server/platform/token.ts";

/** The invitation that a token opens, or undefined: nobody made it, or it is used, ended or too old. */
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
 * The living invitation of a token, for a sign-up in this transaction; refuses a dead one. A person's link is gone then,
 * so that of two who bring it at once one gets it.
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

/** Takes away what opens an invitation; false when that is gone already. */
export async function dropLink(tx: Tx, invitationId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("invitation_links")
    .where("invitation_id", "=", invitationId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Notes who signed up by an invitation. */
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
export function findPersonalInvitation(reader: Reader, memberId: number) {
  return (
    reader
      .selectFrom("invitation_uses")
      .innerJoin("invitations", "invitations.id", "invitation_uses.invitation_id")
      .selectAll("invitations")
      .where("invitation_uses.member_id", "=", memberId)
      .where("invitation_uses.kind", "=", "person")
      // A claim takes the place of an earlier one (OPEN-53).
      .orderBy("invitation_uses.used_at", "desc")
      .orderBy("invitation_uses.invitation_id", "desc")
      .executeTakeFirst()
  );
}

export async function isInvitedPersonally(reader: Reader, memberId: number): Promise<boolean> {
  return (await findPersonalInvitation(reader, memberId)) !== undefined;
}
