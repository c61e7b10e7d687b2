// A transaction whose statements need not wait for each other's answers (docs/decisions/010-posting-path.md).
import {
  CompiledQuery,
  DummyDriver,
  PostgresDialect,
  Transaction,
  type ConnectionProvider,
  type DatabaseConnection,
  type Kysely,
} from "kysely";
import type { DB } from "./tables.ts";

const begin = CompiledQuery.raw("begin");
const commit = CompiledQuery.raw("commit");
const rollback = CompiledQuery.raw("rollback");

// What opens a transaction inside a transaction, which nobody may.
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error("already connected")) });
const inside = { config: { dialect }, dialect, driver: new DummyDriver() };

/**
 * Runs `work` in a transaction. What it asks for at once (`Promise.all`) is sent at once, and PostgreSQL does it in the
 * order in which it was asked; Kysely's own transactions send a statement when the one before is answered. The first
 * goes out together with BEGIN, which fails only where the connection does, and then nothing behind it is done either.
 */
export async function openTransaction<T>(
  db: Kysely<DB>,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const executor = db.getExecutor();
  return executor.provideConnection(async (connection) => {
    const begun = connection.executeQuery(begin);
    const provider = onlyOn(connection, begun);
    const tx = new Transaction<DB>({
      ...inside,
      executor: executor.withConnectionProvider(provider),
    });
    try {
      const [result] = await Promise.all([work(tx), begun]);
      await connection.executeQuery(commit);
      return result;
    } catch (error) {
      await connection.executeQuery(rollback);
      throw error;
    }
  });
}

function onlyOn(connection: DatabaseConnection, begun: Promise<unknown>): ConnectionProvider {
  return {
    provideConnection: async (ask) => {
      const [answer] = await Promise.all([ask(connection), begun]);
      return answer;
    },
  };
}
