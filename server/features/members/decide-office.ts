// What waits to count as an office, and what the other officials say to it (MEM-24).
import { sql } from "kysely";
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type { agreeToOffice, getOfficeProposals, objectToOffice } from "#contract/members.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { mayAgree, mayObject } from "#domain/members/office-proposal.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { lockMember, personColumns, toPerson } from "#server/core/members/member-directory.ts";
import {
  countOffice,
  endProposal,
  findWaitingProposal,
  fullName,
  officeOf,
  whyNoOfficeNow,
  type WaitingProposal,
} from "#server/core/members/office-proposals.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { pageOf } from "#server/db/paging.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { doneBy } from "./change-office.ts";
import { readUser } from "./users.queries.ts";

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
  if (page !== null) requested = requested.limit(page.limit).offset(page.offset);
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
    // The database keeps every member (office_proposals_proposed_by_fkey).
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

/** The office counts at once, if the member can still hold it. */
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

/** The proposal ends; another may be made. */
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

/** Refuses where nothing waits (404), and who proposed it or is proposed (403). */
export async function proposalToAgree(
  reader: Reader,
  memberId: number,
  actor: Actor,
): Promise<WaitingProposal> {
  const proposal = await waitingProposal(reader, memberId);
  if (!mayAgree(peopleOf(proposal), actor.id)) throw refuse("cannot-agree-to-office");
  return proposal;
}

/** The same for an objection: refuses who proposed it (403). */
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
