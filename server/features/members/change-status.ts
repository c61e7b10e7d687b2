// Changing a member's status (MEM-17). Runs under `lockMembership`.
import type { ReplyOf } from "#contract/endpoint.ts";
import type { manageUser } from "#contract/members.ts";
import { nairobiDate } from "#domain/calendar.ts";
import {
  applyAction,
  takesOfficeAway,
  type ManageAction,
  type MemberState,
} from "#domain/members/member-status.ts";
import type { MemberStatus, Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { inEnglish } from "#messages/translator.ts";
import { settleClaims } from "#server/core/approvals/claims-of-newcomer.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { keepAChairperson } from "#server/core/members/last-chairperson.ts";
import { sendMail } from "#server/core/mail/mail.ts";
import { lockMember, type MemberRow } from "#server/core/members/member-directory.ts";
import { dropProposal, tellOfficeLost } from "#server/core/members/office-proposals.ts";
import { endSessions } from "#server/core/identity/sessions.ts";
import { tellOfficials } from "#server/core/mail/tell-officials.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { statusMail } from "./member-mails.ts";
import { readUser } from "./users.queries.ts";

type Command = { action: ManageAction; reason: string | undefined };

/** Refuses an action that the member's state does not offer. */
export async function changeStatus(
  tx: Tx,
  request: SignedInRequest,
  command: Command,
): Promise<ReplyOf<typeof manageUser>> {
  const { action } = command;
  const { actor, now, origin, t } = request;
  const member = await lockMember(tx, request.id);
  const after = applyAction(stateOf(member), action);
  if (action === "approve" && member.email_verified_at === null)
    throw refuse("email-not-confirmed");
  if (action === "reject") await refuseWithPayments(tx, member.id);
  const lostOffice = takesOfficeAway(action) ? member.office : null;
  if (lostOffice !== null) await keepAChairperson(tx, member);
  await tx
    .updateTable("members")
    .set({
      status: after.status,
      is_active: after.isActive,
      office: lostOffice === null ? member.office : null,
      approved_on: action === "approve" ? nairobiDate(now) : member.approved_on,
      rejected_at: rejectedAt(action, member, now),
    })
    .where("id", "=", member.id)
    .execute();
  if (takesOfficeAway(action)) {
    await dropProposal(tx, member, { actorId: actor.id, now, address: origin.address });
    await tellOfficeLost(tx, { member, by: actor, now });
  }
  const claimsRejected =
    action === "approve"
      ? await settleClaims(tx, member, { actorId: actor.id, now, address: origin.address })
      : 0;
  const sessionsEnded = after.isActive ? 0 : await endSessions(tx, { memberId: member.id });

  const said = changed(action, member, lostOffice as Office | null);
  const { name: groupName } = await readGroupSettings(tx);
  await sendMail(tx, { ...statusMail(member, groupName, { ...command, lostOffice }), now });
  const by = actor.username;
  await tellOfficials(tx, { memberId: member.id, said, by, groupName, now });
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: `members.${action}`,
    subject: "member",
    subjectId: member.id,
    before: { status: member.status, is_active: member.is_active, office: member.office },
    after: {
      status: after.status,
      is_active: after.isActive,
      office: lostOffice === null ? member.office : null,
      ...(command.reason === undefined ? {} : { reason: command.reason }),
      ...(sessionsEnded === 0 ? {} : { sessions_ended: sessionsEnded }),
    },
    address: origin.address,
  });
  const rejected = claimsRejected === 0 ? "" : ` ${rejectedSentence(claimsRejected)}`;
  return {
    detail: claimsRejected === 0 ? t(said) : inEnglish(said) + rejected,
    user: await readUser(tx, member.id, { callerId: actor.id, t }),
  };
}

function rejectedSentence(count: number): string {
  return count === 1
    ? "One payment of theirs was rejected, since its reference stands on another member's payment."
    : `${count} payments of theirs were rejected, since their references stand on other members' payments.`;
}

function changed(action: ManageAction, member: MemberRow, lostOffice: Office | null): Message {
  const change = message(`done.members.${action}`, {
    member: `${member.first_name} ${member.last_name}`,
  });
  return lostOffice === null
    ? change
    : message("done.members.withoutOffice", { change, office: lostOffice });
}

function stateOf(member: MemberRow): MemberState {
  return {
    // The database admits only these words (members_status).
    status: member.status as MemberStatus,
    isActive: member.is_active,
    exited: member.exited_on !== null,
  };
}

function rejectedAt(action: ManageAction, member: MemberRow, now: Date): Date | null {
  if (action === "reject") return now;
  return action === "approve" ? null : member.rejected_at;
}

/** MEM-18: nobody is turned away while the group holds, or may come to hold, their money. */
async function refuseWithPayments(tx: Tx, memberId: number): Promise<void> {
  const payment = await tx
    .selectFrom("payments")
    .select("id")
    .where("member_id", "=", memberId)
    .where("status", "<>", "rejected")
    .limit(1)
    .executeTakeFirst();
  if (payment !== undefined) throw refuse("member-has-payments");
}
