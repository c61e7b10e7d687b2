// Changing a member's status (MEM-17). Runs under `lockMembership`.
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { approveMembers as approveEndpoint, manageUser } from "#contract/members.ts";
import { nairobiDate } from "#domain/calendar.ts";
import {
  applyAction,
  takesOfficeAway,
  type ManageAction,
  type MemberState,
} from "#domain/members/member-status.ts";
import type { MemberStatus, Office } from "#domain/permissions.ts";
import { refuse, Refusal } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { sayRefusal } from "#messages/say-refusal.ts";
import { settleClaims } from "#server/core/approvals/claims-of-newcomer.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { statusLetter } from "#server/core/mail/composed-letters.ts";
import { writeNotices } from "#server/core/notices/write-notices.ts";
import { notifyOfficialsOfChange } from "#server/core/mail/notify.ts";
import {
  keepAChairperson,
  lockMember,
  type MemberRow,
} from "#server/core/members/member-directory.ts";
import { dropProposal, tellOfficeLost } from "#server/core/members/office-proposals.ts";
import { endSessions } from "#server/core/identity/sessions.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
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

  const lost = lostOffice as Office | null;
  const done = changed(action, member, lost);
  const mail = { to: member, letter: statusLetter({ ...command, lostOffice: lost }) };
  const notice = {
    event: `status_${action}`,
    memberId: member.id,
    facts: action === "reject" ? { reason: command.reason ?? "" } : {},
    mail,
  } as const;
  await writeNotices(tx, { notices: [notice], now });
  const by = actor.username;
  await notifyOfficialsOfChange(tx, { memberId: member.id, done, by, now });
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
  const rejecting = { change: done, count: claimsRejected };
  return {
    detail: claimsRejected === 0 ? t(done) : t("done.members.claimsRejected", rejecting),
    user: await readUser(tx, member.id, { callerId: actor.id, t }),
  };
}

/**
 * Approves each as if alone, one after the other, because each has its own mails and claims. A refusal comes before
 * anything of that member is written.
 */
export async function approveMembers(
  tx: Tx,
  { body, ...by }: SignedInRequest<unknown, BodyOf<typeof approveEndpoint>>,
): Promise<ReplyOf<typeof approveEndpoint>> {
  const approved: number[] = [];
  const refused: { id: number; detail: string }[] = [];
  const command: Command = { action: "approve", reason: undefined };
  for (const id of body.members) {
    try {
      await changeStatus(tx, { ...by, body, id }, command);
      approved.push(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ id, detail: sayRefusal(by.t, error) });
    }
  }
  const counts = { count: approved.length, refused: refused.length };
  return { detail: by.t("done.members.approvedMany", counts), approved, refused };
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

/** MEM-18: nobody is rejected while the group holds, or may come to hold, their money. */
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
