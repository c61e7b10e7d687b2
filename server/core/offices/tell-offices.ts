// Notifies every active member of what is proposed about offices, objected to, and counts (MEM-24, MEM-26, MEM-30).
import type { Office } from "#domain/permissions.ts";
import { message } from "#messages/message.ts";
import { proposalEndedLetter } from "#server/core/mail/composed-letters.ts";
import { letter } from "#server/core/mail/letters.ts";
import { notice, notifyMembers, notifyOfficials } from "#server/core/notices/notify.ts";
import { knownBy, tell } from "#server/core/notices/write-notices.ts";
import type { Tx } from "#server/db/connection.ts";
import {
  heldOffice,
  type MemberRow,
  knownAs,
  knownAsOf,
} from "#server/core/members/member-directory.ts";
import {
  changeOf,
  type DoneBy,
  officeOf,
  type ProposalEnding,
  type WaitingProposal,
} from "./waiting-offices.ts";

type About = { proposal: WaitingProposal; member: MemberRow };

export async function tellProposed(
  tx: Tx,
  {
    proposal,
    member,
    now,
    links,
  }: About & {
    now: Date;
    /** Where each of those who held an office lately objects without signing in. */
    links: ReadonlyMap<number, string>;
  },
): Promise<void> {
  const facts = {
    member: knownAs(member),
    office: officeOf(proposal),
    by: await knownAsOf(tx, proposal.proposed_by),
    moment: { at: proposal.effective_at },
  };
  const { member: name, office, moment } = facts;
  const [written, inList] =
    changeOf(proposal) === "take"
      ? [
          letter("officeRemovalProposed", facts, [
            "proposed",
            member.suspended_office === null ? "keeps" : "suspended",
            "mistaken",
          ]),
          notice("office_removal_proposed", { member: name, office, moment }),
        ]
      : proposal.needs_agreement
        ? [
            letter("officeNeedsAgreement", facts),
            notice("office_needs_agreement", { member: name, office }),
          ]
        : [
            letter("officeProposed", facts),
            notice("office_proposed", { member: name, office, moment }),
          ];
  await notifyMembers(tx, {
    letter: written,
    notice: knownBy(inList, { proposal: proposal.id }),
    links: new Map(
      [...links].map(([id, link]) => [id, message("mails.objectionLink.link", { link })] as const),
    ),
    now,
  });
}

/** An objection that does not end the proposal: a member's, or that of the official who is to lose the office. */
export async function tellObjection(
  tx: Tx,
  {
    proposal,
    member,
    ...objection
  }: About & {
    byId: number;
    reason: string;
    /** The members who have objected by now. */
    count: number;
    now: Date;
  },
): Promise<void> {
  const { byId, now } = objection;
  const facts = {
    member: knownAs(member),
    office: officeOf(proposal),
    by: await knownAsOf(tx, byId),
    reason: objection.reason,
  };
  const isOwn = changeOf(proposal) === "take" && byId === member.id;
  const written = isOwn
    ? letter("officeObjection", facts, ["own", "stopped"])
    : letter("officeObjection", { ...facts, count: objection.count }, [
        changeOf(proposal),
        "count",
      ]);
  await notifyMembers(tx, {
    letter: written,
    notice: knownBy(notice("office_objection", facts), { proposal: proposal.id }),
    now,
  });
}

/** After it counted: to every active member, and to who got or lost the office. */
export async function tellCounted(
  tx: Tx,
  { proposal, member, by }: About & { by: DoneBy },
): Promise<void> {
  const office = officeOf(proposal);
  const isGiven = changeOf(proposal) === "give";
  const facts = {
    member: knownAs(member),
    office,
    by: await knownAsOf(tx, proposal.proposed_by),
    moment: { at: proposal.proposed_at },
  };
  const agreedBy = await whoAgreed(tx, proposal, by);
  const written =
    agreedBy === null
      ? isGiven
        ? letter("officeCounts", facts)
        : letter("officeRemoved", facts, ["lost", "due", "mistaken"])
      : isGiven
        ? letter("officeAgreed", { ...facts, agreedBy })
        : letter("officeRemoved", { ...facts, agreedBy }, ["lost", "agreed", "mistaken"]);
  const event = isGiven ? "office_counts" : "office_lost";
  const inList = notice(event, { member: facts.member, office });
  await notifyMembers(tx, { letter: written, notice: inList, now: by.now });
  await tellOffice(tx, isGiven ? "office_given" : "office_taken", { member, office, now: by.now });
}

/** The official or the person who agreed; the members if they decided; null if its time had come. */
async function whoAgreed(tx: Tx, proposal: WaitingProposal, { actorId }: DoneBy) {
  if (actorId === null) return null;
  const byMembers = await tx
    .selectFrom("office_answers")
    .select("id")
    .where("proposal_id", "=", proposal.id)
    .where("member_id", "=", actorId)
    .where("counts", "=", true)
    .limit(1)
    .executeTakeFirst();
  return byMembers === undefined ? knownAsOf(tx, actorId) : message("mails.unnamed.members");
}

/** To every active member if somebody objected, otherwise to the officials and the member. */
export async function tellEnded(
  tx: Tx,
  { proposal, member, by, end }: About & { by: DoneBy; end: ProposalEnding },
): Promise<void> {
  const about = { member: knownAs(member), office: officeOf(proposal) };
  const change = changeOf(proposal);
  const who = by.actorId === null ? "" : await knownAsOf(tx, by.actorId);
  const ended = {
    letter: proposalEndedLetter(
      change,
      about,
      end.outcome === "lapsed" ? end : { ...end, by: who },
    ),
    notice: notice(change === "give" ? "office_not_given" : "office_stays", about),
    now: by.now,
  };
  if (end.outcome === "objected") await notifyMembers(tx, { ...ended, andMember: member.id });
  else await notifyOfficials(tx, { ...ended, andMember: member.id });
}

/** Notifies every active member that `member` has lost their office. The caller writes the row and its audit entry. */
export async function tellOfficeLost(
  tx: Tx,
  { member, by, now }: { member: MemberRow; by: { id: number }; now: Date },
): Promise<void> {
  const office = heldOffice(member);
  if (office === null) return;
  const lost = { member: knownAs(member), office, by: await knownAsOf(tx, by.id) };
  await notifyMembers(tx, {
    letter: letter("officeLost", lost),
    notice: notice("office_lost", { member: lost.member, office }),
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
