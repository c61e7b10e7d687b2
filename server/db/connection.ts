// The connection to PostgreSQL: pool, typed queries, and the one way to open a transaction.
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import {
  DatabaseError,
  Pool,
  type ClientBase,
  type PoolConfig,
  types as pgTypes,
  type CustomTypesConfig,
} from "pg";
import { isOutdatedPlan, PreparingClient } from "./prepared-queries/preparing-client.ts";
import type { Primary } from "./primary.ts";
import type { DB } from "./tables.ts";

export type Database = Kysely<DB>;
/** A transaction. Functions that write take it as their first argument. */
export type Tx = Transaction<DB>;
/** A database or a transaction, for functions that only read. */
export type Reader = Kysely<DB>;

export type ConnectionOptions = (
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }
) & {
  /** Checks each new connection of a pool; an error closes that connection. */
  verify?: (client: ClientBase, done: (error?: Error) => void) => void;
  /** Finds the host if the URL names several. */
  primary?: Primary | undefined;
};

/** The same PostgreSQL and role, with another of its databases. */
export function inDatabase(connection: ConnectionOptions, database: string): ConnectionOptions {
  if (!("connectionString" in connection)) return { ...connection, database };
  return { connectionString: urlOfDatabase(connection.connectionString, database) };
}

/** The URL of another database of the same PostgreSQL. */
export function urlOfDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.href;
}

// int8 holds money or counts and becomes a bigint. A date stays text.
const readers: Record<number, (text: string) => unknown> = {
  [pgTypes.builtins.INT8]: BigInt,
  [pgTypes.builtins.DATE]: (text) => text,
};
const types: CustomTypesConfig = {
  getTypeParser: (oid: number) => readers[oid] ?? pgTypes.getTypeParser(oid),
};

// Set by a query after connecting: PgBouncer refuses unknown startup parameters.
const LIMITS =
  "SET statement_timeout = '10s'; SET lock_timeout = '3s'; SET idle_in_transaction_session_timeout = '15s'";

/** Opens a pool with the limits of SAFE-8: `size` connections, 3 s to get one, and time limits on each query and lock. */
export function openPool(
  connection: ConnectionOptions,
  size = 10,
  name = "akiba",
  Client = PreparingClient,
): Pool {
  const options: PoolConfig & { onConnect: (client: ClientBase) => Promise<unknown> } = {
    ...connection,
    max: size,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 60_000,
    application_name: name,
    types,
    Client,
    onConnect: (client) => client.query(LIMITS),
  };
  const pool = new Pool(options);
  // The pool replaces a connection that is lost while idle. Without a listener the "error" event would end the process.
  pool.on("error", () => undefined);
  return pool;
}

export function openDatabase(pool: Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** Runs several reads in one repeatable-read transaction, so that all of them see the same moment. Refuses writes. */
export async function inSnapshot<T>(
  reader: Reader,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  if (reader.isTransaction) return work(reader);
  return reader
    .transaction()
    .setAccessMode("read only")
    .setIsolationLevel("repeatable read")
    .execute(work);
}

const RETRIED = new Set(["40001", "40P01"]);
const ATTEMPTS = 5;

/**
 * Runs `work` in one transaction. Runs it again from the start, up to five times in all, after a deadlock, a serialization failure,
 * or a migration that changed a table under a prepared query.
 */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let isCommitting = false;
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await work(tx);
        isCommitting = true;
        return result;
      });
    } catch (error) {
      if (isCommitting && !isRolledBack(error)) inDoubt.add(error as WeakKey);
      if (!isRetried(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Errors after which it is unknown whether the commit succeeded. */
const inDoubt = new WeakSet();

/** Whether a transaction that failed with this error certainly stored nothing. False if the connection was lost during the commit. */
export function isUndone(error: unknown): boolean {
  return !inDoubt.has(error as WeakKey);
}

function isRetried(error: unknown): boolean {
  const code = error instanceof DatabaseError ? error.code : undefined;
  return (code !== undefined && RETRIED.has(code)) || isOutdatedPlan(error);
}

/** Whether the error comes from PostgreSQL and so confirms the rollback; a lost connection confirms nothing. */
function isRolledBack(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === "ERROR";
}

/** The name of the database constraint that refused a write, for mapping it to a refusal. */
export function violatedConstraint(error: unknown): string | null {
  return violation(error)?.constraint ?? null;
}

/** The same with what the database says of it; null for any other error. */
export function violation(error: unknown): Pick<DatabaseError, "constraint" | "detail"> | null {
  return error instanceof DatabaseError && error.code?.startsWith("23") === true ? error : null;
}
