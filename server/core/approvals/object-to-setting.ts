// Weaker settings are objected to as offices are (MEM-28): by officials, by whoever was one lately, and by members together.
import { sql } from "kysely";
import type { Person } from "#contract/people.ts";
import type { GuardedSetting } from "#contract/proposals.ts";
import {
  type AnsweredOffice,
  answerOffice,
  effectOf,
  type GivenAnswer,
  type OfficeProposalState,
  type Speaker,
} from "#domain/members/office-answers.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { letter } from "#server/core/mail/letters.ts";
import { notice, notifyMembers } from "#server/core/notices/notify.ts";
import { knownAsOf, personIn } from "#server/core/members/member-directory.ts";
import { readElectorate, readSpeaker } from "#server/core/offices/voices.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { couldBeRefused, settingChange } from "./guarded-settings.ts";

/** The settings that wait, with who has objected, newest first. At most one of each setting waits. */
export async function readWaitingSettings(reader: Reader) {
  return selectSettings(reader).where("outcome", "is", null).orderBy("id", "desc").execute();
}

export type WaitingSetting = Awaited<ReturnType<typeof readWaitingSettings>>[number];

function selectSettings(reader: Reader) {
  return reader
    .selectFrom("proposals")
    .select(["id", "setting", "old_value", "new_value", "outcome"])
    .select(["proposed_by", "proposed_at", "effective_at"])
    .select([
      couldBeRefused.as("could_be_refused"),
      sql<Person>`${personIn("proposals.proposed_by")}`.as("proposer"),
      sql<{ memberId: number; counts: boolean; person: Person }[]>`(
        SELECT coalesce(json_agg(json_build_object('memberId', o.member_id, 'counts', o.counts,
                                                   'person', ${personIn("o.member_id")}) ORDER BY o.id), '[]')
          FROM setting_objections o WHERE o.proposal_id = proposals.id)`.as("objections"),
    ])
    .where("kind", "=", "setting");
}

export const proposedSetting = (row: { proposed_by: number; proposed_at: Date }) => ({
  memberId: null,
  proposedById: row.proposed_by,
  proposedAt: row.proposed_at,
});

const stateOf = (row: WaitingSetting): OfficeProposalState => ({
  change: "setting",
  memberId: null,
  proposedById: row.proposed_by,
  needsAgreement: false,
  waitsUntil: row.effective_at ?? row.proposed_at,
  hasSilenced: false,
});

/** Whether this person may still object. */
export function mayObjectToSetting(row: WaitingSetting, speaker: Speaker): boolean {
  return (
    !row.objections.some(({ memberId }) => memberId === speaker.id) &&
    effectOf(stateOf(row), speaker, "object") !== "refused"
  );
}

/** Refuses what is no setting (404), who may not object (403), and, unless it is only looked at, what is decided. */
export async function weighObjection(
  reader: Reader,
  id: number,
  { actor, now }: { actor: Actor; now: Date },
): Promise<{ row: WaitingSetting; answered: AnsweredOffice }> {
  const row = await selectSettings(reader).where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw refuse("not-found");
  if (row.outcome !== null) throw refuse("proposal-decided");
  const proposed = proposedSetting(row);
  const speaker = (await readSpeaker(reader, { actor, proposed: [proposed], now }))(0);
  const earlier: GivenAnswer[] = row.objections.map(({ memberId, counts }) => ({
    memberId,
    answer: "object",
    counts,
  }));
  const electorate = await readElectorate(reader, proposed);
  const answering = { speaker, answer: "object", electorate, now } as const;
  return { row, answered: answerOffice(stateOf(row), earlier, answering) };
}

type Objecting = { id: number; actor: Actor; reason: string; now: Date; address: string };

/** Stores the objection, and ends the proposal if it is enough; every member is notified. Runs under `lockMembership`. */
export async function objectToSetting(
  tx: Tx,
  { id, actor, reason, now, address }: Objecting,
): Promise<AnsweredOffice> {
  const { row, answered } = await weighObjection(tx, id, { actor, now });
  const { counts } = answered;
  await tx
    .insertInto("setting_objections")
    .values({ proposal_id: id, member_id: actor.id, reason, counts, objected_at: now })
    .execute();
  const log = { now, actorId: actor.id, subject: "proposal", subjectId: id, address } as const;
  await recordAudit(tx, { ...log, action: "proposals.object", after: { reason, counts } });
  const isOver = answered.outcome !== null;
  if (isOver) {
    await tx
      .updateTable("proposals")
      .set({ outcome: "refused", decided_by: actor.id, decided_at: now, reason })
      .where("id", "=", id)
      .execute();
    await recordAudit(tx, { ...log, action: "proposals.refuse", after: { reason } });
  }
  const values = { before: row.old_value, after: row.new_value };
  const facts = {
    by: await knownAsOf(tx, actor.id),
    change: settingChange(row.setting as GuardedSetting, values),
    reason,
  };
  await notifyMembers(tx, {
    letter: letter("settingObjected", facts, ["objects", isOver ? "ended" : "waits"]),
    notice: notice("setting_objected", facts),
    now,
  });
  return answered;
}
