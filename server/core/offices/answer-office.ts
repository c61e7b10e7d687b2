// An answer to what is proposed about an office: who may give it, and what it does (MEM-44, MEM-45). Runs under
// `lockMembership`.
import {
  type AnsweredOffice,
  answerOffice,
  type OfficeAnswer,
} from "#domain/members/office-answers.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { whyNotCount } from "./office-proposals.ts";
import { proposedOffice, readAnswers, readState } from "./read-answers.ts";
import { readElectorate, readSpeaker } from "./voices.ts";
import { findWaitingProposal, type WaitingProposal } from "./waiting-offices.ts";

type Weighing = { actor: Actor; now: Date; answer: OfficeAnswer };

/**
 * What the answer would do. Refuses who may answer no proposal at all (403), then where nothing waits (404), then who may
 * not answer this one (403). `isNew`: whoever has answered so already may still not do it again.
 */
export async function weighAnswer(
  reader: Reader,
  memberId: number,
  { actor, now, answer, isNew }: Weighing & { isNew: boolean },
): Promise<{ proposal: WaitingProposal; answered: AnsweredOffice }> {
  const proposal = await findWaitingProposal(reader, memberId);
  const proposed = proposal === undefined ? [] : [proposedOffice(proposal)];
  const speaker = (await readSpeaker(reader, { actor, proposed, now }))(0);
  if (!speaker.isActiveMember && !speaker.heldOfficeLately) throw refuse("cannot-object-to-office");
  if (proposal === undefined) throw refuse("no-office-proposed");
  return {
    proposal,
    answered: answerOffice(
      await readState(reader, proposal),
      isNew ? await readAnswers(reader, proposal.id) : [],
      {
        speaker,
        answer,
        electorate: await readElectorate(reader, proposedOffice(proposal)),
        now,
      },
    ),
  };
}

export type NewAnswer = { answer: "agree" } | { answer: "object"; reason: string };

type Giving = { memberId: number; actor: Actor; now: Date; address: string };

/** Stores the answer, and that the proposal no longer takes effect by time. */
export async function giveAnswer(tx: Tx, giving: Giving, params: NewAnswer) {
  const { actor, now, address } = giving;
  const { answer } = params;
  const member = await lockMember(tx, giving.memberId);
  const weighing = { actor, now, answer, isNew: true };
  const { proposal, answered } = await weighAnswer(tx, member.id, weighing);
  if (answered.outcome === "counted") {
    const refusal = await whyNotCount(tx, proposal, member);
    if (refusal !== null) throw refusal;
  }
  await storeAnswer(tx, proposal, { actorId: actor.id, now, address, answered, ...params });
  return { member, proposal, answered, by: { actorId: actor.id, now, address } };
}

type Stored = {
  actorId: number;
  now: Date;
  address: string;
  answered: AnsweredOffice;
  /** By a link, without signing in. */
  isByLink?: boolean;
} & NewAnswer;

export async function storeAnswer(
  tx: Tx,
  proposal: WaitingProposal,
  { actorId, now, address, answered, ...params }: Stored,
): Promise<void> {
  const { answer } = params;
  const reason = params.answer === "object" ? params.reason : null;
  const { counts } = answered;
  await tx
    .insertInto("office_answers")
    .values({
      proposal_id: proposal.id,
      member_id: actorId,
      answer,
      reason,
      counts,
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
    actorId,
    action: "roles.answer",
    subject: "member",
    subjectId: proposal.member_id,
    after: {
      proposal_id: proposal.id,
      agrees: answer === "agree",
      counts,
      ...(reason === null ? {} : { reason }),
      ...(params.isByLink === true ? { by_link: true } : {}),
    },
    address,
  });
}
