// Serves the contract's endpoints: who may, what exists, what was sent, one transaction, one answer (API-2).
import { Readable } from "node:stream";
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Endpoint, ReplyOf } from "#contract/endpoint.ts";
import { single } from "#domain/assert.ts";
import { Refusal, refuseFields, type FieldErrors } from "#domain/refusal.ts";
import { resumingSessions } from "#server/core/identity/sessions.ts";
import type { Throttle } from "#server/core/requests/throttle.ts";
import type { Database, Reader, Tx } from "#server/db/connection.ts";
import type { Replica } from "#server/db/replica/replica.ts";
import type { Config } from "#server/platform/config.ts";
import { checkCsrf, checkOrigin } from "./csrf.ts";
import {
  bearerToken,
  readAsSent,
  readPublicInput,
  readSignedInInput,
  requireAllowed,
  type PublicInput,
  type SentBody,
  type SignedInInput,
} from "./read-request.ts";
import { ALONE, sharedWrites } from "./batched-writes.ts";
import { readFromSource } from "./replica-read.ts";
import { spool } from "./spool.ts";
import { DEADLINE_MS, readWrite, writeAlone, type WriteOptions } from "./write-request.ts";

export type Serving = {
  db: Database;
  /** Where reports may be read (contract/replica-reads.ts). */
  replica?: Replica | undefined;
  now: () => Date;
  throttle: Pick<Throttle, "budget">;
  config: Pick<Config, "publicUrl">;
  /** SAFE-8: what is not answered by then is given up; 10 seconds. */
  deadlineMs?: number;
};

/** A file's content: all of it, or pieces that are read no faster than they are sent. */
export type Download = {
  name: string;
  mediaType: string;
  content: Uint8Array | AsyncIterable<string | Uint8Array>;
};

