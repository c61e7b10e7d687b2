// Giving a member an office and taking it away (MEM-21, MEM-24, MEM-26). Runs under `lockMembership`.
import type { ReplyOf } from "#contract/endpoint.ts";
import type { assignRole, removeRole } from "#contract/members.ts";
import { nairobiIso } from "#domain/calendar.ts";
import type { Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { booksHaveBegun } from "#server/core/ledger/journal.ts";
import { notifyOfficialsOfChange } from "#server/core/mail/notify.ts";
import { keepAChairperson } from "#server/core/members/last-chairperson.ts";
import { lockMember, type MemberRow } from "#server/core/members/member-directory.ts";
import {
  endProposal,
  findWaitingProposal,
  fullName,
  proposeOffice,
  tellOffice,
  tellOfficeLost,
  whyNoOfficeNow,
  type DoneBy,
} from "#server/core/members/office-proposals.ts";
import type { Tx } from "#server/db/connection.ts";
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
  if (await booksHaveBegun(tx)) return answerProposal(tx, request, member);
  await setOffice(tx, request, member, office);
  await tellFounders(tx, request, member);
  return answer(tx, request, message("done.members.officeGiven", about(member, office)));
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

/** While the books are empty the officials hear of it, and the member. */
async function tellFounders(tx: Tx, { actor, now, body }: Request, member: MemberRow) {
  const office = body.role;
  await tellOffice(tx, "office_given", { member, office, now });
  const done = message("done.members.officeGiven", about(member, office));
  await notifyOfficialsOfChange(tx, { memberId: member.id, done, by: actor.username, now });
}

export function doneBy({ actor, now, origin }: Pick<Request, "actor" | "now" | "origin">): DoneBy {
  return { actorId: actor.id, now, address: origin.address };
}
