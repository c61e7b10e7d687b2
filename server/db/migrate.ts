// Migrates a database to the newest schema: plain SQL, forward only, each file once, by the first server that starts. Functions
// follow, each as its file has it (docs/decisions/053-functions-in-files.md).
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { runMigrations } from "graphile-worker";
import { Pool, type ClientBase } from "pg";
import { OperatorError } from "#server/platform/command.ts";
import type { ConnectionOptions } from "./connection.ts";
import { PrimaryClient, withClient } from "./primary.ts";
import { ensureRole, grantRights } from "./rights.ts";

export type Migration = { name: string; sql: string };
type Log = (line: string) => void;

/** This release's migrations by number. Read at import: a newer build may replace the folder while this process runs. */
const migrations = readFiles(new URL("./migrations/", import.meta.url));

/** This release's functions, one file for each subject. */
const functions = readFiles(new URL("./functions/", import.meta.url))
  .map(({ sql }) => sql)
  .join("\n");
const functionsHash = createHash("sha256").update(functions).digest("hex");

/** The name of this release's last migration. */
export const newestMigration = migrations.at(-1)?.name ?? "";

/** Names this release's tables and functions: two releases have the same only if both are the same. */
export const schemaVersion = createHash("sha256")
  .update(migrations.map(({ name }) => name).join())
  .update(functionsHash)
  .digest("hex");

/** Advisory lock held while a process creates or changes the schema. */
export const MIGRATION_LOCK = 7_265_001;

/**
 * Applies the missing migrations and changed functions as the `owner` of the database, in one transaction and under a lock that
 * only one process holds, so that a server meets one release or the other. Then grants the role of
 * `server` its rights, and logs what it took back; `leavesRights` leaves them as they are if no migration was missing, for who checks
 * them. Returns the names of the applied migrations.
 */
export async function migrate(
  owner: ConnectionOptions,
  server: ConnectionOptions | null = null,
  { leavesRights = false, log = () => undefined }: { leavesRights?: boolean; log?: Log } = {},
): Promise<string[]> {
  const pool = new Pool({ ...owner, max: 2, Client: PrimaryClient });
  // A lost connection fails its query; one lost while idle does no harm. graphile-worker requires both listeners on the pool.
  pool.on("error", () => undefined);
  pool.on("connect", (connected) => connected.on("error", () => undefined));
  const client = await pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query("BEGIN");
    const missing = await findMissing(client);
    for (const file of missing) await applyMigration(client, file);
    if (missing.length > 0 || (await hasOtherFunctions(client))) await applyFunctions(client);
    await client.query("COMMIT");
    // graphile-worker migrates its own schema.
    await runMigrations({ pgPool: pool });
    if (server !== null && server !== owner && !(leavesRights && missing.length === 0))
      for (const table of await admit(client, server))
        log(`database: took back rights on ${table} that the server's role must not have`);
    await client.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]);
    return missing.map((file) => file.name);
  } catch (error) {
    throw await orNotOwned(owner, error);
  } finally {
    client.release(true);
    await pool.end();
  }
}

/** PostgreSQL's code where a role may not do what only an owner may. */
const NOT_ALLOWED = "42501";

/** One sentence if the owner's role does not own what it must change, as when a table was given to another role; else the error. */
async function orNotOwned(owner: ConnectionOptions, error: unknown): Promise<unknown> {
  if ((error as { code?: string }).code !== NOT_ALLOWED) return error;
  return new OperatorError(
    `The role ${await readRole(owner)} may not bring the database up to date (${(error as Error).message}): make it the owner of every table and function, and start again; npm run verify lists what it does not own.`,
  );
}

/** Grants the server's role its rights. Creates the role on an embedded PostgreSQL; elsewhere the administrator creates it. */
async function admit(client: ClientBase, server: ConnectionOptions): Promise<string[]> {
  if ("user" in server) await ensureRole(client, server.user);
  const role = "user" in server ? server.user : await readRole(server);
  const { rows } = await client.query<{ owner: string }>("SELECT current_user AS owner");
  return rows[0]?.owner === role || (await isNewer(client)) ? [] : grantRights(client, role);
}

/** Whether a newer release has migrated this database. That release's rights then stay as they are. */
export async function isNewer(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations");
  return rows.some(({ name }) => migrations.every((file) => file.name !== name));
}

/** The role that signs in, whatever role a setting makes of it. */
export async function readRole(server: ConnectionOptions): Promise<string> {
  const { rows } = await withClient(server, (client) =>
    client.query<{ role: string }>("SELECT session_user AS role"),
  );
  return rows[0]?.role ?? "";
}

/** Returns the migrations that this database lacks, in order. */
export async function findMissing(client: ClientBase): Promise<Migration[]> {
  await client.query(
    "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
  );
  const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations");
  const applied = new Set(rows.map((row) => row.name));
  return migrations.filter((file) => !applied.has(file.name));
}

/** Applies one migration within the open transaction, and checks at its end what else is checked at commit. */
export async function applyMigration(client: ClientBase, file: Migration): Promise<void> {
  await client.query(file.sql);
  await client.query("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED");
  await client.query("INSERT INTO migrations (name) VALUES ($1)", [file.name]);
}

/**
 * Whether another release made the database's functions, and one that is no newer. Of two releases with the same migrations, the
 * one that starts last makes its own.
 */
async function hasOtherFunctions(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ hash: string | null }>(
    "SELECT obj_description('migrations'::regclass) AS hash",
  );
  return rows[0]?.hash !== functionsHash && !(await isNewer(client));
}

/**
 * Makes every function as its file has it, within the open transaction, which has the newest tables. Their bodies are checked only
 * when they run, so a function may call another of a later file. A comment on the table of migrations stores their hash: it is in
 * no backup, since a restore makes the functions itself.
 */
export async function applyFunctions(client: ClientBase): Promise<void> {
  await client.query("SET LOCAL check_function_bodies = off");
  await client.query(functions);
  await client.query(`COMMENT ON TABLE migrations IS '${functionsHash}'`);
}

function readFiles(folder: URL): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return names
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), "utf8") }));
}
