// Whether anything was written: for each table the number of rows, and the transactions that wrote them.
import { Client, escapeIdentifier, escapeLiteral, type ClientConfig } from "pg";

// Written beside a refusal on purpose: who was refused, and how often they tried.
const passedOver = new Set(["public.throttle"]);
const stored: Record<string, string> = {
  "public.audit_entries": "action NOT LIKE '%.refuse'",
};

export type RowDigest = {
  /** The state of every table: equal texts mean that no row was added, changed or removed. */
  read(): Promise<string>;
  close(): Promise<void>;
};

/**
 * On its own connection, where the query is planned once: for so many tables planning takes longer than reading. It
 * reads them only if a transaction that writes has begun or ended since: PostgreSQL's snapshot then differs.
 */
export async function openRowDigest(connection: ClientConfig): Promise<RowDigest> {
  const client = new Client(connection);
  await client.connect();
  const { rows } = await client.query<{ schema: string; name: string }>(`
    SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
     ORDER BY 1, 2`);
  const counts = rows
    .filter(({ schema, name }) => !passedOver.has(`${schema}.${name}`))
    .map(({ schema, name }) => {
      const path = `${schema}.${name}`;
      return `
        SELECT ${escapeLiteral(path)} AS name, count(*) AS rows, coalesce(sum(xmin::text::bigint), 0) AS writers
          FROM ${escapeIdentifier(schema)}.${escapeIdentifier(name)} WHERE ${stored[path] ?? "true"}`;
    });
  const query = {
    name: "digest",
    text: `
      SELECT string_agg(name || ' ' || rows || ' ' || writers, E'\\n' ORDER BY name) AS digest
        FROM (${counts.join(" UNION ALL ")}) tables`,
  };
  const snapshot = {
    name: "snapshot",
    text: "SELECT pg_current_snapshot()::text AS snapshot",
  };
  let last = { snapshot: "", digest: "" };
  return {
    async read() {
      const [now] = (await client.query<{ snapshot: string }>(snapshot)).rows;
      if (now?.snapshot === last.snapshot) return last.digest;
      const [found] = (await client.query<{ digest: string }>(query)).rows;
      last = { snapshot: now?.snapshot ?? "", digest: found?.digest ?? "" };
      return last.digest;
    },
    close: () => client.end(),
  };
}

/** The tables in which two digests differ. */
export function tablesThatDiffer(before: string, after: string): string[] {
  const was = new Set(before.split("\n"));
  return after.split("\n").filter((line) => !was.has(line));
}
