// The environment's settings of the group's SMS gateway.
import { isIP } from "node:net";

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

const URL_DEFAULT = "https://api.africastalking.com/version1/messaging";
const NAMES = [
  "SMS_URL",
  "SMS_USERNAME",
  "SMS_API_KEY",
  "SMS_SENDER",
  "SMS_REPORT_SECRET",
] as const;

/** Null if none is set; throws `fault` with a sentence if only some are set, or one is invalid. */
export function readSmsSettings(
  env: Record<string, string | undefined>,
  { isProduction, fault }: { isProduction: boolean; fault: (sentence: string) => Error },
): SmsSettings | null {
  const params = NAMES.filter((name) => env[name]);
  const [first] = params;
  if (first === undefined) return null;
  const username = env["SMS_USERNAME"];
  const apiKey = env["SMS_API_KEY"];
  if (!username || !apiKey) {
    const missing = username ? "SMS_API_KEY" : "SMS_USERNAME";
    throw fault(`${first} is set and ${missing} is not: texts need both a user name and a key.`);
  }
  // A header and a form field: a line break in either is a copying mistake.
  if (/[^\x21-\x7e]/.test(apiKey)) throw fault("SMS_API_KEY holds a space or a letter no key has.");
  const reportSecret = env["SMS_REPORT_SECRET"] || null;
  if (reportSecret !== null && !/^[A-Za-z0-9._~-]{1,200}$/.test(reportSecret))
    throw fault(
      "SMS_REPORT_SECRET is part of an address: letters, digits, - and _, such as the output of: openssl rand -hex 24",
    );
  return {
    url: readGatewayUrl(env["SMS_URL"] || URL_DEFAULT, { isProduction, fault }),
    username,
    apiKey,
    sender: env["SMS_SENDER"] || null,
    reportSecret,
  };
}

function readGatewayUrl(
  text: string,
  { isProduction, fault }: { isProduction: boolean; fault: (sentence: string) => Error },
): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["https:", "http:"].includes(url.protocol))
    throw fault(`SMS_URL must be an address such as ${URL_DEFAULT}, not "${text}".`);
  if (url.username !== "" || url.password !== "")
    throw fault("SMS_URL holds a name or a password: they go into SMS_USERNAME and SMS_API_KEY.");
  if (isProduction && url.protocol === "http:" && !isLoopbackHost(url.hostname))
    throw fault("SMS_URL must start with https:// when NODE_ENV=production: the key goes with it.");
  return url.href;
}

/** Whether a host is this machine: `localhost`, `127.0.0.1`, `[::1]`. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
