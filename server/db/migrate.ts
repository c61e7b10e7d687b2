// Brings a database to the newest schema: plain SQL, forward only, each file once, by whichever server comes first.
import { runMigrations } from "graphile-worker";
import { Pool, type PoolClient } from "pg";
import type { ConnectionOptions } from "./connection.ts";

const files = import.meta.glob<string>("./migrations/*.sql", {
  query: "?raw",
  eager: true,
  import: "default",
});

const MIGRATION_LOCK = 7_265_001;

/** Applies the migrations that are missing, under a lock that all servers share. Returns the names applied. */
export async function migrate(connection: ConnectionOptions): Promise<string[]> {
  const pool = new Pool({ ...connection, max: 2 });
  // A lost connection fails the query that uses it; one lost while idle is nobody's news.
  pool.on("error", () => undefined);
  pool.on("connect", (connected) => connected.on("error", () => undefined));
  const client = await pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const missing = await findMissing(client);
    for (const file of missing) await apply(client, file);
    // The job queue keeps its own schema and knows itself what is missing there.
    await runMigrations({ pgPool: pool });
    await client.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]);
    return missing.map((file) => file.name);
  } finally {
    client.release(true);
    await pool.end();
  }
}

type Migration = { name: string; sql: string };

async function findMissing(client: PoolClient): Promise<Migration[]> {
  await client.query(
    "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
  );
  const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations");
  const applied = new Set(rows.map((row) => row.name));
  return Object.entries(files)
    .map(([path, sql]) => ({ name: path.replace("./migrations/", ""), sql }))
    .filter((file) => !applied.has(file.name))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

async function apply(client: PoolClient, file: Migration): Promise<void> {
  await client.query("BEGIN");
  await client.query(file.sql);
  await client.query("INSERT INTO migrations (name) VALUES ($1)", [file.name]);
  await client.query("COMMIT");
}
