// Changes by signed-in people, and the one transaction that makes them. A single request is a list of one.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint, ReplyOf } from "#contract/endpoint.ts";
import { single } from "#domain/assert.ts";
import { ProposedInstead } from "#server/core/approvals/proposals.ts";
import { claimKeys, storeAnswers, type Answer } from "#server/core/requests/idempotency.ts";
import { inTransaction, isUndone, type Database, type Tx } from "#server/db/connection.ts";
import { lockMembership } from "#server/db/locks.ts";
import { batch } from "#server/platform/batching/batch.ts";
import { admitAgain } from "./admission.ts";
import {
  readWrite,
  type SignedInInput,
  type WriteOptions,
  type WriteRequest,
} from "./read-request.ts";

/**
 * Handles the requests for a change: each in its own transaction (`alone`), or simultaneous ones in one (`together`).
 * In a shared transaction each request has another `:id`; if one is refused, all roll back and each runs alone
 * (docs/decisions/016-shared-transactions.md).
 */
export function handlingWrites<E extends Endpoint, Prepared>(
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
   */
  const make = async (requests: Requests): Promise<Answer[]> => {
    try {
      return await transact(requests, { status: endpoint.status, act });
    } catch (error) {
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
