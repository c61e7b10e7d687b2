// Who may call, and whether the request is really theirs: the live session, the endpoint's right, and against forged
// requests what the browser says about their origin and the csrftoken cookie, set with pages and echoed in
// X-CSRFToken (API-12).
import { randomBytes, timingSafeEqual } from "node:crypto";
import { errorCodes, type FastifyReply, type FastifyRequest } from "fastify";
import { writesOfAnyClock } from "#contract/any-clock-writes.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { assert } from "#domain/assert.ts";
import { whyNot, type Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { openClock } from "#server/core/clock/clock.ts";
import { holdCallers, resumingSessions, type LiveSession } from "#server/core/identity/sessions.ts";
import type { Throttle } from "#server/core/requests/throttle.ts";
import type { Database, Tx } from "#server/db/connection.ts";
import type { Config } from "#server/platform/config.ts";

declare module "fastify" {
  interface FastifyRequest {
    live: LiveSession | null;
    receivedAt: Date;
    publicUrl: string;
  }
}

export type Admission = {
  db: Database;
  now: () => Date;
  throttle: Pick<Throttle, "budget">;
  config: Pick<Config, "publicUrl">;
};

/** Returns a function that checks all this before the body is read: nobody without the right makes us parse one. */
export function admitting({ db, now, throttle, config }: Admission) {
  const resumeSession = resumingSessions(db);
  const clock = openClock(db);
  return async (endpoint: Endpoint, request: FastifyRequest): Promise<void> => {
    const isChange = endpoint.method !== "GET";
    request.receivedAt = now();
    request.publicUrl = config.publicUrl;
    if (endpoint.access === "public") throttle.budget.spendOf(request.ip);
    else {
      request.live = await resumeSession(bearerToken(request), request.receivedAt);
      throttle.budget.spend(request.live.actor.id, isChange);
      requireAllowed(endpoint, request.live.actor);
    }
    if (!isChange) return;
    checkOrigin(request, config.publicUrl);
    checkCsrf(request);
    checkEncoding(request);
    if (!writesOfAnyClock.has(endpoint)) await clock.requireNotBehind(request.receivedAt);
  };
}

/**
 * The requests with their callers as they are now, where they still may; their rights cannot change until the
 * transaction commits.
 */
export async function admitAgain<
  R extends { input: { actor: Actor; now: Date }; permit: (actor: Actor) => void },
>(tx: Tx, endpoint: Endpoint, requests: readonly R[]): Promise<R[]> {
  const inputs = requests.map(({ input }) => input);
  const actors = await holdCallers(tx, inputs);
  return requests.map((request, index) => {
    const actor = actors[index];
    assert(actor !== undefined, "every caller is held");
    requireAllowed(endpoint, actor);
    request.permit(actor);
    return { ...request, input: { ...request.input, actor } };
  });
}

/** The session token in the request, or null. */
export function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer ([A-Za-z0-9_-]{20,128})$/i.exec(request.headers.authorization ?? "");
  return match?.[1] ?? null;
}

/** The request's session. */
export function requireLive(request: FastifyRequest): LiveSession {
  if (request.live === null) throw refuse("not-signed-in");
  return request.live;
}

/** Refuses callers whom the endpoint is not for. */
function requireAllowed(endpoint: Endpoint, actor: Actor): void {
  const { access } = endpoint;
  if (access === "public") return;
  if (access === "session") {
    // A permission of every member is none of an auditor (MEM-41).
    if (actor.isAuditor) throw refuse("forbidden");
    return;
  }
  const reason = whyNot(actor, access);
  if (reason !== null) throw refuse(reason);
}

/**
 * Refuses a change that a browser sends from another site's page. Browsers report the origin and pages cannot alter
 * it; clients that report none are no browsers. `publicUrl` counts as our own, whatever a proxy made of Host.
 */
function checkOrigin(request: FastifyRequest, publicUrl: string): void {
  const site = request.headers["sec-fetch-site"];
  if (site === "same-origin" || site === "none") return;
  const { origin, host } = request.headers;
  const isOwn =
    origin === undefined
      ? site === undefined
      : origin === new URL(publicUrl).origin || hostOf(origin) === host;
  if (!isOwn) throw refuse("cross-site");
}

/** Null for `null`, the origin of sandboxed pages and files. */
function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

const COOKIE = "csrftoken";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Sets the cookie for a visitor without one. */
export function giveCsrfCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
): void {
  if (request.cookies[COOKIE]) return;
  reply.setCookie(COOKIE, randomBytes(24).toString("base64url"), {
    path: "/",
    sameSite: "lax",
    secure,
    maxAge: YEAR_SECONDS,
  });
}

/** A request with the cookie must have the same value in its header; one without the cookie needs none. */
function checkCsrf(request: FastifyRequest): void {
  const cookie = request.cookies[COOKIE];
  if (cookie === undefined) return;
  const header = request.headers["x-csrftoken"];
  if (typeof header !== "string" || !isSame(cookie, header)) throw refuse("csrf-mismatch");
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Bodies must be uncompressed: a small compressed one could expand to any size. */
function checkEncoding({ headers }: FastifyRequest): void {
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding !== "identity")
    throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(`compressed by ${encoding}`);
}
