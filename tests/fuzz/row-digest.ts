// Whether anything at all was written: for each table how many rows it has, and by which transactions.
import { sql, type Expression, type SqlBool } from "kysely";
import type { Database } from "#server/db/connection.ts";

// What is written beside a refusal, on purpose: who was refused, and how often somebody asked.
const passedOver = new Set(["public.throttle"]);
const stored: Record<string, Expression<SqlBool>> = {
  "public.audit_entries": sql<SqlBool>`action NOT LIKE '%.refuse'`,
};

/** Gives a reader of the state of every table: equal texts mean that no row was added, changed or removed. */
export async function openRowDigest(db: Database): Promise<() => Promise<string>> {
  const { rows } = await sql<{ schema: string; name: string }>`
    SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
     ORDER BY 1, 2`.execute(db);
  const counts = rows
    .map(({ schema, name }) => `${schema}.${name}`)
    .filter((name) => !passedOver.has(name))
    .map(
      (name) => sql`
        SELECT ${name}::text AS name, count(*) AS rows, coalesce(sum(xmin::text::bigint), 0) AS writers
          FROM ${sql.table(name)} WHERE ${stored[name] ?? sql`true`}`,
    );
  const query = sql<{ digest: string }>`
    SELECT string_agg(name || ' ' || rows || ' ' || writers, E'\n' ORDER BY name) AS digest
      FROM (${sql.join(counts, sql` UNION ALL `)}) tables`;
  return async () => (await query.execute(db)).rows[0]?.digest ?? "";
}

/** The tables in which two digests differ. */
export function tablesThatDiffer(before: string, after: string): string[] {
  const was = new Set(before.split("\n"));
  return after.split("\n").filter((line) => !was.has(line));
}
