// Matches statement lines with payments and entries (STAT-11), and undoes matches (STAT-14). The queries are
// functions in the database, one for a whole file (server/db/functions/matching.sql).
import { sql } from "kysely";
import { recordAudits } from "#server/core/audit-log/audit.ts";
import { wakeAsksOfLines } from "#server/core/mpesa/wake-asks.ts";
import type { Tx } from "#server/db/connection.ts";
import { anyOf, preparedQuery } from "#server/db/prepared-queries/prepared-query.ts";

type Match = { match_id: number; line_id: number; payment_id: number };

/** A line, and the payment or entry that it is. */
type Matched = { lineId: number; after: { payment_id: number } | { entry_id: number } };

type Matching = { matched: readonly Matched[]; transfers: number };

/**
 * Matches open lines with the payments and entries that have their reference and amount, and pairs transfers between our
 * accounts. Takes the lock that submitting payments share, so call it late. Returns what was matched and how many
 * pairs were made. The audit log tells of each match by itself.
 */
export async function matchLines(
  tx: Tx,
  { lineIds, now }: { lineIds: readonly number[]; now: Date },
): Promise<Matching> {
  const matching = await matchLinesOfStatement(tx, { lineIds, now });
  await recordMatches(tx, matching.matched, now);
  return matching;
}

/** As `matchLines` for the lines of a statement that counts from this moment on: its own audit entry tells of them together. */
export async function matchLinesOfStatement(
  tx: Tx,
  { lineIds, now }: { lineIds: readonly number[]; now: Date },
): Promise<Matching> {
  if (lineIds.length === 0) return { matched: [], transfers: 0 };
  await wakeAsksOfLines(tx, lineIds);
  await sql`SELECT lock_matching(true)`.execute(tx);
  const ids = [...lineIds];
  const { rows } = await sql<Match>`
    SELECT match_id, line_id, payment_id FROM match_lines(${ids}::int[], NULL, ${now})`.execute(tx);
  // Before transfers, which are supposed by day and amount alone.
  const entries = await matchEntries(tx, { lineIds: ids, entryIds: null, now });
  const pairs = await sql<{ made: number }>`SELECT pair_transfers(${ids}::int[]) AS made`.execute(
    tx,
  );
  const matched = [
    ...rows.map(({ line_id, payment_id }) => ({ lineId: line_id, after: { payment_id } })),
    ...entries.map(({ line_id, entry_id }) => ({ lineId: line_id, after: { entry_id } })),
  ];
  return { matched, transfers: pairs.rows[0]?.made ?? 0 };
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
  await recordMatches(
    tx,
    rows.map(({ line_id, payment_id }) => ({ lineId: line_id, after: { payment_id } })),
    now,
  );
}

/** For an entry just given its reference: the statement may have come first. */
export async function matchNewEntry(
  tx: Tx,
  { entryId, now }: { entryId: number; now: Date },
): Promise<void> {
  await sql`SELECT lock_matching(false)`.execute(tx);
  const rows = await matchEntries(tx, { lineIds: null, entryIds: [entryId], now });
  await recordMatches(
    tx,
    rows.map(({ line_id, entry_id }) => ({ lineId: line_id, after: { entry_id } })),
    now,
  );
}

/** Under `lock_matching`. Returns what was matched. */
async function matchEntries(
  tx: Tx,
  params: { lineIds: readonly number[] | null; entryIds: readonly number[] | null; now: Date },
): Promise<readonly { line_id: number; entry_id: number }[]> {
  const { lineIds, entryIds, now } = params;
  const { rows } = await sql<{ line_id: number; entry_id: number }>`
    SELECT line_id, entry_id FROM match_entries(${lineIds}::int[], ${entryIds}::int[], ${now})`.execute(
    tx,
  );
  return rows;
}

/** Tells the audit log of matches that no other entry of it tells of. */
async function recordMatches(tx: Tx, matched: readonly Matched[], now: Date): Promise<void> {
  if (matched.length === 0) return;
  await recordAudits(
    tx,
    matched.map(({ lineId, after }) => ({
      now,
      actorId: null,
      action: "statement-lines.match",
      subject: "statement_line",
      subjectId: lineId,
      after,
      address: null,
    })),
  );
}

type Undone = { now: Date; by: number | null } & (
  | { why: "rejected"; paymentIds: readonly number[] }
  | { why: "reversed"; entryIds: readonly number[] }
  | { why: "unmatched" | "withdrawn" | "apart"; lineIds: readonly number[] }
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
