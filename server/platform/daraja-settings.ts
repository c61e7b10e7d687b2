// The settings of M-PESA live: the Daraja app, the shortcode, and what else of Daraja the group has (MPESA-1). Secrets
// come from the environment alone.
import { BlockList, isIP, isIPv4 } from "node:net";
import { ConfigError } from "./config-error.ts";
import { plainAddress } from "./network.ts";
import { isLoopbackHost } from "./public-address.ts";

export type DarajaSettings = {
  /** The base of Daraja's addresses, without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly shortcode: string;
  /** The till that asks pay to; null: the paybill. */
  readonly till: string | null;
  /** Signs asks; null: no asks. */
  readonly passkey: string | null;
  /** Who checks receipts, gives back and pays out; null: nobody. */
  readonly initiator: { readonly name: string; readonly credential: string } | null;
  readonly payoutShortcode: string | null;
  readonly registerVersion: "v1" | "v2";
  /** The secret part of registered addresses: the first is sent, both are accepted. */
  readonly callbackSecrets: readonly [string, ...string[]];
  /** Whether callbacks are accepted from this network address. */
  readonly isCaller: (address: string) => boolean;
  /** The base of the addresses that Daraja calls. */
  readonly callbackBase: string;
  readonly features: DarajaFeatures;
};

/** What the settings allow. */
export type DarajaFeatures = {
  readonly live: true;
  readonly asks: boolean;
  readonly checks: boolean;
  readonly payouts: boolean;
  readonly pull: boolean;
};

type Env = Readonly<Record<string, string | undefined>>;
type Params = { publicUrl: string; rateLimit: boolean };

const NEEDED = ["MPESA_KEY", "MPESA_SECRET", "MPESA_SHORTCODE", "MPESA_CALLBACK_SECRET"] as const;
const MORE = [
  "MPESA_PASSKEY",
  "MPESA_TILL",
  "MPESA_INITIATOR",
  "MPESA_CREDENTIAL",
  "MPESA_PAYOUT_SHORTCODE",
  "MPESA_PULL",
  "MPESA_URL",
  "MPESA_REGISTER_VERSION",
  "MPESA_CALLBACK_FROM",
] as const;
type Name = (typeof NEEDED)[number] | (typeof MORE)[number];

const SECRET = /^[\x21-\x7e]{4,1000}$/;
const SHORTCODE = /^\d{5,7}$/;

/**
 * Null if nothing is set. Throws ConfigError, which never repeats a secret, for half a set, a wrong shape, or addresses
 * that Daraja would not call.
 */
export function readDarajaSettings(env: Env, params: Params): DarajaSettings | null {
  const first = [...NEEDED, ...MORE].find((name) => env[name]);
  if (first === undefined) return null;
  for (const name of NEEDED) requireWith(env, first, name);
  requireTogether(env);
  const url = readUrl(env["MPESA_URL"] || "https://api.safaricom.co.ke", params);
  if (!isSafe(new URL(params.publicUrl), params))
    throw new ConfigError(
      "PUBLIC_URL must start with https:// for M-PESA: payments are reported to addresses below it.",
    );
  const optional = (name: Name, shape: RegExp, what: string) =>
    env[name] ? readShape(env, name, shape, what) : null;
  const name = optional("MPESA_INITIATOR", SECRET, "a name without spaces");
  const credential = optional(
    "MPESA_CREDENTIAL",
    /^[A-Za-z0-9+/]{40,}={0,2}$/,
    "the password as the portal encrypts it, in base64",
  );
  const passkey = optional("MPESA_PASSKEY", SECRET, "a key without spaces");
  const payoutShortcode = optional("MPESA_PAYOUT_SHORTCODE", SHORTCODE, "5 to 7 digits");
  const pull = (optional("MPESA_PULL", /^(on|off)$/, "on or off") ?? "off") === "on";
  return {
    url,
    key: readShape(env, "MPESA_KEY", SECRET, "a key without spaces"),
    secret: readShape(env, "MPESA_SECRET", SECRET, "a secret without spaces"),
    shortcode: readShape(env, "MPESA_SHORTCODE", SHORTCODE, "5 to 7 digits"),
    till: optional("MPESA_TILL", SHORTCODE, "5 to 7 digits"),
    passkey,
    initiator: name === null || credential === null ? null : { name, credential },
    payoutShortcode,
    registerVersion:
      optional("MPESA_REGISTER_VERSION", /^v[12]$/, "v1 or v2") === "v1" ? "v1" : "v2",
    callbackSecrets: readCallbackSecrets(env),
    isCaller: readCallers(env["MPESA_CALLBACK_FROM"]),
    callbackBase: `${params.publicUrl}/api/daraja`,
    features: {
      live: true,
      asks: passkey !== null,
      checks: name !== null,
      payouts: payoutShortcode !== null,
      pull,
    },
  };
}

