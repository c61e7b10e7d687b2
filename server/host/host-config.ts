// The settings of a host of many groups, which stand beside those of API-15.
import { randomBytes } from "node:crypto";
import { mkdir, open, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { groupUrl } from "#domain/groups/group-name.ts";
import { ConfigError } from "#server/platform/config-error.ts";
import { urlOfDatabase } from "#server/db/connection.ts";
import { isHost, readConfig, type Config } from "#server/platform/config.ts";
import { openSecretBox, type SecretBox } from "#server/platform/secrets.ts";

type Env = Readonly<Record<string, string | undefined>>;

export type HostConfig = {
  /** What all groups have in common; its address is the host's. */
  config: Config;
  /** The file of the key that seals the keys of the groups. */
  keyFile: string;
};

/** Settings that each group has for itself. */
const OWN_SETTINGS = /^(?:MPESA_|PASSWORD_PEPPER$|DATABASE_READ_URL$|BACKUP_RECIPIENT$)/;

/** Throws ConfigError with a sentence for a setting that a host cannot have. */
export function readHostConfig(env: Env): HostConfig {
  if (!isHost(env))
    throw new ConfigError("This is a deployment of one group: MANY_GROUPS=on makes it a host.");
  const own = Object.keys(env).find((name) => env[name] && OWN_SETTINGS.test(name));
  if (own !== undefined)
    throw new ConfigError(`${own} belongs to one group, and this is a host of many: leave it out.`);
  const config = readConfig({ ...env, MANY_GROUPS: undefined });
  if (config.databaseUrl?.includes(",") === true)
    throw new ConfigError("DATABASE_URL of a host of many groups names one host.");
  return { config, keyFile: resolve(env["HOST_KEY"] || join(config.dataDir, "host-key")) };
}

/** The settings of one group: its own address, folders and pepper, and the rest as the host has it. */
export function configOfGroup(
  { config }: HostConfig,
  { name, database, pepper }: { name: string; database: string; pepper: string },
): Config {
  const { databaseUrl, migrateUrl } = config;
  return {
    ...config,
    publicUrl: groupUrl(config.publicUrl, name),
    dataDir: join(config.dataDir, "groups", name),
    embedded: { dataDir: config.dataDir, database },
    databaseUrl: databaseUrl === null ? null : urlOfDatabase(databaseUrl, database),
    migrateUrl: migrateUrl === null ? null : urlOfDatabase(migrateUrl, database),
    backupDir: config.backupDir === null ? null : join(config.backupDir, name),
    pepper,
  };
}

const KEY_BYTES = 33;

/** Opens the box that seals the keys of the groups; makes its key at the first start. */
export async function openHostBox({ keyFile }: HostConfig): Promise<SecretBox> {
  return openSecretBox(await readKey(keyFile));
}

async function readKey(file: string): Promise<string> {
  const stored = await readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (stored !== null) {
    if (stored.trim() === "") throw new ConfigError(`HOST_KEY: ${file} is empty.`);
    return stored.trim();
  }
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const key = newPepper();
  const made = await open(file, "wx", 0o600).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return null;
    throw error;
  });
  // Another process of the host was first.
  if (made === null) return readKey(file);
  try {
    await made.writeFile(`${key}\n`);
    await made.sync();
  } finally {
    await made.close();
  }
  return key;
}

/** A group's own pepper. */
export function newPepper(): string {
  return randomBytes(KEY_BYTES).toString("base64url");
}
