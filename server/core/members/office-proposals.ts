// Offices that are proposed and wait (MEM-24): how one comes to count, also when nobody asks, and how one ends.
import { sql } from "kysely";
import { whyNoOffice } from "#domain/members/office-proposal.ts";
import type { MemberStatus, Office } from "#domain/permissions.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { booksHaveBegun } from "#server/core/ledger/journal.ts";
import { mailMembers, mailOfficials } from "#server/core/mail/mail-officials.ts";
import { sendMail } from "#server/core/mail/mail.ts";
import {
  officeChangedLetters,
  officeMail,
  proposalEndedLetters,
} from "#server/core/mail/office-mails.ts";
import { inTransaction, type Database, type Reader, type Tx } from "#server/db/connection.ts";
import { lockMembership } from "#server/db/locks.ts";
import { readGroupSettings } from "./group-settings.ts";
import { findMember, lockMember, type MemberRow } from "./member-directory.ts";

/** Whoever does it; `null` for what the application does by itself, or the server's operator. */
export type DoneBy = { actorId: number | null; now: Date; address: string | null };

function selectWaiting(reader: Reader) {
  return reader.selectFrom("office_proposals").selectAll().where("outcome", "is", null);
}

export type WaitingProposal = NonNullable<Awaited<ReturnType<typeof findWaitingProposal>>>;

/** The proposal that waits for a member, or undefined. At most one does (office_proposals_one_waits). */
export function findWaitingProposal(reader: Reader, memberId: number) {
  return selectWaiting(reader).where("member_id", "=", memberId).executeTakeFirst();
}

/** Of a query with a session: when the next proposal counts, or null. Read with each request (sessions.ts). */
export const nextOfficeAt = sql<Date | null>`(
  SELECT min(effective_at) FROM office_proposals WHERE outcome IS NULL)`.as("next_office_at");

/**
 * Lets every proposal count whose time has come by the application's clock, and ends those whose member cannot hold the
 * office any more: the rules are asked again in full. Safe to run twice and on two servers.
 */
export async function countDueOffices(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockMembership(tx);
    const due = await selectWaiting(tx)
      .where("effective_at", "<=", now)
      .orderBy("effective_at")
      .orderBy("id")
      .execute();
    for (const proposal of due) {
      const by = { actorId: null, now, address: null };
      const member = await lockMember(tx, proposal.member_id);
      const refusal = await whyNoOfficeNow(tx, member, officeOf(proposal));
      if (refusal === null) await countOffice(tx, { proposal, member, by });
      else await endProposal(tx, { proposal, member, by, end: { outcome: "lapsed" } });
    }
  });
}

/** Why the member cannot be given the office as things stand; null when they can. Ask under `lockMembership`. */
export async function whyNoOfficeNow(tx: Tx, member: MemberRow, office: Office) {
  const haveBegun = await booksHaveBegun(tx);
  const candidate = {
    // The database admits only these words (members_office, members_status).
    office: member.office as Office | null,
    status: member.status as MemberStatus,
    isActive: member.is_active,
    exited: member.exited_on !== null,
    hasContributed: haveBegun && (await hasContributed(tx, member.id)),
  };
  return whyNoOffice(candidate, office, { haveBegun });
}

/** The office of a proposal; the database admits no other words (office_proposals_office). */
export function officeOf(proposal: { office: string }): Office {
  return proposal.office as Office;
}

type Deciding = { proposal: WaitingProposal; member: MemberRow; by: DoneBy };

/** The office counts from now on: because its time has come, or because the official of `by` agrees. Everybody is told. */
export async function countOffice(tx: Tx, { proposal, member, by }: Deciding): Promise<void> {
  const office = officeOf(proposal);
  await decide(tx, proposal, { outcome: "counted", by, reason: null });
  await tx.updateTable("members").set({ office }).where("id", "=", member.id).execute();
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actorId,
    action: "roles.assign",
    subject: "member",
    subjectId: member.id,
    before: { office: member.office },
    after: { office, proposal_id: proposal.id },
    address: by.address,
  });
  const how = {
    params: true,
    proposedBy: await nameOf(tx, proposal.proposed_by),
    proposedAt: proposal.proposed_at,
    agreedBy: by.actorId === null ? null : await nameOf(tx, by.actorId),
  } as const;
  const letters = officeChangedLetters({ name: fullName(member), office }, how);
  await mailMembers(tx, { letters, now: by.now });
  const { name: groupName } = await readGroupSettings(tx);
  await sendMail(tx, { ...officeMail(member, groupName, { office, params: true }), now: by.now });
}

type End =
  | { outcome: "objected"; reason: string }
  | { outcome: "withdrawn" }
  | { outcome: "lapsed" };

const endActions = {
  objected: "roles.object",
  withdrawn: "roles.withdraw",
  lapsed: "roles.lapse",
} as const;

/** The proposal ends without counting; the officials and the member hear why. */
export async function endProposal(
  tx: Tx,
  { proposal, member, by, end }: Deciding & { end: End },
): Promise<void> {
  const office = officeOf(proposal);
  const reason = end.outcome === "objected" ? end.reason : null;
  await decide(tx, proposal, { outcome: end.outcome, by, reason });
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actorId,
    action: endActions[end.outcome],
    subject: "member",
    subjectId: member.id,
    before: { role: office, proposal_id: proposal.id },
    after: { role: null, ...(reason === null ? {} : { reason }) },
    address: by.address,
  });
  const who = by.actorId === null ? "" : await nameOf(tx, by.actorId);
  const letters = proposalEndedLetters(
    { name: fullName(member), office },
    end.outcome === "lapsed" ? end : { ...end, by: who },
  );
  await mailOfficials(tx, { letters, now: by.now, andMember: member.id });
}

/** Call when the member leaves, or for another reason cannot hold an office any more: what waits for them ends. */
export async function dropProposal(tx: Tx, member: MemberRow, by: DoneBy): Promise<void> {
  const proposal = await findWaitingProposal(tx, member.id);
  if (proposal === undefined) return;
  await endProposal(tx, { proposal, member, by, end: { outcome: "lapsed" } });
}

/** The office that `member` held is gone at once; every active member is told. The row and its audit are the caller's. */
export async function tellOfficeLost(
  tx: Tx,
  { member, by, now }: { member: MemberRow; by: { id: number }; now: Date },
): Promise<void> {
  if (member.office === null) return;
  const about = { name: fullName(member), office: officeOf({ office: member.office }) };
  const how = { params: false as const, by: await nameOf(tx, by.id) };
  await mailMembers(tx, { letters: officeChangedLetters(about, how), now });
}

async function decide(
  tx: Tx,
  { id }: WaitingProposal,
  { outcome, by, reason }: { outcome: string; by: DoneBy; reason: string | null },
): Promise<void> {
  await tx
    .updateTable("office_proposals")
    .set({ outcome, decided_by: by.actorId, decided_at: by.now, reason })
    .where("id", "=", id)
    .execute();
}

async function hasContributed(reader: Reader, memberId: number): Promise<boolean> {
  const approved = await reader
    .selectFrom("payments")
    .select("id")
    .where("member_id", "=", memberId)
    .where("kind", "=", "contribution")
    .where("status", "=", "approved")
    .limit(1)
    .executeTakeFirst();
  return approved !== undefined;
}

export function fullName(member: { first_name: string; last_name: string }): string {
  return `${member.first_name} ${member.last_name}`;
}

/** The full name of a member by their id. */
export async function nameOf(reader: Reader, memberId: number): Promise<string> {
  const member = await findMember(reader, memberId);
  return member === undefined ? "" : fullName(member);
}
