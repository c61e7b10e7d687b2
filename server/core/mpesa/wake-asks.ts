// Wakes asks that something else than M-PESA's answer decides: a line with their account reference, or a code that their
// member typed (ASK-2). Each is looked at by a job after the commit.
import { sql } from "kysely";
import type { Tx } from "#server/db/connection.ts";
import { addJobs } from "#server/db/job-queue.ts";

/** For lines that were just taken in, those that prove something among them. */
export async function wakeAsksOfLines(tx: Tx, lineIds: readonly number[]): Promise<void> {
  if (lineIds.length === 0) return;
  const { rows } = await sql<{ ask_id: number; line_id: number }>`
    SELECT a.id AS ask_id, l.id AS line_id
      FROM statement_lines l
      JOIN mpesa_asks a ON a.account_reference = upper(btrim(l.account_typed)) AND a.amount_cents = l.amount_cents
     WHERE l.id = ANY (${[...lineIds]}::int[]) AND l.kind = 'payment_in' AND l.is_proved AND a.receipt IS NULL
     ORDER BY l.id`.execute(tx);
  await wake(
    tx,
    rows.map(({ ask_id: askId, line_id: lineId }) => ({ askId, lineId })),
  );
}

/** For a payment that a member has just reported by hand: one that was paid without a receipt may be this. */
export async function wakeAsksOfMember(tx: Tx, memberId: number): Promise<void> {
  const asks = await tx
    .selectFrom("mpesa_asks")
    .select("id")
    .where("member_id", "=", memberId)
    .where("state", "=", "paid")
    .where("receipt", "is", null)
    .orderBy("id")
    .execute();
  await wake(
    tx,
    asks.map(({ id: askId }) => ({ askId, lineId: null })),
  );
}

async function wake(
  tx: Tx,
  asks: readonly { askId: number; lineId: number | null }[],
): Promise<void> {
  if (asks.length === 0) return;
  await addJobs(
    tx,
    asks.map((payload) => ({ name: "settle-ask" as const, payload })),
  );
}