function requireWith(env: Env, first: Name, needed: Name): void {
  if (env[needed]) return;
  throw new ConfigError(`${first} is set and ${needed} is not: M-PESA needs both.`);
}

function requireTogether(env: Env): void {
  if (env["MPESA_INITIATOR"]) requireWith(env, "MPESA_INITIATOR", "MPESA_CREDENTIAL");
  if (env["MPESA_CREDENTIAL"]) requireWith(env, "MPESA_CREDENTIAL", "MPESA_INITIATOR");
  if (env["MPESA_TILL"]) requireWith(env, "MPESA_TILL", "MPESA_PASSKEY");
  if (env["MPESA_PAYOUT_SHORTCODE"]) requireWith(env, "MPESA_PAYOUT_SHORTCODE", "MPESA_INITIATOR");
}

/** None of these values is repeated: most are secrets. */
function readShape(env: Env, name: Name, shape: RegExp, what: string): string {
  const text = env[name] ?? "";
  if (!shape.test(text)) throw new ConfigError(`${name} must be ${what}.`);
  return text;
}

function readCallbackSecrets(env: Env): [string, ...string[]] {
  const each = "[0-9a-f]{32,64}";
  const text = readShape(
    env,
    "MPESA_CALLBACK_SECRET",
    new RegExp(`^${each}(\\s*,\\s*${each})?$`, "i"),
    "32 to 64 hexadecimal digits, such as the output of: openssl rand -hex 24 (two with a comma while it changes)",
  );
  const [first = "", ...second] = text.split(",").map((part) => part.trim());
  return [first, ...second];
}

/** Whether keys and payments may travel there: over TLS, or within this machine in tests. */
function isSafe({ protocol, hostname }: URL, { rateLimit }: Params): boolean {
  return protocol === "https:" || (!rateLimit && isLoopbackHost(hostname));
}

function readUrl(text: string, params: Params): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin =
    url !== null && /^https?:$/.test(url.protocol) && url.href.replace(/\/+$/, "") === url.origin;
  if (!isOrigin || !isSafe(url, params))
    throw new ConfigError(
      "MPESA_URL must start with https:// and have no path, such as https://api.safaricom.co.ke",
    );
  return url.origin;
}

/** Without a list anyone may call: the addresses themselves are secret. */
function readCallers(text: string | undefined): (address: string) => boolean {
  if (!text) return () => true;
  const list = new BlockList();
  for (const each of text.split(",").map((part) => part.trim())) {
    const [address = "", prefix, ...more] = each.split("/");
    const bits = isIPv4(address) ? 32 : 128;
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : NaN;
    if (isIP(address) === 0 || more.length > 0 || !(length <= bits))
      throw new ConfigError(
        `MPESA_CALLBACK_FROM must be addresses or ranges with commas, such as 196.201.214.0/24, not "${text}".`,
      );
    list.addSubnet(address, length, isIPv4(address) ? "ipv4" : "ipv6");
  }
  return (address) => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && list.check(plain, isIPv4(plain) ? "ipv4" : "ipv6");
  };
}
