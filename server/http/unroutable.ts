// Answers requests that reach no route, like every other failure: unreadable addresses and requests.
import type { OutgoingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { inEnglish, translatorFor } from "#messages/translator.ts";
import { acceptedLanguage } from "./language.ts";

type Failure = "failures.headersTooLarge" | "failures.slowRequest" | "failures.unreadable";

/** A badly escaped or endless address is a 404 (API-3). */
export function answeringBadAddress(headers: OutgoingHttpHeaders) {
  return (_error: Error, request: FastifyRequest, reply: FastifyReply) =>
    void reply
      .status(404)
      .headers(headers)
      .header("Cache-Control", "no-store")
      .send({ detail: translatorFor(acceptedLanguage(request))("failures.nothingHere") });
}

const answers: Record<string, [string, Failure]> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "failures.headersTooLarge"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "failures.slowRequest"],
};
const unreadable: [string, Failure] = ["400 Bad Request", "failures.unreadable"];

/**
 * Answers bytes that are no HTTP, too slow or too large, then closes the connection: nothing after them can be
 * trusted.
 */
export function answeringClientError(headers: OutgoingHttpHeaders) {
  const always = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (!socket.writable || error.code === "ECONNRESET") {
      socket.destroy();
      return;
    }
    const [status, failure] = answers[error.code ?? ""] ?? unreadable;
    // The path is unreadable, and so is the language.
    const body = JSON.stringify({ detail: inEnglish(failure) });
    const head = [
      `HTTP/1.1 ${status}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Cache-Control: no-store",
      ...always,
      "Connection: close",
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
  };
}
