// Requests that never reach a route, answered like every other failure: addresses and requests that cannot be read.
import type { OutgoingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";

/** An address that is badly escaped or endless names nothing (API-3). */
export function answeringBadAddress(headers: OutgoingHttpHeaders) {
  return (_error: Error, _request: FastifyRequest, reply: FastifyReply) =>
    void reply
      .status(404)
      .headers(headers)
      .header("Cache-Control", "no-store")
      .send({ detail: "There is nothing at this address." });
}

const answers: Record<string, [string, string]> = {
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    "The request's headers are too large.",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    "408 Request Timeout",
    "The request took too long to arrive. Please try again.",
  ],
};
const unreadable: [string, string] = ["400 Bad Request", "The request is not readable HTTP."];

/** What is no HTTP, too slow or too large is told so, and its connection closed: what follows on it may be anything. */
export function answeringClientError(headers: OutgoingHttpHeaders) {
  const always = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (!socket.writable || error.code === "ECONNRESET") {
      socket.destroy();
      return;
    }
    const [status, detail] = answers[error.code ?? ""] ?? unreadable;
    const body = JSON.stringify({ detail });
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
