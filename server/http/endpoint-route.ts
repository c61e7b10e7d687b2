// Serves the contract's endpoints: rights, existence, input, one transaction, one answer (API-2).
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint, ReplyOf } from "#contract/endpoint.ts";
import { single } from "#domain/assert.ts";
import {
  type Database,
  inTransaction,
  isUndone,
  type Reader,
  type Tx,
} from "#server/db/connection.ts";
import type { Replica } from "#server/db/replica.ts";
import { RefusedWithNotice } from "#server/core/approvals/contested.ts";
import { ProposedInstead } from "#server/core/approvals/proposals.ts";
import { type Answer, claimKeys, storeAnswers } from "#server/core/requests/idempotency.ts";
import { lockMembership } from "#server/db/locks.ts";
import { batch } from "#server/platform/batching/batch.ts";
import { type Admission, admitAgain, admitting } from "./admission.ts";
import { type Download, readFromSource, sendDownload } from "./answer-read.ts";
import {
  DEADLINE_MS,
  type FormOptions,
  type PublicInput,
  readForm,
  readSignedInInput,
  readWrite,
  type SignedInInput,
  type WriteOptions,
  type WriteRequest,
} from "./read-request.ts";

export type Serving = Admission & {
  /** The replica that may serve reports (contract/replica-reads.ts). */
  replica?: Replica | undefined;
  /** SAFE-8: the request is given up after this many ms; 10 seconds by default. */
  deadlineMs?: number;
};

/** The ways to serve an endpoint. */
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

    /** A change by a signed-in person, in a transaction that reads their rights again. */
    write<E extends Endpoint, Prepared = undefined>(
      endpoint: E,
      act: (tx: Tx, input: SignedInInput<E>, prepared: Prepared) => Promise<ReplyOf<E>>,
      options: WriteOptions<SignedInInput<E>, Prepared> = {},
    ): void {
      const change = handlingWrites<E, Prepared>(
        serving,
        endpoint,
        options,
        async (tx, requests) => {
          const { input, prepared } = single(requests);
          return [await act(tx, input, prepared)];
        },
      );
      register(endpoint, change.alone);
    },

    /** A change that may share its transaction with others of its kind; `actAll` answers all or refuses. */
    writeTogether<E extends Endpoint>(
      endpoint: E,
      actAll: (tx: Tx, inputs: readonly SignedInInput<E>[]) => Promise<ReplyOf<E>[]>,
      options: WriteOptions<SignedInInput<E>, undefined>,
    ): void {
      const act = (tx: Tx, requests: readonly { input: SignedInInput<E> }[]) =>
        actAll(
          tx,
          requests.map(({ input }) => input),
        );
      register(endpoint, handlingWrites(serving, endpoint, options, act).together);
    },

    /** A read whose answer is a file. `record` runs on the primary before anything is read. */
    download<E extends Endpoint>(
      endpoint: E,
      open: (reader: Database, input: SignedInInput<E>) => Promise<Download>,
      record: (db: Database, input: SignedInInput<E>) => Promise<void> = async () => undefined,
    ): void {
      const answer = async (request: FastifyRequest, reply: FastifyReply) => {
        const input = readSignedInInput(endpoint, request);
        await record(serving.db, input);
        const requested = { endpoint, actor: input.actor };
        return sendDownload(serving, requested, (reader) => open(reader, input), reply);
      };
      // A download takes as long as its client.
      register(endpoint, answer, false);
    },

    /**
     * Any endpoint that needs more of the request than its query and body, such as a file; it has its own
     * transactions and no deadline.
     */
    handle<E extends Endpoint>(
      endpoint: E,
      answer: (
        db: Database,
        input: SignedInInput<E>,
        request: FastifyRequest,
        reply: FastifyReply,
      ) => Promise<ReplyOf<E>>,
    ): void {
      const handler: Handle = async (request, reply) =>
        answer(serving.db, readSignedInInput(endpoint, request), request, reply);
      register(endpoint, handler, false);
    },

    /** For anybody. A change opens its own transactions, since some must survive a refusal. */
    public<E extends Endpoint>(
      endpoint: E,
      answer: (db: Database, input: PublicInput<E>) => Promise<ReplyOf<E>>,
      options: FormOptions = {},
    ): void {
      register(endpoint, async (request) =>
        answer(serving.db, await readForm(serving.db, endpoint, options, request)),
      );
    },
  };
}

