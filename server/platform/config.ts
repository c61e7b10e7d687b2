// Reads the environment (API-15), once at start-up.
import { BlockList, isIP } from "node:net";
import { join, resolve } from "node:path";
import { Encrypter } from "age-encryption";
import { ConfigError } from "./config-error.ts";
import { type DarajaSettings, readDarajaSettings } from "./daraja-settings.ts";
import { isLoopbackHost } from "./public-address.ts";

export type Config = {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** The folder and the database of an embedded PostgreSQL, if they are not the group's own. */
  readonly embedded?: { readonly dataDir: string; readonly database: string };
  readonly databaseUrl: string | null;
  /** The same database as its owner, who creates and alters the tables. */
  readonly migrateUrl: string | null;
  /** A standby of the same database that serves reports. */
  readonly databaseReadUrl: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** The SMS gateway; null if the group has none. */
  readonly sms: SmsSettings | null;
  /** M-PESA live; null if it is off. */
  readonly daraja: DarajaSettings | null;
  /** Base of mailed links, without a trailing slash. */
  readonly publicUrl: string;
  readonly rateLimit: boolean;
  /** NODE_ENV=production: a server for a real group. */
  readonly isProduction: boolean;
  /** Addresses of proxies whose X-Forwarded-For is trusted, or how many are in front. */
  readonly trustProxy: string[] | number | null;
  /** Stored outside of the database: without it, password hashes and two-step secrets of a dump are of little use. */
  readonly pepper: string | null;
  readonly logLevel: string;
  /** The folder of the nightly backups; null for none. */
  readonly backupDir: string | null;
  /** The public key that backups are encrypted for. */
  readonly backupRecipient: string | null;
  /** The file of the key that backups are signed with. */
  readonly signingKeyFile: string;
  /** Connections that one address may have at a time; those of a trusted proxy do not count. */
  readonly connectionsPerAddress: number;
};

/** The group's SMS gateway. */
export type SmsSettings = {
  /** Where an SMS is posted. */
  readonly url: string;
  readonly username: string;
  readonly apiKey: string;
  /** The name or short code that SMS come from; null for the gateway's own. */
  readonly sender: string | null;
  /** The last part of the address for delivery reports; null accepts none. */
  readonly reportSecret: string | null;
};

type Env = Readonly<Record<string, string | undefined>>;

/** Whether this deployment is a host of many groups; refuses another word than `on` and `off`. */
export function isHost(env: Env): boolean {
  return readOneOf("MANY_GROUPS", env["MANY_GROUPS"], ["off", "on"]) === "on";
}

/** Reads the variables of API-15; throws ConfigError with a sentence for an invalid one. */
export function readConfig(env: Env): Config {
  if (isHost(env))
    throw new ConfigError(
      "This is a host of many groups (MANY_GROUPS=on), and what you started is for a deployment of one.",
    );
  const port = readPort(env["PORT"]);
  const host = readHost(env["HOST"]);
  const publicUrl = readPublicUrl(env["PUBLIC_URL"] || `http://localhost:${port}`);
  const rateLimit = readOneOf("RATE_LIMIT", env["RATE_LIMIT"], ["on", "off"]) === "on";
  const isProduction = env["NODE_ENV"] === "production";
  if (!rateLimit && isProduction)
    throw new ConfigError("RATE_LIMIT=off is refused when NODE_ENV=production.");
  const dataDir = resolve(env["DATA_DIR"] || "data");
  const databaseUrl = readDatabaseUrl("DATABASE_URL", env["DATABASE_URL"]);
  return {
    port,
    host,
    dataDir,
    databaseUrl,
    migrateUrl: readMigrateUrl(env["MIGRATE_URL"], databaseUrl),
    databaseReadUrl: readReadUrl(env["DATABASE_READ_URL"], databaseUrl),
    smtpUrl: readSmtpUrl(env["SMTP_URL"]),
    mailFrom: readSender(env["MAIL_FROM"]) ?? `no-reply@${new URL(publicUrl).hostname}`,
    sms: readSmsSettings(env, isProduction),
    daraja: readDarajaSettings(env, { publicUrl, rateLimit }),
    publicUrl,
    rateLimit,
    isProduction,
    trustProxy: readTrustProxy(env["TRUST_PROXY"]),
    pepper: readPepper(env["PASSWORD_PEPPER"]),
    logLevel: readOneOf("LOG_LEVEL", env["LOG_LEVEL"], LOG_LEVELS),
    backupDir: readBackupDir(env["BACKUP_DIR"], { dataDir, isEmbedded: databaseUrl === null }),
    backupRecipient: readRecipient(env["BACKUP_RECIPIENT"]),
    signingKeyFile: resolve(env["BACKUP_SIGNING_KEY"] || join(dataDir, "backup-signing-key.pem")),
    connectionsPerAddress: readCount("CONNECTIONS_PER_ADDRESS", env["CONNECTIONS_PER_ADDRESS"], 50),
  };
}

