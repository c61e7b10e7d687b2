// Sends one message to one browser: encrypted for that browser, signed with the group's key (RFC 8030, 8291, 8292).
import { isIP } from "node:net";
import webPush from "web-push";
import type { Database } from "#server/db/connection.ts";
import { postOnce } from "#server/platform/post-once.ts";
import { lookUpPublic, isPublicAddress, isLoopbackHost } from "#server/platform/public-address.ts";
import type { SecretBox } from "#server/platform/secrets.ts";
import { languageOf } from "#domain/language.ts";
import { Message, type MessageKey } from "#messages/message.ts";
import { translatorFor } from "#messages/translator.ts";
import type { ClaimedMessage } from "../claim-messages.ts";
import type { Settled } from "../settle-message.ts";

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
};

export function openPush({ keys, subject, admitsLoopback }: Settings): SendPush {
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
      timeoutMs: TIMEOUT_MS,
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

// Sends a notice to every browser where its member turned push on; a phone shows it on a locked screen.

/** Where the application shows what was sent. */
const LIST = "/dashboard/profile/notices";

/** Removes subscriptions that have ended. */
export async function sendToBrowsers(
  db: Database,
  send: SendPush,
  message: ClaimedMessage,
): Promise<Settled> {
  const browsers = await db
    .selectFrom("push_subscriptions")
    .select(["id", "endpoint", "p256dh", "auth"])
    .where("member_id", "=", message.member_id)
    .execute();
  if (browsers.length === 0) return { is: "skipped", failure: "no browser" };
  const { name } = await db.selectFrom("group_settings").select("name").executeTakeFirstOrThrow();
  const payload = JSON.stringify({
    title: name,
    body: onLockedScreen(message, name),
    tag: `notice-${message.notice_id}`,
    url: LIST,
  });
  const outcomes = await Promise.all(
    browsers.map(async (browser) => {
      const outcome = await send(browser, { payload, topic: `notice-${message.notice_id}` });
      if (outcome.is === "gone")
        await db.deleteFrom("push_subscriptions").where("id", "=", browser.id).execute();
      return outcome;
    }),
  );
  return together(outcomes);
}

/** A text with an amount is sent without it, unless the member chose otherwise. */
function onLockedScreen({ text, kind, language, shows_amounts }: ClaimedMessage, group: string) {
  if (shows_amounts || !/KES|Ksh|\/=|\d{3}/i.test(text)) return text;
  return translatorFor(languageOf(language))(
    new Message(`notices.subjects.${kind}` as MessageKey, { group }),
  );
}

/** One browser is enough: it does not get the notice again because another failed. */
function together(outcomes: readonly PushOutcome[]): Settled {
  if (outcomes.some(({ is }) => is === "accepted")) return { is: "sent" };
  const order = ["unknown", "again", "no-connection", "failed"] as const;
  for (const is of order) {
    const found = outcomes.find((outcome) => outcome.is === is);
    if (found !== undefined && "failure" in found) return { is, failure: found.failure };
  }
  return { is: "failed", failure: "the browser has ended its subscription" };
}
