// A test's own SMS gateway: speaks the API of Africa's Talking on a real port, and fails in every way it can.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { answerBody, readPostedText, recipientOf, type PostedText } from "#demo/phones/protocol.ts";
import { freePort } from "./machine.ts";

/** A received SMS, and the gateway's id for it. */
export type ReceivedText = PostedText & { id: string };

/** How the next SMS are treated. */
export type Conduct =
  /** A code for the recipient, 101 by default; the answer may be delayed. */
  | { code: number; cost?: string; afterMs?: number }
  /** An HTTP status without a body of the API. */
  | { status: number }
  | "no-recipients"
  | "unreadable"
  /** Accepted, but the connection is cut before the answer. */
  | "lost"
  /** Accepted; the answer comes when `release` is called. */
  | "late"
  /** Accepted twice: the recipient appears in the answer two times. */
  | "doubled"
  /** Answers for another number. */
  | "other-number";

export type SmsGateway = Awaited<ReturnType<typeof startSmsGateway>>;

/** Listens on `port`, or on any free one. `choose` decides on each SMS for which nothing else was set. */
export async function startSmsGateway({
  port,
  choose,
}: { port?: number; choose?: () => Conduct } = {}) {
  const texts: ReceivedText[] = [];
  const script: Conduct[] = [];
  let always: Conduct = { code: 101 };
  const held: (() => void)[] = [];
  /** Requests, whether the SMS was accepted or not. */
  let calls = 0;

  const server = createServer((request, response) => {
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const posted = await readPostedText(request);
    calls += 1;
    const conduct = script.shift() ?? choose?.() ?? always;
    if (posted === null) return void response.writeHead(400).end("missing");
    const id = `ATXid_${String(calls).padStart(6, "0")}`;
    const text: ReceivedText = { ...posted, id };
    if (typeof conduct === "object" && "status" in conduct)
      return void response.writeHead(conduct.status).end("not now");
    const code = typeof conduct === "object" ? conduct.code : 101;
    if (code <= 102 && conduct !== "no-recipients") texts.push(text);
    if (conduct === "lost") return void request.socket.destroy();
    const cost = typeof conduct === "object" ? conduct.cost : undefined;
    const recipient = recipientOf(conduct === "other-number" ? "+254700000000" : text.to, {
      code,
      cost,
      id,
    });
    const recipients =
      conduct === "no-recipients"
        ? []
        : conduct === "doubled"
          ? [recipient, { ...recipient, messageId: `${id}b` }]
          : [recipient];
    const send = () => {
      response.writeHead(201, { "Content-Type": "application/json" });
      if (conduct === "unreadable") return void response.end('{"SMSMessageData":');
      response.end(answerBody(recipients));
    };
    const afterMs = typeof conduct === "object" ? (conduct.afterMs ?? 0) : 0;
    if (conduct === "late") held.push(send);
    else if (afterMs > 0) setTimeout(send, afterMs);
    else send();
  }

  const taken = port ?? (await freePort("127.0.0.1"));
  await listen(taken);

  function listen(on: number): Promise<void> {
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(on, "127.0.0.1", () => resolve());
    });
  }

  return {
    url: `http://127.0.0.1:${taken}/version1/messaging`,
    texts,
    calls: () => calls,
    /** Treats the next SMS like this, one after the other. */
    next: (...conducts: Conduct[]) => void script.push(...conducts),
    /** Treats all later SMS like this. */
    from: (conduct: Conduct) => void (always = conduct),
    /** How many answers are held back. */
    heldBack: () => held.length,
    /** Sends the answers held back, the newest first. */
    release: () => {
      for (const send of held.splice(0).toReversed()) send();
    },
    /** Refuses every connection until `open`. */
    shut: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    open: () => listen(taken),
    close: () =>
      new Promise<void>((resolve) => {
        if (!server.listening) return resolve();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
