// What is proposed about offices and waits, and the answers of officials and members (MEM-24, MEM-44, MEM-45). Runs under
// `lockMembership`.
import { sql } from "kysely";
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type { agreeToOffice, getOfficeProposals, objectToOffice } from "#contract/members.ts";
import type { Person } from "#contract/people.ts";
import { isOwnItem } from "#domain/approvals/two-officials.ts";
import { nairobiIso } from "#domain/calendar.ts";
import {
  answerOffice,
  type AnsweredOffice,
  effectOf,
  type GivenAnswer,
  type OfficeAnswer,
  type OfficeProposalState,
} from "#domain/members/office-proposal.ts";
import { type Actor, can } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { fullName, lockMember, type MemberRow } from "#server/core/members/member-directory.ts";
import { readSpeaker } from "#server/core/offices/office-history.ts";
import { countOffice, endProposal, whyNotCount } from "#server/core/offices/office-proposals.ts";
import { tellObjection } from "#server/core/offices/tell-offices.ts";
import {
  changeOf,
  findWaitingProposal,
  officeOf,
  type WaitingProposal,
} from "#server/core/offices/waiting-offices.ts";
import { personIn } from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { inPage, pageOf } from "#server/db/paging.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { readUser } from "./users.queries.ts";

type ProposalRow = Pick<WaitingProposal, "kind" | "member_id" | "proposed_by" | "needs_agreement">;

function stateOf(proposal: ProposalRow): OfficeProposalState {
  return {
    change: changeOf(proposal),
    memberId: proposal.member_id,
    proposedById: proposal.proposed_by,
    needsAgreement: proposal.needs_agreement,
  };
}

/** The last answers of everybody, the earliest person first. */
const answersOf = sql<(GivenAnswer & { person: Person })[]>`(
  SELECT coalesce(json_agg(json_build_object('memberId', member_id, 'answer', answer, 'counts', counts,
                                             'person', ${personIn("member_id")}) ORDER BY id), '[]')
    FROM (SELECT DISTINCT ON (member_id) * FROM office_answers
           WHERE proposal_id = office_proposals.id ORDER BY member_id, id DESC) last_answer)`;

const answers = ["agree", "object"] as const;

/** Newest first. */
export async function listOfficeProposals(
  reader: Reader,
  {
    actor,
    now,
    query,
  }: Pick<SignedInRequest, "actor" | "now"> & {
    query: QueryOf<typeof getOfficeProposals>;
  },
): Promise<ReplyOf<typeof getOfficeProposals>> {
  const waiting = reader.selectFrom("office_proposals").where("outcome", "is", null);
  const page = pageOf(query);
  const requested = waiting
    .select(["id", "kind", "office", "member_id", "proposed_by", "needs_agreement"])
    .select(["proposed_at", "effective_at"])
    // The database never deletes a member (office_proposals_member_id_fkey).
    .select(sql<Person>`${personIn("office_proposals.member_id")}`.as("member"))
    .select(sql<Person>`${personIn("office_proposals.proposed_by")}`.as("proposer"))
    .select(answersOf.as("answers"))
    .orderBy("id", "desc");
  const rows = await inPage(requested, page).execute();
  const makerIds = [...new Set(rows.map((row) => row.proposed_by))];
  const mayAnswer = rows.length > 0 && can(actor, "roles.answer");
  const speakerFor = mayAnswer ? await readSpeaker(reader, { actor, makerIds, now }) : null;
  const proposals = rows.map((row) => ({
    id: row.id,
    kind: changeOf(row),
    member: row.member,
    role: officeOf(row),
    proposed_by: row.proposer,
    proposed_at: nairobiIso(row.proposed_at),
    effective_at: nairobiIso(row.effective_at),
    needs_agreement: row.needs_agreement,
    agreed_by: peopleWho(row.answers, "agree"),
    objected_by: peopleWho(row.answers, "object"),
    own_item: isOwnItem({
      memberId: row.member.id,
      callerId: actor.id,
      deciderIds: [row.proposed_by, ...peopleWho(row.answers, "agree").map(({ id }) => id)],
    }),
    may: answers.filter((answer) => {
      if (speakerFor === null) return false;
      if (row.answers.some((each) => each.memberId === actor.id && each.answer === answer))
        return false;
      return effectOf(stateOf(row), speakerFor(row.proposed_by), answer) !== "refused";
    }),
  }));
  if (page === null) return { proposals };
  const { count } = await waiting
    .select(sql<bigint>`count(*)`.as("count"))
    .executeTakeFirstOrThrow();
  return { proposals, count: Number(count) };
}

function peopleWho(all: readonly { answer: string; person: Person }[], answer: OfficeAnswer) {
  return all.filter((each) => each.answer === answer).map(({ person }) => person);
}

type Answering = Pick<SignedInRequest, "actor" | "now">;

/**
 * Whether the actor may give this answer now: refuses who may answer no proposal at all (403), then where nothing waits
 * (404), then who may not answer this one (403).
 */
export async function mayAnswerOffice(
  reader: Reader,
  memberId: number,
  { answer, ...by }: Answering & { answer: OfficeAnswer },
): Promise<true> {
  await weigh(reader, memberId, { ...by, answer }, []);
  return true;
}

