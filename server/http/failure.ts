// One table from errors to answers (API-3), and what the log says of them; also for requests that no route serves.
import type { OutgoingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Failure } from "#contract/endpoint.ts";
import { Refusal, refuse } from "#domain/refusal.ts";
import { sayFieldErrors, sayRefusal } from "#messages/say-refusal.ts";
import { inEnglish, type Translate, translatorFor } from "#messages/translator.ts";
import { isDatabaseAway } from "#server/db/database-away.ts";
import { acceptedLanguage, inChosenTheme, languageOfPage, pageFile } from "./language.ts";

/** Answers whatever a route throws, in the language of whoever asks. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const t = translatorFor(acceptedLanguage(request));
    const answer = answerFailure(error, t);
    logRefusal(request, error);
    if (answer === null) {
      request.log.error({ err: error, url: request.url }, "request failed");
      return reply.status(500).send({ detail: t("failures.ours") });
    }
    if (answer.retryAfterSeconds !== undefined)
      reply.header("Retry-After", answer.retryAfterSeconds);
    if (answer.status === 401) reply.header("WWW-Authenticate", "Bearer");
    return reply.status(answer.status).send(answer.body);
  });
}

const statusOf: Record<Refusal["kind"], number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  "too-many": 429,
  unavailable: 503,
};

export type FailureAnswer = {
  status: number;
  body: Failure;
  /** For the Retry-After header. */
  retryAfterSeconds?: number;
};

/** The answer to an expected error, or null for a fault of ours. */
export function answerFailure(error: unknown, t: Translate = inEnglish): FailureAnswer | null {
  if (error instanceof Refusal) return answerRefusal(error, t);
  if (error instanceof FileTooLarge) {
    const megabytes = String(error.bytesMax / 1024 / 1024);
    return { status: 413, body: { detail: t("failures.fileTooLarge", { megabytes }) } };
  }
  const byFramework = frameworkFailures[codeOf(error) ?? ""];
  if (byFramework !== undefined)
    return { status: byFramework[0], body: { detail: t(byFramework[1]) } };
  if (isDatabaseAway(error)) return answerRefusal(refuse("database-away"), t);
  return null;
}

function answerRefusal(refusal: Refusal, t: Translate): FailureAnswer {
  const { kind, errors } = refusal;
  const { retryAfterSeconds } = refusal.facts;
  return {
    status: statusOf[kind],
    body: {
      detail: sayRefusal(t, refusal),
      ...(asksForCode.has(refusal.code) ? { two_step_required: true as const } : {}),
      ...withAllFacts(refusal),
      ...(errors === undefined ? {} : { errors: sayFieldErrors(t, errors) }),
    },
    ...(typeof retryAfterSeconds === "number" ? { retryAfterSeconds } : {}),
  };
}

/** The obstacles, one by one (STAT-2, STAT-7, OPEN-37, OPEN-39, SHARE-7, MEET-2, CASH-5). */
function withAllFacts({
  code,
  facts,
}: Refusal): Pick<
  Failure,
  | "problems"
  | "blocking"
  | "rows"
  | "savings_now"
  | "savings_after"
  | "meeting_id"
  | "collection_id"
> {
  if (code === "statement-lines-unreadable")
    return { problems: facts["problems"] as NonNullable<Failure["problems"]> };
  if (code === "opening-sheet-faulty" || (code === "invalid-fields" && "rows" in facts))
    return { rows: facts["rows"] as NonNullable<Failure["rows"]> };
  if (code === "collection-waits") return { collection_id: Number(facts["collectionId"]) };
  if (code === "meeting-here") return { meeting_id: Number(facts["meetingId"]) };
  if (code === "opening-savings-fall")
    return {
      savings_now: Number(facts["savings_now"]),
      savings_after: Number(facts["savings_after"]),
    };
  return code === "statement-in-use" || code === "opening-in-use" || code === "share-out-rests"
    ? { blocking: facts["blocking"] as NonNullable<Failure["blocking"]> }
    : {};
}

