// Gives a member an office, takes it away, and records other officials' agreement or objection (MEM-21, MEM-24,
// MEM-26). Runs under `lockMembership`.
import { sql } from "kysely";
import type { ReplyOf, QueryOf } from "#contract/endpoint.ts";
import type {
  assignRole,
  removeRole,
  agreeToOffice,
  getOfficeProposals,
  objectToOffice,
} from "#contract/members.ts";
import { nairobiIso, nairobiDate } from "#domain/calendar.ts";
import { mayAgree, mayObject } from "#domain/members/office-proposal.ts";
import type { Office, Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { booksHaveBegun } from "#server/core/ledger/journal.ts";
import { notifyOfficialsOfChange } from "#server/core/mail/notify.ts";
import {
  findMemberByEmail,
  fullName,
  keepAChairperson,
  lockMember,
  type MemberRow,
  personColumns,
  toPerson,
} from "#server/core/members/member-directory.ts";
import {
  endProposal,
  findWaitingProposal,
  proposeOffice,
  tellOffice,
  tellOfficeLost,
  whyNoOfficeNow,
  countOffice,
  officeOf,
  type DoneBy,
  type WaitingProposal,
  dropProposal,
} from "#server/core/members/office-proposals.ts";
import { type Tx, type Reader, inTransaction, type Database } from "#server/db/connection.ts";
import { inPage, pageOf } from "#server/db/paging.ts";
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
  const waiting = await findWaitingProposal(tx, member.id);
  if (waiting !== undefined)
    throw refuse("office-already-proposed", { office: waiting.office as Office });
  if (await booksHaveBegun(tx)) return answerProposal(tx, request, member);
  await setOffice(tx, request, member, office);
  await tellFounders(tx, request, member);
  return answer(tx, request, message("done.members.officeGiven", about(member, office)));
}

/** The last Chairperson keeps the office. Removing a proposed office takes the proposal back. */
export async function takeOffice(tx: Tx, request: Request): Promise<ReplyOf<typeof removeRole>> {
  const office = request.body.role;
  const { now } = request;
  const member = await lockMember(tx, request.id);
  const proposal = await findWaitingProposal(tx, member.id);
  if (proposal?.office === office) {
    const by = doneBy(request);
    await endProposal(tx, { proposal, member, by, end: { outcome: "withdrawn" } });
    return answer(tx, request, message("done.members.officeWithdrawn", about(member, office)));
  }
  if (member.office !== office) throw refuse("no-office-to-remove", { office });
  await keepAChairperson(tx, member);
  await setOffice(tx, request, member, null);
  await tellOfficeLost(tx, { member, by: request.actor, now });
  await tellOffice(tx, "office_taken", { member, office, now });
  return answer(tx, request, message("done.members.officeTaken", about(member, office)));
}

async function answerProposal(
  tx: Tx,
  request: Request,
  member: MemberRow,
): Promise<ReplyOf<typeof assignRole>> {
  const { actor, now, body, origin } = request;
  const office = body.role;
  const address = origin.address;
  const proposed = { member, office, proposedBy: actor.id, now, address };
  const { effectiveAt, hasCounted } = await proposeOffice(tx, proposed);
  const text = hasCounted
    ? message("done.members.officeGiven", about(member, office))
    : message("done.members.officeProposed", {
        ...about(member, office),
        moment: { at: effectiveAt },
      });
  return answer(tx, request, text, effectiveAt);
}

const about = (member: MemberRow, office: Office) => ({ member: fullName(member), office });

