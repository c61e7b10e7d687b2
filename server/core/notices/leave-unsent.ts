// Messages that waited in a database which others may have moved on from: a restored backup or archive, or an
// accepted older copy. They may have been sent since, so they become `unknown` and are not sent again (NOTE-4).
import { CompiledQuery } from "kysely";
import type { ClientBase } from "pg";
import type { Tx } from "#server/db/connection.ts";
import { FIRST_PRICE_UNITS } from "./claim-messages.ts";

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
