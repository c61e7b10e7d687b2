// Proposals to give or take an office (MEM-24, MEM-26): how each takes effect, also without a request, and how it ends.
import { sql } from "kysely";
import { nairobiIso } from "#domain/calendar.ts";
import { membersReplaceOfficial, membersToDecide } from "#domain/members/office-answers.ts";
import {
  countsByTime,
  countsFrom,
  type OfficeChange,
  whyNoOffice,
  whyOfficeStays,
} from "#domain/members/office-proposal.ts";
import type { Office } from "#domain/permissions.ts";
import { refuse, type Refusal } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { isDaySure } from "#server/core/clock/clock.ts";
import { booksHaveBegun } from "#server/core/ledger/journal.ts";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";
import { addJob } from "#server/db/job-queue.ts";
import { lockMembership } from "#server/db/locks.ts";
import { changeMember } from "#server/core/members/change-member.ts";
import {
  heldOffice,
  isLastChairperson,
  lockMember,
  type MemberRow,
  stateOf,
} from "#server/core/members/member-directory.ts";
import { readOfficeDelay } from "./office-delay.ts";
import { hasContributed, readEndedRights, readSilenced } from "./office-history.ts";
import { makeObjectionLinks } from "./make-objection-links.ts";
import { proposedOffice, readAnswers, readState } from "./read-answers.ts";
import { tellCounted, tellEnded, tellProposed } from "./tell-offices.ts";
import {
  changeOf,
  type DoneBy,
  findWaitingProposal,
  officeOf,
  type ProposalEnding,
  selectWaiting,
  type WaitingProposal,
} from "./waiting-offices.ts";
import { readElectorate } from "./voices.ts";

/**
 * Applies every proposal whose time has come by the application's clock, and ends those that the rules no longer
 * allow: it checks all of them again. Safe to run twice and on two servers. None counts while the day is not sure (SAFE-30).
 */
export async function countDueOffices(db: Database, now: Date): Promise<void> {
  if (!(await isDaySure(db, now))) return;
  await inTransaction(db, async (tx) => {
    await lockMembership(tx);
    const due = await selectWaiting(tx)
      .where("effective_at", "<=", now)
      .where((proposal) =>
        proposal.or([proposal("needs_agreement", "=", false), hasMembersWhoAgree]),
      )
      .orderBy("effective_at")
      .orderBy("id")
      .execute();
    for (const proposal of due) {
      const actorId = proposal.needs_agreement
        ? await readMembersWhoAgree(tx, proposal, now)
        : null;
      if (proposal.needs_agreement && actorId === null) continue;
      const by = { actorId, now, address: null };
      const member = await lockMember(tx, proposal.member_id);
      const refusal = await whyNotCount(tx, proposal, member);
      if (refusal === null) await countOffice(tx, { proposal, member, by });
      else
        // A rule ends it, whoever agreed before.
        await endProposal(tx, {
          proposal,
          member,
          by: { ...by, actorId: null },
          end: { outcome: "lapsed" },
        });
    }
  });
}

/** So many as may replace an official (MEM-45), which is looked at closely then. */
const hasMembersWhoAgree = sql<boolean>`(
  SELECT count(DISTINCT a.member_id) >= ${sql.lit(membersToDecide)} FROM office_answers a
   WHERE a.proposal_id = office_proposals.id AND a.answer = 'agree' AND a.counts)`;

/** Who of the members whose agreement counts as an official's agreed last; null if it does not. */
async function readMembersWhoAgree(
  tx: Tx,
  proposal: WaitingProposal,
  now: Date,
): Promise<number | null> {
  const allAnswers = await readAnswers(tx, proposal.id);
  const electorate = await readElectorate(tx, proposedOffice(proposal));
  const state = await readState(tx, proposal);
  if (!membersReplaceOfficial(state, allAnswers, { electorate, now })) return null;
  const agreed = allAnswers.filter(
    ({ memberId, answer, counts }) =>
      answer === "agree" && counts && electorate.counting.has(memberId),
  );
  return agreed.at(-1)?.memberId ?? null;
}

