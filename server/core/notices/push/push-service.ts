// Sends one message to one browser: encrypted for that browser, signed with the group's key (RFC 8030, 8291, 8292).
import { isIP } from "node:net";
import webPush from "web-push";
import type { Database } from "#server/db/connection.ts";
import { postOnce } from "#server/platform/post-once.ts";
import { lookUpPublic, isPublicAddress } from "#server/platform/public-address.ts";
import type { SecretBox } from "#server/platform/secret-box.ts";
import { isLoopbackHost } from "#server/platform/sms-settings.ts";

type PushSubscription = { endpoint: string; p256dh: string; auth: string };

type VapidKeys = { publicKey: string; privateKey: string };

export type PushOutcome =
  | { is: "accepted" }
  /** The browser has ended the subscription. */
  | { is: "gone" }
  | { is: "failed"; failure: string }
  /** The service did not take it this time. */
  | { is: "again"; failure: string }
  | { is: "no-connection"; failure: string }
  /** Sent to the service, which did not answer. */
  | { is: "unknown"; failure: string };

export type SendPush = (
  to: PushSubscription,
  message: { payload: string; topic: string },
) => Promise<PushOutcome>;

/** One day: whoever was offline for longer reads it in the list. */
const TTL_SECONDS = 24 * 60 * 60;
const TIMEOUT_MS = 25_000;

type Settings = {
  keys: VapidKeys;
  /** The contact for push services: `mailto:` and an address. */
  subject: string;
  admitsLoopback: boolean;
  timeoutMs?: number;
};

export function openPush({
  keys,
  subject,
  admitsLoopback,
  timeoutMs = TIMEOUT_MS,
}: Settings): SendPush {
  return async ({ endpoint, p256dh, auth }, { payload, topic }) => {
    if (!isPushEndpoint(endpoint, { admitsLoopback }))
      return { is: "failed", failure: "an address that is no push service's" };
    let details;
    try {
      details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, ...keys },
        TTL: TTL_SECONDS,
        topic,
        urgency: "normal",
        contentEncoding: "aes128gcm",
      });
    } catch (error) {
      return { is: "failed", failure: error instanceof Error ? error.message : String(error) };
    }
    const answer = await postOnce({
      url: endpoint,
      headers: details.headers,
      body: details.body ?? Buffer.alloc(0),
      timeoutMs,
      ...(isLoopbackHost(new URL(endpoint).hostname) ? {} : { lookup: lookUpPublic }),
    });
    return answer.is === "answered" ? readStatus(answer.status) : answer;
  };
}

function readStatus(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { is: "accepted" };
  if (status === 404 || status === 410) return { is: "gone" };
  if (status >= 500 || status === 408 || status === 429)
    return { is: "again", failure: `HTTP ${status}` };
  return { is: "failed", failure: `HTTP ${status}` };
}

// The addresses that a browser may have us post to: those of push services, never into a network behind the server.

/** `admitsLoopback`: also this machine, and without TLS, as where RATE_LIMIT is off. */
export function isPushEndpoint(
  text: string,
  { admitsLoopback }: { admitsLoopback: boolean },
): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  if (isLoopbackHost(hostname)) return admitsLoopback && /^https?:$/.test(protocol);
  if (protocol !== "https:") return false;
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return isPublicAddress(host);
  // A name without a dot, or with one of these endings, belongs to a private network.
  return host.includes(".") && !/\.(?:localhost|local|internal|lan|home|arpa)\.?$/i.test(host);
}

// The group's own keys for push (VAPID): made at the first start, the private key encrypted.

const PURPOSE = "push key";

/** If two servers start together, both get the keys of the first. */
export async function readPushKeys(db: Database, secrets: SecretBox): Promise<VapidKeys> {
  const stored = (await findKeys(db)) ?? (await makeKeys(db, secrets));
  const { private_key: bytes, is_sealed: isSealed } = stored;
  return {
    publicKey: stored.public_key,
    privateKey: secrets.open({ bytes, isSealed }, PURPOSE).toString("utf8"),
  };
}

function findKeys(db: Database) {
  return db.selectFrom("push_keys").selectAll().executeTakeFirst();
}

async function makeKeys(db: Database, secrets: SecretBox) {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const { bytes, isSealed } = secrets.seal(Buffer.from(privateKey), PURPOSE);
  await db
    .insertInto("push_keys")
    .values({ public_key: publicKey, private_key: bytes, is_sealed: isSealed })
    .onConflict((same) => same.doNothing())
    .execute();
  return db.selectFrom("push_keys").selectAll().executeTakeFirstOrThrow();
}
