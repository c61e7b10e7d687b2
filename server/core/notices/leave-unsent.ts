// What waited to be sent in a database that others may have gone on from: a backup that is restored, an archive that is brought
// back, an older copy that is accepted. It may have gone out since, so it is unknown and does not go out again (NOTE-4).
import { CompiledQuery } from "kysely";
import type { ClientBase } from "pg";
import type { Tx } from "#server/db/connection.ts";
import { FIRST_PRICE_UNITS } from "./claim-messages.ts";

/** How many messages became unknown, and how many notices whose channels nobody had found yet. */
export type LeftUnsent = { messages: number; notices: number };

/** Runs one query of the transaction that the whole happens in. */
export type Ask = <Row>(text: string, params: readonly unknown[]) => Promise<Row[]>;

// A text may have been charged, so the month's cap counts it as every unknown one.
const leaveMessages = (which: string) => `
  UPDATE notice_messages d
     SET state = 'unknown', settled_at = $1, failure = 'may have gone out before the database was restored',
         claimed_at = coalesce(d.claimed_at, $1), claimed_by = CASE WHEN d.state = 'sending' THEN d.claimed_by END,
         reserved_units = CASE WHEN d.channel <> 'sms' THEN 0 ELSE greatest(d.reserved_units,
           coalesce(d.parts, 1) * coalesce((SELECT last_price_units FROM sms_gateway), ${FIRST_PRICE_UNITS})) END
   WHERE ${which}`;

// What was held back for a day goes out no more.
const mayStillGo = `
  (d.state IN ('waiting', 'sending')
   OR d.state = 'held' AND d.created_at > (SELECT max(created_at) FROM notices) - interval '24 hours')`;

/** Everything that waits, is held back or is on its way. The notices stay in the application's list as they are. */
export async function leaveUnsent(ask: Ask, now: Date): Promise<LeftUnsent> {
  const [level] = await ask<{ has_messages: boolean; knows_restored: boolean }>(
    `SELECT to_regclass('notice_messages') IS NOT NULL AS has_messages,
            EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('notices') AND attname = 'restored_at') AS knows_restored`,
    [],
  );
  // The database of an earlier release.
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

/** In the transaction that is open on a connection. */
export function askOf(client: ClientBase): Ask {
  return async <Row>(text: string, params: readonly unknown[]) =>
    (await client.query(text, [...params])).rows as Row[];
}

export function askIn(tx: Tx): Ask {
  return async <Row>(text: string, params: readonly unknown[]) =>
    (await tx.executeQuery(CompiledQuery.raw(text, [...params]))).rows as Row[];
}
