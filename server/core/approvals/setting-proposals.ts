// Weaker settings wait once the books have begun (MEM-28): each is proposed under the old delay, and applies when
// that is over or another official agrees.
import { sql } from "kysely";
import type { GuardedSetting } from "#contract/proposals.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { letter } from "#server/core/mail/letters.ts";
import { notifyOfficials, notice } from "#server/core/mail/notify.ts";
import { knownBy } from "#server/core/notices/write-notices.ts";
import { nameOf } from "#server/core/members/office-proposals.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { inTransaction, type Database, type Reader, type Tx } from "#server/db/connection.ts";
import { lockMembership } from "#server/db/locks.ts";
import type { By } from "./proposals.ts";

const HOUR_MS = 3_600_000;

/** Hours, or cents; null is off. */
export type GuardedValue = bigint | null;

/** KES or hours, as the settings show it. */
export function shownValue(setting: GuardedSetting, value: GuardedValue): number | null {
  if (value === null) return null;
  return setting === "second_person_above" ? toKes(value) : Number(value);
}

/**
 * Stores the change as a proposal, and returns the moment it takes effect. Refuses while another change of the
 * setting waits.
 */
export async function proposeSetting(
  tx: Tx,
  by: By,
  change: {
    setting: GuardedSetting;
    before: GuardedValue;
    after: GuardedValue;
    delayHours: number;
  },
): Promise<Date> {
  const { setting, before, after, delayHours } = change;
  const waits = await selectWaiting(tx).where("setting", "=", setting).executeTakeFirst();
  if (waits !== undefined) throw refuse("setting-already-waits").at(setting);
  const effectiveAt = new Date(by.now.getTime() + delayHours * HOUR_MS);
  const shown = { before: shownValue(setting, before), after: shownValue(setting, after) };
  const { id } = await tx
    .insertInto("proposals")
    .values({
      kind: "setting",
      asked: JSON.stringify({ [setting]: shown.after }),
      description: inEnglish(settingChange(setting, { before, after })),
      setting,
      old_value: before,
      new_value: after,
      proposed_by: by.actor.id,
      proposed_at: by.now,
      proposed_from: by.origin.address,
      delay_hours: delayHours,
      effective_at: effectiveAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "proposals.propose",
    subject: "proposal",
    subjectId: id,
    before: { setting, value: shown.before },
    after: { setting, value: shown.after, effective_at: effectiveAt.toISOString() },
    address: by.origin.address,
  });
  const facts = {
    by: await nameOf(tx, by.actor.id),
    change: settingChange(setting, { before, after }),
    moment: { at: effectiveAt },
  };
  await notifyOfficials(tx, {
    letter: letter("settingProposed", facts),
    notice: knownBy(notice("setting_proposed", facts), { proposal: id }),
    exceptMember: by.actor.id,
    now: by.now,
  });
  return effectiveAt;
}

/** The name of a change of a guarded setting. */
export function settingChange(
  setting: GuardedSetting,
  { before, after }: { before: GuardedValue; after: GuardedValue },
): Message {
  if (setting === "office_delay_hours")
    return message("descriptions.officeDelay", { before: String(before), after: String(after) });
  return after === null
    ? message("descriptions.secondPersonOff", { before: before ?? 0n })
    : message("descriptions.secondPersonAbove", { before: before ?? 0n, after });
}

function selectWaiting(reader: Reader) {
  return reader
    .selectFrom("proposals")
    .selectAll()
    .where("kind", "=", "setting")
    .where("outcome", "is", null);
}

/**
 * Applies every setting change whose time has come by the application's clock. Called before the settings are read or
 * relied on, and by a job; safe to run twice and on two servers.
 */
export async function countDueSettings(db: Database, now: Date): Promise<void> {
  const selectDue = (reader: Reader) => selectWaiting(reader).where("effective_at", "<=", now);
  if ((await selectDue(db).limit(1).executeTakeFirst()) === undefined) return;
  await inTransaction(db, async (tx) => {
    await lockMembership(tx);
    for (const due of await selectDue(tx).orderBy("effective_at").orderBy("id").execute()) {
      const at = due.effective_at ?? now;
      await tx
        .updateTable("proposals")
        .set({ outcome: "counted", decided_at: at })
        .where("id", "=", due.id)
        .execute();
      await countSetting(tx, due, at);
    }
  });
}

type WaitingSetting = Awaited<ReturnType<ReturnType<typeof selectWaiting>["execute"]>>[number];

/** Applies the setting from `at` on. Runs under `lockMembership`, once its proposal is decided. */
export async function countSetting(
  tx: Tx,
  proposal: Pick<WaitingSetting, "id" | "new_value" | "proposed_by" | "proposed_from"> & {
    setting: string | null;
  },
  at: Date,
): Promise<void> {
  // The database admits no other words (proposals_setting).
  const setting = proposal.setting as GuardedSetting;
  const now = await readGroupSettings(tx);
  const before =
    setting === "second_person_above" ? now.secondPersonAboveCents : BigInt(now.officeDelayHours);
  const after = proposal.new_value;
  if (setting === "second_person_above")
    await limitOnePerson(tx, { aboveCents: after, from: at, proposalId: proposal.id });
  else
    await tx
      .updateTable("group_settings")
      .set({ office_delay_hours: Number(after) })
      .execute();
  await recordAudit(tx, {
    now: at,
    actorId: proposal.proposed_by,
    action: "settings.change",
    subject: "group_settings",
    subjectId: null,
    before: { [setting]: shownValue(setting, before) },
    after: { [setting]: shownValue(setting, after), proposal_id: proposal.id },
    address: proposal.proposed_from,
  });
}

/**
 * Sets the most (cents) that one person may take out of the bank; null: any amount. Runs under `lockMembership`, so
 * that entries posted meanwhile under the old limit are visible: the new limit never applies to them.
 */
export async function limitOnePerson(
  tx: Tx,
  limit: { aboveCents: Cents | null; from: Date; proposalId: number | null },
): Promise<void> {
  await sql`
    INSERT INTO second_person_limits (above_cents, counts_from, proposal_id)
    SELECT ${limit.aboveCents}::bigint, greatest(${limit.from}::timestamptz, max(counts_from), (
             SELECT max(recorded_at) FILTER (WHERE source_kind NOT IN ('payment', 'fine', 'loan'))
               FROM (SELECT recorded_at, source_kind FROM entries ORDER BY id DESC LIMIT 1000) last_entries
           )), ${limit.proposalId}::int
      FROM second_person_limits`.execute(tx);
}
