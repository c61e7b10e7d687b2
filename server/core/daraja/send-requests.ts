// Sends requests that are due: claimed before they leave, so that a server that dies leaves `unknown`, and none is sent
// twice (MPESA-2).
import { setTimeout as wait } from "node:timers/promises";
import { wordOf, type DarajaReply } from "#domain/mpesa/daraja-reply.ts";
import { aheadFrom } from "#domain/wrong-clock.ts";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";
import type { Daraja } from "./daraja-client.ts";
import { noteReply } from "./daraja-health.ts";
import { addressesOf, hashNonce, newNonce } from "./nonces.ts";
import type { DarajaRequest, RequestHandlers, RequestKind } from "./requests.ts";

/** How long the address of a request takes its result. */
export const NONCE_LIVES_MS = 7 * 86_400_000;
/** Longer than any request takes, its wait for its turn included. */
const ABANDONED_MS = 120_000;
const POSTPONED_MS = 60_000;
const SETTLE_TRIES = 40;
const SETTLE_AGAIN_MS = 1_000;

export type SendingParts = {
  db: Database;
  daraja: Daraja;
  handlers: RequestHandlers;
  now: () => Date;
  /** Aborted when the server stops and waits no more: then a reply is not stored, since the connections are closing. */
  abandoned?: AbortSignal;
};

type Claimed = { request: DarajaRequest; send: (daraja: Daraja) => Promise<DarajaReply> };

/**
 * Sends up to `most` due requests. `onSent` gets a promise for each as it leaves, which resolves when its reply is stored; also of
 * those that left before one could not be prepared, for which this throws.
 */
export async function sendDue(
  parts: SendingParts,
  most: number,
  onSent: (stored: Promise<void>) => void,
): Promise<void> {
  for (let count = 0; count < most; count++) {
    const claimed = await claimNext(parts);
    if (claimed === null) return;
    onSent(sendClaimed(parts, claimed));
  }
}

/** A reply that is not stored leaves `sending`, which the next server makes `unknown`; nothing is sent again. */
async function sendClaimed(parts: SendingParts, { request, send }: Claimed): Promise<void> {
  const reply = await send(parts.daraja);
  await settle(parts, () =>
    inTransaction(parts.db, (tx) => storeReply(tx, parts, { request, reply })),
  );
}

/** The next request that still needs to be sent, or null. One that cannot be prepared waits a minute, behind the others. */
async function claimNext(parts: SendingParts): Promise<Claimed | null> {
  for (;;) {
    let id: bigint | null = null;
    try {
      const claimed = await inTransaction(parts.db, async (tx) => {
        const request = await pickDue(tx, parts);
        id = request?.id ?? null;
        return request === null ? null : claim(tx, parts, request);
      });
      if (claimed !== "dropped") return claimed;
    } catch (error) {
      if (id === null) throw error;
      await postpone(parts, id);
      throw error;
    }
  }
}

/** Asks of people who wait go first. */
async function pickDue(
  tx: Tx,
  { handlers, now }: Pick<SendingParts, "handlers" | "now">,
): Promise<DarajaRequest | null> {
  const row = await tx
    .selectFrom("daraja_requests")
    .select(["id", "kind", "subject_kind", "subject_id", "attempt"])
    .where("state", "=", "queued")
    // What was queued by a clock that was ahead is due.
    .where((each) =>
      each.or([each("due_at", "<=", now()), each("created_at", ">", aheadFrom(now()))]),
    )
    // A server of another release leaves what it does not know.
    .where("kind", "in", Object.keys(handlers))
    .orderBy((of) => of("kind", "=", "ask"), "desc")
    .orderBy("due_at")
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row === undefined ? null : requestOf(row);
}

async function claim(
  tx: Tx,
  { daraja, handlers, now: clock }: SendingParts,
  request: DarajaRequest,
): Promise<Claimed | "dropped"> {
  const now = clock();
  const nonce = newNonce(daraja.settings);
  const addresses = addressesOf(daraja.settings, nonce);
  const send = await handlers[request.kind]?.prepare(tx, { request, addresses, now });
  const expires_at = new Date(now.getTime() + NONCE_LIVES_MS);
  await tx
    .updateTable("daraja_requests")
    .set(
      send
        ? { state: "sending", nonce_hash: hashNonce(nonce), sent_at: now, expires_at }
        : { state: "dropped" },
    )
    .where("id", "=", request.id)
    .execute();
  return send ? { request, send } : "dropped";
}

async function postpone({ db, now }: SendingParts, id: bigint): Promise<void> {
  await db
    .updateTable("daraja_requests")
    .set({ due_at: new Date(now().getTime() + POSTPONED_MS) })
    .where("id", "=", id)
    .where("state", "=", "queued")
    .execute();
}

type Row = {
  id: bigint;
  kind: string;
  subject_kind: string;
  subject_id: bigint;
  attempt: number;
};

export function requestOf({ id, kind, subject_kind, subject_id, attempt }: Row): DarajaRequest {
  return {
    id,
    kind: kind as RequestKind,
    subject: { kind: subject_kind as DarajaRequest["subject"]["kind"], id: subject_id },
    attempt,
  };
}

async function storeReply(
  tx: Tx,
  parts: SendingParts,
  { request, reply }: { request: DarajaRequest; reply: DarajaReply },
): Promise<void> {
  const now = parts.now();
  const stored = await tx
    .updateTable("daraja_requests")
    .set({
      state: reply.kind,
      replied_at: now,
      code: reply.kind === "taken" ? null : (reply.code ?? null),
      external_id: reply.kind === "taken" ? externalId(reply.body) : null,
    })
    .where("id", "=", request.id)
    // A late reply still says more than none.
    .where("state", "in", ["sending", "unknown"])
    .returning("id")
    .executeTakeFirst();
  if (stored === undefined) return;
  await parts.handlers[request.kind]?.onReply(tx, { request, reply, now });
  await noteReply(tx, { reply, now });
}

function externalId(body: Readonly<Record<string, unknown>>): string | null {
  const id = wordOf(body["CheckoutRequestID"]) || wordOf(body["ConversationID"]);
  return id.slice(0, 100) || null;
}

/** Stores a reply even if the database is away for a moment; otherwise it would be unknown. */
async function settle({ abandoned }: SendingParts, write: () => Promise<unknown>): Promise<void> {
  for (let left = SETTLE_TRIES; ; left--) {
    if (abandoned?.aborted === true) return;
    try {
      await write();
      return;
    } catch (error) {
      if (left === 0) throw error;
      await wait(SETTLE_AGAIN_MS, undefined, { ref: false });
    }
  }
}

/** Requests of a server that died between sending and storing become `unknown`; returns how many. */
export async function giveUpAbandonedRequests(
  parts: Pick<SendingParts, "db" | "handlers" | "now">,
): Promise<number> {
  return inTransaction(parts.db, async (tx) => {
    const now = parts.now();
    const abandoned = await tx
      .updateTable("daraja_requests")
      .set({ state: "unknown" })
      .where("state", "=", "sending")
      .where((each) =>
        each.or([
          each("sent_at", "<", new Date(now.getTime() - ABANDONED_MS)),
          each("sent_at", ">", aheadFrom(now)),
        ]),
      )
      .returning(["id", "kind", "subject_kind", "subject_id", "attempt"])
      .execute();
    for (const row of abandoned) {
      const request = requestOf(row);
      await parts.handlers[request.kind]?.onReply(tx, { request, reply: { kind: "unknown" }, now });
    }
    return abandoned.length;
  });
}