/** The first is the one meant by `info`, the usual one. */
const LOG_LEVELS = ["info", "trace", "debug", "warn", "error", "fatal", "silent"] as const;

/** The first of `allowed` if it is not set. */
function readOneOf<T extends string>(
  name: string,
  text: string | undefined,
  allowed: readonly [T, ...T[]],
): T {
  if (!text) return allowed[0];
  const found = allowed.find((each) => each === text);
  if (found === undefined)
    throw new ConfigError(`${name} must be one of ${allowed.join(", ")}, not "${text}".`);
  return found;
}

/** A URL may name several hosts, which `URL` does not read; one with a password is never repeated in a sentence. */
function readDatabaseUrl(name: string, text: string | undefined): string | null {
  if (!text) return null;
  if (!/^postgres(ql)?:\/\/\S+$/.test(text))
    throw new ConfigError(
      `${name} must start with postgres:// or postgresql://, such as postgres://user:password@host:5432/database.`,
    );
  return text;
}

function readSmtpUrl(text: string | undefined): string | null {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === "")
    throw new ConfigError(
      "SMTP_URL must start with smtp:// or smtps:// and name a host, such as smtps://user:password@mail.example:465.",
    );
  return text;
}

/** An address, alone or behind a name: `Our Chama <mail@chama.example>`. */
function readSender(text: string | undefined): string | null {
  if (!text) return null;
  if (!/^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text.trim()))
    throw new ConfigError(
      `MAIL_FROM must be an address, such as chama@example.com or Our Chama <chama@example.com>, not "${text}".`,
    );
  return text;
}

function readMigrateUrl(text: string | undefined, databaseUrl: string | null): string | null {
  if (!text) return null;
  if (databaseUrl === null)
    throw new ConfigError("MIGRATE_URL goes with DATABASE_URL: the same database as its owner.");
  return readDatabaseUrl("MIGRATE_URL", text);
}

function readReadUrl(text: string | undefined, databaseUrl: string | null): string | null {
  if (!text) return null;
  if (databaseUrl === null)
    throw new ConfigError(
      "DATABASE_READ_URL goes with DATABASE_URL: a standby of the same database.",
    );
  return readDatabaseUrl("DATABASE_READ_URL", text);
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

/** An external database has its own backups, unless a folder is set. */
function readBackupDir(
  text: string | undefined,
  { dataDir, isEmbedded }: { dataDir: string; isEmbedded: boolean },
): string | null {
  if (text) return resolve(text);
  return isEmbedded ? join(dataDir, "backups") : null;
}

/** Named ranges of addresses, as the library of TRUST_PROXY knows them. */
const RANGES = ["loopback", "linklocal", "uniquelocal"];

function readTrustProxy(text: string | undefined): string[] | number | null {
  if (!text) return null;
  if (/^\d+$/.test(text)) return readHops(text);
  const addresses = text.split(",").map((each) => each.trim());
  for (const each of addresses) {
    if (RANGES.includes(each)) continue;
    if (!isAddressRange(each))
      throw new ConfigError(
        `TRUST_PROXY must be the addresses of proxies, such as 127.0.0.1 or 10.0.0.0/8, or their number, not "${text}".`,
      );
    if (isTooWide(each))
      throw new ConfigError(
        `TRUST_PROXY is too wide with "${each}": anybody in that range could send requests under an address of their choice. Name the proxies themselves.`,
      );
  }
  return addresses;
}

const HOPS_MAX = 10;

/** More than there are in front, and clients write their own address. */
function readHops(text: string): number {
  const hops = Number(text);
  if (hops > HOPS_MAX)
    throw new ConfigError(
      `TRUST_PROXY must be the number of proxies in front, from 1 to ${HOPS_MAX}, or their addresses, not "${text}".`,
    );
  return hops;
}

// What a network of one's own may have at most: 10.0.0.0/8, and fc00::/7 by its name.
const PREFIX_MIN = { 4: 8, 6: 16 };
const IPV4_WITHIN_IPV6 = 96;

/** Whether a range of addresses is more than the proxies of one owner; also IPv4 written as IPv6. */
function isTooWide(range: string): boolean {
  const [address = "", written] = range.split("/");
  if (written === undefined) return false;
  const prefix = Number(written);
  if (isIP(address) === 4) return prefix < PREFIX_MIN[4];
  const beginning = new BlockList();
  beginning.addSubnet("::", IPV4_WITHIN_IPV6 - 16, "ipv6");
  const holdsIPv4 = beginning.check(address, "ipv6");
  return prefix < (holdsIPv4 ? IPV4_WITHIN_IPV6 + PREFIX_MIN[4] : PREFIX_MIN[6]);
}

function isAddressRange(text: string): boolean {
  const [address = "", prefix, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
  );
}

function readRecipient(text: string | undefined): string | null {
  if (!text) return null;
  try {
    new Encrypter().addRecipient(text);
    return text;
  } catch {
    throw new ConfigError(
      `BACKUP_RECIPIENT is no public key: it starts with age1 and comes from "npm run backup -- --new-key FILE".`,
    );
  }
}

function readCount(name: string, text: string | undefined, otherwise: number): number {
  if (!text) return otherwise;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new ConfigError(`${name} must be a number from 1 up, not "${text}".`);
  return Number(text);
}

/** Whether this machine has the address shows when it listens. */
function readHost(text: string | undefined): string {
  if (!text) return "127.0.0.1";
  if (
    isIP(text.split("%")[0] ?? "") === 0 &&
    !/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text)
  )
    throw new ConfigError(
      `HOST must be an address of this machine, such as 127.0.0.1 or 0.0.0.0 for all of them, not "${text}".`,
    );
  return text;
}

