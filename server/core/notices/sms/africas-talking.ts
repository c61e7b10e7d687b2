// Sends one SMS through the API of Africa's Talking. A gateway with another API needs a function like this one.
import { postOnce } from "#server/platform/post-once.ts";
import type { SmsSettings } from "#server/platform/config.ts";

/** The outcome of an SMS at the gateway. */
export type SmsOutcome =
  /** Accepted; delivery reports name `gatewayId`. */
  | { is: "accepted"; gatewayId: string | null; costUnits: bigint }
  /** The gateway will never send this SMS. */
  | { is: "failed"; failure: string; costUnits: bigint }
  /** The number cannot receive SMS. */
  | { is: "wrong-number"; failure: string; costUnits: bigint }
  /** The person has asked the network for no more SMS. */
  | { is: "opted-out"; failure: string; costUnits: bigint }
  /** The account is out of money; not sent. */
  | { is: "no-balance" }
  /** Not accepted this time. */
  | { is: "again"; failure: string }
  /** No connection: nothing was sent. */
  | { is: "no-connection"; failure: string }
  /** Sent to the gateway, but no usable answer arrived: it may be on its way. */
  | { is: "unknown"; failure: string };

export type SendText = (text: { to: string; message: string }) => Promise<SmsOutcome>;

const TIMEOUT_MS = 25_000;

export function openAfricasTalking(settings: SmsSettings): SendText {
  return async ({ to, message }) => {
    const form = new URLSearchParams({ username: settings.username, to, message });
    if (settings.sender !== null) form.set("from", settings.sender);
    form.set("enqueue", "1");
    const answer = await postOnce({
      url: settings.url,
      headers: {
        apikey: settings.apiKey,
        Accept: "application/json",
        "Content-Type": "application/x-www-form-urlencoded",
      },
      body: form.toString(),
      timeoutMs: TIMEOUT_MS,
    });
    return answer.is === "answered" ? readAnswer(answer, to) : answer;
  };
}

type Recipient = {
  statusCode?: unknown;
  number?: unknown;
  status?: unknown;
  cost?: unknown;
  messageId?: unknown;
};

function readAnswer({ status, body }: { status: number; body: string }, to: string): SmsOutcome {
  // Our account, or too many at once: the same SMS may pass later.
  if (status >= 500 || [401, 403, 408, 429].includes(status))
    return { is: "again", failure: `HTTP ${status}` };
  if (status < 200 || status >= 300)
    return { is: "failed", failure: `HTTP ${status}`, costUnits: 0n };
  const recipients = readRecipients(body);
  if (recipients === null) return { is: "unknown", failure: "an answer that cannot be read" };
  if (recipients.length === 0) return { is: "again", failure: "no recipient was sent to" };
  const own = recipients.filter((each) => isSameNumber(each.number, to));
  if (own.length === 0) return { is: "unknown", failure: "an answer about another number" };
  return readRecipient(own);
}

function readRecipients(body: string): Recipient[] | null {
  try {
    const answer = JSON.parse(body) as { SMSMessageData?: { Recipients?: unknown } };
    const recipients = answer.SMSMessageData?.Recipients;
    return Array.isArray(recipients) && recipients.every((each) => typeof each === "object" && each)
      ? (recipients as Recipient[])
      : null;
  } catch {
    return null;
  }
}

/** The number may appear more than once; its cost is the sum. */
function readRecipient(own: readonly Recipient[]): SmsOutcome {
  const found = own.find(({ statusCode }) => isAccepted(Number(statusCode))) ?? own[0]!;
  const code = Number(found.statusCode);
  const costUnits = own.reduce((sum, { cost }) => sum + readCost(cost), 0n);
  const failure = `${code} ${inWords(found.status).slice(0, 100)}`.trim();
  const id = typeof found.messageId === "string" ? found.messageId.slice(0, 200) : "";
  if (isAccepted(code))
    return {
      is: "accepted",
      gatewayId: id === "" || id.toLowerCase() === "none" ? null : id,
      costUnits,
    };
  if (code === 403 || code === 404) return { is: "wrong-number", failure, costUnits };
  if (code === 405) return { is: "no-balance" };
  if (code === 406) return { is: "opted-out", failure, costUnits };
  if (code >= 500 && code < 600) return { is: "again", failure };
  return { is: "failed", failure, costUnits };
}

function isAccepted(code: number): boolean {
  return code >= 100 && code <= 102;
}

function isSameNumber(number: unknown, to: string): boolean {
  return typeof number === "string" && number.replaceAll(/\D/g, "").endsWith(to.slice(-9));
}

/** `KES 0.8000` in ten-thousandths of a shilling; 0 for any other text. */
function readCost(cost: unknown): bigint {
  const [, whole, decimals = ""] =
    /^\s*(?:KES|KSH)?\s*(\d{1,9})(?:\.(\d{1,9}))?\s*$/i.exec(inWords(cost)) ?? [];
  if (whole === undefined) return 0n;
  const units = BigInt(whole + decimals.slice(0, 4).padEnd(4, "0"));
  // Rounds up, so that the sum is never below what was paid.
  return /[1-9]/.test(decimals.slice(4)) ? units + 1n : units;
}

function inWords(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
