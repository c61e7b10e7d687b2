// The processes that wait for a lock in a test's own database: others use the same PostgreSQL at the same time, and
// tables of databases cloned from one template have the same ids.
import { sql } from "kysely";
import type { Database } from "#server/db/connection.ts";

type Awaited = { table: string } | "advisory";

/** The PostgreSQL processes that wait for a table, or for an advisory lock. */
export async function waitingForLocks(db: Database, awaited: Awaited): Promise<number[]> {
  const kind =
    awaited === "advisory"
      ? sql`locktype = 'advisory'`
      : sql`relation = ${awaited.table}::regclass`;
  const { rows } = await sql<{ pid: number }>`
    SELECT pid FROM pg_locks
     WHERE NOT granted AND ${kind}
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(db);
  return rows.map(({ pid }) => pid);
}
