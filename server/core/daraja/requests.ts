// Our requests to Daraja: stored in the transaction of the change that wants one, and sent after its commit, once
// (MPESA-2). What a request means is its handler's to know.
import type { DarajaReply } from "#domain/mpesa/daraja-reply.ts";
import type { ResultAddresses } from "#domain/mpesa/daraja-requests.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Daraja } from "./daraja-client.ts";

export type RequestKind =
  | "ask"
  | "query_ask"
  | "check_receipt"
  | "check_conversation"
  | "pull"
  | "pay_out"
  | "give_back";

export type RequestSubject = { kind: "ask" | "line" | "payout" | "pull"; id: bigint };

export type DarajaRequest = {
  id: bigint;
  kind: RequestKind;
  subject: RequestSubject;
  /** Counts the requests of this kind about this subject, from 0. */
  attempt: number;
};

/** When what is not yet known is asked for again, in ms after it began. */
export const askedAgainAfterMs = [30_000, 120_000, 600_000, 3_600_000, 86_400_000] as const;

/** What became of a posted body: the line that it became or is of, an answer, or a refusal's name in snake_case. */
export type CallbackOutcome = { line: number } | "answer" | { refused: string };

type Posted = { request: DarajaRequest; body: Readonly<Record<string, unknown>>; now: Date };

/** One kind of request; each function runs in a transaction that may run again. */
export type RequestHandler = {
  /**
   * When the request is due: reads what it is about, and returns how to send it, or null if nobody needs it any more.
   * Runs before the request leaves, so it may queue the next one.
   */
  prepare(
    tx: Tx,
    params: { request: DarajaRequest; addresses: ResultAddresses; now: Date },
  ): Promise<((daraja: Daraja) => Promise<DarajaReply>) | null>;
  /** Takes Daraja's own reply; a result may have come before it. */
  onReply(tx: Tx, params: { request: DarajaRequest; reply: DarajaReply; now: Date }): Promise<void>;
  /** Takes a body posted to this request's own result address: it may come twice, late, and in any order. */
  onResult(tx: Tx, posted: Posted): Promise<CallbackOutcome>;
  /** Takes that Daraja gave up waiting: nothing is known by it. */
  onTimeout(tx: Tx, params: { request: DarajaRequest; now: Date }): Promise<void>;
};

export type RequestHandlers = Readonly<Partial<Record<RequestKind, RequestHandler>>>;

/** Queues a request, to leave at `dueAt` or right after the commit. Returns its id. */
export async function newRequest(
  tx: Tx,
  params: { kind: RequestKind; subject: RequestSubject; attempt?: number; dueAt?: Date; now: Date },
): Promise<bigint> {
  const { kind, subject, attempt = 0, now, dueAt = now } = params;
  const { id } = await tx
    .insertInto("daraja_requests")
    .values({
      kind,
      subject_kind: subject.kind,
      subject_id: subject.id,
      attempt,
      created_at: now,
      due_at: dueAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
