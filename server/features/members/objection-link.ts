// Objecting without signing in, by the link in the mail of whoever held an office in the last 7 days (MEM-44).
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { objectByLink as objectEndpoint, readObjectionLink } from "#contract/members.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { assert } from "#domain/assert.ts";
import { isDue } from "#domain/members/office-proposal.ts";
import { message } from "#messages/message.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { findMember, knownAs, toPerson } from "#server/core/members/member-directory.ts";
import { findObjectionLink, objectByLink } from "#server/core/offices/objection-links.ts";
import { countDueOffices } from "#server/core/offices/office-proposals.ts";
import { changeOf, officeOf } from "#server/core/offices/waiting-offices.ts";
import type { Throttle } from "#server/core/requests/throttle.ts";
import { type Database, inTransaction, type Reader } from "#server/db/connection.ts";
import { lockMembership } from "#server/db/locks.ts";
import type { PublicRequest } from "#server/platform/request.ts";

type Parts = { throttle: Throttle };

/** What the link is about. Changes nothing but what has become due by then. */
export async function showObjectionLink(
  db: Database,
  { throttle }: Parts,
  { body, now, origin }: PublicRequest<unknown, BodyOf<typeof readObjectionLink>>,
): Promise<ReplyOf<typeof readObjectionLink>> {
  await throttle.take("token-address", origin.address);
  await countIfDue(db, body.token, now);
  const { memberId, proposal } = await findObjectionLink(db, body.token);
  const { name } = await readGroupSettings(db);
  return {
    group_name: name,
    kind: changeOf(proposal),
    member: await personOf(db, proposal.member_id),
    role: officeOf(proposal),
    proposed_by: await personOf(db, proposal.proposed_by),
    proposed_at: nairobiIso(proposal.proposed_at),
    effective_at: proposal.needs_agreement ? null : nairobiIso(proposal.effective_at),
    needs_agreement: proposal.needs_agreement,
    own_item: proposal.member_id === memberId,
  };
}

async function personOf(reader: Reader, id: number) {
  const member = await findMember(reader, id);
  assert(member !== undefined, `member ${id} is never deleted`);
  return toPerson({ ...member, member_id: member.id });
}

/** Objects as the link's owner. Refuses a used or unknown link, and one whose proposal has ended. */
export async function objectWithLink(
  db: Database,
  { throttle }: Parts,
  { body, now, origin, t }: PublicRequest<unknown, BodyOf<typeof objectEndpoint>>,
): Promise<ReplyOf<typeof objectEndpoint>> {
  await throttle.take("token-address", origin.address);
  await countIfDue(db, body.token, now);
  const { proposal, member, isOver } = await inTransaction(db, async (tx) => {
    await lockMembership(tx);
    return objectByLink(tx, { ...body, now, address: origin.address });
  });
  const about = { member: knownAs(member), office: officeOf(proposal) };
  const isGiven = changeOf(proposal) === "give";
  return {
    detail: t(
      isOver
        ? message(isGiven ? "done.members.officeRefused" : "done.members.officeStays", about)
        : message("done.members.officeObjectionOwn"),
    ),
  };
}

/** A proposal whose time has come counts first, whoever asks next. */
async function countIfDue(db: Database, token: string, now: Date): Promise<void> {
  const { proposal } = await findObjectionLink(db, token);
  const { needs_agreement: needsAgreement, effective_at: effectiveAt } = proposal;
  if (isDue({ needsAgreement, effectiveAt }, now)) await countDueOffices(db, now);
}
