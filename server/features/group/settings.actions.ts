// Changing the group's settings (BOOK-22). What was posted stays, and each loan keeps the terms it was given.
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import { settingNames, type changeSettings } from "#contract/group.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readClosedYears } from "#server/core/ledger/closed-years.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { findTwoStep } from "#server/core/identity/two-step.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { toColumns, viewSettings } from "./settings-view.ts";

type Request = SignedInRequest<unknown, BodyOf<typeof changeSettings>>;

/**
 * Runs under `lockMembership`, which waits for every change under way: none is judged by two sets of terms, and of
 * two Chairpersons one comes second. Refuses another start of the year once a year has been closed.
 */
export async function changeGroupSettings(
  tx: Tx,
  { actor, now, origin, body }: Request,
): Promise<ReplyOf<typeof changeSettings>> {
  const before = viewSettings(await readGroupSettings(tx));
  const columns = Object.entries(toColumns(body)).filter(([, value]) => value !== undefined);
  if (columns.length > 0)
    await tx.updateTable("group_settings").set(Object.fromEntries(columns)).execute();
  const after = viewSettings(await readGroupSettings(tx));

  const changed = settingNames.filter((name) => before[name] !== after[name]);
  if (changed.length === 0)
    return { detail: "The settings are as they were: nothing was changed.", settings: after };
  if (changed.includes("financial_year_start") && (await readClosedYears(tx)).length > 0)
    throw refuse("year-start-after-closing").at("financial_year_start");
  // Whoever demands it shows how it is done, and cannot be the one whom it locks out.
  if (after.officials_two_step && !before.officials_two_step)
    if ((await findTwoStep(tx, actor.id)) === undefined)
      throw refuse("two-step-own-first").at("officials_two_step");
  const only = (settings: typeof before) =>
    Object.fromEntries(changed.map((name) => [name, settings[name]]));
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "settings.change",
    subject: "group_settings",
    subjectId: null,
    before: only(before),
    after: only(after),
    address: origin.address,
  });
  return { detail: "The settings have been saved.", settings: after };
}
