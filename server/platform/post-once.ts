// Posts to an outside server on a new connection, so that it is known whether anything can have left.
import { request as requestOverHttp, type IncomingMessage } from "node:http";
import { request as requestOverTls } from "node:https";
import type { LookupFunction } from "node:net";

export type PostOutcome =
  | { is: "answered"; status: number; body: string }
  /** No connection: nothing was sent. */
  | { is: "no-connection"; failure: string }
  /** It was sent, and no complete answer came. */
  | { is: "unknown"; failure: string };

type Post = {
  url: string;
  headers: Readonly<Record<string, string | number>>;
  body: string | Buffer;
  timeoutMs: number;
  /** Resolves the host's name to an address. */
  lookup?: LookupFunction;
};

const ANSWER_BYTES_MAX = 100_000;

/** Follows no redirect; never throws for a network error. */
export function postOnce({ url, headers, body, timeoutMs, lookup }: Post): Promise<PostOutcome> {
  const isTls = url.startsWith("https:");
  let isConnected = false;
  return new Promise((resolve) => {
    const fail = (error: unknown) => {
      const failure = error instanceof Error ? briefly(error) : String(error);
      resolve({ is: isConnected ? "unknown" : "no-connection", failure });
    };
    const request = (isTls ? requestOverTls : requestOverHttp)(url, {
      method: "POST",
      agent: false,
      headers: { ...headers, "Content-Length": Buffer.byteLength(body), Connection: "close" },
      ...(lookup === undefined ? {} : { lookup }),
    });
    const timer = setTimeout(() => request.destroy(new Error("no answer in time")), timeoutMs);
    request.on("socket", (socket) =>
      socket.once(isTls ? "secureConnect" : "connect", () => {
        isConnected = true;
      }),
    );
    request.on("error", fail);
    request.on("close", () => clearTimeout(timer));
    request.on("response", (response) => {
      const read = async () => ({
        is: "answered" as const,
        status: response.statusCode ?? 0,
        body: await readBody(response),
      });
      read().then(resolve, fail);
    });
    request.end(body);
  });
}

async function readBody(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > ANSWER_BYTES_MAX) throw new Error("an answer without an end");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function briefly(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return (code ?? error.message).slice(0, 200);
}
