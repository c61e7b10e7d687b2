// The invariants that `verify` reports after a change behind the application's back, which is rolled back.
import { sql } from "kysely";
import { inTransaction, type Database } from "#server/db/connection.ts";
import type { Invariant } from "#server/verify/invariant.ts";

/** The names of the invariants that a statement of the database's owner breaks, with every trigger off. */
export async function brokenBy(
  db: Database,
  invariants: readonly Invariant[],
  statement: string,
): Promise<string[]> {
  const undone = new Error("undone");
  const broken: string[] = [];
  await inTransaction(db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql.raw(statement).execute(tx);
    for (const { name, sql: text } of invariants)
      if ((await sql.raw(text).execute(tx)).rows.length > 0) broken.push(name);
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return broken;
}
