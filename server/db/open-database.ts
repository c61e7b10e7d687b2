// Opens the database that the environment names: an external PostgreSQL by DATABASE_URL, otherwise our embedded one.
import type pg from "pg";
import type { Config } from "#server/platform/config.ts";
import { openDatabase, openPool, type ConnectionOptions, type Database } from "./connection.ts";
import { migrate } from "./migrate.ts";

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  connection: ConnectionOptions;
  /** Closes the pool; the last to leave an embedded PostgreSQL shuts it down. */
  close(): Promise<void>;
};

/** Connects, brings the schema up to date, and gives the pool. Used by the server and by every command. */
export async function openMigratedDatabase(
  config: Pick<Config, "databaseUrl" | "dataDir">,
  log: (line: string) => void,
): Promise<OpenDatabase> {
  const { connection, leave } = await findDatabase(config, log);
  const applied = await migrate(connection);
  for (const name of applied) log(`database: applied ${name}`);
  const pool = openPool(connection);
  return {
    db: openDatabase(pool),
    pool,
    connection,
    close: async () => {
      await pool.end();
      await leave();
    },
  };
}

async function findDatabase(
  config: Pick<Config, "databaseUrl" | "dataDir">,
  log: (line: string) => void,
): Promise<{ connection: ConnectionOptions; leave: () => Promise<void> }> {
  if (config.databaseUrl !== null)
    return { connection: { connectionString: config.databaseUrl }, leave: async () => undefined };
  const { openEmbeddedPostgres } = await import("./embedded/embedded-postgres.ts");
  const embedded = await openEmbeddedPostgres({ dataDir: config.dataDir, log });
  return { connection: embedded.connection, leave: () => embedded.close() };
}
