// Records the outcome of a message, on any channel (NOTE-4).
import type { Tx } from "#server/db/connection.ts";
import type { ClaimedMessage } from "./claim-messages.ts";

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