const asksForCode: ReadonlySet<Refusal["code"]> = new Set([
  "two-step-required",
  "two-step-code-refused",
]);

type FrameworkFailure = `failures.${
  | "tooLarge"
  | "oneFile"
  | "tookTooLong"
  | "notMultipart"
  | "fieldName"
  | "cutShort"
  | "notJson"}`;

/** The refusals of the framework itself, by their codes. */
const frameworkFailures: Record<string, [number, FrameworkFailure]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, "failures.tooLarge"],
  FST_PARTS_LIMIT: [413, "failures.oneFile"],
  FST_FILES_LIMIT: [413, "failures.oneFile"],
  FST_FIELDS_LIMIT: [413, "failures.oneFile"],
  FST_ERR_HANDLER_TIMEOUT: [503, "failures.tookTooLong"],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [415, "failures.notMultipart"],
  FST_PROTO_VIOLATION: [400, "failures.fieldName"],
  FST_MP_PREMATURE_CLOSE: [400, "failures.cutShort"],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, "failures.notJson"],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, "failures.cutShort"],
};

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** A file larger than its form accepts. */
class FileTooLarge extends Error {
  readonly bytesMax: number;

  constructor(bytesMax: number) {
    super(`a file is larger than ${bytesMax} bytes`);
    this.bytesMax = bytesMax;
  }
}

/** The framework's refusal of a form's parts or, if a file was too large, that one. */
export function whyUnread(error: unknown, bytesMax: number): unknown {
  const isTooLarge =
    error instanceof Error && "code" in error && error.code === "FST_REQ_FILE_TOO_LARGE";
  return isTooLarge ? new FileTooLarge(bytesMax) : error;
}

// A refusal that may be an attack (SAFE-10): a dead token, a missing right, a passed limit. It goes to the log and
// not into the audit chain, or anybody could fill the database with refused requests.

const logged: ReadonlySet<Refusal["kind"]> = new Set(["unauthenticated", "forbidden", "too-many"]);
const deadLinks: ReadonlySet<Refusal["code"]> = new Set([
  "activation-failed",
  "reset-link-invalid",
  "email-link-invalid",
]);

/** Names the person by id and the address by its pattern, so that no token or phone number reaches the log. */
function logRefusal(request: FastifyRequest, error: unknown): void {
  if (!(error instanceof Refusal)) return;
  if (!logged.has(error.kind) && !deadLinks.has(error.code)) return;
  // Every visitor's page begins with a request without a token.
  if (error.code === "not-signed-in" && request.headers.authorization === undefined) return;
  request.log.info(
    {
      code: error.code,
      memberId: request.live?.actor.id ?? null,
      method: request.method,
      route: request.routeOptions.url,
      address: request.ip,
    },
    "refused",
  );
}

// Requests that no route serves: unknown paths, and unreadable addresses and requests.

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
    if (allowed.length === 0) return sendNothingHere(request, reply);
    return reply
      .status(405)
      .header("Allow", allowed.join(", "))
      .send({ detail: t("failures.wrongMethod", { methods: allowed.join(", ") }) });
  });
}

/** The answer to an unknown path of the API. */
export function sendNothingHere(request: FastifyRequest, reply: FastifyReply) {
  const t = translatorFor(acceptedLanguage(request));
  return reply.status(404).send({ detail: t("failures.nothingHere") });
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

type ClientFailure = "failures.headersTooLarge" | "failures.slowRequest" | "failures.unreadable";

/** A badly escaped or endless address is a 404. */
export function answeringBadAddress(headers: OutgoingHttpHeaders) {
  return (_error: Error, request: FastifyRequest, reply: FastifyReply) =>
    void reply
      .status(404)
      .headers(headers)
      .header("Cache-Control", "no-store")
      .send({ detail: translatorFor(acceptedLanguage(request))("failures.nothingHere") });
}

const answers: Record<string, [string, ClientFailure]> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "failures.headersTooLarge"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "failures.slowRequest"],
};
const unreadable: [string, ClientFailure] = ["400 Bad Request", "failures.unreadable"];

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
