// Sends one message to one browser: encrypted for it alone, signed with the group's key (RFC 8030, 8291, 8292).
import webPush from "web-push";
import { postOnce } from "#server/platform/post-once.ts";
import { lookUpPublic } from "#server/platform/public-address.ts";
import { isLoopbackHost } from "#server/platform/sms-settings.ts";
import { isPushEndpoint } from "./push-endpoint.ts";

export type PushSubscription = { endpoint: string; p256dh: string; auth: string };

export type VapidKeys = { publicKey: string; privateKey: string };

export type PushOutcome =
  | { is: "accepted" }
  /** The browser has ended the subscription. */
  | { is: "gone" }
  | { is: "failed"; failure: string }
  /** Not taken this time. */
  | { is: "again"; failure: string }
  | { is: "no-connection"; failure: string }
  /** Sent to the service, which gave no answer. */
  | { is: "unknown"; failure: string };

export type SendPush = (
  to: PushSubscription,
  message: { payload: string; topic: string },
) => Promise<PushOutcome>;

/** A day: whoever had no network for longer reads it in the list. */
const TTL_SECONDS = 24 * 60 * 60;
const TIMEOUT_MS = 25_000;

type Settings = {
  keys: VapidKeys;
  /** Whom a push service may write to: `mailto:` and an address. */
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