async function weigh(
  reader: Reader,
  memberId: number,
  { actor, now, answer }: Answering & { answer: OfficeAnswer },
  known: readonly GivenAnswer[] | null,
): Promise<{ proposal: WaitingProposal; answered: AnsweredOffice }> {
  const proposal = await findWaitingProposal(reader, memberId);
  const makerIds = proposal === undefined ? [] : [proposal.proposed_by];
  const speakerFor = await readSpeaker(reader, { actor, makerIds, now });
  const speaker = speakerFor(proposal?.proposed_by ?? 0);
  if (!speaker.isActiveMember && !speaker.heldOfficeLately) throw refuse("cannot-object-to-office");
  if (proposal === undefined) throw refuse("no-office-proposed");
  const earlier = known ?? (await readAnswers(reader, proposal.id));
  return { proposal, answered: answerOffice(stateOf(proposal), earlier, { speaker, answer }) };
}

async function readAnswers(reader: Reader, proposalId: number): Promise<GivenAnswer[]> {
  const found = await reader
    .selectFrom("office_proposals")
    .select(answersOf.as("answers"))
    .where("id", "=", proposalId)
    .executeTakeFirstOrThrow();
  return found.answers;
}

/** An official's agreement, the third member's, or of who loses the office: it takes effect, if the rules still allow it. */
export async function agreeToOfficeOf(
  tx: Tx,
  request: SignedInRequest,
): Promise<ReplyOf<typeof agreeToOffice>> {
  const { member, proposal, answered, by } = await give(tx, request, { answer: "agree" });
  const about = { member: fullName(member), office: officeOf(proposal) };
  if (answered.outcome !== null) await countOffice(tx, { proposal, member, by });
  const done =
    answered.outcome === null
      ? message("done.members.officeAgreement", { count: answered.count })
      : changeOf(proposal) === "give"
        ? message("done.members.officeGiven", about)
        : message("done.members.officeTaken", about);
  const user = await shownUser(tx, request, member);
  return { detail: request.t(done), agreements: answered.count, ...user };
}

/** An official's objection, that of somebody who was one lately, or the third member's: the proposal ends. */
export async function objectToOfficeOf(
  tx: Tx,
  request: SignedInRequest<unknown, { reason: string }>,
): Promise<ReplyOf<typeof objectToOffice>> {
  const { reason } = request.body;
  const { now, actor } = request;
  const { member, proposal, answered, by } = await give(tx, request, { answer: "object", reason });
  const { outcome, counts, count } = answered;
  const about = { member: fullName(member), office: officeOf(proposal) };
  const isGiven = changeOf(proposal) === "give";
  const isOwn = !isGiven && actor.id === member.id;
  if (outcome !== null)
    await endProposal(tx, { proposal, member, by, end: { outcome: "objected", reason } });
  else if (counts || isOwn)
    await tellObjection(tx, { proposal, member, byId: actor.id, reason, count, now });
  const done =
    outcome !== null
      ? message(isGiven ? "done.members.officeRefused" : "done.members.officeStays", about)
      : isOwn
        ? message("done.members.officeObjectionOwn")
        : counts
          ? message("done.members.officeObjection", { count })
          : message("done.members.officeObjectionNoted");
  const user = await shownUser(tx, request, member);
  return { detail: request.t(done), objections: count, ...user };
}

type NewAnswer = { answer: "agree" } | { answer: "object"; reason: string };

/** Stores the answer, and that the proposal no longer takes effect by time. */
async function give(tx: Tx, request: SignedInRequest, params: NewAnswer) {
  const { actor, now, origin } = request;
  const { answer } = params;
  const member = await lockMember(tx, request.id);
  const { proposal, answered } = await weigh(tx, member.id, { actor, now, answer }, null);
  if (answered.outcome === "counted") {
    const refusal = await whyNotCount(tx, proposal, member);
    if (refusal !== null) throw refusal;
  }
  const reason = params.answer === "object" ? params.reason : null;
  await tx
    .insertInto("office_answers")
    .values({
      proposal_id: proposal.id,
      member_id: actor.id,
      answer,
      reason,
      counts: answered.counts,
      answered_at: now,
    })
    .execute();
  if (answered.needsAgreement && !proposal.needs_agreement)
    await tx
      .updateTable("office_proposals")
      .set({ needs_agreement: true })
      .where("id", "=", proposal.id)
      .execute();
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "roles.answer",
    subject: "member",
    subjectId: member.id,
    after: {
      proposal_id: proposal.id,
      agrees: answer === "agree",
      counts: answered.counts,
      ...(reason === null ? {} : { reason }),
    },
    address: origin.address,
  });
  return { member, proposal, answered, by: { actorId: actor.id, now, address: origin.address } };
}

/** The member as the caller sees them, if the caller may see members at all. */
async function shownUser(
  tx: Tx,
  { actor, t }: { actor: Actor } & Pick<SignedInRequest, "t">,
  member: MemberRow,
) {
  if (!can(actor, "members.list") && actor.id !== member.id) return {};
  return { user: await readUser(tx, member.id, { callerId: actor.id, t }) };
}
