// A host of many groups: its settings, its key, and its directory.
import { readRole } from "#server/db/migrate.ts";
import type { SecretBox } from "#server/platform/secrets.ts";
import type { GroupRow } from "./directory-schema.ts";
import { openHostBox, type HostConfig } from "./host-config.ts";
import { openDirectory, type OpenDirectory } from "./open-directory.ts";

export type Host = {
  settings: HostConfig;
  /** Seals the keys of the groups. */
  box: SecretBox;
  directory: OpenDirectory;
  /** The name of the role that serves every group. */
  serverRole(): Promise<string>;
  close(): Promise<void>;
};

export async function openHost(
  settings: HostConfig,
  log: (line: string) => void = () => undefined,
): Promise<Host> {
  const box = await openHostBox(settings);
  const directory = await openDirectory(settings, log);
  const { connection } = directory.postgres;
  return {
    settings,
    box,
    directory,
    serverRole: async () => ("user" in connection ? connection.user : readRole(connection)),
    close: () => directory.close(),
  };
}

/** The group's pepper, which only its own server side sees. */
export function openPepper({ box }: Pick<Host, "box">, { pepper, name }: GroupRow): string {
  return box.open({ bytes: pepper, isSealed: true }, name).toString();
}
