// The random name that a browser gets with its first page, so that a sign-in from a new browser is noticed. It proves
// nothing and opens nothing; only its hash is stored, with the members who signed in with it.
import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

const COOKIE = "browser";
/** The longest lifetime that browsers allow a cookie. */
const DAYS_400_SECONDS = 400 * 24 * 60 * 60;

export function giveBrowserName(
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
): void {
  if (request.cookies[COOKIE]) return;
  reply.setCookie(COOKIE, randomBytes(24).toString("base64url"), {
    path: "/api/user/",
    httpOnly: true,
    sameSite: "strict",
    secure,
    maxAge: DAYS_400_SECONDS,
  });
}

export function readBrowserName(request: FastifyRequest): string | null {
  return request.cookies[COOKIE]?.slice(0, 100) || null;
}
