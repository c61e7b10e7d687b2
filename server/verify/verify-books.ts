// Runs every invariant on one snapshot of the database.
import { sql } from "kysely";
import type { Database } from "#server/db/connection.ts";
import { invariants } from "./invariants.ts";

export type Breach = { name: string; holds: string; offenders: { id: number; found: string }[] };

const SHOWN = 20;

/** The invariants that do not hold, each with its first offenders; reads only. */
export async function verifyBooks(db: Database): Promise<{ checked: number; breaches: Breach[] }> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await sql`SET LOCAL statement_timeout = '10min'`.execute(tx);
      const breaches: Breach[] = [];
      for (const { name, holds, sql: text } of invariants) {
        const { rows } = await sql<{ id: number; found: string }>`
          SELECT id, found FROM (${sql.raw(text)}) offenders ORDER BY id LIMIT ${SHOWN}`.execute(
          tx,
        );
        if (rows.length > 0) breaches.push({ name, holds, offenders: rows });
      }
      return { checked: invariants.length, breaches };
    });
}
