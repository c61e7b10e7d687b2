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
import type { Office } from "#domain/permissions.ts";
import { refuse, Refusal } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { sayRefusal } from "#messages/say-refusal.ts";
import { settleClaims } from "#server/core/approvals/claims-of-newcomer.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { statusLetter } from "#server/core/mail/composed-letters.ts";
import { writeNotices } from "#server/core/notices/write-notices.ts";
import { notifyOfficialsOfChange } from "#server/core/notices/notify.ts";
import { changeMember } from "#server/core/members/change-member.ts";
import {
  fullName,
  lockMember,
  type MemberRow,
  readMemberFacts,
} from "#server/core/members/member-directory.ts";
import {
  countingOf,
  dropProposal,
  type Proposed,
  proposeOffice,
  removalsWait,
  stopClockOf,
} from "#server/core/offices/office-proposals.ts";
import { tellOfficeLost } from "#server/core/offices/tell-offices.ts";
import { findWaitingProposal } from "#server/core/offices/waiting-offices.ts";
import { killTokens } from "#server/core/identity/mail-tokens.ts";
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
  const after = applyAction(await readMemberFacts(tx, member), action);
  if (action === "reject") await refuseWithPayments(tx, member.id);
  const offices = await officesAfter(tx, member, { action, after, actorId: actor.id, now });
  await changeMember(tx, member.id, {
    status: after.status,
    is_active: after.isActive,
    office: offices.office,
    suspended_office: offices.suspended,
    approved_on: action === "approve" ? nairobiDate(now) : member.approved_on,
    rejected_at: rejectedAt(action, member, now),
  });
  const removal = await changeProposals(tx, { member, offices, action, request });
  const claimsRejected =
    action === "approve"
      ? await settleClaims(tx, member, { actorId: actor.id, now, address: origin.address })
      : 0;
  const endsSessions = !after.isActive || offices.loses === "rights";
  const sessionsEnded = endsSessions ? await endSessions(tx, { memberId: member.id }) : 0;
  // A link from before must not work once the member is active again.
  if (!after.isActive)
    await killTokens(tx, {
      memberId: member.id,
      purposes: ["password-reset", "email-change"],
      now,
    });

  const lostAt = removal?.effectiveAt ?? null;
  const needsAgreement = removal?.needsAgreement ?? false;
  const lost = { lostOffice: offices.lost, lostAt, needsAgreement };
  const done = changed(action, member, lost);
  const mail = { to: member, letter: statusLetter({ ...command, ...lost }) };
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
    before: {
      status: member.status,
      is_active: member.is_active,
      office: member.office,
      ...(member.suspended_office === null ? {} : { suspended_office: member.suspended_office }),
    },
    after: {
      status: after.status,
      is_active: after.isActive,
      office: offices.office,
      ...(offices.suspended === null ? {} : { suspended_office: offices.suspended }),
      ...(command.reason === undefined ? {} : { reason: command.reason }),
      ...(sessionsEnded === 0 ? {} : { sessions_ended: sessionsEnded }),
    },
    address: origin.address,
  });
  const rejecting = { change: done, count: claimsRejected };
  return {
    detail: claimsRejected === 0 ? t(done) : t("done.members.claimsRejected", rejecting),
    user: await readUser(tx, member.id, { callerId: actor.id, t }),
    ...countingOf(removal),
  };
}

type Offices = {
  office: Office | null;
  suspended: Office | null;
  /** The office that this change ends, and whether the office itself or only its rights. */
  lost: Office | null;
  loses: "office" | "rights" | null;
};

/**
 * MEM-23: dormancy and deactivation end the rights of an office; the office itself ends with them while the books are
 * empty or without a delay, and otherwise by a proposal. A member who is active again has the rights again.
 */
async function officesAfter(
  tx: Tx,
  member: MemberRow,
  change: { action: ManageAction; after: MemberState; actorId: number; now: Date },
): Promise<Offices> {
  const { action, after } = change;
  // The database admits no other words (members_office, members_suspended_office).
  const office = member.office as Office | null;
  const suspended = member.suspended_office as Office | null;
  if (takesOfficeAway(action) && office !== null) {
    const waits = change.actorId !== member.id && (await removalsWait(tx, change.now));
    return {
      office: null,
      suspended: waits ? office : null,
      lost: office,
      loses: waits ? "rights" : "office",
    };
  }
  const isBack = after.isActive && after.status === "active";
  if (isBack && suspended !== null)
    return { office: suspended, suspended: null, lost: null, loses: null };
  return { office, suspended, lost: null, loses: null };
}

type Removal = Pick<Proposed, "effectiveAt" | "needsAgreement">;

/** What the change does to proposals; returns the proposal that removes the office, if it waits. */
async function changeProposals(
  tx: Tx,
  params: { member: MemberRow; offices: Offices; action: ManageAction; request: SignedInRequest },
): Promise<Removal | undefined> {
  const { member, offices, action } = params;
  const { actor, now, origin, publicUrl } = params.request;
  const by = { actorId: actor.id, now, address: origin.address };
  const { suspended: office } = offices;
  if (offices.loses === "rights" && office !== null) {
    await stopClockOf(tx, actor.id);
    const waiting = await findWaitingProposal(tx, member.id);
    if (waiting !== undefined)
      return { effectiveAt: waiting.effective_at, needsAgreement: waiting.needs_agreement };
    const without = { ...member, office: null, suspended_office: office };
    const removal = { change: "take", member: without, office, proposedBy: actor.id } as const;
    return proposeOffice(tx, { ...removal, now, address: origin.address, publicUrl });
  }
  if (takesOfficeAway(action)) {
    await dropProposal(tx, member, by);
    const isVoter = member.status === "active" && member.is_active && member.office === null;
    if (isVoter && member.id !== actor.id) await stopClockOf(tx, actor.id, ["give", "take"]);
    if (offices.loses === "office") {
      await stopClockOf(tx, actor.id);
      await tellOfficeLost(tx, { member, by: actor, now });
    }
  } else if (member.suspended_office !== null && office === null)
    // The removal was proposed with the loss of the rights, and they are back.
    await dropProposal(tx, member, by, "withdrawn");
  return undefined;
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

function changed(
  action: ManageAction,
  member: MemberRow,
  lost: { lostOffice: Office | null; lostAt: Date | null; needsAgreement: boolean },
): Message {
  const { lostOffice: office, lostAt } = lost;
  const waits = lost.needsAgreement ? "agreement" : "time";
  const change = message(`done.members.${action}`, { member: fullName(member) });
  if (office === null) return change;
  return lostAt === null
    ? message("done.members.withoutOffice", { change, office })
    : message("done.members.officeSuspended", { change, office, moment: { at: lostAt }, waits });
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
