// Answers requests that no route serves, like every other failure: unknown paths, and unreadable addresses and requests (API-3).
import type { OutgoingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest, FastifyInstance } from "fastify";
import { inEnglish, translatorFor } from "#messages/translator.ts";
import { acceptedLanguage, languageOfPage, pageFile, inChosenTheme } from "./language.ts";

/**
 * Answers JSON for the API (404, or 405 with the methods that exist), a page for people. Call before the routes are
 * added: it records them.
 */
export function answerUnknownPath(app: FastifyInstance): void {
  const served: { method: string; pattern: RegExp }[] = [];
  app.addHook("onRoute", (route) => {
    const pattern = patternOf(route.url);
    for (const method of [route.method].flat()) served.push({ method, pattern });
  });
  app.setNotFoundHandler((request, reply) => {
    const t = translatorFor(acceptedLanguage(request));
    const path = request.url.split("?", 1)[0] ?? "";
    if (!/^\/(api|media)(\/|$)/.test(path)) return sendPage(request, reply);
    const methods = served.filter((route) => route.pattern.test(path)).map((route) => route.method);
    const allowed = [...new Set(methods)].filter((method) => method !== "HEAD");
    if (allowed.length === 0) return reply.status(404).send({ detail: t("failures.nothingHere") });
    return reply
      .status(405)
      .header("Allow", allowed.join(", "))
      .send({ detail: t("failures.wrongMethod", { methods: allowed.join(" or ") }) });
  });
}

/** `/api/a/:id/` as a pattern; wildcards serve files and are ignored here. */
function patternOf(url: string): RegExp {
  if (url.includes("*")) return /$^/;
  const escaped = url.replace(/\/+$/, "").replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll(/:[A-Za-z]+/g, "[^/]+")}/?$`);
}

/** The application draws its own page for an unknown address. */
function sendPage(request: FastifyRequest, reply: FastifyReply) {
  const wantsPage =
    request.method === "GET" && (request.headers.accept ?? "").includes("text/html");
  reply.status(404);
  return wantsPage && "sendFile" in reply
    ? reply.sendFile(inChosenTheme(pageFile("app", languageOfPage(request, reply)), request))
    : reply.type("text/plain; charset=utf-8").send(inEnglish("failures.nothingHere"));
}

// Unreadable addresses and requests.

type Failure = "failures.headersTooLarge" | "failures.slowRequest" | "failures.unreadable";

/** A badly escaped or endless address is a 404. */
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
