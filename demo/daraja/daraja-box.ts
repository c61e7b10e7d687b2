// Daraja in a box: an M-PESA with its API, its phones and its callbacks, for tests and the demo. It listens on a real
// port, and is slow, loses, delays, doubles, reorders and forges what it is told to.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import {
  askResult,
  confirmationOf,
  payoutResult,
  pulledRow,
  refusedResult,
  statusResult,
  type Ask,
  type AskEnd,
  type BoxTransaction,
} from "./daraja-json.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- bodies of every shape.
type Json = any;
export type ReceivedRequest = { path: string; body: Json; at: number };

/** How Daraja treats a request. */
export type DarajaConduct =
  /** Works on it, and replies after a while. */
  | { afterMs: number }
  /** Does nothing, and replies this. */
  | { status: number; body?: Json }
  /** Works on it, and cuts the connection. */
  | "lost"
  /** Works on it, and replies what nobody can read. */
  | "unreadable";

/** How often a body is posted to us: 0 is lost. `held` waits for `release`. */
export type Delivery = number | "held";

/** What the holder of a phone does with an ask. */
export const phoneAnswers = {
  pay: { code: 0, text: "The service request is processed successfully." },
  cancel: { code: 1032, text: "Request cancelled by user." },
  wrong_pin: { code: 2001, text: "The initiator information is invalid." },
  no_answer: { code: 1037, text: "DS timeout user cannot be reached." },
  no_money: { code: 1, text: "The balance is insufficient for the transaction." },
} as const;
export type PhoneAnswer = keyof typeof phoneAnswers;

export type PaymentMade = {
  amount: number;
  account: string;
  phone?: string;
  name?: string;
  receipt?: string;
  at?: Date;
  confirmed?: Delivery;
};

const PAGE = 100;

export type DarajaBox = Awaited<ReturnType<typeof startDarajaBox>>;

type Options = { port?: number; shortcode?: string; now?: () => Date; answers?: PhoneAnswer };

type Reply = { status: number; body: Json; after?: () => Promise<unknown> };

