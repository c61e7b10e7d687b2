// Links by which whoever held an office in the last 7 days objects to a proposal without signing in (MEM-44): a Chairperson who
// deactivates the officials silences nobody. The database stores only their hashes.
import { answerOffice } from "#domain/members/office-answers.ts";
import { refuse } from "#domain/refusal.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { hashToken } from "#server/platform/secrets.ts";
import { storeAnswer } from "./answer-office.ts";
import { endProposal } from "./office-proposals.ts";
import { readAnswers, readState } from "./read-answers.ts";
import { tellObjection } from "./tell-offices.ts";
import { selectWaiting, type WaitingProposal } from "./waiting-offices.ts";

/** The link of a proposal that still waits and was not used; refuses any other token. */
export async function findObjectionLink(
  reader: Reader,
  token: string,
): Promise<{ memberId: number; proposal: WaitingProposal }> {
  const link = await reader
    .selectFrom("objection_links")
    .select(["member_id", "proposal_id"])
    .where("token_hash", "=", hashToken(token))
    .where("used_at", "is", null)
    .executeTakeFirst();
  const proposal =
    link === undefined
      ? undefined
      : await selectWaiting(reader).where("id", "=", link.proposal_id).executeTakeFirst();
  if (link === undefined || proposal === undefined) throw refuse("objection-link-dead");
  return { memberId: link.member_id, proposal };
}

type Objecting = { token: string; reason: string; now: Date; address: string };

/**
 * Ends the proposal as whoever held an office in the last 7 days does; of one's own removal, it then no longer counts by
 * time. Does nothing else, and once. Runs under `lockMembership`.
 */
export async function objectByLink(tx: Tx, { token, reason, now, address }: Objecting) {
  const { memberId, proposal } = await findObjectionLink(tx, token);
  const member = await lockMember(tx, proposal.member_id);
  const speaker = {
    id: memberId,
    isOfficial: false,
    heldOfficeLately: true,
    isActiveMember: false,
    counts: false,
    owesOffice: false,
  };
  const answered = answerOffice(
    await readState(tx, proposal),
    await readAnswers(tx, proposal.id),
    // It decides alone, or stops the clock: members are not counted.
    { speaker, answer: "object", electorate: { counting: new Set(), active: 0 }, now },
  );
  await tx
    .updateTable("objection_links")
    .set({ used_at: now })
    .where("token_hash", "=", hashToken(token))
    .execute();
  const by = { actorId: memberId, now, address };
  await storeAnswer(tx, proposal, { ...by, answered, answer: "object", reason, isByLink: true });
  if (answered.outcome === null)
    await tellObjection(tx, { proposal, member, byId: memberId, reason, count: 0, now });
  else await endProposal(tx, { proposal, member, by, end: { outcome: "objected", reason } });
  return { proposal, member, isOver: answered.outcome !== null };
}
