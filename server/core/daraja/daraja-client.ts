// Sends requests to Daraja, Safaricom's API: each once, with a token that is cached while it lasts (MPESA-2).
import { setTimeout as wait } from "node:timers/promises";
import {
  askBody,
  checkBody,
  giveBackBody,
  payOutBody,
  pullBody,
  queryAskBody,
  type AskParams,
  type GiveBackParams,
  type Initiator,
  type PayOutParams,
  type PullParams,
  type ResultAddresses,
} from "#domain/mpesa/daraja-requests.ts";
import {
  isTokenRefused,
  readObject,
  readReply,
  wordOf,
  type DarajaReply,
} from "#domain/mpesa/daraja-reply.ts";
import type { DarajaSettings } from "#server/platform/daraja-settings.ts";
import { postOnce } from "#server/platform/post-once.ts";

/** One method for each request. None throws for what Daraja or the network does. */
export type Daraja = {
  readonly settings: DarajaSettings;
  ask(params: AskParams): Promise<DarajaReply>;
  queryAsk(params: { checkoutId: string }): Promise<DarajaReply>;
  checkReceipt(params: { receipt: string; addresses: ResultAddresses }): Promise<DarajaReply>;
  /** `conversationId` is the one that our payout had, or what we gave back. */
  checkConversation(params: {
    conversationId: string;
    isPayout: boolean;
    addresses: ResultAddresses;
  }): Promise<DarajaReply>;
  pull(params: PullParams): Promise<DarajaReply>;
  payOut(params: PayOutParams): Promise<DarajaReply>;
  giveBack(params: GiveBackParams): Promise<DarajaReply>;
  register(params: { confirmation: string; validation: string }): Promise<DarajaReply>;
  /** Gets a new token; `taken` if Daraja accepts key and secret. */
  checkToken(): Promise<DarajaReply>;
};

const GIVE_UP_MS = 30_000;
/** A little more than a fifth of a second, because timers fire early. */
const SPACING_MS = 205;
const RENEWED_BEFORE_MS = 5 * 60_000;

type Options = {
  /** The clock that requests are signed with. */
  now: () => Date;
};

export function openDaraja(settings: DarajaSettings, { now }: Options): Daraja {
  const { shortcode, till, passkey, payoutShortcode } = settings;
  const nextTurn = openTurns();
  const tokens = openTokens(settings, nextTurn);

  const post = async (path: string, body: object): Promise<DarajaReply> => {
    for (let isFirst = true; ; isFirst = false) {
      const token = await tokens.get();
      if (typeof token !== "string") return token;
      await nextTurn();
      const outcome = await postOnce({
        url: `${settings.url}${path}`,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
        timeoutMs: GIVE_UP_MS,
      });
      if (outcome.is === "no-connection") return unreachable(outcome.failure);
      if (outcome.is === "unknown") return { kind: "unknown" };
      // Daraja did nothing, so a second request with a new token is still the first.
      if (!isFirst || !isTokenRefused(outcome)) return readReply(outcome);
      tokens.forget(token);
    }
  };
  const signed = () => {
    if (passkey === null) throw new Error("asks are off: MPESA_PASSKEY is not set");
    return { shortcode, passkey, now: now(), toBase64 };
  };
  const initiator = (): Initiator => {
    if (settings.initiator === null) throw new Error("MPESA_INITIATOR is not set");
    return settings.initiator;
  };
  const payer = (): string => {
    if (payoutShortcode === null) throw new Error("MPESA_PAYOUT_SHORTCODE is not set");
    return payoutShortcode;
  };

  return {
    settings,
    ask: async (params) =>
      post("/mpesa/stkpush/v1/processrequest", askBody({ ...signed(), till }, params)),
    queryAsk: async (params) =>
      post("/mpesa/stkpushquery/v1/query", queryAskBody(signed(), params)),
    checkReceipt: async (params) =>
      post("/mpesa/transactionstatus/v1/query", checkBody(initiator(), { shortcode, ...params })),
    checkConversation: async ({ isPayout, ...params }) => {
      const from = isPayout ? payer() : shortcode;
      const body = checkBody(initiator(), { shortcode: from, ...params });
      return post("/mpesa/transactionstatus/v1/query", body);
    },
    pull: (params) => post("/pulltransactions/v1/query", pullBody(shortcode, params)),
    payOut: async (params) =>
      post(
        "/mpesa/b2c/v3/paymentrequest",
        payOutBody(initiator(), { shortcode: payer(), ...params }),
      ),
    giveBack: async (params) =>
      post("/mpesa/reversal/v1/request", giveBackBody(initiator(), { shortcode, ...params })),
    register: ({ confirmation, validation }) =>
      post(`/mpesa/c2b/${settings.registerVersion}/registerurl`, {
        ShortCode: shortcode,
        ResponseType: "Completed",
        ConfirmationURL: confirmation,
        ValidationURL: validation,
      }),
    checkToken: async () => {
      tokens.forget();
      const token = await tokens.get();
      return typeof token === "string" ? { kind: "taken", body: {} } : token;
    },
  };
}

function toBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function unreachable(text: string): DarajaReply {
  return { kind: "refused", code: "unreachable", text };
}

/** Each caller resolves a fifth of a second after the one before. */
function openTurns(): () => Promise<void> {
  let next = 0;
  return async () => {
    const at = Math.max(next, performance.now());
    next = at + SPACING_MS;
    await wait(Math.max(0, at - performance.now()));
  };
}

// The token: a single request for it at a time, whoever waits for it.

type Token = { text: string; endsAt: number };

function openTokens(settings: DarajaSettings, nextTurn: () => Promise<void>) {
  let cached: Token | null = null;
  let fetching: Promise<string | DarajaReply> | null = null;

  const fetchToken = async (): Promise<string | DarajaReply> => {
    await nextTurn();
    const answer = await requestToken(settings);
    if ("kind" in answer) return answer;
    cached = answer;
    return answer.text;
  };
  return {
    /** The token, or why there is none; without one nothing was sent. */
    get: async (): Promise<string | DarajaReply> => {
      if (cached !== null && performance.now() < cached.endsAt - RENEWED_BEFORE_MS)
        return cached.text;
      fetching ??= fetchToken().finally(() => (fetching = null));
      return fetching;
    },
    /** Forgets `token`, unless a newer one is cached; without it, whichever is. */
    forget: (token?: string) => {
      if (token === undefined || cached?.text === token) cached = null;
    },
  };
}

const USUAL_SECONDS = 3_599;

async function requestToken({ url, key, secret }: DarajaSettings): Promise<Token | DarajaReply> {
  const askedAt = performance.now();
  try {
    const response = await fetch(`${url}/oauth/v1/generate?grant_type=client_credentials`, {
      headers: { Authorization: `Basic ${toBase64(`${key}:${secret}`)}` },
      redirect: "error",
      signal: AbortSignal.timeout(GIVE_UP_MS),
    });
    const text = await response.text();
    const body = readObject(text);
    const token = wordOf(body?.["access_token"]);
    const seconds = Number(wordOf(body?.["expires_in"])) || USUAL_SECONDS;
    if (response.ok && token !== "") return { text: token, endsAt: askedAt + seconds * 1_000 };
    const reply = readReply({ status: response.status, body: text });
    return reply.kind === "refused" ? reply : unreachable(`HTTP ${response.status}`);
  } catch (error) {
    return unreachable(error instanceof Error ? error.name : "no answer");
  }
}
