// Giving a member an office and taking it away (MEM-21, MEM-24, MEM-26). Runs under `lockMembership`.
import type { ReplyOf } from "#contract/endpoint.ts";
import type { assignRole, removeRole } from "#contract/members.ts";
import { formatDay, nairobiDate, nairobiIso } from "#domain/calendar.ts";
import { countsFrom } from "#domain/members/office-proposal.ts";
import type { Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { booksHaveBegun } from "#server/core/ledger/journal.ts";
import { mailMembers } from "#server/core/mail/mail-officials.ts";
import { sendMail } from "#server/core/mail/mail.ts";
import { officeMail, officeProposedLetters } from "#server/core/mail/office-mails.ts";
import { tellOfficials } from "#server/core/mail/tell-officials.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { keepAChairperson } from "#server/core/members/last-chairperson.ts";
import { lockMember, type MemberRow } from "#server/core/members/member-directory.ts";
import {
  countOffice,
  endProposal,
  findWaitingProposal,
  fullName,
  nameOf,
  tellOfficeLost,
  whyNoOfficeNow,
  type DoneBy,
} from "#server/core/members/office-proposals.ts";
import type { Tx } from "#server/db/connection.ts";
import { addJob } from "#server/db/job-queue.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { readUser } from "./users.queries.ts";

type Request = SignedInRequest<unknown, { role: Office }>;

/**
 * At once while the books are empty; afterwards as a proposal that counts when the delay of the settings is over. A
 * member holds at most one office, is proposed for at most one, and only while active.
 */
export async function giveOffice(tx: Tx, request: Request): Promise<ReplyOf<typeof assignRole>> {
  const office = request.body.role;
  const member = await lockMember(tx, request.id);
  const refusal = await whyNoOfficeNow(tx, member, office);
  if (refusal !== null) throw refusal;
  const waiting = await findWaitingProposal(tx, member.id);
  if (waiting !== undefined)
    throw refuse("office-already-proposed", { office: waiting.office as Office });
  if (await booksHaveBegun(tx)) return proposeOffice(tx, request, member);
  await setOffice(tx, request, member, office);
  await tellFounders(tx, request, member);
  return answer(tx, request, `${fullName(member)} is now ${office}.`);
}

/** The last Chairperson keeps the office. An office that is only proposed is taken back. */
export async function takeOffice(tx: Tx, request: Request): Promise<ReplyOf<typeof removeRole>> {
  const office = request.body.role;
  const { now } = request;
  const member = await lockMember(tx, request.id);
  const proposal = await findWaitingProposal(tx, member.id);
  if (proposal?.office === office) {
    const by = doneBy(request);
    await endProposal(tx, { proposal, member, by, end: { outcome: "withdrawn" } });
    return answer(tx, request, `${fullName(member)} is no longer proposed as ${office}.`);
  }
  if (member.office !== office) throw refuse("no-office-to-remove", { office });
  await keepAChairperson(tx, member);
  await setOffice(tx, request, member, null);
  await tellOfficeLost(tx, { member, by: request.actor, now });
  const { name } = await readGroupSettings(tx);
  await sendMail(tx, { ...officeMail(member, name, { office, params: false }), now });
  return answer(tx, request, `${fullName(member)} is no longer ${office}.`);
}

async function proposeOffice(
  tx: Tx,
  request: Request,
  member: MemberRow,
): Promise<ReplyOf<typeof assignRole>> {
  const { actor, now, body, origin } = request;
  const office = body.role;
  const { officeDelayHours: delayHours } = await readGroupSettings(tx);
  const effectiveAt = countsFrom(now, delayHours);
  const proposal = await tx
    .insertInto("office_proposals")
    .values({
      member_id: member.id,
      office,
      proposed_by: actor.id,
      proposed_at: now,
      delay_hours: delayHours,
      effective_at: effectiveAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "roles.propose",
    subject: "member",
    subjectId: member.id,
    after: { role: office, proposal_id: proposal.id, effective_at: nairobiIso(effectiveAt) },
    address: origin.address,
  });
  const about = { name: fullName(member), office };
  if (delayHours === 0) {
    await countOffice(tx, { proposal, member, by: { actorId: null, now, address: null } });
    return answer(tx, request, `${about.name} is now ${office}.`, effectiveAt);
  }
  const by = await nameOf(tx, actor.id);
  await mailMembers(tx, { letters: officeProposedLetters(about, { by, effectiveAt }), now });
  await addJob(tx, {
    name: "count-office",
    payload: { proposalId: proposal.id },
    key: `office-${proposal.id}`,
    inMs: effectiveAt.getTime() - now.getTime(),
  });
  const day = formatDay(nairobiDate(effectiveAt));
  const time = nairobiIso(effectiveAt).slice(11, 16);
  const detail = `${about.name} is proposed as ${office}. It counts from ${day} at ${time}, unless an official objects.`;
  return answer(tx, request, detail, effectiveAt);
}

async function answer(
  tx: Tx,
  { actor, id, t }: Request,
  detail: string,
  effectiveAt?: Date,
): Promise<ReplyOf<typeof assignRole>> {
  const user = await readUser(tx, id, { callerId: actor.id, t });
  return effectiveAt === undefined
    ? { detail, user }
    : { detail, user, effective_at: nairobiIso(effectiveAt) };
}

async function setOffice(
  tx: Tx,
  { actor, now, origin }: Request,
  member: MemberRow,
  office: Office | null,
): Promise<void> {
  await tx.updateTable("members").set({ office }).where("id", "=", member.id).execute();
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: office === null ? "roles.remove" : "roles.assign",
    subject: "member",
    subjectId: member.id,
    before: { office: member.office },
    after: { office },
    address: origin.address,
  });
}

/** While the books are empty the officials hear of it, and the member. */
async function tellFounders(tx: Tx, { actor, now, body }: Request, member: MemberRow) {
  const office = body.role;
  const { name: groupName } = await readGroupSettings(tx);
  await sendMail(tx, { ...officeMail(member, groupName, { office, params: true }), now });
  const said = message("done.members.officeGiven", { member: fullName(member), office });
  await tellOfficials(tx, { memberId: member.id, said, by: actor.username, groupName, now });
}

export function doneBy({ actor, now, origin }: Pick<Request, "actor" | "now" | "origin">): DoneBy {
  return { actorId: actor.id, now, address: origin.address };
}