/** The ways to serve an endpoint. A write is one transaction, opened here. */
export function endpointRoutes(app: FastifyInstance, serving: Serving) {
  const register = registering(app, serving);
  return {
    /** A read for a signed-in person. */
    read<E extends Endpoint>(
      endpoint: E,
      answer: (reader: Reader, input: SignedInInput<E>) => Promise<ReplyOf<E>>,
    ): void {
      register(endpoint, async (request) => {
        const input = readSignedInInput(endpoint, request);
        const source = { endpoint, actor: input.actor, isHurried: true };
        const read = (reader: Reader) => answer(reader, input);
        const { answer: found, asOf } = await readFromSource(serving, source, read);
        return asOf === null ? found : { ...(found as object), as_of: asOf };
      });
    },

    /** A read that asks other endpoints in the caller's name. Each of them has its deadline, so this one has none. */
    readOthers<E extends Endpoint>(
      endpoint: E,
      answer: (input: SignedInInput<E>, request: FastifyRequest) => Promise<ReplyOf<E>>,
    ): void {
      register(endpoint, (request) => answer(readSignedInInput(endpoint, request), request), false);
    },

    /** A change by a signed-in person, whose rights are read again inside the transaction. */
    write<E extends Endpoint, Prepared = undefined>(
      endpoint: E,
      act: (tx: Tx, input: SignedInInput<E>, prepared: Prepared) => Promise<ReplyOf<E>>,
      options: WriteOptions<SignedInInput<E>, Prepared> = {},
    ): void {
      const changesMembership = options.changesMembership === true;
      register(endpoint, async (request, reply) => {
        const requested = await readWrite(serving, endpoint, options, request);
        return writeAlone(serving.db, endpoint, { requested, act, changesMembership, reply });
      });
    },

    /**
     * The same for a change that many make side by side, each of another `:id`: those who ask together share a
     * transaction (docs/decisions/016-shared-transactions.md). `actAll` answers all or refuses.
     */
    writeTogether<E extends Endpoint>(
      endpoint: E,
      actAll: (tx: Tx, inputs: readonly SignedInInput<E>[]) => Promise<ReplyOf<E>[]>,
      options: Pick<WriteOptions<SignedInInput<E>, undefined>, "exists" | "refusesUnknown">,
    ): void {
      const writeShared = sharedWrites(serving.db, endpoint, actAll);
      const act = async (tx: Tx, input: SignedInInput<E>) => single(await actAll(tx, [input]));
      register(endpoint, async (request, reply) => {
        const requested = await readWrite<E, undefined>(serving, endpoint, options, request);
        const answer = await writeShared(requested);
        if (answer !== ALONE) return answer;
        return writeAlone(serving.db, endpoint, {
          requested,
          act,
          changesMembership: false,
          reply,
        });
      });
    },

    /** A read whose answer is a file. `record`, of the primary, comes before anything is read. */
    download<E extends Endpoint>(
      endpoint: E,
      open: (reader: Database, input: SignedInInput<E>) => Promise<Download>,
      record: (db: Database, input: SignedInInput<E>) => Promise<void> = async () => undefined,
    ): void {
      const answer = async (request: FastifyRequest, reply: FastifyReply) => {
        const input = readSignedInInput(endpoint, request);
        await record(serving.db, input);
        const source = { endpoint, actor: input.actor, isHurried: false };
        const { answer: file, asOf } = await readFromSource(serving, source, async (reader) => {
          const opened = await open(reader, input);
          return reader === serving.db ? opened : spool(opened);
        });
        if (asOf !== null) reply.header("X-As-Of", asOf);
        reply.header("Content-Type", file.mediaType);
        reply.header("Content-Disposition", `attachment; filename="${file.name}"`);
        return reply.send(
          file.content instanceof Uint8Array
            ? Buffer.from(file.content.buffer)
            : Readable.from(file.content, { objectMode: false }),
        );
      };
      // A file may take as long as its reader.
      register(endpoint, answer, false);
    },

    /** A change that carries a file, read from the request by `act`, which opens its own transaction. */
    upload<E extends Endpoint>(
      endpoint: E,
      act: (
        db: Database,
        input: SignedInInput<E>,
        request: FastifyRequest,
        reply: FastifyReply,
      ) => Promise<ReplyOf<E>>,
    ): void {
      register(endpoint, (request, reply) =>
        act(serving.db, readSignedInInput(endpoint, request), request, reply),
      );
    },

    /** A read for anybody. */
    publicRead<E extends Endpoint>(
      endpoint: E,
      answer: (reader: Reader, input: PublicInput<E>) => Promise<ReplyOf<E>>,
    ): void {
      register(endpoint, (request) => answer(serving.db, readPublicInput(endpoint, request)));
    },

    /** A change by somebody who is not signed in; it opens its own transactions, since some must outlive a refusal. */
    publicWrite<E extends Endpoint>(
      endpoint: E,
      act: (db: Database, input: PublicInput<E>) => Promise<ReplyOf<E>>,
      options: PublicWriteOptions = {},
    ): void {
      register(endpoint, async (request) => {
        const { alsoWrong } = options;
        const input = await readOrTellAll(
          () => readPublicInput(endpoint, request),
          alsoWrong && (() => alsoWrong(serving.db, readAsSent(request))),
        );
        return act(serving.db, input);
      });
    },
  };
}

type PublicWriteOptions = {
  /** Of a body that its schema refuses: what else is wrong, by what the schema cannot know, reported in the same answer. */
  alsoWrong?: (db: Database, sent: SentBody) => Promise<FieldErrors>;
};

async function readOrTellAll<Input>(
  read: () => Input,
  alsoWrong: (() => Promise<FieldErrors>) | undefined,
): Promise<Input> {
  try {
    return read();
  } catch (error) {
    if (alsoWrong === undefined || !(error instanceof Refusal) || error.errors === undefined)
      throw error;
    throw refuseFields({ ...(await alsoWrong()), ...error.errors });
  }
}

export type Routes = ReturnType<typeof endpointRoutes>;

/** Gives a function that adds the route of an endpoint: who may is checked, then it is handled. */
function registering(app: FastifyInstance, serving: Serving) {
  const resumeSession = resumingSessions(serving.db);
  return (
    endpoint: Endpoint,
    handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    hasDeadline = endpoint.method === "GET",
  ): void => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      // A change is given up before its commit instead.
      ...(hasDeadline ? { handlerTimeout: serving.deadlineMs ?? DEADLINE_MS } : {}),
      // Before the body is read: nobody without a right makes us read it.
      onRequest: async (request) => {
        request.receivedAt = serving.now();
        if (endpoint.access !== "public") {
          request.live = await resumeSession(bearerToken(request), request.receivedAt);
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
  };
}

/** A body comes as it is: a small compressed one could unfold to any size. */
function checkEncoding({ headers }: FastifyRequest): void {
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding !== "identity")
    throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(`compressed by ${encoding}`);
}
