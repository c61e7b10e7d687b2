// The M-PESA code of a line that came without it, once a file that counts prints it (STAT-70).
import { sql } from "kysely";
import type { Tx } from "#server/db/connection.ts";

/**
 * Writes beside each line of the statement the code that a file has of it, if it has none yet; its receipt then counts as any other: what
 * waits and is matched against it by the application comes apart. For a statement that counts from now on, before its lines are matched.
 */
export async function learnCodes(
  tx: Tx,
  { statementId, now }: { statementId: number; now: Date },
): Promise<void> {
  const { rows } = await sql`
    SELECT FROM statement_line_sources WHERE statement_id = ${statementId} AND code IS NOT NULL LIMIT 1`.execute(
    tx,
  );
  if (rows.length === 0) return;
  await sql`SELECT lock_matching(true)`.execute(tx);
  await sql`SELECT learn_codes(${statementId}::int, ${now})`.execute(tx);
}
