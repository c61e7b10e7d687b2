// Follows what changed between books and statements, so that a reconciliation looks at what is open alone
// (0087-reconciliation-open-items.sql). The figures are exact without it; it keeps short what they look at on top.
import { sql } from "kysely";
import type { Database } from "#server/db/connection.ts";

const BATCH = 2_000;
const INDEXED = 500;

/** Works out the days on which each changed line and entry is open; gives how many changes that were, 0 also while another server does it. */
export async function settleOpenItems(db: Database): Promise<number> {
  for (let total = 0; ;) {
    const { rows } = await sql<{ settled: number }>`
      SELECT settle_reconciliation(${BATCH}) AS settled`.execute(db);
    const settled = rows[0]?.settled ?? 0;
    total += settled;
    if (settled < BATCH) return total;
  }
}

/** Makes new lines found by their words; gives how many that were. */
export async function indexNewLines(db: Database): Promise<number> {
  for (let total = 0; ;) {
    const { rows } = await sql<{ indexed: number }>`
      SELECT index_statement_lines(${INDEXED}) AS indexed`.execute(db);
    const indexed = rows[0]?.indexed ?? 0;
    total += indexed;
    if (indexed < INDEXED) return total;
  }
}
