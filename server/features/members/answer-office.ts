// The answers of officials and members to what is proposed about offices (MEM-24, MEM-44, MEM-45). Runs under
// `lockMembership`.
import type { ReplyOf } from "#contract/endpoint.ts";
import type { agreeToOffice, objectToOffice } from "#contract/members.ts";
import type { OfficeAnswer } from "#domain/members/office-answers.ts";
import { type Actor, can } from "#domain/permissions.ts";
import { message } from "#messages/message.ts";
import { knownAs, type MemberRow } from "#server/core/members/member-directory.ts";
import { giveAnswer, type NewAnswer, weighAnswer } from "#server/core/offices/answer-office.ts";
import { countOffice, endProposal } from "#server/core/offices/office-proposals.ts";
import { tellObjection } from "#server/core/offices/tell-offices.ts";
import { changeOf, officeOf } from "#server/core/offices/waiting-offices.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { readUser } from "./users.queries.ts";

type Answering = Pick<SignedInRequest, "actor" | "now">;

/** Whether the actor may give this answer now, before what is sent is looked at; otherwise refuses. */
export async function mayAnswerOffice(
  reader: Reader,
  memberId: number,
  { answer, ...by }: Answering & { answer: OfficeAnswer },
): Promise<true> {
  await weighAnswer(reader, memberId, { ...by, answer, isNew: false });
  return true;
}

function give(tx: Tx, { id, actor, now, origin }: SignedInRequest, params: NewAnswer) {
  return giveAnswer(tx, { memberId: id, actor, now, address: origin.address }, params);
}

/** An official's agreement, the third member's, or of who loses the office: it takes effect, if the rules still allow it. */
export async function agreeToOfficeOf(
  tx: Tx,
  request: SignedInRequest,
): Promise<ReplyOf<typeof agreeToOffice>> {
  const { member, proposal, answered, by } = await give(tx, request, { answer: "agree" });
  const about = { member: knownAs(member), office: officeOf(proposal) };
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
  const about = { member: knownAs(member), office: officeOf(proposal) };
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

/** The member as the caller sees them, if the caller may see members at all. */
async function shownUser(
  tx: Tx,
  { actor, t }: { actor: Actor } & Pick<SignedInRequest, "t">,
  member: MemberRow,
) {
  if (!can(actor, "members.list") && actor.id !== member.id) return {};
  return { user: await readUser(tx, member.id, { callerId: actor.id, t }) };
}
