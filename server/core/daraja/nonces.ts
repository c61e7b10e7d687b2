// The random part of the address that a request's result is posted to. The database has its hash alone, and a tag tells
// our own from any other while the database is away.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { DarajaSettings } from "#server/platform/daraja-settings.ts";
import { sha256 } from "#server/platform/secrets.ts";
import type { ResultAddresses } from "#domain/mpesa/daraja-requests.ts";

const RANDOM_BYTES = 16;
const TAG_BYTES = 8;
const SHAPE = new RegExp(`^[0-9a-f]{${2 * (RANDOM_BYTES + TAG_BYTES)}}$`);

type Secrets = Pick<DarajaSettings, "callbackSecrets">;

export function newNonce({ callbackSecrets: [secret] }: Secrets): string {
  const random = randomBytes(RANDOM_BYTES);
  return random.toString("hex") + tagOf(secret, random).toString("hex");
}

/** Whether a server with one of these secrets made it. */
export function isOwnNonce({ callbackSecrets }: Secrets, nonce: string): boolean {
  if (!SHAPE.test(nonce)) return false;
  const bytes = Buffer.from(nonce, "hex");
  const random = bytes.subarray(0, RANDOM_BYTES);
  const tag = bytes.subarray(RANDOM_BYTES);
  return callbackSecrets.some((secret) => timingSafeEqual(tagOf(secret, random), tag));
}

export function hashNonce(nonce: string): Buffer {
  return Buffer.from(sha256(Buffer.from(nonce)));
}

/** The addresses below `callbackBase` that a request names. */
export function addressesOf(
  { callbackBase }: Pick<DarajaSettings, "callbackBase">,
  nonce: string,
): ResultAddresses {
  const base = `${callbackBase}/${nonce}`;
  return { result: `${base}/result/`, timeout: `${base}/timeout/` };
}

function tagOf(secret: string, random: Buffer): Buffer {
  return createHmac("sha256", secret).update(random).digest().subarray(0, TAG_BYTES);
}
