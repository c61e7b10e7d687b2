// Idempotency keys: the first successful answer is stored and given again for 24 hours (API-9).
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { refuse } from "#domain/refusal.ts";
import type { Tx } from "#server/db/connection.ts";
import { rowTable, type RowsOf } from "#server/db/prepared-queries/row-table.ts";
import { statement } from "#server/db/prepared-queries/prepared-query.ts";

const STORED_HOURS = 24;

export type KeyedRequest = {
  memberId: number;
  method: string;
  path: string;
  key: string;
  body: unknown;
  now: Date;
};

export type StoredAnswer = { status: number; reply: string };

/** The key as sent in the header; refuses one that is empty, long or unprintable. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== "string" || !/^[\x21-\x7e]{1,200}$/.test(header))
    throw refuse("idempotency-key-malformed");
  return header;
}

const columns = {
  member_id: "int",
  method: "text",
  path: "text",
  key: "text",
  body_hash: "bytea",
  status: "int",
  reply: "text",
  created_at: "timestamptz",
} as const;

const insertClaims = statement(
  (_tx, claims: RowsOf<typeof columns>) => sql`
    INSERT INTO idempotency_keys AS used (member_id, method, path, key, body_hash, status, reply, created_at)
    SELECT member_id, method, path, key, body_hash, status, reply, created_at
      FROM ${rowTable("claim", columns, claims)} ORDER BY place
    ON CONFLICT (member_id, method, path, key) DO UPDATE
       SET body_hash = excluded.body_hash, status = 0, reply = '', created_at = excluded.created_at
     WHERE used.created_at < excluded.created_at - ${STORED_HOURS} * interval '1 hour'
    RETURNING key`,
);

/**
 * Claims keys in the transaction of the actions, at least one: another request with such a key waits here until the first
 * commits; when that fails its claim goes with it. Gives false, and the transaction is to be undone, when one was used.
 */
export async function claimKeys(tx: Tx, requests: readonly KeyedRequest[]): Promise<boolean> {
  const claims = requests
    .map((request) => ({
      ...rowKey(request),
      body_hash: hashBody(request.body),
      status: 0,
      reply: "",
      created_at: request.now,
    }))
    // Two transactions that claim the same keys take them in the same order.
    .toSorted((a, b) => (a.path + a.key < b.path + b.key ? -1 : 1));
  const claimed = await insertClaims(tx, claims);
  return claimed.length === claims.length;
}

/** Claims one key; gives the stored answer to whoever used it before, or null when the work is to be done. */
export async function claimKey(tx: Tx, request: KeyedRequest): Promise<StoredAnswer | null> {
  if (await claimKeys(tx, [request])) return null;
  const stored = await tx
    .selectFrom("idempotency_keys")
    .select(["body_hash", "status", "reply"])
    .where((where) => where.and(rowKey(request)))
    .executeTakeFirstOrThrow();
  if (!stored.body_hash.equals(hashBody(request.body))) throw refuse("idempotency-key-reused");
  return { status: stored.status, reply: stored.reply };
}

export type AnsweredRequest = { request: KeyedRequest; answer: StoredAnswer };

const { body_hash: _hash, created_at: _at, ...answerColumns } = columns;

const updateAnswers = statement(
  (_tx, rows: RowsOf<typeof answerColumns>) => sql`
    UPDATE idempotency_keys claimed SET status = kept.status, reply = kept.reply
      FROM ${rowTable("kept", answerColumns, rows)}
     WHERE claimed.member_id = kept.member_id AND claimed.method = kept.method AND claimed.path = kept.path
       AND claimed.key = kept.key`,
);

/** Keeps the answers to claimed keys, in the transaction of the work they answer. */
export async function keepAnswers(tx: Tx, answered: readonly AnsweredRequest[]): Promise<void> {
  const rows = answered.map(({ request, answer }) => ({ ...rowKey(request), ...answer }));
  await updateAnswers(tx, rows);
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
