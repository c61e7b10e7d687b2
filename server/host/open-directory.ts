// Opens the directory: a database of its own beside those of the groups (GROUP-2).
import { Kysely, PostgresDialect, sql } from "kysely";
import { escapeIdentifier, type ClientBase } from "pg";
import { inDatabase, openPool, type ConnectionOptions } from "#server/db/connection.ts";
import { ensureRole } from "#server/db/rights.ts";
import { readRole } from "#server/db/migrate.ts";
import { openPostgres, requireDurable, type PostgresServer } from "#server/db/open-database.ts";
import { withClient } from "#server/db/primary.ts";
import { directoryMigrations, directoryRights, type Directory } from "./directory-schema.ts";
import type { HostConfig } from "./host-config.ts";

export type OpenDirectory = {
  db: Kysely<Directory>;
  /** The PostgreSQL that the groups' databases are in. */
  postgres: PostgresServer;
  close(): Promise<void>;
};

/** Of the embedded PostgreSQL; elsewhere DATABASE_URL names it. */
const DIRECTORY = "akiba_directory";
const DIRECTORY_LOCK = 7_265_010;

/** Starts the embedded PostgreSQL if DATABASE_URL names no other one, and makes or migrates the directory. */
export async function openDirectory(
  { config }: HostConfig,
  log: (line: string) => void,
): Promise<OpenDirectory> {
  const postgres = await openPostgres(config, log);
  try {
    await requireDurable(postgres.owner);
    const isEmbedded = config.databaseUrl === null;
    if (isEmbedded) await createDatabase(postgres.owner, DIRECTORY);
    const owner = isEmbedded ? inDatabase(postgres.owner, DIRECTORY) : postgres.owner;
    const server = isEmbedded ? inDatabase(postgres.connection, DIRECTORY) : postgres.connection;
    await withClient(owner, async (client) => {
      await ensureServerRole(client, server);
      await migrateDirectory(client, await readRole(server));
    });
    const pool = openPool(server, 4, "akiba directory");
    const db = new Kysely<Directory>({ dialect: new PostgresDialect({ pool }) });
    const close = async () => {
      await db.destroy();
      await postgres.leave();
    };
    return { db, postgres, close };
  } catch (error) {
    await postgres.leave();
    throw error;
  }
}

async function ensureServerRole(client: ClientBase, server: ConnectionOptions): Promise<void> {
  if ("user" in server) await ensureRole(client, server.user);
}

/** Makes an empty database unless there is one of that name. */
async function createDatabase(owner: ConnectionOptions, name: string): Promise<void> {
  await withClient(owner, async (client) => {
    const found = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
    if (found.rowCount !== 0) return;
    await client
      .query(`CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE template0 ENCODING 'UTF8'`)
      .catch((error: unknown) => {
        // Another process of the host has just made it.
        if (!["42P04", "23505"].includes((error as { code?: string }).code ?? "")) throw error;
      });
  });
}

async function migrateDirectory(client: ClientBase, role: string): Promise<void> {
  await client.query("SELECT pg_advisory_lock($1)", [DIRECTORY_LOCK]);
  try {
    await client.query("BEGIN");
    await client.query("CREATE TABLE IF NOT EXISTS directory_migrations (name text PRIMARY KEY)");
    const { rows } = await client.query<{ name: string }>("SELECT name FROM directory_migrations");
    const applied = new Set(rows.map(({ name }) => name));
    for (const migration of directoryMigrations) {
      if (applied.has(migration.name)) continue;
      await client.query(migration.sql);
      await client.query("INSERT INTO directory_migrations (name) VALUES ($1)", [migration.name]);
    }
    await client.query(directoryRights.replaceAll(":role", escapeIdentifier(role)));
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [DIRECTORY_LOCK]);
  }
}

/** Throws unless the directory answers. */
export async function reachDirectory({ db }: Pick<OpenDirectory, "db">): Promise<void> {
  await sql`SELECT 1`.execute(db);
}
