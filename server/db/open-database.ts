// Opens the database that the environment names: an external PostgreSQL by DATABASE_URL, otherwise our embedded one.
import type pg from "pg";
import type { Config } from "#server/platform/config.ts";
import { openDatabase, openPool, type ConnectionOptions, type Database } from "./connection.ts";
import { migrate } from "./migrate.ts";

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  connection: ConnectionOptions;
  close(): Promise<void>;
};

export type PostgresServer = {
  connection: ConnectionOptions;
  /** The last to leave an embedded PostgreSQL shuts it down. */
  leave(): Promise<void>;
};

type Place = Pick<Config, "databaseUrl" | "dataDir">;
type Log = (line: string) => void;

/** Finds the PostgreSQL that the environment names, starting the embedded one when it does not run. */
export async function openPostgres(place: Place, log: Log): Promise<PostgresServer> {
  if (place.databaseUrl !== null)
    return { connection: { connectionString: place.databaseUrl }, leave: async () => undefined };
  const { openEmbeddedPostgres } = await import("./embedded/embedded-postgres.ts");
  const embedded = await openEmbeddedPostgres({ dataDir: place.dataDir, log });
  return { connection: embedded.connection, leave: () => embedded.close() };
}

/** Brings a database's schema up to date and gives its pool. */
export async function openMigrated(connection: ConnectionOptions, log: Log): Promise<OpenDatabase> {
  for (const name of await migrate(connection)) log(`database: applied ${name}`);
  const pool = openPool(connection);
  return { db: openDatabase(pool), pool, connection, close: () => pool.end() };
}

/** The application's database, up to date. Used by the server and by every command. */
export async function openMigratedDatabase(place: Place, log: Log): Promise<OpenDatabase> {
  const postgres = await openPostgres(place, log);
  try {
    const database = await openMigrated(postgres.connection, log);
    return {
      ...database,
      close: async () => {
        await database.close();
        await postgres.leave();
      },
    };
  } catch (error) {
    await postgres.leave();
    throw error;
  }
}
