// A change by a signed-in person: what is asked, checked in the contract's order, and the one transaction that makes it.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint, ReplyOf } from "#contract/endpoint.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import {
  claimKey,
  keepAnswers,
  readIdempotencyKey,
  type AnsweredRequest,
  type StoredAnswer,
  type KeyedRequest,
} from "#server/core/requests/idempotency.ts";
import { ProposedInstead } from "#server/core/approvals/proposals.ts";
import { lockMembership } from "#server/db/locks.ts";
import { readAuditorActor } from "#server/core/identity/auditor-sessions.ts";
import { holdActor, readActor } from "#server/core/identity/sessions.ts";
import { inTransaction, type Database, type Reader, type Tx } from "#server/db/connection.ts";
import { parseJson } from "./read-input.ts";
import {
  readId,
  readSignedInInput,
  requireAllowed,
  requireLive,
  type SignedInInput,
} from "./read-request.ts";

export type WriteOptions<Input, Prepared> = {
  /** Refuses by a right that depends on what is asked, before anything else is checked; `body` is as sent. */
  permit?: (actor: Actor, body: Record<string, unknown>) => void;
  /** Whether the `:id` names something the caller may know of; otherwise 404, before the body is checked. */
  exists?: (reader: Reader, id: number, actor: Actor) => Promise<boolean>;
  /** The action itself refuses an `:id` that names nothing, so `exists` is asked only before a body is refused. */
  refusesUnknown?: boolean;
  /** The same for what the body names where no `:id` does; `body` is as sent, not yet checked. */
  existsInBody?: (reader: Reader, body: Record<string, unknown>, actor: Actor) => Promise<boolean>;
  /** The action changes somebody's office or status, so it waits for all that relies on them. */
  changesMembership?: boolean;
  /** Runs before the transaction opens: what takes long, or must outlive a refusal. Its result goes to the action. */
  prepare?: (db: Database, input: Input) => Promise<Prepared>;
};

export type WriteRequest<Input, Prepared> = {
  input: Input;
  prepared: Prepared;
  keyed: KeyedRequest | null;
  /** Refuses by a right that depends on what is asked. */
  permit: (actor: Actor) => void;
  /** By the clock of `performance.now()`. */
  answerBy: number;
};

export const DEADLINE_MS = 10_000;

/** Reads what is asked, and refuses in the contract's order: the right, what is unknown, the body. */
export async function readWrite<E extends Endpoint, Prepared>(
  { db, deadlineMs }: { db: Database; deadlineMs?: number },
  endpoint: E,
  options: WriteOptions<SignedInInput<E>, Prepared>,
  request: FastifyRequest,
): Promise<WriteRequest<SignedInInput<E>, Prepared>> {
  const { actor } = requireLive(request);
  const permit = (caller: Actor) =>
    options.permit?.(caller, parseJson(request.body as string | undefined));
  permit(actor);
  const key = endpoint.movesMoney ? readIdempotencyKey(request.headers["idempotency-key"]) : null;
  const id = readId(request);
  const requireExists = async () => {
    if (options.exists && !(await options.exists(db, id, actor))) throw refuse("not-found");
  };
  if (options.refusesUnknown !== true) await requireExists();
  if (options.existsInBody) {
    const body = parseJson(request.body as string | undefined);
    if (!(await options.existsInBody(db, body, actor))) throw refuse("not-found");
  }
  let input: SignedInInput<E>;
  try {
    input = readSignedInInput(endpoint, request);
  } catch (error) {
    if (options.refusesUnknown === true) await requireExists();
    throw error;
  }
  return {
    input,
    prepared: (await options.prepare?.(db, input)) as Prepared,
    keyed: key === null ? null : keyedRequest(request, key),
    permit,
    answerBy: performance.now() + (deadlineMs ?? DEADLINE_MS),
  };
}

/**
 * Makes the change in a transaction of its own, in which the caller's rights are read again. Where it needs a second person
 * nothing of it stays, and it is proposed in a transaction of the same kind (BOOK-20): 201.
 */
export async function writeAlone<E extends Endpoint, Prepared>(
  db: Database,
  endpoint: E,
  params: {
    requested: WriteRequest<SignedInInput<E>, Prepared>;
    act: (tx: Tx, input: SignedInInput<E>, prepared: Prepared) => Promise<ReplyOf<E>>;
    changesMembership: boolean;
    reply: FastifyReply;
  },
): Promise<ReplyOf<E>> {
  const { input, prepared, keyed, permit, answerBy } = params.requested;
  const attempt = (
    status: number,
    act: (tx: Tx, input: SignedInInput<E>) => Promise<unknown>,
  ): Promise<ReplyOf<E>> =>
    inTransaction(db, async (tx) => {
      if (params.changesMembership) await lockMembership(tx);
      const actor = await actorAgain(tx, input, params.changesMembership);
      requireAllowed(endpoint, actor);
      permit(actor);
      const stored = keyed === null ? null : await claimKey(tx, keyed);
      if (stored !== null) return sendStored(params.reply, stored) as ReplyOf<E>;
      const answer = await act(tx, { ...input, actor });
      if (keyed !== null) await keepAnswers(tx, [answered({ status }, keyed, answer)]);
      requireInTime(answerBy);
      params.reply.status(status);
      return answer as ReplyOf<E>;
    });
  try {
    return await attempt(endpoint.status, (tx, requested) => params.act(tx, requested, prepared));
  } catch (error) {
    if (!(error instanceof ProposedInstead)) throw error;
    return attempt(201, error.propose);
  }
}

/** The caller as they are now; none can change until the transaction commits. */
async function actorAgain(
  tx: Tx,
  input: { actor: Actor; now: Date },
  changesMembership: boolean,
): Promise<Actor> {
  if (input.actor.isAuditor) return readAuditorActor(tx, input);
  return changesMembership ? readActor(tx, input.actor.id) : holdActor(tx, input.actor.id);
}

/** What is stored for whoever asks again with the same key. */
export function answered(
  { status }: Pick<StoredAnswer, "status">,
  request: KeyedRequest,
  answer: unknown,
): AnsweredRequest {
  return { request, answer: { status, reply: JSON.stringify(answer) } };
}

/** Checked before the commit, so that whoever gets that answer finds nothing changed. */
export function requireInTime(answerBy: number): void {
  if (performance.now() > answerBy) throw refuse("took-too-long");
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

function sendStored(reply: FastifyReply, stored: { status: number; reply: string }): unknown {
  reply.status(stored.status);
  return JSON.parse(stored.reply);
}
