// The csrftoken cookie: set with pages, echoed in X-CSRFToken by whoever carries it (contract 1).
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

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