/** Why the proposal cannot take effect now; null when it can. Call under `lockMembership`. */
export async function whyNotCount(
  tx: Tx,
  proposal: WaitingProposal,
  member: MemberRow,
): Promise<Refusal | null> {
  const office = officeOf(proposal);
  if (changeOf(proposal) === "give") return whyNoOfficeNow(tx, member, office);
  return whyOfficeStaysNow(tx, member, office);
}

/** Why the member cannot lose the office now; null when they can. Call under `lockMembership`. */
export async function whyOfficeStaysNow(tx: Tx, member: MemberRow, office: Office) {
  const isLast = await isLastChairperson(tx, member);
  return whyOfficeStays({ office: heldOffice(member), isLastChairperson: isLast }, office);
}

/** Why the member cannot hold the office now; null when they can. Call under `lockMembership`. */
export async function whyNoOfficeNow(tx: Tx, member: MemberRow, office: Office) {
  const haveBegun = await booksHaveBegun(tx);
  const candidate = {
    ...stateOf(member),
    office: heldOffice(member),
    isProven: member.is_proven,
    hasContributed: haveBegun && (await hasContributed(tx, member.id)),
  };
  return whyNoOffice(candidate, office, { haveBegun });
}

/** Whether taking an office away waits as giving it does: once the books have begun, and not without a delay (MEM-26). */
export async function removalsWait(tx: Tx, now: Date): Promise<boolean> {
  return (await booksHaveBegun(tx)) && (await readOfficeDelay(tx, now)) > 0;
}

type Proposing = {
  change: OfficeChange;
  member: MemberRow;
  office: Office;
  proposedBy: number;
  now: Date;
  address: string | null;
  /** The base of mailed links. */
  publicUrl: string;
};

export type Proposed = { effectiveAt: Date; needsAgreement: boolean; hasCounted: boolean };

/** When a change of an office counts, as answers have it: null never by time, left out at once (MEM-46). */
export function countingOf(
  proposed: Pick<Proposed, "effectiveAt" | "needsAgreement"> | undefined,
): {
  effective_at?: string | null;
  needs_agreement: boolean;
} {
  if (proposed === undefined) return { needs_agreement: false };
  const { effectiveAt, needsAgreement } = proposed;
  return {
    effective_at: needsAgreement ? null : nairobiIso(effectiveAt),
    needs_agreement: needsAgreement,
  };
}

/**
 * Proposes to give or take an office and notifies every active member. Takes effect at once where the settings have no
 * delay, and where officials propose to take their own. Refuses while another proposal for the member waits.
 */
