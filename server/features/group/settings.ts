// The group's public facts, and its settings.
import { settingNames } from "#contract/choices.ts";
import * as contract from "#contract/group.ts";
import { toKes } from "#domain/money.ts";
import {
  readGroupSettings,
  type GroupSettings,
  toColumns,
  viewSettings,
  payToOf,
} from "#server/core/members/group-settings.ts";
import {
  countDueSettings,
  limitOnePerson,
  proposeSetting,
  valueOf,
} from "#server/core/approvals/guarded-settings.ts";
import type { Database, Tx, Reader } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { BodyOf, ReplyOf, QueryOf } from "#contract/endpoint.ts";
import {
  type acceptDay,
  type changeSettings,
  type SettingValue,
  type getSettings,
  type SettingsChange,
} from "#contract/group.ts";
import { guardedSettings, type GuardedSetting } from "#contract/proposals.ts";
import { nairobiDate, nairobiIso } from "#domain/calendar.ts";
import type { PayTo } from "#domain/payments/pay-to.ts";
import { refuse } from "#domain/refusal.ts";
import { booksHaveBegun, readClosedYears } from "#server/core/ledger/journal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { acceptClock } from "#server/core/clock/clock.ts";
import { payToLetter } from "#server/core/mail/composed-letters.ts";
import { notifyOfficials, notice } from "#server/core/notices/notify.ts";
import { readOfficeDelay } from "#server/core/offices/office-delay.ts";
import { findTwoStep } from "#server/core/identity/two-step.ts";
import { personColumns, toPerson } from "#server/core/members/member-directory.ts";
import { inPage, pageOf } from "#server/db/paging.ts";
import type { By, SignedInRequest } from "#server/platform/request.ts";

export function groupRoutes(routes: Routes, db: Database): void {
  routes.public(contract.getGroup, async (reader) => {
    const settings = await readGroupSettings(reader);
    return {
      name: settings.name,
      currency: "KES" as const,
      bank_name: settings.bankName,
      monthly_contribution: toKes(settings.monthlyContributionCents),
    };
  });
  routes.read(contract.getSettings, async (reader, { now, query }) => {
    await countDueSettings(db, now);
    return readSettings(reader, query);
  });
  routes.write(contract.changeSettings, changeGroupSettings, {
    changesMembership: true,
    prepare: (prepared, { now }) => countDueSettings(prepared, now),
  });
  routes.write(contract.acceptDay, acceptServersDay);
}

/** An official confirms the day of the server's clock, which is ahead (SAFE-30). A clock that is behind is not theirs to confirm. */
async function acceptServersDay(
  tx: Tx,
  { actor, now, origin, body, t }: SignedInRequest<unknown, BodyOf<typeof acceptDay>>,
): Promise<ReplyOf<typeof acceptDay>> {
  const day = nairobiDate(now);
  if (body.day !== day) throw refuse("clock-other-day", { day: { day } }).at("day");
  const by = { now, actorId: actor.id, address: origin.address };
  const { state } = await acceptClock(tx, by);
  const facts = { day: { day } };
  return {
    detail: state === "ok" ? t("done.clock.wasRight", facts) : t("done.clock.accepted", facts),
  };
}

// Changes the group's settings (BOOK-22). Posted entries stay, and each loan keeps its terms.

type Request = SignedInRequest<unknown, BodyOf<typeof changeSettings>>;

/**
 * Runs under `lockMembership`, which waits for every change in progress: no request is checked by two sets of terms,
 * and of two Chairpersons one comes second. Refuses another start of the year once a year has been closed.
 */
