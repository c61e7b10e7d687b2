// Changes that many make side by side, in one transaction (docs/decisions/016-shared-transactions.md).
import type { Endpoint, ReplyOf } from "#contract/endpoint.ts";
import { assert } from "#domain/assert.ts";
import { claimKeys, keepAnswers } from "#server/core/requests/idempotency.ts";
import { holdActors } from "#server/core/identity/sessions.ts";
import { inTransaction, isRolledBack, type Database, type Tx } from "#server/db/connection.ts";
import { batch } from "#server/platform/batching/batch.ts";
import { requireAllowed, type SignedInInput } from "./read-request.ts";
import { answered, requireInTime, type WriteRequest } from "./write-request.ts";

const TOGETHER = { most: 8, atOnce: 2 };

/** The change is to be made in a transaction of its own; nothing is made yet. */
export const ALONE = Symbol("alone");

class KeyWasUsed extends Error {}

/**
 * Gives a function that makes a change together with those asked for meanwhile, or answers `ALONE`: where one of them is
 * refused or fails, all are undone, and each is to find out by itself.
 */
export function sharedWrites<E extends Endpoint>(
  db: Database,
  endpoint: E,
  actAll: (tx: Tx, inputs: readonly SignedInInput<E>[]) => Promise<ReplyOf<E>[]>,
) {
  type Requested = WriteRequest<SignedInInput<E>, undefined>;
  const underWay = new Set<number>();

  const share = batch(
    async (requested: readonly Requested[]): Promise<(ReplyOf<E> | typeof ALONE)[]> => {
      let isCommitting = false;
      try {
        return await inTransaction(db, async (tx) => {
          isCommitting = false;
          const inputs = await withActors(tx, endpoint, requested);
          const keyed = requested.flatMap(({ keyed: one }) => one ?? []);
          if (keyed.length > 0 && !(await claimKeys(tx, keyed))) throw new KeyWasUsed();
          const answers = await actAll(tx, inputs);
          if (keyed.length > 0) {
            const stored = requested.flatMap(({ keyed: one }, index) =>
              one === null ? [] : [answered(endpoint, one, answers[index])],
            );
            await keepAnswers(tx, stored);
          }
          requireInTime(Math.min(...requested.map(({ answerBy }) => answerBy)));
          isCommitting = true;
          return answers;
        });
      } catch (error) {
        const isUndone = !isCommitting || isRolledBack(error);
        const isOwn = requested.length === 1 && !(error instanceof KeyWasUsed);
        if (isOwn || !isUndone) throw error;
        return requested.map(() => ALONE);
      }
    },
    TOGETHER,
  );

  return async (requested: Requested): Promise<ReplyOf<E> | typeof ALONE> => {
    const { id } = requested.input;
    // One transaction changes a thing once.
    if (underWay.has(id)) return ALONE;
    underWay.add(id);
    return share(requested).finally(() => underWay.delete(id));
  };
}

/** What is asked, by callers whose rights are read again in the transaction. */
async function withActors<E extends Endpoint>(
  tx: Tx,
  endpoint: E,
  requested: readonly WriteRequest<SignedInInput<E>, undefined>[],
): Promise<SignedInInput<E>[]> {
  const actors = await holdActors(
    tx,
    requested.map(({ input }) => input.actor.id),
  );
  return requested.map(({ input, permit }) => {
    const actor = actors.get(input.actor.id);
    assert(actor !== undefined, `member ${input.actor.id} is held`);
    requireAllowed(endpoint, actor);
    permit(actor);
    return { ...input, actor };
  });
}
