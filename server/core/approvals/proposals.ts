// What needs a second official is proposed: money out of the bank, instead of being posted (BOOK-20, BOOK-26), and
// weaker settings (MEM-28).
import { sql } from "kysely";
import type { GuardedSetting, ProposalKind, Proposed } from "#contract/proposals.ts";
import { type Cents, toKes } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { letter } from "#server/core/mail/letters.ts";
import { notice, notifyOfficials } from "#server/core/mail/notify.ts";
import { knownBy } from "#server/core/notices/write-notices.ts";
import { nameOf } from "#server/core/members/member-directory.ts";
import { type Database, inTransaction, type Reader, type Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { lockMembership } from "#server/db/locks.ts";

export type By = Pick<SignedInRequest, "actor" | "now" | "origin">;

/** `By`, with the language of the answer. */
export type SpokenTo = By & Pick<SignedInRequest, "t">;

/** The request as its body was read; `concernsId` is the member who leaves by an exit or a clearing. */
type Requested = {
  kind: Exclude<ProposalKind, "setting">;
  body: unknown;
  concernsId: number | null;
};

/**
 * Thrown to undo a change that needs a second person: it rolls the transaction back, and `propose` runs in a new one
 * under the same rights and idempotency key (http/endpoint-route.ts).
 */
export class ProposedInstead extends Error {
  readonly propose: (tx: Tx) => Promise<Proposed>;
  constructor(propose: (tx: Tx) => Promise<Proposed>) {
    super("a second person is needed");
    this.propose = propose;
  }
}

/**
 * Posts, then checks whether the entry took more out of the bank than `second_person_above` allows one person. If so,
 * the change has passed every check, rolls back, and is proposed instead.
 */
export async function postOrPropose<Posted extends { entryId: number }>(
  tx: Tx,
  by: SpokenTo,
  asked: Requested,
  post: () => Promise<Posted>,
): Promise<Posted> {
  const aboveCents = await readSecondPersonAbove(tx, by.now);
  const posted = await post();
  if (aboveCents === null) return posted;
  const { description, takenCents } = await readTaken(tx, posted.entryId);
  if (takenCents <= aboveCents) return posted;
  throw new ProposedInstead((again) =>
    propose(again, by, { ...asked, description, amountCents: takenCents }),
  );
}

/** The limit in force at that moment; null is off. */
async function readSecondPersonAbove(reader: Reader, at: Date): Promise<Cents | null> {
  const { rows } = await sql<{ cents: Cents | null }>`
    SELECT second_person_above(${at}) AS cents`.execute(reader);
  return rows[0]?.cents ?? null;
}

/** The entry's description, and how many cents it takes out of the bank (below 0: pays in). */
export async function readTaken(
  reader: Reader,
  entryId: number,
): Promise<{ description: string; takenCents: Cents }> {
  return reader
    .selectFrom("entries")
    .select([
      "description",
      sql<Cents>`(SELECT coalesce(-sum(amount_cents), 0)::bigint FROM postings
        WHERE entry_id = entries.id AND account = 'bank')`.as("takenCents"),
    ])
    .where("id", "=", entryId)
    .executeTakeFirstOrThrow();
}

async function propose(
  tx: Tx,
  by: SpokenTo,
  command: Requested & { description: string; amountCents: Cents },
): Promise<Proposed> {
  const { kind, description, amountCents } = command;
  const { id } = await tx
    .insertInto("proposals")
    .values({
      kind,
      asked: JSON.stringify(command.body, asOnTheWire),
      description,
      amount_cents: amountCents,
      concerns_id: command.concernsId,
      proposed_by: by.actor.id,
      proposed_at: by.now,
      proposed_from: by.origin.address,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "proposals.propose",
    subject: "proposal",
    subjectId: id,
    after: { kind, description, amount: toKes(amountCents) },
    address: by.origin.address,
  });
  const leaver = command.concernsId === null ? "" : await nameOf(tx, command.concernsId);
  const facts = {
    by: await nameOf(tx, by.actor.id),
    amount: amountCents,
    what: describeProposal({ kind, description, asked: command.body, leaver }),
  };
  await notifyOfficials(tx, {
    letter: letter("moneyProposed", facts),
    notice: knownBy(notice("money_proposed", facts), { proposal: id }),
    exceptMember: by.actor.id,
    now: by.now,
  });
  const detail = by.t("done.proposals.proposed", { amount: amountCents });
  return { detail, status: "proposed", id };
}

/** What takes the money: the official's own words, or the system's name for it. `leaver` is a full name. */
export function describeProposal(proposal: {
  kind: Requested["kind"];
  description: string;
  asked: unknown;
  leaver: string;
}): string | Message {
  const { kind, description, asked, leaver } = proposal;
  switch (kind) {
    case "ledger_entry":
      return description;
    case "exit":
      return message("descriptions.exitOf", { member: leaver });
    case "clearing":
      return message("descriptions.clearingOf", { member: leaver });
    case "reversal":
      return message("descriptions.reversal", asked as { id: number; reason: string });
  }
}

/** Every bigint of a body is an amount in cents (contract/fields.ts): converts it back to KES, as it was sent. */
function asOnTheWire(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? toKes(value) : value;
}

// Weaker settings wait once the books have begun (MEM-28): each is proposed under the old delay, and applies when that
// is over or another official agrees.

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
