// Weaker settings wait once the books have begun (MEM-28): each is proposed under the old delay, and applies when that
// is over or another official agrees.
import { sql } from "kysely";
import type { GuardedSetting } from "#contract/proposals.ts";
import { type Cents, toKes } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { isDaySure } from "#server/core/clock/clock.ts";
import { letter } from "#server/core/mail/letters.ts";
import { notice, notifyMembers } from "#server/core/notices/notify.ts";
import { type GroupSettings, readGroupSettings } from "#server/core/members/group-settings.ts";
import { knownAsOf } from "#server/core/members/member-directory.ts";
import { knownBy } from "#server/core/notices/write-notices.ts";
import { type Database, inTransaction, type Reader, type Tx } from "#server/db/connection.ts";
import { lockMembership } from "#server/db/locks.ts";
import type { By } from "#server/platform/request.ts";

const HOUR_MS = 3_600_000;

/** Hours, or cents; null is off. Whether a thing is on: 1, or 0. */
export type GuardedValue = bigint | null;

/** KES, hours, or whether it is on, as the settings show it. */
export function shownValue(setting: GuardedSetting, value: GuardedValue): number | boolean | null {
  if (value === null) return null;
  if (isSwitch(setting)) return value === 1n;
  return setting === "office_delay_hours" ? Number(value) : toKes(value);
}

type Switch = "mpesa_payouts" | "officials_two_step" | "require_evidence";

const isSwitch = (setting: GuardedSetting): setting is Switch =>
  setting === "mpesa_payouts" || setting === "officials_two_step" || setting === "require_evidence";

/** The value in force. */
export function valueOf(setting: GuardedSetting, settings: GroupSettings): GuardedValue {
  switch (setting) {
    case "office_delay_hours":
      return BigInt(settings.officeDelayHours);
    case "second_person_above":
      return settings.secondPersonAboveCents;
    case "fine_limit":
      return settings.fineLimitCents;
    case "late_fine_amount":
      return settings.lateFine.cents;
    case "mpesa_payouts":
      return settings.paysOutByMpesa ? 1n : 0n;
    case "officials_two_step":
      return settings.officialsNeedTwoStep ? 1n : 0n;
    case "require_evidence":
      return settings.requiresEvidence ? 1n : 0n;
  }
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
    by: await knownAsOf(tx, by.actor.id),
    change: settingChange(setting, { before, after }),
    moment: { at: effectiveAt },
  };
  await notifyMembers(tx, {
    letter: letter("settingProposed", facts),
    notice: knownBy(notice("setting_proposed", facts), { proposal: id }),
    now: by.now,
  });
  return effectiveAt;
}

/** The name of a change of a guarded setting. */
export function settingChange(
  setting: GuardedSetting,
  { before, after }: { before: GuardedValue; after: GuardedValue },
): Message {
  const cents = { before: before ?? 0n, after: after ?? 0n };
  switch (setting) {
    case "office_delay_hours":
      return message("descriptions.officeDelay", { before: String(before), after: String(after) });
    case "second_person_above":
      return after === null
        ? message("descriptions.secondPersonOff", cents)
        : message("descriptions.secondPersonAbove", cents);
    case "fine_limit":
      return after === null
        ? message("descriptions.fineLimitOff", cents)
        : message("descriptions.fineLimit", cents);
    case "late_fine_amount":
      return message("descriptions.lateFineAmount", cents);
    case "mpesa_payouts":
      return message("descriptions.mpesaPayouts");
    case "officials_two_step":
      return message("descriptions.officialsTwoStepOff");
    case "require_evidence":
      return message("descriptions.requireEvidenceOff");
  }
}

function selectWaiting(reader: Reader) {
  return reader
    .selectFrom("proposals")
    .selectAll()
    .where("kind", "=", "setting")
    .where("outcome", "is", null);
}

/** For queries over `proposals`. While nobody else holds an office, nobody could refuse a setting: it waits for an agreement. */
export const couldBeRefused = sql<boolean>`EXISTS (
  SELECT FROM members official WHERE official.office IS NOT NULL AND official.id <> proposals.proposed_by)`;

/**
 * Applies every setting change whose time has come by the application's clock. Called before the settings are read or
 * relied on, and by a job; safe to run twice and on two servers. None counts while the day is not sure (SAFE-30).
 */
export async function countDueSettings(db: Database, now: Date): Promise<void> {
  const selectDue = (reader: Reader) =>
    selectWaiting(reader).where("effective_at", "<=", now).where(couldBeRefused);
  if ((await selectDue(db).limit(1).executeTakeFirst()) === undefined) return;
  if (!(await isDaySure(db, now))) return;
  await inTransaction(db, async (tx) => {
    await lockMembership(tx);
    for (const due of await selectDue(tx).orderBy("effective_at").orderBy("id").execute()) {
      const at = due.effective_at ?? now;
      await tx
        .updateTable("proposals")
        .set({ outcome: "counted", decided_at: at })
        .where("id", "=", due.id)
        .execute();
      await countSetting(tx, due, { at, now });
    }
  });
}

type WaitingSetting = Awaited<ReturnType<ReturnType<typeof selectWaiting>["execute"]>>[number];

/** Applies the setting from `at` on, which may be past. Runs under `lockMembership`, once its proposal is decided. */
export async function countSetting(
  tx: Tx,
  proposal: Pick<WaitingSetting, "id" | "new_value" | "proposed_by" | "proposed_from"> & {
    setting: string | null;
  },
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  // The database admits no other words (proposals_setting).
  const setting = proposal.setting as GuardedSetting;
  const before = valueOf(setting, await readGroupSettings(tx));
  const after = proposal.new_value;
  if (setting === "second_person_above" || setting === "fine_limit")
    await limitOnePerson(tx, {
      setting,
      aboveCents: after,
      from: at,
      proposalId: proposal.id,
    });
  else await tx.updateTable("group_settings").set(columnsOf(setting, after)).execute();
  await recordAudit(tx, {
    now: at,
    clock: now,
    actorId: proposal.proposed_by,
    action: "settings.change",
    subject: "group_settings",
    subjectId: null,
    before: { [setting]: shownValue(setting, before) },
    after: { [setting]: shownValue(setting, after), proposal_id: proposal.id },
    address: proposal.proposed_from,
  });
}

function columnsOf(
  setting: "office_delay_hours" | "late_fine_amount" | Switch,
  after: GuardedValue,
) {
  if (setting === "office_delay_hours") return { office_delay_hours: Number(after) };
  if (isSwitch(setting)) return { [setting]: after === 1n };
  return { late_fine_cents: after ?? 0n };
}

/**
 * Sets the most (cents) that one person may take out of the bank, or fine; null: any amount. Runs under
 * `lockMembership`, so that entries posted meanwhile under the old limit are visible: the new limit applies to every
 * entry with a higher number, whatever the clock says then.
 */
export async function limitOnePerson(
  tx: Tx,
  limit: {
    setting: "second_person_above" | "fine_limit";
    aboveCents: Cents | null;
    from: Date;
    proposalId: number | null;
  },
): Promise<void> {
  const what = limit.setting === "fine_limit" ? "fine" : "bank";
  await sql`
    INSERT INTO second_person_limits (what, above_cents, counts_from, proposal_id, after_entry)
    SELECT ${what}, ${limit.aboveCents}::bigint, ${limit.from}::timestamptz, ${limit.proposalId}::int,
           coalesce((SELECT max(id) FROM entries), 0)`.execute(tx);
}
