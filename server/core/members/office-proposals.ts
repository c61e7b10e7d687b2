// Proposed offices (MEM-24): how each takes effect, also without a request, and how it ends.
import { sql } from "kysely";
import { nairobiIso } from "#domain/calendar.ts";
import { countsFrom, whyNoOffice } from "#domain/members/office-proposal.ts";
import type { MemberStatus, Office } from "#domain/permissions.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { booksHaveBegun } from "#server/core/ledger/journal.ts";
import { proposalEndedLetter } from "#server/core/mail/composed-letters.ts";
import { letter } from "#server/core/mail/letters.ts";
import { notifyMembers, notifyOfficials, notice } from "#server/core/mail/notify.ts";
import { knownBy, tell } from "#server/core/notices/write-notices.ts";
import { inTransaction, type Database, type Reader, type Tx } from "#server/db/connection.ts";
import { addJob } from "#server/db/job-queue.ts";
import { lockMembership } from "#server/db/locks.ts";
import { findBroughtForward } from "./brought-forward.ts";
import { readGroupSettings } from "./group-settings.ts";
import { fullName, lockMember, nameOf, type MemberRow } from "./member-directory.ts";

/** Who acts; `null` for the application itself or the server's operator. */
export type DoneBy = { actorId: number | null; now: Date; address: string | null };

function selectWaiting(reader: Reader) {
  return reader.selectFrom("office_proposals").selectAll().where("outcome", "is", null);
}

export type WaitingProposal = NonNullable<Awaited<ReturnType<typeof findWaitingProposal>>>;

/** The open proposal for a member, or undefined. At most one is open (office_proposals_one_waits). */
export function findWaitingProposal(reader: Reader, memberId: number) {
  return selectWaiting(reader).where("member_id", "=", memberId).executeTakeFirst();
}

/** For a query with a session: when the next proposal takes effect, or null. Read with each request (sessions.ts). */
export const nextOfficeAt = sql<Date | null>`(
  SELECT min(effective_at) FROM office_proposals WHERE outcome IS NULL)`.as("next_office_at");

/**
 * Applies every proposal whose time has come by the application's clock, and ends those whose member can no longer
 * hold the office: it checks all rules again. Safe to run twice and on two servers.
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

/** Why the member cannot hold the office now; null when they can. Call under `lockMembership`. */
export async function whyNoOfficeNow(tx: Tx, member: MemberRow, office: Office) {
  const haveBegun = await booksHaveBegun(tx);
  const candidate = {
    // The database admits only these words (members_office, members_status).
    office: member.office as Office | null,
    status: member.status as MemberStatus,
    isActive: member.is_active,
    exited: member.exited_on !== null,
    isProven: member.email_verified_at !== null || member.is_founder,
    hasContributed: haveBegun && (await hasContributed(tx, member.id)),
  };
  return whyNoOffice(candidate, office, { haveBegun });
}

/** The office of a proposal; the database admits no other words (office_proposals_office). */
export function officeOf(proposal: { office: string }): Office {
  return proposal.office as Office;
}

/**
 * Proposes a member for an office and notifies every active member. Takes effect at once where the settings have no
 * delay.
 */