async function answer(
  tx: Tx,
  { actor, id, t }: Request,
  done: Message,
  effectiveAt?: Date,
): Promise<ReplyOf<typeof assignRole>> {
  const detail = t(done);
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

// Offices that are proposed and wait, and the officials' answers (MEM-24).

/** Newest first. */
export async function listOfficeProposals(
  reader: Reader,
  query: QueryOf<typeof getOfficeProposals>,
): Promise<ReplyOf<typeof getOfficeProposals>> {
  const waiting = reader.selectFrom("office_proposals").where("outcome", "is", null);
  const page = pageOf(query);
  let requested = waiting
    .innerJoin("members", "members.id", "office_proposals.member_id")
    .select(["office_proposals.id", "office_proposals.office", "proposed_by"])
    .select(["proposed_at", "effective_at"])
    .select(personColumns)
    .orderBy("office_proposals.id", "desc");
  requested = inPage(requested, page);
  const rows = await requested.execute();
  const proposers = await reader
    .selectFrom("members")
    .select(personColumns)
    .where("members.id", "in", [0, ...rows.map((row) => row.proposed_by)])
    .execute();
  const personOf = new Map(proposers.map((row) => [row.member_id, toPerson(row)]));
  const proposals = rows.map((row) => ({
    id: row.id,
    member: toPerson(row),
    role: officeOf(row),
    // The database never deletes a member (office_proposals_proposed_by_fkey).
    proposed_by: personOf.get(row.proposed_by)!,
    proposed_at: nairobiIso(row.proposed_at),
    effective_at: nairobiIso(row.effective_at),
  }));
  if (page === null) return { proposals };
  const { count } = await waiting
    .select(sql<bigint>`count(*)`.as("count"))
    .executeTakeFirstOrThrow();
  return { proposals, count: Number(count) };
}

/** The office takes effect at once, if the member can still hold it. */
export async function agreeToOfficeOf(
  tx: Tx,
  request: SignedInRequest,
): Promise<ReplyOf<typeof agreeToOffice>> {
  const member = await lockMember(tx, request.id);
  const proposal = await proposalToAgree(tx, member.id, request.actor);
  const office = officeOf(proposal);
  const refusal = await whyNoOfficeNow(tx, member, office);
  if (refusal !== null) throw refusal;
  await countOffice(tx, { proposal, member, by: doneBy(request) });
  const user = await readUser(tx, member.id, { callerId: request.actor.id, t: request.t });
  const detail = request.t("done.members.officeGiven", { member: fullName(member), office });
  return { detail, user };
}

/** The proposal ends; a new one is possible. */
export async function objectToOfficeOf(
  tx: Tx,
  request: SignedInRequest<unknown, { reason: string }>,
): Promise<ReplyOf<typeof objectToOffice>> {
  const { reason } = request.body;
  const member = await lockMember(tx, request.id);
  const proposal = await proposalToObject(tx, member.id, request.actor);
  const by = doneBy(request);
  await endProposal(tx, { proposal, member, by, end: { outcome: "objected", reason } });
  const user = await readUser(tx, member.id, { callerId: request.actor.id, t: request.t });
  const refused = { member: fullName(member), office: officeOf(proposal) };
  return { detail: request.t("done.members.officeRefused", refused), user };
}

/** Refuses if nothing waits (404), and the proposer and the proposed member (403). */
export async function proposalToAgree(
  reader: Reader,
  memberId: number,
  actor: Actor,
): Promise<WaitingProposal> {
  const proposal = await waitingProposal(reader, memberId);
  if (!mayAgree(peopleOf(proposal), actor.id)) throw refuse("cannot-agree-to-office");
  return proposal;
}

/** The same for an objection: refuses the proposer (403). */
export async function proposalToObject(
  reader: Reader,
  memberId: number,
  actor: Actor,
): Promise<WaitingProposal> {
  const proposal = await waitingProposal(reader, memberId);
  if (!mayObject(peopleOf(proposal), actor.id)) throw refuse("cannot-object-to-own-proposal");
  return proposal;
}

async function waitingProposal(reader: Reader, memberId: number): Promise<WaitingProposal> {
  const proposal = await findWaitingProposal(reader, memberId);
  if (proposal === undefined) throw refuse("no-office-proposed");
  return proposal;
}

function peopleOf(proposal: WaitingProposal) {
  return { memberId: proposal.member_id, proposedById: proposal.proposed_by };
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
    if (member.email_verified_at === null) throw refuse("email-not-confirmed");
    if (member.status === "cleared" || member.exited_on !== null) throw refuse("member-has-left");
    if (member.office !== null && member.office !== office)
      throw refuse("holds-another-office", { office: member.office as Office });
    const name = `${member.first_name} ${member.last_name}`;
    if (member.office === office) return { detail: `${name} is already ${office}.` };
    await tx
      .updateTable("members")
      .set({
        office,
        status: "active",
        is_active: true,
        approved_on: member.approved_on ?? nairobiDate(now),
      })
      .where("id", "=", member.id)
      .execute();
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
