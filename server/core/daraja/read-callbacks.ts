// Reads what Daraja posted, each in a transaction of its own with all that follows from it (MPESA-3).
import { readObject } from "#domain/mpesa/daraja-reply.ts";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";
import type { CallbackOutcome, RequestHandlers } from "./requests.ts";
import { requestOf } from "./send-requests.ts";

type Body = Readonly<Record<string, unknown>>;

export type ReadingParts = {
  db: Database;
  handlers: RequestHandlers;
  /** Takes that somebody paid our shortcode. */
  onConfirmation: (
    tx: Tx,
    params: { body: Body; hash: Buffer; now: Date },
  ) => Promise<CallbackOutcome>;
  now: () => Date;
};

const AGAIN_MS = 60_000;
const PURGED_AFTER_MS = 90 * 86_400_000;

/** Reads what is due, the oldest first; returns how many. One that cannot be read now is tried again a minute later. */
export async function readCallbacks(parts: ReadingParts): Promise<number> {
  for (let count = 0; ; count++) {
    let id: bigint | null = null;
    try {
      const found = await inTransaction(parts.db, async (tx) => {
        const row = await pickDue(tx, parts.now());
        if (row === undefined) return false;
        id = row.id;
        await settle(tx, { id: row.id, read: await readOne(tx, parts, row), now: parts.now() });
        return true;
      });
      if (!found) return count;
    } catch (error) {
      if (id !== null)
        await parts.db
          .updateTable("daraja_callbacks")
          .set({ due_at: new Date(parts.now().getTime() + AGAIN_MS) })
          .where("id", "=", id)
          .where("read_at", "is", null)
          .execute();
      throw error;
    }
  }
}

type Row = { id: bigint; kind: string; nonce_hash: Buffer | null; sha256: Buffer; body: Buffer };

function pickDue(tx: Tx, now: Date): Promise<Row | undefined> {
  return (
    tx
      .selectFrom("daraja_callbacks")
      .select(["id", "kind", "nonce_hash", "sha256", "body"])
      .$narrowType<{ body: Buffer }>()
      .where("read_at", "is", null)
      // None waits longer than that: one that would was put off by a clock that was ahead.
      .where((each) =>
        each.or([
          each("due_at", "<=", now),
          each("due_at", ">", new Date(now.getTime() + AGAIN_MS)),
        ]),
      )
      .orderBy("due_at")
      .orderBy("id")
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
  );
}

async function readOne(tx: Tx, parts: ReadingParts, row: Row): Promise<CallbackOutcome> {
  const now = parts.now();
  const body = readObject(row.body.toString("utf8"));
  if (row.kind === "validation") return "answer";
  if (row.kind === "confirmation")
    return body === null
      ? { refused: "unreadable" }
      : parts.onConfirmation(tx, { body, hash: row.sha256, now });
  const found = await tx
    .selectFrom("daraja_requests")
    .select(["id", "kind", "subject_kind", "subject_id", "attempt"])
    .where("nonce_hash", "=", row.nonce_hash)
    .executeTakeFirst();
  // It waited in a file, and the database was replaced by an older one.
  if (found === undefined) return { refused: "unknown_request" };
  const request = requestOf(found);
  const handler = parts.handlers[request.kind];
  if (handler === undefined) return { refused: "unknown_request" };
  if (row.kind === "timeout") {
    await handler.onTimeout(tx, { request, now });
    return "answer";
  }
  return body === null ? { refused: "unreadable" } : handler.onResult(tx, { request, body, now });
}

async function settle(
  tx: Tx,
  { id, read, now }: { id: bigint; read: CallbackOutcome; now: Date },
): Promise<void> {
  const outcome =
    read === "answer"
      ? { outcome: "answer" }
      : "line" in read
        ? { outcome: "line", line_id: read.line }
        : { outcome: "refused", refusal: read.refused };
  await tx
    .updateTable("daraja_callbacks")
    .set({ ...outcome, read_at: now })
    .where("id", "=", id)
    .execute();
}

/** Bodies go after 90 days; their hashes stay. */
export async function purgeCallbackBodies(db: Database, now: Date): Promise<void> {
  await db
    .updateTable("daraja_callbacks")
    .set({ body: null })
    .where("body", "is not", null)
    .where("read_at", "is not", null)
    .where("received_at", "<", new Date(now.getTime() - PURGED_AFTER_MS))
    .execute();
}
