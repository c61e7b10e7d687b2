// Serves the contract's endpoints: who may, what exists, what was sent, one transaction, one answer (contract 1).
import { Readable } from "node:stream";
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { BodyOf, Endpoint, QueryOf, ReplyOf } from "#contract/endpoint.ts";
import { whyNot, type Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import {
  claimKey,
  keepAnswer,
  readIdempotencyKey,
  type KeyedRequest,
} from "#server/core/idempotency.ts";
import { lockMembership } from "#server/core/locks.ts";
import { holdActor, readActor, resumeSession, type LiveSession } from "#server/core/sessions.ts";
import { inTransaction, type Database, type Reader, type Tx } from "#server/db/connection.ts";
import type { Throttle } from "#server/core/throttle.ts";
import type { Config } from "#server/platform/config.ts";
import type { PublicRequest, SignedInRequest } from "#server/platform/request.ts";
import { readBrowserName } from "./browser-name.ts";
import { checkCsrf, checkOrigin } from "./csrf.ts";
import { acceptedLanguage, chosenLanguage } from "./language.ts";
import { parseJson, readInput } from "./read-input.ts";

export type Serving = {
  db: Database;
  now: () => Date;
  throttle: Pick<Throttle, "budget">;
  config: Pick<Config, "publicUrl">;
  /** Safety 5.5: what is not answered by then is given up; 10 seconds. */
  deadlineMs?: number;
};

const DEADLINE_MS = 10_000;

type PublicInput<E extends Endpoint> = PublicRequest<QueryOf<E>, BodyOf<E>>;
type SignedInInput<E extends Endpoint> = SignedInRequest<QueryOf<E>, BodyOf<E>>;

export type WriteOptions<Input, Prepared> = {
  /** Refuses by a right that depends on what is asked, before anything else is judged; `body` is as sent. */
  permit?: (actor: Actor, body: Record<string, unknown>) => void;
  /** Whether the `:id` names something the caller may know of; otherwise 404, before the body is judged. */
  exists?: (reader: Reader, id: number, actor: Actor) => Promise<boolean>;
  /** The action itself refuses an `:id` that names nothing, so `exists` is asked only before a body is refused. */
  refusesUnknown?: boolean;
  /** The same for what the body names where no `:id` does; `body` is as sent, not yet judged. */
  existsInBody?: (reader: Reader, body: Record<string, unknown>, actor: Actor) => Promise<boolean>;
  /** The action changes somebody's office or status, so it waits for all that relies on them. */
  changesMembership?: boolean;
  /** Runs before the transaction opens: what takes long, or must outlive a refusal. Its result goes to the action. */
  prepare?: (db: Database, input: Input) => Promise<Prepared>;
};

/** A file's content: all of it, or pieces that are read no faster than they are sent. */
export type Download = {
  name: string;
  mediaType: string;
  content: Uint8Array | AsyncIterable<string>;
};

declare module "fastify" {
  interface FastifyRequest {
    live: LiveSession | null;
    receivedAt: Date;
  }
}

/** The ways to serve an endpoint. A write is one transaction, opened here. */
export function endpointRoutes(app: FastifyInstance, serving: Serving) {
  return {
    /** A read for a signed-in person. */
    read<E extends Endpoint>(
      endpoint: E,
      answer: (reader: Reader, input: SignedInInput<E>) => Promise<ReplyOf<E>>,
    ): void {
      register(app, serving, endpoint, async (request) => {
        const input = readSignedInInput(endpoint, request);
        return answer(serving.db, input);
      });
    },

    /** A change by a signed-in person, whose rights are read again inside the transaction. */
    write<E extends Endpoint, Prepared = undefined>(
      endpoint: E,
      act: (tx: Tx, input: SignedInInput<E>, prepared: Prepared) => Promise<ReplyOf<E>>,
      options: WriteOptions<SignedInInput<E>, Prepared> = {},
    ): void {
      register(app, serving, endpoint, async (request, reply) => {
        const live = requireLive(request);
        const permit = (actor: Actor) =>
          options.permit?.(actor, parseJson(request.body as string | undefined));
        permit(live.actor);
        const key = endpoint.movesMoney
          ? readIdempotencyKey(request.headers["idempotency-key"])
          : null;
        const id = readId(request);
        const requireExists = async () => {
          if (options.exists && !(await options.exists(serving.db, id, live.actor)))
            throw refuse("not-found");
        };
        if (options.refusesUnknown !== true) await requireExists();
        if (options.existsInBody) {
          const body = parseJson(request.body as string | undefined);
          if (!(await options.existsInBody(serving.db, body, live.actor)))
            throw refuse("not-found");
        }
        let input: SignedInInput<E>;
        try {
          input = readSignedInInput(endpoint, request);
        } catch (error) {
          if (options.refusesUnknown === true) await requireExists();
          throw error;
        }
        const keyed = key === null ? null : keyedRequest(request, key);
        const prepared = (await options.prepare?.(serving.db, input)) as Prepared;
        const answerBy = performance.now() + (serving.deadlineMs ?? DEADLINE_MS);
        return inTransaction(serving.db, async (tx) => {
          if (options.changesMembership) await lockMembership(tx);
          const actor = options.changesMembership
            ? await readActor(tx, live.actor.id)
            : await holdActor(tx, live.actor.id);
          requireAllowed(endpoint, actor);
          permit(actor);
          const kept = keyed === null ? null : await claimKey(tx, keyed);
          if (kept !== null) return sendKept(reply, kept);
          const answer = await act(tx, { ...input, actor }, prepared);
          if (keyed !== null)
            await keepAnswer(tx, keyed, { status: endpoint.status, reply: JSON.stringify(answer) });
          // Judged before the commit, so that whoever is told so finds nothing changed.
          if (performance.now() > answerBy) throw refuse("took-too-long");
          return answer;
        });
      });
    },

    /** A read whose answer is a file. */
    download<E extends Endpoint>(
      endpoint: E,
      open: (db: Database, input: SignedInInput<E>) => Promise<Download>,
    ): void {
      const answer = async (request: FastifyRequest, reply: FastifyReply) => {
        const file = await open(serving.db, readSignedInInput(endpoint, request));
        reply.header("Content-Type", file.mediaType);
        reply.header("Content-Disposition", `attachment; filename="${file.name}"`);
        return reply.send(
          file.content instanceof Uint8Array
            ? Buffer.from(file.content.buffer)
            : Readable.from(file.content, { objectMode: false }),
        );
      };
      register(app, serving, endpoint, answer, true);
    },

    /** A change that carries a file, read from the request by `act`, which opens its own transaction. */
    upload<E extends Endpoint>(
      endpoint: E,
      act: (db: Database, input: SignedInInput<E>, request: FastifyRequest) => Promise<ReplyOf<E>>,
    ): void {
      register(app, serving, endpoint, (request) =>
        act(serving.db, readSignedInInput(endpoint, request), request),
      );
    },

    /** A read for anybody. */
    publicRead<E extends Endpoint>(
      endpoint: E,
      answer: (reader: Reader, input: PublicInput<E>) => Promise<ReplyOf<E>>,
    ): void {
      register(app, serving, endpoint, (request) =>
        answer(serving.db, readPublicInput(endpoint, request)),
      );
    },

    /** A change by somebody who is not signed in; it opens its own transactions, since some must outlive a refusal. */
    publicWrite<E extends Endpoint>(
      endpoint: E,
      act: (db: Database, input: PublicInput<E>) => Promise<ReplyOf<E>>,
    ): void {
      register(app, serving, endpoint, (request) =>
        act(serving.db, readPublicInput(endpoint, request)),
      );
    },
  };
}

export type Routes = ReturnType<typeof endpointRoutes>;

function register(
  app: FastifyInstance,
  serving: Serving,
  endpoint: Endpoint,
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  isFile = false,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // A change is given up before its commit instead, and a file may take as long as its reader.
    ...(endpoint.method === "GET" && !isFile
      ? { handlerTimeout: serving.deadlineMs ?? DEADLINE_MS }
      : {}),
    // Before the body is read: nobody without a right makes us read it.
    onRequest: async (request) => {
      request.receivedAt = serving.now();
      if (endpoint.access !== "public") {
        request.live = await resumeSession(serving.db, bearerToken(request), request.receivedAt);
        serving.throttle.budget.spend(request.live.actor.id, endpoint.method !== "GET");
        requireAllowed(endpoint, request.live.actor);
      }
      if (endpoint.method === "GET") return;
      checkOrigin(request, serving.config.publicUrl);
      checkCsrf(request);
      checkEncoding(request);
    },
    handler: async (request, reply) => {
      reply.status(endpoint.status);
      return handle(request, reply);
    },
  });
}

