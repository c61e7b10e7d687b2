// Idempotency keys: the first successful answer is kept and given again for 24 hours (contract 1).
import { createHash } from "node:crypto";
import { refuse } from "#domain/refusal.ts";
import type { Tx } from "#server/db/connection.ts";

const KEPT_MS = 24 * 60 * 60 * 1000;

export type KeyedRequest = {
  memberId: number;
  method: string;
  path: string;
  key: string;
  body: unknown;
  now: Date;
};

export type KeptAnswer = { status: number; reply: string };

/** The key as sent in the header; refuses one that is empty, long or unprintable. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== "string" || !/^[\x21-\x7e]{1,200}$/.test(header))
    throw refuse("idempotency-key-malformed");
  return header;
}

/**
 * Claims the key in the action's own transaction: a second request waits here until the first commits, then gets its
 * answer; when the first fails its claim goes with it. Gives the kept answer, or null when the work is to be done.
 */
export async function claimKey(tx: Tx, request: KeyedRequest): Promise<KeptAnswer | null> {
  const bodyHash = hashBody(request.body);
  const claimed = await tx
    .insertInto("idempotency_keys")
    .values({
      ...rowKey(request),
      body_hash: bodyHash,
      status: 0,
      reply: "",
      created_at: request.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["member_id", "method", "path", "key"])
        .doUpdateSet({ body_hash: bodyHash, status: 0, reply: "", created_at: request.now })
        .where("idempotency_keys.created_at", "<", new Date(request.now.getTime() - KEPT_MS)),
    )
    .returning("status")
    .executeTakeFirst();
  if (claimed !== undefined) return null;
  const kept = await tx
    .selectFrom("idempotency_keys")
    .select(["body_hash", "status", "reply"])
    .where((where) => where.and(rowKey(request)))
    .executeTakeFirstOrThrow();
  if (!kept.body_hash.equals(bodyHash)) throw refuse("idempotency-key-reused");
  return { status: kept.status, reply: kept.reply };
}

/** Keeps the answer, in the transaction of the work it answers. */
export async function keepAnswer(tx: Tx, request: KeyedRequest, answer: KeptAnswer): Promise<void> {
  await tx
    .updateTable("idempotency_keys")
    .set(answer)
    .where((where) => where.and(rowKey(request)))
    .execute();
}

function rowKey(request: KeyedRequest) {
  return {
    member_id: request.memberId,
    method: request.method,
    path: request.path,
    key: request.key,
  };
}

function hashBody(body: unknown): Buffer {
  return createHash("sha256").update(canonical(body)).digest();
}

/** JSON with sorted keys: the same parsed body gives the same text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