export async function changeGroupSettings(
  tx: Tx,
  { actor, now, origin, body, t }: Request,
): Promise<ReplyOf<typeof changeSettings>> {
  const stood = await readGroupSettings(tx);
  const before = viewSettings(stood);
  const waiting = await proposeWeakening(tx, { actor, now, origin }, { stood, command: body });
  const command = withoutWaiting(body, waiting);
  const payToChanges =
    body.pay_to !== undefined && !isSame(body.pay_to, before.pay_to) && (await hasPayTo(tx));
  const columns = Object.entries({
    ...toColumns(command),
    pay_to_changed_at: payToChanges ? now : undefined,
  }).filter(([, value]) => value !== undefined);
  if (columns.length > 0)
    await tx.updateTable("group_settings").set(Object.fromEntries(columns)).execute();
  for (const setting of ["second_person_above", "fine_limit"] as const) {
    const aboveCents = command[setting];
    if (aboveCents !== undefined && aboveCents !== valueOf(setting, stood))
      await limitOnePerson(tx, { setting, aboveCents, from: now, proposalId: null });
  }
  const after = viewSettings(await readGroupSettings(tx));

  const changed = settingNames.filter((name) => !isSame(before[name], after[name]));
  const [first] = waiting;
  const waits = first === undefined ? {} : { effective_at: nairobiIso(first.effectiveAt) };
  if (changed.length === 0) {
    const detail = first === undefined ? t("done.settings.unchanged") : t("done.settings.waits");
    return { detail, settings: after, ...waits };
  }
  if (changed.includes("financial_year_start") && (await readClosedYears(tx)).length > 0)
    throw refuse("year-start-after-closing").at("financial_year_start");
  // A Chairperson who demands two-step sign-in must use it, and so cannot lock themselves out.
  if (after.officials_two_step && !before.officials_two_step)
    if ((await findTwoStep(tx, actor.id)) === undefined)
      throw refuse("two-step-own-first").at("officials_two_step");
  const single = (settings: typeof before) =>
    Object.fromEntries(changed.map((name) => [name, settings[name]]));
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "settings.change",
    subject: "group_settings",
    subjectId: null,
    before: single(before),
    after: single(after),
    address: origin.address,
  });
  if (payToChanges)
    await tellOfPayTo(tx, { actor, now }, { before: stood.payTo, after: after.pay_to });
  const detail = first === undefined ? t("done.settings.saved") : t("done.settings.savedAndWaits");
  return { detail, settings: after, ...waits };
}

/** Whether members had a way to pay before: the first entry is no change (PAY-23). */
async function hasPayTo(tx: Tx): Promise<boolean> {
  const { pay_to_changed_at: changedAt, ...row } = await tx
    .selectFrom("group_settings")
    .select(["pay_to", "pay_to_changed_at"])
    .executeTakeFirstOrThrow();
  return changedAt !== null || payToOf(row).length > 0;
}