export async function proposeOffice(tx: Tx, proposing: Proposing): Promise<Proposed> {
  const { change, member, office, proposedBy, now } = proposing;
  await refuseSecond(tx, member);
  const delayHours = await readOfficeDelay(tx, now);
  const effectiveAt = countsFrom(now, delayHours);
  const silenced = await readSilenced(tx, proposedBy, now);
  const ended = [...(await readEndedRights(tx, proposedBy, now)), ...silenced];
  // Who is to lose an office can object to it.
  const needsAgreement = change === "give" && !countsByTime({ proposedAt: now, delayHours }, ended);
  const proposal = await tx
    .insertInto("office_proposals")
    .values({
      kind: change,
      member_id: member.id,
      office,
      proposed_by: proposedBy,
      proposed_at: now,
      delay_hours: delayHours,
      effective_at: effectiveAt,
      needs_agreement: needsAgreement,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAudit(tx, {
    now,
    actorId: proposedBy,
    action: "roles.propose",
    subject: "member",
    subjectId: member.id,
    after: {
      role: office,
      ...(change === "take" ? { takes_office: true } : {}),
      proposal_id: proposal.id,
      effective_at: nairobiIso(effectiveAt),
      delay_hours: delayHours,
      needs_agreement: needsAgreement,
      members_ended: silenced.length,
    },
    address: proposing.address,
  });
  const isOwn = change === "take" && proposedBy === member.id;
  if (change === "take" && !isOwn) await stopClockOf(tx, proposedBy);
  if (delayHours === 0 || isOwn) {
    const actorId = isOwn ? member.id : null;
    await countOffice(tx, { proposal, member, by: { actorId, now, address: proposing.address } });
    return { effectiveAt, needsAgreement, hasCounted: true };
  }
  const links = await makeObjectionLinks(tx, proposal, { publicUrl: proposing.publicUrl, now });
  await tellProposed(tx, { proposal, member, now, links });
  // What needs an agreement may have that of the members by then.
  await addJob(tx, {
    name: "count-office",
    payload: { proposalId: proposal.id },
    key: `office-${proposal.id}`,
    inMs: effectiveAt.getTime() - now.getTime(),
  });
  return { effectiveAt, needsAgreement, hasCounted: false };
}

/** Refuses while a proposal for the member waits. */
export async function refuseSecond(tx: Tx, member: MemberRow): Promise<void> {
  const waiting = await findWaitingProposal(tx, member.id);
  if (waiting === undefined) return;
  const code =
    changeOf(waiting) === "give" ? "office-already-proposed" : "removal-already-proposed";
  throw refuse(code, { office: officeOf(waiting) });
}

/**
 * Call when a person proposes to take an office from somebody else, or ends an official's rights: what they proposed to
 * give and waits no longer takes effect by time (MEM-46). Nor does anything of theirs once they end the membership of
 * somebody who might have answered.
 */
export async function stopClockOf(
  tx: Tx,
  proposedBy: number,
  kinds: readonly OfficeChange[] = ["give"],
): Promise<void> {
  await tx
    .updateTable("office_proposals")
    .set({ needs_agreement: true })
    .where("outcome", "is", null)
    .where("kind", "in", [...kinds])
    .where("proposed_by", "=", proposedBy)
    .where("needs_agreement", "=", false)
    .execute();
}

type Deciding = { proposal: WaitingProposal; member: MemberRow; by: DoneBy };

/** Gives or takes the office now: its time has come, or the person of `by` agrees. Notifies everybody. */
export async function countOffice(tx: Tx, { proposal, member, by }: Deciding): Promise<void> {
  const office = officeOf(proposal);
  const isGiven = changeOf(proposal) === "give";
  await decide(tx, proposal, { outcome: "counted", by, reason: null });
  await changeMember(tx, member.id, { office: isGiven ? office : null, suspended_office: null });
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actorId,
    action: isGiven ? "roles.assign" : "roles.remove",
    subject: "member",
    subjectId: member.id,
    before: { office: heldOffice(member) },
    after: { office: isGiven ? office : null, proposal_id: proposal.id },
    address: by.address,
  });
  if (!isGiven && by.actorId !== null && by.actorId !== member.id)
    await stopClockOf(tx, by.actorId);
  await tellCounted(tx, { proposal, member, by });
}

const endActions = {
  objected: "roles.object",
  withdrawn: "roles.withdraw",
  lapsed: "roles.lapse",
} as const;

/** Ends the proposal without effect; notifies every active member of an objection, otherwise the officials and the member. */
export async function endProposal(
  tx: Tx,
  { proposal, member, by, end }: Deciding & { end: ProposalEnding },
): Promise<void> {
  const reason = end.outcome === "objected" ? end.reason : null;
  await decide(tx, proposal, { outcome: end.outcome, by, reason });
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actorId,
    action: endActions[end.outcome],
    subject: "member",
    subjectId: member.id,
    before: { role: officeOf(proposal), proposal_id: proposal.id },
    after: { role: null, ...(reason === null ? {} : { reason }) },
    address: by.address,
  });
  await tellEnded(tx, { proposal, member, by, end });
}

/** Call when the member leaves or can no longer hold an office: ends what waits for them. */
export async function dropProposal(
  tx: Tx,
  member: MemberRow,
  by: DoneBy,
  outcome: "lapsed" | "withdrawn" = "lapsed",
): Promise<void> {
  const proposal = await findWaitingProposal(tx, member.id);
  if (proposal === undefined) return;
  await endProposal(tx, { proposal, member, by, end: { outcome } });
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