export async function proposeOffice(
  tx: Tx,
  params: {
    member: MemberRow;
    office: Office;
    proposedBy: number;
    now: Date;
    address: string | null;
  },
): Promise<{ effectiveAt: Date; hasCounted: boolean }> {
  const { member, office, proposedBy, now } = params;
  const { officeDelayHours: delayHours } = await readGroupSettings(tx);
  const effectiveAt = countsFrom(now, delayHours);
  const proposal = await tx
    .insertInto("office_proposals")
    .values({
      member_id: member.id,
      office,
      proposed_by: proposedBy,
      proposed_at: now,
      delay_hours: delayHours,
      effective_at: effectiveAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAudit(tx, {
    now,
    actorId: proposedBy,
    action: "roles.propose",
    subject: "member",
    subjectId: member.id,
    after: { role: office, proposal_id: proposal.id, effective_at: nairobiIso(effectiveAt) },
    address: params.address,
  });
  if (delayHours === 0) {
    await countOffice(tx, { proposal, member, by: { actorId: null, now, address: null } });
    return { effectiveAt, hasCounted: true };
  }
  const by = await nameOf(tx, proposedBy);
  const facts = { member: fullName(member), office, by, moment: { at: effectiveAt } };
  const proposed = notice("office_proposed", {
    member: facts.member,
    office,
    moment: facts.moment,
  });
  await notifyMembers(tx, {
    letter: letter("officeProposed", facts),
    notice: knownBy(proposed, { proposal: proposal.id }),
    now,
  });
  await addJob(tx, {
    name: "count-office",
    payload: { proposalId: proposal.id },
    key: `office-${proposal.id}`,
    inMs: effectiveAt.getTime() - now.getTime(),
  });
  return { effectiveAt, hasCounted: false };
}

type Deciding = { proposal: WaitingProposal; member: MemberRow; by: DoneBy };

/** Gives the member the office now: its time has come, or the official of `by` agrees. Notifies everybody. */
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
  const counting = {
    member: fullName(member),
    office,
    by: await nameOf(tx, proposal.proposed_by),
    moment: { at: proposal.proposed_at },
  };
  const counts =
    by.actorId === null
      ? letter("officeCounts", counting)
      : letter("officeAgreed", { ...counting, agreedBy: await nameOf(tx, by.actorId) });
  const counted = notice("office_counts", { member: counting.member, office });
  await notifyMembers(tx, { letter: counts, notice: counted, now: by.now });
  await tellOffice(tx, "office_given", { member, office, now: by.now });
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

/** Ends the proposal without effect; notifies the officials and the member of the reason. */
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
  const ended = proposalEndedLetter(
    { member: fullName(member), office },
    end.outcome === "lapsed" ? end : { ...end, by: who },
  );
  await notifyOfficials(tx, {
    letter: ended,
    notice: notice("office_not_given", { member: fullName(member), office }),
    now: by.now,
    andMember: member.id,
  });
}

/** Call when the member leaves or can no longer hold an office: ends what waits for them. */
export async function dropProposal(tx: Tx, member: MemberRow, by: DoneBy): Promise<void> {
  const proposal = await findWaitingProposal(tx, member.id);
  if (proposal === undefined) return;
  await endProposal(tx, { proposal, member, by, end: { outcome: "lapsed" } });
}

/** Notifies every active member that `member` has lost their office. The caller writes the row and its audit entry. */
export async function tellOfficeLost(
  tx: Tx,
  { member, by, now }: { member: MemberRow; by: { id: number }; now: Date },
): Promise<void> {
  if (member.office === null) return;
  const lost = { member: fullName(member), office: member.office, by: await nameOf(tx, by.id) };
  await notifyMembers(tx, {
    letter: letter("officeLost", lost),
    notice: notice("office_lost", { member: lost.member, office: lost.office }),
    now,
  });
}

/** To the member who gains or loses the office. */
export async function tellOffice(
  tx: Tx,
  event: "office_given" | "office_taken",
  { member, office, now }: { member: MemberRow; office: Office; now: Date },
): Promise<void> {
  const written =
    event === "office_given"
      ? letter("officeGiven", { office })
      : letter("officeTaken", { office });
  const mail = { to: member, letter: written };
  await tell(tx, event, { memberId: member.id, mail, now }, { office });
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

/** What the group's book brought forward counts as an approved contribution (OPEN-72). */
async function hasContributed(reader: Reader, memberId: number): Promise<boolean> {
  const approved = await reader
    .selectFrom("payments")
    .select("id")
    .where("member_id", "=", memberId)
    .where("kind", "=", "contribution")
    .where("status", "=", "approved")
    .limit(1)
    .executeTakeFirst();
  if (approved !== undefined) return true;
  return ((await findBroughtForward(reader, memberId))?.savings_cents ?? 0n) > 0n;
}
