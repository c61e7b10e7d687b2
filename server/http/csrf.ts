// Against forged requests: the csrftoken cookie, set with pages and echoed in X-CSRFToken by whoever carries it
// (API-12), and what the browser says of where a request comes from.
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "#domain/refusal.ts";

const COOKIE = "csrftoken";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Gives a visitor without the cookie a new one. */
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

/** A request that carries the cookie must carry the same value in its header; one without the cookie needs none. */
export function checkCsrf(request: FastifyRequest): void {
  const cookie = request.cookies[COOKIE];
  if (cookie === undefined) return;
  const header = request.headers["x-csrftoken"];
  if (typeof header !== "string" || !isSame(cookie, header)) throw refuse("csrf-mismatch");
}

/**
 * Refuses a change that a browser sends from another site's page. Browsers say where a request comes from and pages
 * cannot alter it; clients that say nothing are no browsers. `publicUrl` counts as our own whatever a proxy made of Host.
 */
export function checkOrigin(request: FastifyRequest, publicUrl: string): void {
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

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
