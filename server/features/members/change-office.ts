// Gives a member an office and takes it away (MEM-21, MEM-24, MEM-26). Runs under `lockMembership`.
import type { ReplyOf } from "#contract/endpoint.ts";
import type { assignRole, removeRole } from "#contract/members.ts";
import { nairobiDate } from "#domain/calendar.ts";
import type { OfficeChange } from "#domain/members/office-proposal.ts";
import type { Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { booksHaveBegun } from "#server/core/ledger/journal.ts";
import { notifyOfficialsOfChange } from "#server/core/notices/notify.ts";
import { changeMember } from "#server/core/members/change-member.ts";
import {
  findMemberByEmail,
  heldOffice,
  knownAs,
  lockMember,
  type MemberRow,
} from "#server/core/members/member-directory.ts";
import {
  dropProposal,
  endProposal,
  proposeOffice,
  refuseSecond,
  countingOf,
  type Proposed,
  removalsWait,
  whyNoOfficeNow,
  whyOfficeStaysNow,
} from "#server/core/offices/office-proposals.ts";
import { tellOffice, tellOfficeLost } from "#server/core/offices/tell-offices.ts";
import {
  changeOf,
  type DoneBy,
  findWaitingProposal,
} from "#server/core/offices/waiting-offices.ts";
import { type Tx, inTransaction, type Database } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { readUser } from "./users.queries.ts";
import { inEnglish } from "#messages/translator.ts";
import { settleClaims } from "#server/core/approvals/claims-of-newcomer.ts";
import { lockMembership } from "#server/db/locks.ts";

type Request = SignedInRequest<unknown, { role: Office }>;

/**
 * At once while the books are empty; afterwards as a proposal that takes effect after the delay of the settings. A
 * member holds at most one office, has at most one proposal, and must be active.
 */
export async function giveOffice(tx: Tx, request: Request): Promise<ReplyOf<typeof assignRole>> {
  const office = request.body.role;
  const member = await lockMember(tx, request.id);
  const refusal = await whyNoOfficeNow(tx, member, office);
  if (refusal !== null) throw refusal;
  await refuseSecond(tx, member);
  if (await booksHaveBegun(tx)) return answerProposal(tx, request, { change: "give", member });
  await setOffice(tx, request, member, office);
  await tellFounders(tx, request, member);
  return answer(tx, request, message("done.members.officeGiven", about(member, office)));
}

/**
 * At once while the books are empty or the settings have no delay; afterwards as a proposal (MEM-26). The last
 * Chairperson keeps the office. Removing an office that is proposed takes the proposal back.
 */
export async function takeOffice(tx: Tx, request: Request): Promise<ReplyOf<typeof removeRole>> {
  const office = request.body.role;
  const { now } = request;
  const member = await lockMember(tx, request.id);
  const proposal = await findWaitingProposal(tx, member.id);
  if (proposal?.office === office && changeOf(proposal) === "give") {
    const by = doneBy(request);
    await endProposal(tx, { proposal, member, by, end: { outcome: "withdrawn" } });
    return answer(tx, request, message("done.members.officeWithdrawn", about(member, office)));
  }
  const refusal = await whyOfficeStaysNow(tx, member, office);
  if (refusal !== null) throw refusal;
  if (await removalsWait(tx, now)) return answerProposal(tx, request, { change: "take", member });
  await dropProposal(tx, member, doneBy(request), "withdrawn");
  await setOffice(tx, request, member, null);
  await tellOfficeLost(tx, { member, by: request.actor, now });
  await tellOffice(tx, "office_taken", { member, office, now });
  return answer(tx, request, message("done.members.officeTaken", about(member, office)));
}

async function answerProposal(
  tx: Tx,
  request: Request,
  { change, member }: { change: OfficeChange; member: MemberRow },
): Promise<ReplyOf<typeof assignRole>> {
  const { actor, now, body, origin, publicUrl } = request;
  const office = body.role;
  const by = { proposedBy: actor.id, now, address: origin.address, publicUrl };
  const proposing = { change, member, office, ...by };
  const proposed = await proposeOffice(tx, proposing);
  const facts = { ...about(member, office), moment: { at: proposed.effectiveAt } };
  return answer(tx, request, answerOf(change, proposed, facts), proposed);
}

function answerOf(
  change: OfficeChange,
  { hasCounted, needsAgreement }: { hasCounted: boolean; needsAgreement: boolean },
  facts: { member: string; office: Office; moment: { at: Date } },
): Message {
  if (change === "take")
    return message(hasCounted ? "done.members.officeTaken" : "done.members.removalProposed", facts);
  if (hasCounted) return message("done.members.officeGiven", facts);
  return needsAgreement
    ? message("done.members.officeNeedsAgreement", facts)
    : message("done.members.officeProposed", facts);
}

const about = (member: MemberRow, office: Office) => ({ member: knownAs(member), office });

async function answer(
  tx: Tx,
  { actor, id, t }: Request,
  done: Message,
  proposed?: Proposed,
): Promise<ReplyOf<typeof assignRole>> {
  const detail = t(done);
  const user = await readUser(tx, id, { callerId: actor.id, t });
  return { detail, user, ...countingOf(proposed) };
}

async function setOffice(
  tx: Tx,
  { actor, now, origin }: Request,
  member: MemberRow,
  office: Office | null,
): Promise<void> {
  await changeMember(tx, member.id, { office, suspended_office: null });
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: office === null ? "roles.remove" : "roles.assign",
    subject: "member",
    subjectId: member.id,
    before: { office: heldOffice(member) },
    after: { office },
    address: origin.address,
  });
}