/** A body comes as it is: a small compressed one could unfold to any size. */
function checkEncoding({ headers }: FastifyRequest): void {
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding !== "identity")
    throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(`compressed by ${encoding}`);
}

function requireAllowed(endpoint: Endpoint, actor: Actor): void {
  const { access } = endpoint;
  if (access === "public" || access === "session") return;
  const reason = whyNot(actor, access);
  if (reason !== null) throw refuse(reason);
}

function requireLive(request: FastifyRequest): LiveSession {
  if (request.live === null) throw refuse("not-signed-in");
  return request.live;
}

/** The token of the session that the request names, or null. */
export function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer ([A-Za-z0-9_-]{20,128})$/i.exec(request.headers.authorization ?? "");
  return match?.[1] ?? null;
}

/** The `:id` of the path: what is no positive integer names nothing (404). */
function readId(request: FastifyRequest): number {
  const { id } = request.params as { id?: string };
  if (id === undefined) return 0;
  if (!/^[1-9]\d{0,9}$/.test(id) || Number(id) > 2_147_483_647) throw refuse("not-found");
  return Number(id);
}

function readPublicInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): PublicInput<E> {
  return {
    now: request.receivedAt,
    origin: {
      address: request.ip,
      device: (request.headers["user-agent"] ?? "").slice(0, 200),
      browser: readBrowserName(request),
    },
    language: acceptedLanguage(request),
    chosenLanguage: chosenLanguage(request),
    query: readInput(endpoint.query, request.query) as QueryOf<E>,
    body: readInput(
      endpoint.body,
      endpoint.body === null ? undefined : parseJson(request.body as string | undefined),
    ) as BodyOf<E>,
  };
}

function readSignedInInput<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
): SignedInInput<E> {
  const { actor, sessionId } = requireLive(request);
  const id = readId(request);
  return { ...readPublicInput(endpoint, request), actor, sessionId, id };
}

function keyedRequest(request: FastifyRequest, key: string): KeyedRequest {
  return {
    memberId: requireLive(request).actor.id,
    method: request.method,
    path: request.url.split("?", 1)[0]?.replace(/\/+$/, "") ?? "",
    key,
    body: parseJson(request.body as string | undefined),
    now: request.receivedAt,
  };
}

function sendKept(reply: FastifyReply, kept: { status: number; reply: string }): unknown {
  reply.status(kept.status);
  return JSON.parse(kept.reply);
}