function readPort(text: string | undefined): number {
  if (text === undefined || text === "") return 3000;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535)
    throw new ConfigError(`PORT must be a number from 0 to 65535, not "${text}".`);
  return port;
}

/** Links are made by adding to it, and the browser's origin is compared with it: so it is an origin and no more. */
function readPublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin =
    url !== null && /^https?:$/.test(url.protocol) && url.href.replace(/\/+$/, "") === url.origin;
  if (!isOrigin)
    throw new ConfigError(
      `PUBLIC_URL must start with http:// or https:// and have no path, such as https://akiba.example, not "${text}".`,
    );
  return url.origin;
}

const SMS_URL_DEFAULT = "https://api.africastalking.com/version1/messaging";
const SMS_NAMES = [
  "SMS_URL",
  "SMS_USERNAME",
  "SMS_API_KEY",
  "SMS_SENDER",
  "SMS_REPORT_SECRET",
] as const;

/** Null if none is set; refuses if only some are set, or one is invalid. */
function readSmsSettings(env: Env, isProduction: boolean): SmsSettings | null {
  const present = SMS_NAMES.filter((name) => env[name]);
  const [first] = present;
  if (first === undefined) return null;
  const username = env["SMS_USERNAME"];
  const apiKey = env["SMS_API_KEY"];
  if (!username || !apiKey) {
    const missing = username ? "SMS_API_KEY" : "SMS_USERNAME";
    throw new ConfigError(
      `${first} is set and ${missing} is not: texts need both a user name and a key.`,
    );
  }
  // A header and a form field: a line break in either is a copying mistake.
  if (/[^\x21-\x7e]/.test(apiKey))
    throw new ConfigError("SMS_API_KEY holds a space or a letter no key has.");
  const reportSecret = env["SMS_REPORT_SECRET"] || null;
  if (reportSecret !== null && !/^[A-Za-z0-9._~-]{16,200}$/.test(reportSecret))
    throw new ConfigError(
      "SMS_REPORT_SECRET is part of an address: at least 16 letters, digits, - and _, such as the output of: openssl rand -hex 24",
    );
  return {
    url: readGatewayUrl(env["SMS_URL"] || SMS_URL_DEFAULT, isProduction),
    username,
    apiKey,
    sender: env["SMS_SENDER"] || null,
    reportSecret,
  };
}

function readGatewayUrl(text: string, isProduction: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["https:", "http:"].includes(url.protocol))
    throw new ConfigError(`SMS_URL must be an address such as ${SMS_URL_DEFAULT}, not "${text}".`);
  if (url.username !== "" || url.password !== "")
    throw new ConfigError(
      "SMS_URL holds a name or a password: they go into SMS_USERNAME and SMS_API_KEY.",
    );
  if (isProduction && url.protocol === "http:" && !isLoopbackHost(url.hostname))
    throw new ConfigError(
      "SMS_URL must start with https:// when NODE_ENV=production: the key goes with it.",
    );
  return url.href;
}
