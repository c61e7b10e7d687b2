// What the environment says (API-15), read once at start-up.
import { join, resolve } from "node:path";

export type Config = {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Base of mailed links, without a trailing slash. */
  readonly publicUrl: string;
  readonly rateLimit: boolean;
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  readonly trustProxy: string | null;
  /** Kept outside of the database: without it neither password hashes nor two-step secrets of a dump are worth much. */
  readonly pepper: string | null;
  readonly logLevel: string;
  /** Where the nightly backups go; null when none are made. */
  readonly backupDir: string | null;
  /** The public key that backups are encrypted for. */
  readonly backupRecipient: string | null;
};

export class ConfigError extends Error {}

/** Reads the variables of API-15; throws ConfigError with a sentence when one makes no sense. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const port = readPort(env["PORT"]);
  const host = env["HOST"] || "127.0.0.1";
  const publicUrl = readUrl("PUBLIC_URL", env["PUBLIC_URL"] || `http://localhost:${port}`);
  const rateLimit = env["RATE_LIMIT"] !== "off";
  if (!rateLimit && env["NODE_ENV"] === "production")
    throw new ConfigError("RATE_LIMIT=off is refused when NODE_ENV=production.");
  const dataDir = resolve(env["DATA_DIR"] || "data");
  const databaseUrl = env["DATABASE_URL"] || null;
  return {
    port,
    host,
    dataDir,
    databaseUrl,
    smtpUrl: env["SMTP_URL"] || null,
    mailFrom: env["MAIL_FROM"] || `no-reply@${new URL(publicUrl).hostname}`,
    publicUrl,
    rateLimit,
    trustProxy: env["TRUST_PROXY"] || null,
    pepper: readPepper(env["PASSWORD_PEPPER"]),
    logLevel: env["LOG_LEVEL"] || "info",
    backupDir: readBackupDir(env["BACKUP_DIR"], { dataDir, isEmbedded: databaseUrl === null }),
    backupRecipient: env["BACKUP_RECIPIENT"] || null,
  };
}

const PEPPER_LENGTH_MIN = 32;

function readPepper(text: string | undefined): string | null {
  if (text === undefined || text === "") return null;
  if (text.length < PEPPER_LENGTH_MIN)
    throw new ConfigError(
      `PASSWORD_PEPPER must have at least ${PEPPER_LENGTH_MIN} characters, such as the output of: openssl rand -base64 33`,
    );
  return text;
}

/** An external database has its own backups, unless a folder is named. */
function readBackupDir(
  text: string | undefined,
  { dataDir, isEmbedded }: { dataDir: string; isEmbedded: boolean },
): string | null {
  if (text) return resolve(text);
  return isEmbedded ? join(dataDir, "backups") : null;
}

function readPort(text: string | undefined): number {
  if (text === undefined || text === "") return 3000;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535)
    throw new ConfigError(`PORT must be a number from 0 to 65535, not "${text}".`);
  return port;
}

function readUrl(name: string, text: string): string {
  try {
    return new URL(text).href.replace(/\/+$/, "");
  } catch {
    throw new ConfigError(
      `${name} must be an address such as https://akiba.example, not "${text}".`,
    );
  }
}
