// Changing the group's settings (BOOK-22). What was posted stays, and each loan keeps the terms it was given.
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import { settingNames, type changeSettings } from "#contract/group.ts";
import type { GuardedSetting } from "#contract/proposals.ts";
import { nairobiIso } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import type { By } from "#server/core/approvals/proposals.ts";
import { limitOnePerson, proposeSetting } from "#server/core/approvals/setting-proposals.ts";
import { booksHaveBegun } from "#server/core/ledger/journal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readClosedYears } from "#server/core/ledger/closed-years.ts";
import { readGroupSettings, type GroupSettings } from "#server/core/members/group-settings.ts";
import { findTwoStep } from "#server/core/identity/two-step.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { toColumns, viewSettings } from "./settings-view.ts";

type Request = SignedInRequest<unknown, BodyOf<typeof changeSettings>>;

/**
 * Runs under `lockMembership`, which waits for every change under way: none is checked by two sets of terms, and of
 * two Chairpersons one comes second. Refuses another start of the year once a year has been closed.
 */
export async function changeGroupSettings(
  tx: Tx,
  { actor, now, origin, body }: Request,
): Promise<ReplyOf<typeof changeSettings>> {
  const stood = await readGroupSettings(tx);
  const before = viewSettings(stood);
  const waiting = await proposeWeakening(tx, { actor, now, origin }, { stood, command: body });
  const command = withoutWaiting(body, waiting);
  const columns = Object.entries(toColumns(command)).filter(([, value]) => value !== undefined);
  if (columns.length > 0)
    await tx.updateTable("group_settings").set(Object.fromEntries(columns)).execute();
  if (
    command.second_person_above !== undefined &&
    command.second_person_above !== stood.secondPersonAboveCents
  )
    await limitOnePerson(tx, {
      aboveCents: command.second_person_above,
      from: now,
      proposalId: null,
    });
  const after = viewSettings(await readGroupSettings(tx));

  const changed = settingNames.filter((name) => before[name] !== after[name]);
  const [first] = waiting;
  const waits = first === undefined ? {} : { effective_at: nairobiIso(first.effectiveAt) };
  if (changed.length === 0) {
    const detail =
      first === undefined
        ? "The settings are as they were: nothing was changed."
        : "This change waits: it counts when its time has come, or when another official agrees.";
    return { detail, settings: after, ...waits };
  }
  if (changed.includes("financial_year_start") && (await readClosedYears(tx)).length > 0)
    throw refuse("year-start-after-closing").at("financial_year_start");
  // Whoever demands it shows how it is done, and cannot be the one whom it locks out.
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
  const detail =
    first === undefined
      ? "The settings have been saved."
      : "The settings have been saved. What asks for one safeguard less waits: it counts when its time has come, or when another official agrees.";
  return { detail, settings: after, ...waits };
}

type Command = BodyOf<typeof changeSettings>;
type Waiting = { setting: GuardedSetting; effectiveAt: Date };

/** MEM-28: once the books have begun, what asks for one safeguard less waits under the delay that is still in force. */
async function proposeWeakening(
  tx: Tx,
  by: By,
  { stood, command }: { stood: GroupSettings; command: Command },
): Promise<Waiting[]> {
  const { officeDelayHours: delayHours, secondPersonAboveCents } = stood;
  const wanted = command.office_delay_hours;
  const above = command.second_person_above;
  const weaker = [
    ...(wanted !== undefined && wanted < delayHours
      ? [
          {
            setting: "office_delay_hours",
            before: BigInt(delayHours),
            after: BigInt(wanted),
          } as const,
        ]
      : []),
    ...(above !== undefined && letsMoreOut(secondPersonAboveCents, above)
      ? [{ setting: "second_person_above", before: secondPersonAboveCents, after: above } as const]
      : []),
  ];
  if (weaker.length === 0 || delayHours === 0 || !(await booksHaveBegun(tx))) return [];
  const waiting: Waiting[] = [];
  for (const change of weaker) {
    const effectiveAt = await proposeSetting(tx, by, { ...change, delayHours });
    waiting.push({ setting: change.setting, effectiveAt });
  }
  return waiting;
}

/** Whether one person alone could take more out of the bank; null asks for a second person never. */
function letsMoreOut(before: Cents | null, after: Cents | null): boolean {
  return before !== null && (after === null || after > before);
}

function withoutWaiting(command: Command, waiting: readonly Waiting[]): Command {
  const left: Command = { ...command };
  for (const { setting } of waiting) delete left[setting];
  return left;
}