export type Routes = ReturnType<typeof endpointRoutes>;

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Returns a function that adds an endpoint's route: it checks the caller, then calls the handler. */
function registering(app: FastifyInstance, serving: Serving) {
  const admit = admitting(serving);
  return (endpoint: Endpoint, handle: Handle, hasDeadline = endpoint.method === "GET"): void => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      // A change is given up before its commit instead.
      ...(hasDeadline ? { handlerTimeout: serving.deadlineMs ?? DEADLINE_MS } : {}),
      ...(endpoint.bodyBytesMax === undefined ? {} : { bodyLimit: endpoint.bodyBytesMax }),
      onRequest: (request) => admit(endpoint, request),
      handler: async (request, reply) => {
        reply.status(endpoint.status);
        return handle(request, reply);
      },
    });
  };
}

// Changes by signed-in people, and the one transaction that makes them. A single request is a list of one.

/**
 * Handles the requests for a change: each in its own transaction (`alone`), or simultaneous ones in one (`together`).
 * In a shared transaction each request has another `:id`; if one is refused, all roll back and each runs alone
 * (docs/decisions/016-shared-transactions.md).
 */
function handlingWrites<E extends Endpoint, Prepared>(
  serving: { db: Database; deadlineMs?: number },
  endpoint: E,
  options: WriteOptions<SignedInInput<E>, Prepared>,
  act: (tx: Tx, requests: readonly WriteRequest<E, Prepared>[]) => Promise<ReplyOf<E>[]>,
) {
  type Requests = readonly WriteRequest<E, Prepared>[];

  const transact = (
    requests: Requests,
    {
      status,
      act: actAs,
    }: { status: number; act: (tx: Tx, requests: Requests) => Promise<unknown[]> },
  ): Promise<Answer[]> =>
    inTransaction(serving.db, async (tx) => {
      if (options.changesMembership === true) await lockMembership(tx);
      const admitted = await admitAgain(tx, endpoint, requests);
      const keys = requests.map(({ keyed }) => keyed);
      const stored = await claimKeys(tx, keys);
      if (stored !== null) return [stored];
      const answers = (await actAs(tx, admitted)).map((body) => ({ status, body }));
      await storeAnswers(tx, keys, answers);
      for (const { requireInTime } of requests) requireInTime();
      return answers;
    });

  /**
   * If a change needs a second person, it rolls back and is proposed in a new transaction of the same kind (BOOK-20).
   * So is the notice of a refusal that officials are notified of (STAT-62).
   */
  const make = async (requests: Requests): Promise<Answer[]> => {
    try {
      return await transact(requests, { status: endpoint.status, act });
    } catch (error) {
      if (error instanceof RefusedWithNotice) {
        await inTransaction(serving.db, error.notify);
        throw error.refusal;
      }
      if (!(error instanceof ProposedInstead) || requests.length > 1) throw error;
      const propose = async (tx: Tx) => [await error.propose(tx)];
      return transact(requests, { status: 201, act: propose });
    }
  };

  const answering =
    (makeOne: (requested: WriteRequest<E, Prepared>) => Promise<Answer>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const { status, body } = await makeOne(await readWrite(serving, endpoint, options, request));
      reply.status(status);
      return body;
    };

  const keyOf = ({ input }: WriteRequest<E, Prepared>) => input.id;
  return {
    alone: answering(async (requested) => single(await make([requested]))),
    together: answering(batch(make, { most: 8, atOnce: 2, keyOf, isUndone })),
  };
}
