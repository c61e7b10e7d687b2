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
/** A transaction, handed to everything that writes. */
export type Tx = Transaction<DB>;
/** Reads take either. */
export type Reader = Kysely<DB>;

export type ConnectionOptions = (
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }
) & {
  /** Asked of each new connection of a pool, which is closed again when it answers with an error. */
  verify?: (client: ClientBase, done: (error?: Error) => void) => void;
  /** Finds the host, where several are named. */
  primary?: Primary | undefined;
};

// int8 is money or a count: a bigint. A date stays the text it is.
const readers: Record<number, (text: string) => unknown> = {
  [pgTypes.builtins.INT8]: BigInt,
  [pgTypes.builtins.DATE]: (text) => text,
};
const types: CustomTypesConfig = {
  getTypeParser: (oid: number) => readers[oid] ?? pgTypes.getTypeParser(oid),
};

// Not among what a connection starts with: PgBouncer refuses what it does not know there.
const LIMITS =
  "SET statement_timeout = '10s'; SET lock_timeout = '3s'; SET idle_in_transaction_session_timeout = '15s'";

/** Limits of SAFE-8: ten connections, three seconds to get one, no statement or lock without an end. */
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
  // A connection that is lost while idle is replaced; without a listener it would end the process.
  pool.on("error", () => undefined);
  return pool;
}

export function openDatabase(pool: Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** Runs reads that must agree with each other: all of them see the database as it is at one moment. */
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
 * Runs `work` in one transaction, again from the start when PostgreSQL broke it off for a deadlock, or because a
 * migration had just changed a table.
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

/** What was thrown where nobody knows how a commit ended. */
const inDoubt = new WeakSet();

/** Whether nothing is stored of a transaction that failed so; of a connection that was lost while it committed nobody knows. */
export function isUndone(error: unknown): boolean {
  return !inDoubt.has(error as WeakKey);
}

function isRetried(error: unknown): boolean {
  const code = error instanceof DatabaseError ? error.code : undefined;
  return (code !== undefined && RETRIED.has(code)) || isOutdatedPlan(error);
}

/** Whether PostgreSQL said by this error that it has undone the transaction; a lost connection says nothing of a commit. */
function isRolledBack(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === "ERROR";
}

/** The name of the database constraint that refused a write, for mapping it to a refusal. */
export function violatedConstraint(error: unknown): string | null {
  return error instanceof DatabaseError && error.code?.startsWith("23") === true
    ? (error.constraint ?? null)
    : null;
}
