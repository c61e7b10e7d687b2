// A database of a test's own, cloned from the template; the processes that wait for a lock in it, and the invariants
// that a change behind the application's back breaks.
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { Client, Pool } from "pg";
import { inject } from "vitest";
import { type Database, inTransaction } from "#server/db/connection.ts";
import type { EmbeddedPostgres } from "#server/db/embedded/embedded-postgres.ts";
import { asServer } from "#server/db/open-database.ts";
import { migrate } from "#server/db/migrate.ts";
import type { Invariant } from "#server/verify/invariant.ts";

/** Clones the template, or another database without connections, and returns its address. */
export function createTestDatabase(copyOf = templateName) {
  return createDatabase(copyOf);
}

/** An empty one, without even a schema. */
export function createEmptyDatabase() {
  return createDatabase("template0");
}

async function createDatabase(template: string) {
  const database = `test_${randomBytes(6).toString("hex")}`;
  made.add(database);
  // Copies files, which costs half of what copying each page by way of the log would.
  await maintenancePool().query(
    `CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY FILE_COPY`,
  );
  return { ...inject("postgres"), database };
}

/** The databases that this process made and did not drop yet. */
const made = new Set<string>();

/** PostgreSQL's code for a database that somebody is connected to. */
const IN_USE = "55006";

/**
 * Drops the databases that this process made. One that somebody is still connected to stays until the run ends: breaking
 * the connection could fail a later test.
 */
export async function dropTestDatabases(): Promise<void> {
  for (const database of made) {
    made.delete(database);
    try {
      await maintenancePool().query(`DROP DATABASE IF EXISTS ${database}`);
    } catch (error) {
      if ((error as { code?: string }).code !== IN_USE) throw error;
    }
  }
}

let maintenance: Pool | undefined;

/**
 * This process's connection for making databases: a new one costs as much as cloning a database. It does not keep the
 * process alive.
 */
function maintenancePool(): Pool {
  if (maintenance !== undefined) return maintenance;
  const options = { ...inject("postgres"), max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true };
  maintenance = new Pool(options);
  // The tests' PostgreSQL may end before this process does.
  maintenance.on("error", () => undefined);
  return maintenance;
}

const comments = new Map<string, Promise<string>>();

/**
 * Makes the database `name` if no process of this run has made it, for others to be cloned from. `fill` gets an empty one with
 * the newest schema, and leaves it without connections. Returns what `fill` returned when it ran: the comment on the database,
 * where every process of the run finds it.
 */
export function shareDatabase(
  name: string,
  fill: (connection: Awaited<ReturnType<typeof createTestDatabase>>) => Promise<string>,
): Promise<string> {
  const known = comments.get(name) ?? makeShared(name, fill);
  comments.set(name, known);
  return known;
}

async function makeShared(
  name: string,
  fill: (connection: Awaited<ReturnType<typeof createTestDatabase>>) => Promise<string>,
): Promise<string> {
  // The lock ends with the connection, so this one is its own.
  const client = new Client(inject("postgres"));
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtext($1))", [name]);
    const { rows } = await client.query<{ comment: string }>(
      "SELECT shobj_description(oid, 'pg_database') AS comment FROM pg_database WHERE datname = $1",
      [name],
    );
    if (rows[0] !== undefined) return rows[0].comment;
    const connection = await createTestDatabase();
    const comment = await fill(connection);
    await client.query(
      `COMMENT ON DATABASE ${connection.database} IS ${client.escapeLiteral(comment)}`,
    );
    await client.query(`ALTER DATABASE ${connection.database} RENAME TO ${name}`);
    return comment;
  } finally {
    await client.end();
  }
}

/** The database that every test's own database is cloned from: newest schema, no rows. */
export const templateName = "akiba_template";

/** Makes the template; closes every connection to it, or it could not be cloned. */
export async function buildTemplate(connection: EmbeddedPostgres["connection"]): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query(`create database ${templateName}`);
  } finally {
    await client.end();
  }
  const owner = { ...connection, database: templateName };
  await migrate(owner, asServer(owner));
}

type Lock = { table: string } | "advisory";

/**
 * The PostgreSQL processes that wait for a table, or for an advisory lock, in this database: other tests use the same
 * PostgreSQL at the same time, and tables of databases cloned from one template have the same ids.
 */
export async function waitingForLocks(db: Database, lock: Lock): Promise<number[]> {
  const kind =
    lock === "advisory" ? sql`locktype = 'advisory'` : sql`relation = ${lock.table}::regclass`;
  const { rows } = await sql<{ pid: number }>`
    SELECT pid FROM pg_locks
     WHERE NOT granted AND ${kind}
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(db);
  return rows.map(({ pid }) => pid);
}

/**
 * The names of the invariants that `verify` reports after a statement of the database's owner, with every trigger off;
 * the statement is rolled back.
 */
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
