// What a test's notices are sent to: an SMS gateway, which speaks the API of Africa's Talking, and a push service. Both
// have real ports, and fail in every way they can.
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerBody, type PostedText, readPostedText, recipientOf } from "#demo/phones/protocol.ts";
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

export type ReceivedPush = {
  /** The browser it was sent to. */
  browser: string;
  payload: string;
  ttl: number;
  topic: string | undefined;
  /** Claims of the signature. */
  subject: string;
  publicKey: string;
};

type Browser = { name: string; ecdh: ReturnType<typeof createECDH>; auth: Buffer };

export type PushConduct = { status: number } | "lost" | "late";

export type PushService = Awaited<ReturnType<typeof startPushService>>;

/** Starts a push service with its browsers: it checks the signature (VAPID) and decrypts what a browser gets. */
export async function startPushService() {
  const pushes: ReceivedPush[] = [];
  const refused: string[] = [];
  const browsers = new Map<string, Browser>();
  const script: PushConduct[] = [];
  const held: (() => void)[] = [];
  let origin = "";

  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await readAll(request);
    const conduct = script.shift() ?? { status: 201 };
    const browser = browsers.get((request.url ?? "").slice(1));
    if (browser === undefined) return void response.writeHead(410).end();
    let push: ReceivedPush;
    try {
      push = {
        browser: browser.name,
        payload: decrypt(body, browser),
        ttl: Number(request.headers["ttl"]),
        topic: request.headers["topic"]?.toString(),
        ...readSignature(request.headers.authorization ?? "", origin),
      };
      if (request.headers["content-encoding"] !== "aes128gcm") throw new Error("encoding");
    } catch (error) {
      refused.push(String(error));
      return void response.writeHead(403).end();
    }
    if (typeof conduct === "object" && conduct.status >= 300)
      return void response.writeHead(conduct.status).end();
    pushes.push(push);
    if (conduct === "lost") return void request.socket.destroy();
    const send = () => void response.writeHead(201).end();
    if (conduct === "late") held.push(send);
    else send();
  }

  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    pushes,
    /** Why requests were refused: a wrong signature or encryption. */
    refused,
    /** A new browser with push turned on; its subscription. */
    subscribe(name: string) {
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const id = randomBytes(12).toString("hex");
      browsers.set(id, { name, ecdh, auth });
      return {
        endpoint: `${origin}/${id}`,
        keys: {
          p256dh: ecdh.getPublicKey("base64url"),
          auth: auth.toString("base64url"),
        },
      };
    },
    /** The browser ends its subscription. */
    forget: ({ endpoint }: { endpoint: string }) =>
      void browsers.delete(new URL(endpoint).pathname.slice(1)),
    next: (...conducts: PushConduct[]) => void script.push(...conducts),
    /** How many answers are held back. */
    heldBack: () => held.length,
    release: () => {
      for (const send of held.splice(0)) send();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** RFC 8188 and 8291: salt, record size, the sender's key, one record. */
function decrypt(body: Buffer, { ecdh, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const theirs = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const shared = ecdh.computeSecret(theirs);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), theirs]);
  const secret = Buffer.from(hkdfSync("sha256", shared, auth, info, 32));
  const key = Buffer.from(
    hkdfSync("sha256", secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16),
  );
  const nonce = Buffer.from(
    hkdfSync("sha256", secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12),
  );
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with a 2 and zeros.
  return plain.subarray(0, plain.lastIndexOf(2)).toString("utf8");
}

/** RFC 8292: a token signed by the key that the browser was given. */
function readSignature(header: string, origin: string): { subject: string; publicKey: string } {
  const [, token = "", publicKey = ""] = /^vapid t=([^,\s]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const key = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33, 65).toString("base64url"),
    },
  });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new Error("signature");
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) as {
    aud: string;
    exp: number;
    sub: string;
  };
  if (aud !== origin) throw new Error(`audience ${aud}`);
  const seconds = exp - Date.now() / 1000;
  if (seconds <= 0 || seconds > 24 * 60 * 60) throw new Error(`expires in ${seconds}`);
  return { subject: sub, publicKey };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}
