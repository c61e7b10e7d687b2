// Matches statement lines with payments and entries (STAT-11), and undoes matches (STAT-14). The queries are
// functions in the database, one for a whole file (0081-statement-matching.sql).
import { sql } from "kysely";
import { recordAudits } from "#server/core/audit-log/audit.ts";
import type { Tx } from "#server/db/connection.ts";
import { anyOf, preparedQuery } from "#server/db/prepared-queries/prepared-query.ts";

type Match = { match_id: number; line_id: number; payment_id: number };

/**
 * Matches open lines with the payments that have their reference and amount, and pairs transfers between our
 * accounts. Takes the lock that submitting payments share, so call it late. Returns how many were matched and how
 * many pairs were made.
 */
export async function matchLines(
  tx: Tx,
  { lineIds, now }: { lineIds: readonly number[]; now: Date },
): Promise<{ matched: number; transfers: number }> {
  if (lineIds.length === 0) return { matched: 0, transfers: 0 };
  await sql`SELECT lock_matching(true)`.execute(tx);
  const ids = [...lineIds];
  const { rows } = await sql<Match>`
    SELECT match_id, line_id, payment_id FROM match_lines(${ids}::int[], NULL, ${now})`.execute(tx);
  const pairs = await sql<{ made: number }>`SELECT pair_transfers(${ids}::int[]) AS made`.execute(
    tx,
  );
  return { matched: rows.length, transfers: pairs.rows[0]?.made ?? 0 };
}

const selectMatches = preparedQuery(
  (_tx, paymentIds: readonly number[], now: Date) => sql<Match>`
    SELECT match_id, line_id, payment_id FROM match_payments(${paymentIds}::int[], ${now})`,
);

/** For payments just submitted, or just given their reference: the statement may have come first. */
export async function matchNewPayments(
  tx: Tx,
  { payments, now }: { payments: readonly { id: number }[]; now: Date },
): Promise<void> {
  const rows = await selectMatches(
    tx,
    payments.map(({ id }) => id),
    now,
  );
  if (rows.length === 0) return;
  await recordAudits(
    tx,
    rows.map(({ line_id, payment_id }) => ({
      now,
      actorId: null,
      action: "statement-lines.match",
      subject: "statement_line",
      subjectId: line_id,
      after: { payment_id },
      address: null,
    })),
  );
}

type Undone = { now: Date; by: number | null } & (
  | { why: "rejected"; paymentIds: readonly number[] }
  | { why: "reversed"; entryIds: readonly number[] }
  | { why: "unmatched" | "withdrawn"; lineIds: readonly number[] }
);

/** Undoes the matches of these payments, entries or lines; the lines are open again. Returns how many there were. */
export async function undoMatches(tx: Tx, undone: Undone): Promise<number> {
  const [column, ids] =
    undone.why === "rejected"
      ? (["payment_id", undone.paymentIds] as const)
      : undone.why === "reversed"
        ? (["entry_id", undone.entryIds] as const)
        : (["line_id", undone.lineIds] as const);
  const rows = await tx
    .updateTable("statement_matches")
    .set({ undone_at: undone.now, undone_by: undone.by, undone_why: undone.why })
    .where(column, "=", anyOf("int", [...ids]))
    .where("undone_at", "is", null)
    .returning("line_id")
    .execute();
  if (rows.length === 0) return 0;
  const lineIds = rows.map(({ line_id }) => line_id);
  await sql`
    UPDATE statement_lines l SET state = 'open' WHERE l.id = ANY (${lineIds}::int[]) AND l.state = 'matched'
       AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.line_id = l.id AND m.undone_at IS NULL)`.execute(
    tx,
  );
  if (undone.why === "rejected") await pairAgain(tx, rows);
  return rows.length;
}

/** A line and its reversal cancel out as soon as no payment uses them (STAT-8). */
async function pairAgain(tx: Tx, rows: readonly { line_id: number }[]): Promise<void> {
  await sql`SELECT lock_matching(true)`.execute(tx);
  const ids = rows.map(({ line_id }) => line_id);
  await sql`SELECT pair_transfers(${ids}::int[])`.execute(tx);
}
