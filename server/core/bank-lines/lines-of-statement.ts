// What becomes of the lines of a statement that counts from now on (STAT-4), or that is withdrawn (STAT-7).
import { sql } from "kysely";
import type { Tx } from "#server/db/connection.ts";

/** Whether a statement that was not withdrawn has the line; with `isProof` one that counts as evidence. */
export const isInFile = (line: string, { isProof }: { isProof: boolean }) => sql<boolean>`EXISTS (
  SELECT FROM statement_line_sources o JOIN statements s ON s.id = o.statement_id
   WHERE o.line_id = ${sql.ref(line)} AND s.withdrawn_at IS NULL ${isProof ? sql`AND s.is_proof` : sql``})`;

/** All lines of a statement that both offices accepted are proved. Returns their ids. */
export async function proveLines(tx: Tx, statementId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE statement_lines l SET is_proved = true, live_only = false FROM statement_line_sources o
     WHERE o.statement_id = ${statementId} AND l.id = o.line_id RETURNING l.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whether another statement, or M-PESA itself, proves line `l`. */
const isProvedElsewhere = sql<boolean>`(${isInFile("l.id", { isProof: true })} OR l.live IS NOT DISTINCT FROM 'checked')`;

/** The lines of a withdrawn statement that nothing proves any more. */
export async function readUnproved(tx: Tx, statementId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT l.id FROM statement_line_sources of_it JOIN statement_lines l ON l.id = of_it.line_id
     WHERE of_it.statement_id = ${statementId} AND NOT ${isProvedElsewhere}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The lines elsewhere that have a receipt of this statement, which they may have as the single ones once it is withdrawn (STAT-60). */
export async function readTwins(tx: Tx, statementId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT t.twin_id AS id FROM statement_line_sources o JOIN statement_twins t ON t.line_id = o.line_id
     WHERE o.statement_id = ${statementId}`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * The lines of a withdrawn statement that no other source has are withdrawn too. A transfer whose one line nothing proves any more leaves
 * the other open.
 */
export async function dropLines(tx: Tx, statementId: number): Promise<void> {
  await sql`
    WITH lost AS (
      SELECT l.id, l.pair_id FROM statement_line_sources of_it JOIN statement_lines l ON l.id = of_it.line_id
       WHERE of_it.statement_id = ${statementId} AND l.pair_id IS NOT NULL AND NOT ${isProvedElsewhere})
    UPDATE statement_lines l SET pair_id = NULL, state = 'open' FROM lost WHERE l.id IN (lost.id, lost.pair_id)`.execute(
    tx,
  );
  await sql`
    UPDATE statement_lines l
       SET is_proved = ${isProvedElsewhere},
           live_only = l.live IS NOT NULL AND NOT ${isInFile("l.id", { isProof: true })},
           state = CASE WHEN ${isInFile("l.id", { isProof: false })} OR l.live IN ('told', 'checked') THEN l.state
                        WHEN l.live = 'denied' THEN 'ignored'
                        ELSE 'withdrawn' END
      FROM statement_line_sources of_it
     WHERE of_it.statement_id = ${statementId} AND l.id = of_it.line_id`.execute(tx);
}