/** `answers`: what every phone does by itself; without it asks wait for `answer`. */
export async function startDarajaBox({
  port = 0,
  shortcode = "600610",
  now = () => new Date(),
  answers,
}: Options = {}) {
  const requests: ReceivedRequest[] = [];
  const conducts = new Map<string, DarajaConduct[]>();
  const transactions: BoxTransaction[] = [];
  const asks = new Map<string, Ask & { end: AskEnd | null }>();
  const registered: { confirmation: string | null; validation: string | null } = {
    confirmation: null,
    validation: null,
  };
  const posts: { url: string; body: Json; status: number; answer: string }[] = [];
  const following = new Set<Promise<unknown>>();
  let held: (() => Promise<void>)[] = [];
  let results: Delivery = 1;
  let tokens = 0;
  let validToken = "";
  let numbers = 0;

  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://box");
    const text = await readText(request);
    const body: Json = text === "" ? {} : JSON.parse(text);
    requests.push({ path: pathname, body, at: performance.now() });
    const conduct = takeConduct(pathname);
    if (typeof conduct === "object" && "status" in conduct)
      return send(response, conduct.status, conduct.body ?? {});
    const reply = replyTo(pathname, request, body);
    if (typeof conduct === "object") await wait(conduct.afterMs);
    if (conduct === "lost") return void request.socket.destroy();
    if (conduct === "unreadable") return void response.writeHead(200).end('{"ResponseCode":');
    send(response, reply.status, reply.body);
    if (reply.after !== undefined) follow(reply.after());
  }

  /** Results are posted after the reply, as Daraja does. */
  function follow(posting: Promise<unknown>): void {
    const settled = posting.catch(() => undefined).finally(() => following.delete(settled));
    following.add(settled);
  }

  function takeConduct(path: string): DarajaConduct | undefined {
    for (const [part, list] of conducts) if (path.includes(part)) return list.shift();
    return undefined;
  }

  function replyTo(path: string, request: IncomingMessage, body: Json): Reply {
    if (path === "/oauth/v1/generate") return replyToken(request);
    if (validToken === "" || request.headers.authorization !== `Bearer ${validToken}`)
      return error(404, "404.001.03", "Invalid Access Token");
    const reply = replies[path.replace(/\/v\d\//, "/")];
    return reply === undefined ? error(404, "404.001.01", "Resource not found") : reply(body);
  }

  function replyToken(request: IncomingMessage): Reply {
    const [, basic = ""] = (request.headers.authorization ?? "").split(" ");
    const credentials = Buffer.from(basic, "base64").toString();
    if (credentials !== "box-key:box-secret")
      return error(400, "400.008.01", "Invalid Authentication passed");
    validToken = `token-${++tokens}`;
    return { status: 200, body: { access_token: validToken, expires_in: "3599" } };
  }

  const replies: Record<string, (body: Json) => Reply> = {
    "/mpesa/stkpush/processrequest": takeAsk,
    "/mpesa/stkpushquery/query": queryAsk,
    "/mpesa/c2b/registerurl": register,
    "/mpesa/transactionstatus/query": checkTransaction,
    "/pulltransactions/query": pull,
    "/mpesa/b2c/paymentrequest": payOut,
    "/mpesa/reversal/request": giveBack,
  };

  function takeAsk(body: Json): Reply {
    const number = ++numbers;
    const ask = {
      merchantId: `29115-34620561-${number}`,
      checkoutId: `ws_CO_${body.Timestamp}${number}`,
      phone: String(body.PhoneNumber),
      amount: Number(body.Amount),
      reference: String(body.AccountReference),
      callback: String(body.CallBackURL),
      end: null,
    };
    asks.set(ask.checkoutId, ask);
    return {
      status: 200,
      body: {
        MerchantRequestID: ask.merchantId,
        CheckoutRequestID: ask.checkoutId,
        ResponseCode: "0",
        ResponseDescription: "Success. Request accepted for processing",
        CustomerMessage: "Success. Request accepted for processing",
      },
      ...(answers === undefined ? {} : { after: () => answer(ask.checkoutId, answers) }),
    };
  }

  function queryAsk(body: Json): Reply {
    const ask = asks.get(body.CheckoutRequestID);
    if (ask === undefined)
      return error(400, "400.002.02", "Bad Request - Invalid CheckoutRequestID");
    if (ask.end === null) return error(500, "500.001.1001", "The transaction is being processed");
    return {
      status: 200,
      body: {
        ResponseCode: "0",
        ResponseDescription: "The service request has been accepted successfully",
        MerchantRequestID: ask.merchantId,
        CheckoutRequestID: ask.checkoutId,
        ResultCode: String(ask.end.code),
        ResultDesc: ask.end.text,
      },
    };
  }

  function register(body: Json): Reply {
    registered.confirmation = body.ConfirmationURL;
    registered.validation = body.ValidationURL;
    return accepted({});
  }

  function checkTransaction(body: Json): Reply {
    const found = transactions.find(({ receipt, conversationId }) =>
      body.TransactionID
        ? receipt === body.TransactionID
        : conversationId === body.OriginalConversationID,
    );
    const conversation = newConversation();
    return accepted(conversation, () =>
      deliver(body.ResultURL, statusResult(conversation, found ?? null), results),
    );
  }

  function pull(body: Json): Reply {
    const from = Number(body.OffSetValue);
    const within = transactions.filter(({ amount, at, status }) => {
      const day = pulledRow({ ...transactions[0]!, at }).trxDate;
      return amount > 0 && status === "Completed" && day >= body.StartDate && day <= body.EndDate;
    });
    return {
      status: 200,
      body: {
        ResponseRefID: `26178-42530161-${++numbers}`,
        ResponseCode: "1000",
        ResponseMessage: "Success",
        Response: [within.slice(from, from + PAGE).map(pulledRow)],
      },
    };
  }

  function payOut(body: Json): Reply {
    if (transactions.some(({ conversationId }) => conversationId === body.OriginatorConversationID))
      return error(500, "500.002.1001", "Duplicate OriginatorConversationID.");
    const paid = record({
      amount: -Number(body.Amount),
      account: "",
      phone: String(body.PartyB),
      shortcode: String(body.PartyA),
      conversationId: String(body.OriginatorConversationID),
    });
    const conversation = newConversation(String(body.OriginatorConversationID));
    return accepted(conversation, () =>
      deliver(body.ResultURL, payoutResult(conversation, paid), results),
    );
  }

  function giveBack(body: Json): Reply {
    const found = transactions.find(({ receipt }) => receipt === body.TransactionID);
    const conversation = newConversation();
    if (found === undefined || found.status !== "Completed")
      return accepted(conversation, () =>
        deliver(
          body.ResultURL,
          refusedResult(conversation, { code: 21, text: "The transaction cannot be reversed." }),
          results,
        ),
      );
    found.status = "Reversed";
    const back = record({
      ...found,
      receipt: "",
      amount: -found.amount,
      status: "Completed",
      conversationId: conversation.originatorId,
    });
    return accepted(conversation, () =>
      deliver(body.ResultURL, payoutResult(conversation, back), results),
    );
  }

  function newConversation(originatorId = `1236-7134259-${++numbers}`) {
    return { originatorId, conversationId: `AG_20260316_${String(++numbers).padStart(20, "0")}` };
  }

  function error(status: number, errorCode: string, errorMessage: string): Reply {
    return { status, body: { requestId: `16813-15-${++numbers}`, errorCode, errorMessage } };
  }

  function record(made: Partial<BoxTransaction> & { amount: number; account: string }) {
    const transaction: BoxTransaction = {
      at: now(),
      shortcode,
      phone: "254708374149",
      name: "JOHN DOE",
      status: "Completed",
      conversationId: null,
      ...made,
      receipt: made.receipt || receiptOf(made.at ?? now(), ++numbers),
    };
    transactions.push(transaction);
    return transaction;
  }

  /** Posts to us as Safaricom does, once, and never again by itself. */
  async function post(url: string, body: Json): Promise<{ status: number; body: Json }> {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }).catch(() => null);
    const text = (await response?.text()) ?? "";
    const status = response?.status ?? 0;
    posts.push({ url, body, status, answer: text });
    return { status, body: text.startsWith("{") ? JSON.parse(text) : text };
  }

  async function deliver(url: string, body: Json, delivery: Delivery): Promise<void> {
    const all = async (times: number) => {
      await Promise.all(Array.from({ length: times }, () => post(url, body)));
    };
    if (delivery === "held") held.push(() => all(1));
    else await all(delivery);
  }

  /** The holder of the phone answers an ask; posts the result, and the confirmation of what was paid. */
  async function answer(
    checkoutId: string,
    how: PhoneAnswer,
    {
      amount,
      result = 1,
      confirmed = 1,
    }: { amount?: number; result?: Delivery; confirmed?: Delivery } = {},
  ): Promise<BoxTransaction | null> {
    const ask = asks.get(checkoutId);
    if (ask === undefined || ask.end !== null) return null;
    const { code, text } = phoneAnswers[how];
    const paid =
      how === "pay"
        ? record({ amount: amount ?? ask.amount, account: ask.reference, phone: ask.phone })
        : null;
    ask.end = { code, text, paid };
    await deliver(ask.callback, askResult(ask, ask.end), result);
    if (paid !== null && registered.confirmation !== null)
      await deliver(registered.confirmation, confirmationOf(paid), confirmed);
    return paid;
  }

  /** Somebody pays the paybill with this account; null if validation rejects it. */
  async function payBill({ confirmed = 1, ...made }: PaymentMade): Promise<BoxTransaction | null> {
    const paid = record(made);
    if (registered.validation !== null) {
      const verdict = await post(registered.validation, confirmationOf(paid));
      if (verdict.body?.ResultCode !== 0 && verdict.status === 200) {
        transactions.splice(transactions.indexOf(paid), 1);
        return null;
      }
    }
    if (registered.confirmation !== null)
      await deliver(registered.confirmation, confirmationOf(paid), confirmed);
    return paid;
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    /** The environment of a server whose M-PESA this is. */
    env: {
      RATE_LIMIT: "off",
      MPESA_URL: url,
      MPESA_KEY: "box-key",
      MPESA_SECRET: "box-secret",
      MPESA_SHORTCODE: shortcode,
      MPESA_CALLBACK_SECRET: "0123456789abcdef0123456789abcdef",
      MPESA_PASSKEY: "box-passkey",
      MPESA_INITIATOR: "box-initiator",
      MPESA_CREDENTIAL: Buffer.from("the credential of the box, encrypted").toString("base64"),
      MPESA_PULL: "on",
    },
    /** Everything that was asked of it, the oldest first. */
    requests,
    /** What it posted to us, and our answers. */
    posts,
    transactions,
    registered,
    /** The asks that wait on phones. */
    waiting: () => [...asks.values()].filter(({ end }) => end === null),
    tokensGiven: () => tokens,
    /** Takes no token that it gave before. */
    forgetToken: () => void (validToken = ""),
    /** Treats the next requests whose path has `part` like this, one after the other. */
    next: (part: string, ...more: DarajaConduct[]) =>
      void conducts.set(part, [...(conducts.get(part) ?? []), ...more]),
    /** How the results of later questions and payouts are posted. */
    deliverResults: (delivery: Delivery) => void (results = delivery),
    /** Resolves when every result that it owes was posted. */
    idle: async () => {
      while (following.size > 0) await Promise.all(following);
    },
    /** Posts what was held back, the newest first. */
    release: async () => {
      const all = held.toReversed();
      held = [];
      for (const send of all) await send();
    },
    answer,
    payBill,
    /** Money moves without a word to us. */
    record,
    post,
    /** Posts a confirmation of what never happened. */
    forge: async (made: PaymentMade) => {
      const never = record(made);
      transactions.splice(transactions.indexOf(never), 1);
      await deliver(registered.confirmation ?? "", confirmationOf(never), made.confirmed ?? 1);
      return never;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** As M-PESA makes them: a letter each for year, month and day, and seven more. */
function receiptOf(at: Date, number: number): string {
  const day = [at.getUTCFullYear() - 2006 + 10, at.getUTCMonth() + 10, at.getUTCDate()];
  const rest = (number * 7_919 + 1_234_567).toString(36).toUpperCase().padStart(7, "K");
  return day.map((each) => DIGITS[each % 36]).join("") + rest.slice(-7);
}

async function readText(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

function send(response: ServerResponse, status: number, body: Json): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(body));
}

function accepted(
  {
    originatorId = "",
    conversationId = "",
  }: { originatorId?: string | null; conversationId?: string },
  after?: () => Promise<unknown>,
): Reply {
  return {
    status: 200,
    body: {
      OriginatorConversationID: originatorId,
      ConversationID: conversationId,
      ResponseCode: "0",
      ResponseDescription: "Accept the service request successfully.",
    },
    ...(after === undefined ? {} : { after }),
  };
}
