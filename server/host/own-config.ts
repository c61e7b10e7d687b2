// The settings of the one group that a command works on.
import { UsageError } from "#server/platform/command.ts";
import { isHost, readConfig, type Config } from "#server/platform/config.ts";
import { configOfGroup, readHostConfig } from "./host-config.ts";
import { openHost, openPepper } from "./host.ts";

/** The option of a command of one group. */
export const groupOption = { group: { type: "string" } } as const;

/**
 * Of the deployment's only group, or of the host's group of that name. Refuses a name where there is one group, none on a host,
 * and one that no group has.
 */
export async function readOwnConfig(group: string | undefined): Promise<Config> {
  if (!isHost(process.env)) {
    if (group !== undefined)
      throw new UsageError("--group goes with MANY_GROUPS=on: this deployment has one group.");
    return readConfig(process.env);
  }
  if (group === undefined)
    throw new UsageError("This is a host of many groups: say which one with --group NAME.");
  const host = await openHost(readHostConfig(process.env));
  try {
    const row = await host.directory.db
      .selectFrom("groups")
      .selectAll()
      .where("name", "=", group)
      .where("state", "<>", "creating")
      .executeTakeFirst();
    if (row === undefined) throw new UsageError(`There is no group with the name "${group}".`);
    const { name, database } = row;
    return configOfGroup(host.settings, { name, database, pepper: openPepper(host, row) });
  } finally {
    await host.close();
  }
}