/** While the books are empty, notifies the officials and the member. */
async function tellFounders(tx: Tx, { actor, now, body }: Request, member: MemberRow) {
  const office = body.role;
  await tellOffice(tx, "office_given", { member, office, now });
  const done = message("done.members.officeGiven", about(member, office));
  await notifyOfficialsOfChange(tx, { memberId: member.id, done, by: actor.username, now });
}

function doneBy({ actor, now, origin }: Pick<Request, "actor" | "now" | "origin">): DoneBy {
  return { actorId: actor.id, now, address: origin.address };
}

// Makes an existing account an official without anybody signed in: this is how the first Chairperson comes to be
// (MEM-27).

/**
 * Takes effect at once, and ends any proposal for the member. Refuses an unknown or unproven email address, a member
 * who has left, and one with another office.
 */
export async function appointOfficial(
  db: Database,
  { email, office, now }: { email: string; office: Office; now: Date },
): Promise<{ detail: string }> {
  return inTransaction(db, async (tx) => {
    await lockMembership(tx);
    const found = await findMemberByEmail(tx, email);
    if (found === undefined) throw refuse("no-such-account", { email });
    const member = await lockMember(tx, found.id);
    if (!member.is_proven) throw refuse("email-not-confirmed");
    if (member.status === "cleared" || member.exited_on !== null) throw refuse("member-has-left");
    const held = heldOffice(member);
    if (held !== null && held !== office) throw refuse("holds-another-office", { office: held });
    const name = `${member.first_name} ${member.last_name}`;
    if (member.office === office) return { detail: `${name} is already ${office}.` };
    await changeMember(tx, member.id, {
      office,
      suspended_office: null,
      status: "active",
      is_active: true,
      approved_on: member.approved_on ?? nairobiDate(now),
    });
    await dropProposal(tx, member, { actorId: null, now, address: null });
    if (member.status === "pending_approval")
      await settleClaims(tx, member, { actorId: null, now, address: null });
    const done = message("done.members.officeGiven", { member: name, office });
    await tellOffice(tx, "office_given", { member, office, now });
    await notifyOfficialsOfChange(tx, { memberId: member.id, done, by: null, now });
    await recordAudit(tx, {
      now,
      actorId: null,
      action: "roles.appoint",
      subject: "member",
      subjectId: member.id,
      before: { status: member.status, is_active: member.is_active, office: member.office },
      after: { status: "active", is_active: true, office },
      address: null,
    });
    return { detail: inEnglish(done) };
  });
}
