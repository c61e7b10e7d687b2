// Records the outcome of a message, on any channel (NOTE-4), also of one that a restored database still has to send.
import { CompiledQuery } from "kysely";
import type { ClientBase } from "pg";
import type { Tx } from "#server/db/connection.ts";
import { type ClaimedMessage, FIRST_PRICE_UNITS } from "./claim-messages.ts";

/** After a service answered and did not take it: five more attempts, over more than an hour. */
const AGAIN_AFTER_MS = [15_000, 60_000, 5 * 60_000, 20 * 60_000, 60 * 60_000];
/** After a connection that nobody took, for a day. */
export const CALL_AGAIN_MS = 20_000;
const CALLED_FOR_MS = 24 * 60 * 60_000;

export type Settled =
  | { is: "sent" }
  | { is: "failed" | "rejected" | "unknown" | "skipped"; failure: string }
  | { is: "again" | "no-connection"; failure: string }
  /** The message itself is fine; it waits as before. */
  | { is: "not-now" };

export type Settling = { message: ClaimedMessage; claimer: string; now: Date };

/**
 * Writes the outcome where `claimer` still has the message, or lost its claim while waiting for the answer. `columns`
 * are written with it. Returns whether it was written.
 */
export async function settleMessage(
  tx: Tx,
  { message, claimer, now }: Settling,
  settled: Settled,
  columns: Readonly<{
    gateway_id?: string | null;
    cost_units?: bigint;
    reserved_units?: bigint;
  }> = {},
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("notice_messages")
    .set({ ...columns, ...changeOf(message, settled, now) })
    .where("id", "=", message.id)
    .where("claimed_by", "=", claimer)
    .where("state", "in", ["sending", "unknown"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function changeOf(message: ClaimedMessage, settled: Settled, now: Date) {
  switch (settled.is) {
    case "sent":
      return {
        state: "sent",
        sent_at: now,
        settled_at: now,
        failure: null,
        attempts: message.attempts + 1,
      };
    case "failed":
    case "rejected":
    case "unknown":
    case "skipped":
      return {
        state: settled.is,
        settled_at: now,
        failure: settled.failure,
        attempts: message.attempts + 1,
      };
    case "again": {
      const wait = AGAIN_AFTER_MS[message.attempts];
      return wait === undefined
        ? { state: "failed", settled_at: now, failure: settled.failure }
        : {
            state: "waiting",
            attempts: message.attempts + 1,
            failure: settled.failure,
            send_after: later(now, wait),
          };
    }
    case "no-connection": {
      const since = message.first_tried_at ?? now;
      return now.getTime() - since.getTime() >= CALLED_FOR_MS
        ? { state: "failed", settled_at: now, failure: settled.failure }
        : { state: "waiting", failure: settled.failure, send_after: later(now, CALL_AGAIN_MS) };
    }
    case "not-now":
      return { state: "waiting" };
  }
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

// Messages that waited in a database which others may have moved on from: a restored backup or archive, or an accepted
// older copy. They may have been sent since, so they become `unknown` and are not sent again (NOTE-4).

/** How many messages became unknown, and how many notices had no channels yet. */
export type LeftUnsent = { messages: number; notices: number };

/** Runs one query of the surrounding transaction. */
export type Ask = <Row>(text: string, params: readonly unknown[]) => Promise<Row[]>;

// An SMS may have been charged, so the month's cap counts it like every unknown one.
const leaveMessages = (which: string) => `
  UPDATE notice_messages d
     SET state = 'unknown', settled_at = $1, failure = 'may have gone out before the database was restored',
         claimed_at = coalesce(d.claimed_at, $1), claimed_by = CASE WHEN d.state = 'sending' THEN d.claimed_by END,
         reserved_units = CASE WHEN d.channel <> 'sms' THEN 0 ELSE greatest(d.reserved_units,
           coalesce(d.parts, 1) * coalesce((SELECT last_price_units FROM sms_gateway), ${FIRST_PRICE_UNITS})) END
   WHERE ${which}`;

// Messages held back for a day are not sent any more.
const mayStillGo = `
  (d.state IN ('waiting', 'sending')
   OR d.state = 'held' AND d.created_at > (SELECT max(created_at) FROM notices) - interval '24 hours')`;

/** Every message that waits, is held back or is on its way. The notices stay in the application's list. */
export async function leaveUnsent(ask: Ask, now: Date): Promise<LeftUnsent> {
  const [level] = await ask<{ has_messages: boolean; knows_restored: boolean }>(
    `SELECT to_regclass('notice_messages') IS NOT NULL AS has_messages,
            EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('notices') AND attname = 'restored_at') AS knows_restored`,
    [],
  );
  // The database of an earlier release has no such tables.
  if (level?.has_messages !== true) return { messages: 0, notices: 0 };
  const marked = level.knows_restored ? "restored_at" : "dispatched_at";
  const messages = await ask(`${leaveMessages(mayStillGo)} RETURNING d.id`, [now]);
  const notices = await ask(
    `UPDATE notices SET ${marked} = $1 WHERE dispatched_at IS NULL RETURNING id`,
    [now],
  );
  return { messages: messages.length, notices: notices.length };
}

/** The messages of those notices. */
export async function leaveUnknown(tx: Tx, notices: readonly bigint[], now: Date): Promise<void> {
  await askIn(tx)(leaveMessages("d.notice_id = ANY ($2) AND d.state = 'waiting'"), [now, notices]);
}

/** In the open transaction of a connection. */
export function askOf(client: ClientBase): Ask {
  return async <Row>(text: string, params: readonly unknown[]) =>
    (await client.query(text, [...params])).rows as Row[];
}

export function askIn(tx: Tx): Ask {
  return async <Row>(text: string, params: readonly unknown[]) =>
    (await tx.executeQuery(CompiledQuery.raw(text, [...params]))).rows as Row[];
}
