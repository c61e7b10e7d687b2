// What a request says, once its session is known (API-2).
import type { FastifyRequest } from "fastify";
import type { BodyOf, Endpoint, QueryOf } from "#contract/endpoint.ts";
import { accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import { whyNot, type Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { translatorFor } from "#messages/translator.ts";
import type { LiveSession } from "#server/core/identity/sessions.ts";
import type { PublicRequest, SignedInRequest } from "#server/platform/request.ts";
import { readBrowserName } from "./browser-name.ts";
import { acceptedLanguage, chosenLanguage } from "./language.ts";
import { parseJson, readInput } from "./read-input.ts";

declare module "fastify" {
  interface FastifyRequest {
    live: LiveSession | null;
    receivedAt: Date;
  }
}

export type PublicInput<E extends Endpoint> = PublicRequest<QueryOf<E>, BodyOf<E>>;
export type SignedInInput<E extends Endpoint> = SignedInRequest<QueryOf<E>, BodyOf<E>>;

/** Refuses whom the endpoint is not for. */
export function requireAllowed(endpoint: Endpoint, actor: Actor): void {
  const { access } = endpoint;
  if (access === "public") return;
  if (access === "session") {
    // What every member may is nothing that an auditor may (MEM-41).
    if (actor.isAuditor) throw refuse("forbidden");
    return;
  }
  const reason = whyNot(actor, access);
  if (reason !== null) throw refuse(reason);
}

/** The session that the request came with. */
export function requireLive(request: FastifyRequest): LiveSession {
  if (request.live === null) throw refuse("not-signed-in");
  return request.live;
}

/** The token of the session that the request names, or null. */
export function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer ([A-Za-z0-9_-]{20,128})$/i.exec(request.headers.authorization ?? "");
  return match?.[1] ?? null;
}

/** The `:id` of the path: what is no positive integer names nothing (404). */
export function readId(request: FastifyRequest): number {
  const { id } = request.params as { id?: string };
  if (id === undefined) return 0;
  if (!/^[1-9]\d{0,9}$/.test(id) || Number(id) > 2_147_483_647) throw refuse("not-found");
  return Number(id);
}

/** The `:code` of the path: what is no account names nothing (404). */
function readAccountCode(request: FastifyRequest): AccountCode {
  const { code } = request.params as { code?: string };
  if (code === undefined) return "bank";
  const account = accounts.find((each) => each.code === code);
  if (account === undefined) throw refuse("not-found");
  return account.code;
}

/** A body that no schema has checked. */
export type SentBody = { address: string; now: Date; body: Record<string, unknown> };

export function readAsSent(request: FastifyRequest): SentBody {
  return {
    address: request.ip,
    now: request.receivedAt,
    body: parseJson(request.body as string | undefined),
  };
}

export function readPublicInput<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
): PublicInput<E> {
  const language = acceptedLanguage(request);
  return {
    now: request.receivedAt,
    origin: {
      address: request.ip,
      device: (request.headers["user-agent"] ?? "").slice(0, 200),
      browser: readBrowserName(request),
    },
    language,
    t: translatorFor(language),
    chosenLanguage: chosenLanguage(request),
    query: readInput(endpoint.query, request.query) as QueryOf<E>,
    body: readInput(
      endpoint.body,
      endpoint.body === null ? undefined : parseJson(request.body as string | undefined),
    ) as BodyOf<E>,
  };
}

export function readSignedInInput<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
): SignedInInput<E> {
  const { actor, sessionId } = requireLive(request);
  const id = readId(request);
  const code = readAccountCode(request);
  return { ...readPublicInput(endpoint, request), actor, sessionId, id, code };
}
