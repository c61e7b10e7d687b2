// An SMS gateway of a test's own: speaks the API of Africa's Talking on a real port, and fails in every way it can.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the gateway was asked to send. */
export type ReceivedText = {
  to: string;
  message: string;
  from: string | null;
  username: string;
  apiKey: string | undefined;
  /** What the gateway calls it. */
  id: string;
};

/** How the next texts are treated. */
export type Conduct =
  /** A code of the recipient, 101 unless set. */
  | { code: number; cost?: string }
  /** HTTP status without a body of the API. */
  | { status: number }
  | "no-recipients"
  | "unreadable"
  /** Taken, and the connection is cut before the answer. */
  | "lost"
  /** Taken; the answer comes when `release` is called. */
  | "late"
  /** Taken twice: the recipient stands in the answer two times. */
  | "doubled"
  /** The answer is that of another number. */
  | "other-number";

export type SmsGateway = Awaited<ReturnType<typeof startSmsGateway>>;

const statuses: Readonly<Record<number, string>> = {
  100: "Processed",
  101: "Sent",
  102: "Queued",
  401: "RiskHold",
  402: "InvalidSenderId",
  403: "InvalidPhoneNumber",
  404: "UnsupportedNumberType",
  405: "InsufficientBalance",
  406: "UserInBlacklist",
  407: "CouldNotRoute",
  500: "InternalServerError",
};

/** Listens on `port`, or on any that is free. */
export async function startSmsGateway({ port = 0 }: { port?: number } = {}) {
  const texts: ReceivedText[] = [];
  const script: Conduct[] = [];
  let always: Conduct = { code: 101 };
  const held: (() => void)[] = [];
  /** Requests, whether a text was taken or not. */
  let calls = 0;

  const server = createServer((request, response) => {
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const form = new URLSearchParams(await readAll(request));
    calls += 1;
    const conduct = script.shift() ?? always;
    const id = `ATXid_${String(calls).padStart(6, "0")}`;
    const text: ReceivedText = {
      to: form.get("to") ?? "",
      message: form.get("message") ?? "",
      from: form.get("from"),
      username: form.get("username") ?? "",
      apiKey: request.headers["apikey"]?.toString(),
      id,
    };
    if (text.to === "" || text.message === "" || text.username === "")
      return void response.writeHead(400).end("missing");
    if (typeof conduct === "object" && "status" in conduct)
      return void response.writeHead(conduct.status).end("not now");
    const code = typeof conduct === "object" ? conduct.code : 101;
    if (code <= 102 && conduct !== "no-recipients") texts.push(text);
    if (conduct === "lost") return void request.socket.destroy();
    const cost = typeof conduct === "object" ? conduct.cost : undefined;
    const recipient = {
      statusCode: code,
      number: conduct === "other-number" ? "+254700000000" : text.to,
      status: statuses[code] ?? "Unknown",
      cost: cost ?? (code <= 102 ? "KES 0.8000" : "0"),
      messageId: code <= 102 ? id : "None",
    };
    const recipients =
      conduct === "no-recipients"
        ? []
        : conduct === "doubled"
          ? [recipient, { ...recipient, messageId: `${id}b` }]
          : [recipient];
    const send = () => {
      response.writeHead(201, { "Content-Type": "application/json" });
      if (conduct === "unreadable") return void response.end('{"SMSMessageData":');
      response.end(
        JSON.stringify({
          SMSMessageData: {
            Message: `Sent to ${code <= 102 ? 1 : 0}/1 Total Cost: KES 0.8000`,
            Recipients: recipients,
          },
        }),
      );
    };
    if (conduct === "late") held.push(send);
    else send();
  }

  await listen(port);
  const { port: taken } = server.address() as AddressInfo;

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
    /** The next texts are treated so, one after the other. */
    next: (...conducts: Conduct[]) => void script.push(...conducts),
    /** All that follow are treated so. */
    from: (conduct: Conduct) => void (always = conduct),
    /** How many answers wait. */
    heldBack: () => held.length,
    /** Gives the answers that wait, the newest first. */
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

async function readAll(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}
