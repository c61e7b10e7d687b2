// Brings a database to the newest schema: plain SQL, forward only, each file once, by whichever server comes first.
import { readdirSync, readFileSync } from "node:fs";
import { runMigrations } from "graphile-worker";
import { Pool, type ClientBase } from "pg";
import type { ConnectionOptions } from "./connection.ts";
import { PrimaryClient, withClient } from "./primary.ts";
import { ensureRole, grantRights } from "./rights.ts";

export type Migration = { name: string; sql: string };

/** Of this release, in the order of their numbers. Read with the program: a newer build may take the folder's place while it runs. */
const migrations = readMigrations(new URL("./migrations/", import.meta.url));

/** Held by whoever makes or changes the schema. */
export const MIGRATION_LOCK = 7_265_001;

/**
 * Applies the migrations that are missing, under a lock that all servers share, as the `owner` of the database. Then
 * `server` may do in it what the server needs. Returns the names applied.
 */
export async function migrate(
  owner: ConnectionOptions,
  server: ConnectionOptions | null = null,
): Promise<string[]> {
  const pool = new Pool({ ...owner, max: 2, Client: PrimaryClient });
  // A lost connection fails the query that uses it; one lost while idle is nobody's news. The job queue asks its pool for both listeners.
  pool.on("error", () => undefined);
  pool.on("connect", (connected) => connected.on("error", () => undefined));
  const client = await pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const missing = await findMissing(client);
    for (const file of missing) {
      await client.query("BEGIN");
      await applyMigration(client, file);
      await client.query("COMMIT");
    }
    // The job queue keeps its own schema and knows itself what is missing there.
    await runMigrations({ pgPool: pool });
    if (server !== null && server !== owner) await admit(client, server);
    await client.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]);
    return missing.map((file) => file.name);
  } finally {
    client.release(true);
    await pool.end();
  }
}

/** An embedded PostgreSQL's role is made where it is missing; who signs in to another one is its administrator's to make. */
async function admit(client: ClientBase, server: ConnectionOptions): Promise<void> {
  if ("user" in server) await ensureRole(client, server.user);
  const role = "user" in server ? server.user : await readRole(server);
  const { rows } = await client.query<{ owner: string }>("SELECT current_user AS owner");
  if (rows[0]?.owner !== role && !(await isNewer(client))) await grantRights(client, role);
}

/** Whether a newer release has been here: what the server may do is then as that one says. */
async function isNewer(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations");
  return rows.some(({ name }) => migrations.every((file) => file.name !== name));
}

async function readRole(server: ConnectionOptions): Promise<string> {
  const { rows } = await withClient(server, (client) =>
    client.query<{ role: string }>("SELECT current_user AS role"),
  );
  return rows[0]?.role ?? "";
}

/** What has not been applied to this database, in its order. */
export async function findMissing(client: ClientBase): Promise<Migration[]> {
  await client.query(
    "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
  );
  const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations");
  const applied = new Set(rows.map((row) => row.name));
  return migrations.filter((file) => !applied.has(file.name));
}

/** Applies one in the transaction that is open. */
export async function applyMigration(client: ClientBase, file: Migration): Promise<void> {
  await client.query(file.sql);
  await client.query("INSERT INTO migrations (name) VALUES ($1)", [file.name]);
}

function readMigrations(folder: URL): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return names
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), "utf8") }));
}