/** Also compares lists, whose fields have a fixed order. */
function isSame(one: SettingValue, other: SettingValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** PAY-23: every official sees who changed where members pay. Call after the audit row. */
async function tellOfPayTo(
  tx: Tx,
  { actor, now }: Pick<Request, "actor" | "now">,
  change: { before: readonly PayTo[]; after: readonly PayTo[] },
): Promise<void> {
  const { first_name, last_name } = await tx
    .selectFrom("members")
    .select(["first_name", "last_name"])
    .where("id", "=", actor.id)
    .executeTakeFirstOrThrow();
  const by = `${first_name} ${last_name}`;
  const letter = payToLetter({ ...change, by, now });
  await notifyOfficials(tx, { letter, notice: notice("pay_to_changed", { by }), now });
}

type Command = BodyOf<typeof changeSettings>;
type Waiting = { setting: GuardedSetting; effectiveAt: Date };

/** MEM-28: once the books have begun, a weaker safeguard waits under the delay of `readOfficeDelay`. */
async function proposeWeakening(
  tx: Tx,
  by: By,
  { stood, command }: { stood: GroupSettings; command: Command },
): Promise<Waiting[]> {
  const wanted = {
    office_delay_hours: bigintOf(command.office_delay_hours),
    second_person_above: command.second_person_above,
    fine_limit: command.fine_limit,
    late_fine_amount: command.late_fine_amount,
    mpesa_payouts: bigintOf(command.mpesa_payouts),
    officials_two_step: bigintOf(command.officials_two_step),
    require_evidence: bigintOf(command.require_evidence),
  };
  const weaker = guardedSettings.flatMap((setting) => {
    const [before, after] = [valueOf(setting, stood), wanted[setting]];
    if (after === undefined || !isWeaker(setting, { before, after }, stood)) return [];
    return [{ setting, before, after }];
  });
  if (weaker.length === 0 || !(await booksHaveBegun(tx))) return [];
  const delayHours = await readOfficeDelay(tx, by.now);
  if (delayHours === 0) return [];
  const waiting: Waiting[] = [];
  for (const change of weaker) {
    const effectiveAt = await proposeSetting(tx, by, { ...change, delayHours });
    waiting.push({ setting: change.setting, effectiveAt });
  }
  return waiting;
}

const bigintOf = (value: number | boolean | undefined) =>
  value === undefined ? undefined : BigInt(value);

/**
 * A shorter delay, a higher limit of what one person may do alone, late fines that are above the limit of one fine,
 * money that may leave by M-PESA, or no demand for two-step sign-in or evidence any more.
 * A limit that is null asks for nobody.
 */
function isWeaker(
  setting: GuardedSetting,
  { before, after }: { before: bigint | null; after: bigint | null },
  stood: GroupSettings,
): boolean {
  switch (setting) {
    case "office_delay_hours":
      return (after ?? 0n) < (before ?? 0n);
    case "second_person_above":
    case "fine_limit":
      return before !== null && (after === null || after > before);
    case "late_fine_amount":
      return (
        stood.fineLimitCents !== null &&
        (after ?? 0n) > stood.fineLimitCents &&
        (after ?? 0n) > (before ?? 0n)
      );
    case "mpesa_payouts":
      return after === 1n && before === 0n;
    case "officials_two_step":
    case "require_evidence":
      return after === 0n && before === 1n;
  }
}

function withoutWaiting(command: Command, waiting: readonly Waiting[]): Command {
  const left: Command = { ...command };
  for (const { setting } of waiting) delete left[setting];
  return left;
}

// The current settings, and their history.

const CHANGE = "settings.change";

export async function readSettings(
  reader: Reader,
  query: QueryOf<typeof getSettings>,
): Promise<ReplyOf<typeof getSettings>> {
  const settings = viewSettings(await readGroupSettings(reader));
  const page = pageOf(query);
  let changes = reader
    .selectFrom("audit_entries")
    .innerJoin("members", "members.id", "audit_entries.actor_id")
    .select(["audit_entries.at", "audit_entries.before", "audit_entries.after"])
    .select(personColumns)
    .where("audit_entries.action", "=", CHANGE)
    .orderBy("audit_entries.id", "desc");
  changes = inPage(changes, page);
  const history = (await changes.execute()).map((row) => ({
    at: nairobiIso(row.at),
    actor: toPerson(row),
    changes: listChanges(row),
  }));
  if (page === null) return { ...settings, history };
  const { count } = await reader
    .selectFrom("audit_entries")
    .select((entry) => entry.fn.countAll<bigint>().as("count"))
    .where("action", "=", CHANGE)
    .executeTakeFirstOrThrow();
  return { ...settings, history, count: Number(count) };
}

/** The audit row holds the changed settings as `viewSettings` writes them. */
function listChanges(row: { before: unknown; after: unknown }): SettingsChange["changes"] {
  type Values = Record<string, SettingValue>;
  const [before, after] = [row.before as Values, row.after as Values];
  return settingNames.flatMap((setting) => {
    const [old, params] = [before[setting], after[setting]];
    return old === undefined || params === undefined
      ? []
      : [{ setting, before: old, after: params }];
  });
}
