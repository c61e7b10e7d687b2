// Idempotency keys: the first successful answer is stored and repeated for 24 hours (API-9).
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { refuse } from "#domain/refusal.ts";
import { type Database, inTransaction, type Reader, type Tx } from "#server/db/connection.ts";
import {
  preparedQuery,
  type RowsOf,
  rowTable,
} from "#server/db/prepared-queries/prepared-query.ts";

const STORED_HOURS = 24;

export type KeyedRequest = {
  memberId: number;
  method: string;
  path: string;
  key: string;
  body: unknown;
  now: Date;
};

/** The stored answer: the status, and the body before it became text. */
export type Answer = { status: number; body: unknown };

/** The key from the header; refuses one that is empty, too long or unprintable. */
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

const insertClaims = preparedQuery(
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
 * Claims keys (null for a request without one) in the transaction of the actions. Another request with the same key
 * waits here until the first commits; if the first fails, its claim rolls back. Returns null when the work is still
 * to be done, or the stored answer. Throws when one of several keys was used: roll the transaction back and run each
 * request alone.
 */
export async function claimKeys(
  tx: Tx,
  requests: readonly (KeyedRequest | null)[],
): Promise<Answer | null> {
  const claims = requests
    .filter((request) => request !== null)
    .map((request) => ({ ...claimOf(request), status: 0, reply: "" }))
    // Transactions with the same keys claim them in the same order, which prevents deadlocks.
    .toSorted((a, b) => (a.path + a.key < b.path + b.key ? -1 : 1));
  const [claim] = claims;
  if (claim === undefined) return null;
  const claimed = await insertClaims(tx, claims);
  if (claimed.length === claims.length) return null;
  if (requests.length > 1) throw new Error("the idempotency key of one of several was used before");
  return findStored(tx, claim);
}

/** The answer stored under the key, or null. Refuses another body than the first. */
async function findStored(
  reader: Reader,
  claim: ReturnType<typeof claimOf>,
): Promise<Answer | null> {
  const { member_id, method, path, key, created_at } = claim;
  const stored = await reader
    .selectFrom("idempotency_keys")
    .select(["body_hash", "status", "reply"])
    .where((where) => where.and({ member_id, method, path, key }))
    .where("created_at", ">=", new Date(created_at.getTime() - STORED_HOURS * 60 * 60 * 1000))
    .executeTakeFirst();
  if (stored === undefined) return null;
  if (!stored.body_hash.equals(claim.body_hash)) throw refuse("idempotency-key-reused");
  return { status: stored.status, body: JSON.parse(stored.reply) };
}

const { body_hash: _hash, created_at: _at, ...answerColumns } = columns;

const updateAnswers = preparedQuery(
  (_tx, rows: RowsOf<typeof answerColumns>) => sql`
    UPDATE idempotency_keys claimed SET status = answered.status, reply = answered.reply
      FROM ${rowTable("answered", answerColumns, rows)}
     WHERE claimed.member_id = answered.member_id AND claimed.method = answered.method AND claimed.path = answered.path
       AND claimed.key = answered.key`,
);

/** Stores the answers under their claimed keys, in the transaction of their work. */
export async function storeAnswers(
  tx: Tx,
  requests: readonly (KeyedRequest | null)[],
  answers: readonly Answer[],
): Promise<void> {
  const rows = answers.flatMap(({ status, body }, index) => {
    const request = requests[index] ?? null;
    return request === null ? [] : [{ ...rowKey(request), status, reply: JSON.stringify(body) }];
  });
  if (rows.length > 0) await updateAnswers(tx, rows);
}

/**
 * For an upload, whose files are read before the transaction opens: the answer stored for its key, or else that of what
 * `prepare` returns, in one transaction with the key.
 */
export async function answerOnce<Body>(
  db: Database,
  request: KeyedRequest | null,
  prepare: () => Promise<(tx: Tx) => Promise<Answer & { body: Body }>>,
): Promise<Answer & { body: Body }> {
  // What is stored under a path is the body of its answers.
  type Stored = (Answer & { body: Body }) | null;
  const known = request === null ? null : ((await findStored(db, claimOf(request))) as Stored);
  if (known !== null) return known;
  const act = await prepare();
  return inTransaction(db, async (tx) => {
    const stored = (await claimKeys(tx, [request])) as Stored;
    if (stored !== null) return stored;
    const answer = await act(tx);
    await storeAnswers(tx, [request], [answer]);
    return answer;
  });
}

function rowKey(request: KeyedRequest) {
  return {
    member_id: request.memberId,
    method: request.method,
    path: request.path,
    key: request.key,
  };
}

/**
 * Removes the answers that are no longer repeated. One that was stored in the future, by a clock that has been put right,
 * counts as stored now: it is repeated for a day more, and not until that day is over.
 */
export async function removeStoredAnswers(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - STORED_HOURS * 60 * 60 * 1000);
  await db.deleteFrom("idempotency_keys").where("created_at", "<", before).execute();
  await db
    .updateTable("idempotency_keys")
    .set({ created_at: now })
    .where("created_at", ">", now)
    .execute();
}

function claimOf(request: KeyedRequest) {
  const { body, now } = request;
  return { ...rowKey(request), body_hash: hashBody(body), created_at: now };
}

function hashBody(body: unknown): Buffer {
  return createHash("sha256").update(canonical(body)).digest();
}

/** JSON with sorted keys: equal parsed bodies give equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
