// The current settings, and their history.
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import {
  settingNames,
  type getSettings,
  type SettingsChange,
  type SettingValue,
} from "#contract/group.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { personColumns, toPerson } from "#server/core/members/member-directory.ts";
import { inPage, pageOf } from "#server/db/paging.ts";
import type { Reader } from "#server/db/connection.ts";
import { viewSettings } from "#server/core/members/settings-view.ts";

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

/** The audit row holds the changed settings as `viewSettings` writes them (settings.actions.ts). */
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
